import { urlAt, addressOf as urlOf } from '@signalbox/core/gateway'
import { useGatewayUrl } from '../../calls/gateway-url.ts'
import { noCallSentence, plainCallIn } from '../../examples/example-call.ts'
import { addressOf, type Exposed } from '../api/address.ts'
import { AddressWell } from './AddressWell.tsx'
import { UnknownAddress } from './UnknownAddress.tsx'
import { useServedRoutes } from './use-served-routes.ts'

interface ApiAddressProps {
  readonly id: string
  readonly api: Exposed & { readonly enabled?: boolean }
}

/**
 * Where clients call an API, with a call that one of its routes takes, or why there is none. Nothing before the service has
 * said where the gateway is.
 */
export function ApiAddress({ id, api }: ApiAddressProps) {
  const known = useGatewayUrl()
  const routes = useServedRoutes(id)
  if (!known) return null
  const url = urlOf(api, known.url)
  if (url === undefined || known.url === undefined) return <UnknownAddress at={addressOf(api)} />
  const isOff = api.enabled === false
  const plain = routes && !isOff ? plainCallIn(routes) : undefined
  return (
    <>
      <AddressWell url={url} call={plain && { method: plain.method, url: urlAt(plain.at, known.url) }} />
      {routes && !plain && <p class="muted">{isOff ? 'It’s off, so nothing answers here.' : noCallSentence(routes)}</p>}
    </>
  )
}
