import type { CompiledRoute } from '@signalbox/core/gateway'
import type { Announce } from '../exchange/route-plan.ts'
import { getHeader, getHeaders, type HeaderList, isSendable } from '../headers/header-list.ts'

/**
 * Compiles the lifecycle of a route: the fields `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), and links to the
 * documentation and to the successor. The plan of the consumer has precedence over the API. Fields and links that the
 * backend sent are kept. `undefined` if there is nothing to tell.
 */
export function compileLifecycle(lifecycle: CompiledRoute['lifecycle']): Announce | undefined {
  if (!lifecycle) return undefined
  const ofApi = lifecycle.api && toFields(lifecycle.api)
  const ofPlans = new Map(Object.entries(lifecycle.plans ?? {}).map(([id, one]) => [id, toFields(one)]))
  return (consumer, list) => {
    const fields = (consumer?.plan !== undefined && ofPlans.get(consumer.plan)) || ofApi
    if (fields) add(fields, list)
  }
}

interface Fields {
  /** Fields that are sent unless the backend has sent them. */
  readonly single: readonly { readonly name: string; readonly lower: string; readonly value: string }[]
  /** Links that are sent unless the backend has sent one of the same relation. */
  readonly links: readonly { readonly value: string; readonly relation: RegExp }[]
}

type Deprecation = NonNullable<NonNullable<CompiledRoute['lifecycle']>['api']>

const toFields = ({ deprecation, sunset, documentation, successor }: Deprecation): Fields => ({
  single: [
    { name: 'Deprecation', lower: 'deprecation', value: `@${deprecation}` },
    ...(sunset === undefined
      ? []
      : [{ name: 'Sunset', lower: 'sunset', value: new Date(sunset * 1000).toUTCString() }]),
  ],
  links: [...linkTo(documentation, 'deprecation'), ...linkTo(successor, 'successor-version')],
})

const linkTo = (url: string | undefined, relation: string): Fields['links'] =>
  url !== undefined && isSendable(url) && !/[<>\s]/.test(url)
    ? [{ value: `<${url}>; rel="${relation}"`, relation: relationPattern(relation) }]
    : []

/** Finds a relation in a field `Link` (RFC 8288, section 3): alone, or one of several in quotes. */
const relationPattern = (relation: string): RegExp =>
  new RegExp(`;\\s*rel\\s*=\\s*(?:"(?:[^"]*\\s)?${relation}(?:\\s[^"]*)?"|${relation}(?=[\\s;,]|$))`, 'i')

function add({ single, links }: Fields, list: HeaderList): void {
  for (const { name, lower, value } of single) if (getHeader(list, lower) === undefined) list.push(name, value)
  if (links.length === 0) return
  const sent = getHeaders(list, 'link')
  for (const { value, relation } of links) if (!sent.some((one) => relation.test(one))) list.push('Link', value)
}
