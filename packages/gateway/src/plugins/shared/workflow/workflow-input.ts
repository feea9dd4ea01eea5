import { secretHeaders, secretHeadersOf, withheldParameters } from '../../../observe/secrets.ts'
import type { Exchange } from '../../../plugin-api/exchange.ts'
import { withoutParameters } from '../../../request/query.ts'

/**
 * The input of a workflow or script: the request as the backend would get it, and the consumer, or `null`. Headers and
 * parameters with credentials are left out, in every stage: plugins that remove them may run later. Names of headers are in
 * lower case. A parameter or header with several values is a list.
 */
export const workflowInput = (exchange: Exchange, body?: unknown) => ({
  request: {
    method: exchange.method,
    path: exchange.path,
    query: grouped(new URLSearchParams(withoutParameters(exchange.query, withheldParameters))),
    headers: grouped(headersOf(exchange)),
    params: exchange.params,
    ...(body !== undefined && { body }),
  },
  consumer: consumerOf(exchange),
})

function consumerOf({ consumer }: Exchange) {
  if (!consumer) return null
  const { id, plan, subscription, clientId } = consumer
  return {
    id,
    ...(plan !== undefined && { plan }),
    ...(subscription !== undefined && { subscription }),
    ...(clientId !== undefined && { clientId }),
  }
}

function* headersOf({ out: { list }, route }: Exchange): Generator<readonly [string, string]> {
  const own = secretHeadersOf(route)
  for (let i = 0; i < list.length; i += 2) {
    const name = (list[i] as string).toLowerCase()
    if (!secretHeaders.has(name) && !own.has(name)) yield [name, list[i + 1] as string]
  }
}

/** Values by name; a name that comes several times has a list. */
function grouped(pairs: Iterable<readonly [string, string]>): Record<string, string | readonly string[]> {
  const values = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const known = values.get(name)
    if (known) known.push(value)
    else values.set(name, [value])
  }
  // Own members, whatever their names: a client chooses them.
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? (all[0] as string) : all]))
}
