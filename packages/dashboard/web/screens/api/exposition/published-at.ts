import { urlAt, addressOf as urlOf } from '@signalbox/core/gateway'
import { plainCallIn } from '../../../examples/example-call.ts'
import { addressesOf } from '../routes/journey.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { isServed } from '../served/served.ts'

/** Where clients call an API, as a sentence around an address. */
export interface PublishedAt {
  readonly before: string
  readonly url: string
  readonly after: string
}

/**
 * Where the gateway takes calls of an API as it is edited, against what is saved. It names the address of a call that some
 * route takes; if each route needs a parameter or a header, how their paths begin.
 */
export function publishedAt(edited: GatewayApi, saved: GatewayApi | undefined, gatewayUrl: string): PublishedAt {
  const called = callIn(edited)
  const url = called === undefined ? (urlOf(edited, gatewayUrl) as string) : urlAt(called, gatewayUrl)
  const isLive =
    saved !== undefined && isServed(saved) && (called ?? url) === (callIn(saved) ?? urlOf(saved, gatewayUrl))
  if ((edited.routes ?? []).length === 0)
    return { before: 'It has no routes yet. Their paths will begin with', url, after: '.' }
  const after = !isLive ? ' once you publish.' : saved.enabled === false ? '. It’s off.' : '.'
  if (called === undefined) return { before: 'The paths of its routes begin with', url, after }
  return { before: isLive ? 'Published at' : 'Its address is', url, after }
}

/** The address of a call that some route of an API takes: `<domain><path>`, or a path on every domain. */
const callIn = (api: GatewayApi): string | undefined =>
  plainCallIn(
    (api.routes ?? []).map((route) => ({
      id: route.id ?? '',
      enabled: route.enabled !== false,
      frontend: { ...route.frontend, domains: addressesOf(api, route) },
    })),
  )?.at
