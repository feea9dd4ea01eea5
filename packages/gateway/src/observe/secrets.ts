import { type CompiledRoute, type CompiledSlot, isSecretInQuery, isWithheldParameter } from '@signalbox/core/gateway'
import { identifyingPlugins } from '../consumers/identifying-plugins.ts'

/** Headers that are never logged. */
export const secretHeaders: ReadonlySet<string> = new Set([
  ...['authorization', 'cookie', 'set-cookie', 'proxy-authorization'],
  ...['gateway-client-id', 'gateway-client-secret', 'x-api-key'],
])

/** Names of parameters. */
export type ParameterNames = Pick<ReadonlySet<string>, 'has'>

/** Parameters of the query that are never logged: API keys, and all that are named like secrets. */
export const secretParameters: ParameterNames = {
  has: (name) => name === 'client_id' || isSecretInQuery(name),
}

/** Parameters of the query that workflows and scripts do not get: API keys, and what is named like one. */
export const withheldParameters: ParameterNames = {
  has: (name) => name === 'client_id' || isWithheldParameter(name),
}

/** The headers in which the plugins of a route take credentials, in lower case. They are not logged either. */
export function secretHeadersOf(route: CompiledRoute): ReadonlySet<string> {
  let names = known.get(route)
  if (!names) {
    names = new Set(route.plugins.flatMap(namesOf))
    known.set(route, names)
  }
  return names
}

const known = new WeakMap<CompiledRoute, ReadonlySet<string>>()

function namesOf({ plugin, config }: CompiledSlot): readonly string[] {
  const { extractors = {}, header } = config as Config
  const { client_id_header: id, client_secret_header: secret } = extractors
  const names = [id, secret, plugin === identifyingPlugins.jwt ? header : undefined]
  return names.flatMap((name) => (typeof name === 'string' ? [name.toLowerCase()] : []))
}

/** What matters here of plugins that identify consumers. */
interface Config {
  readonly extractors?: { readonly client_id_header?: string; readonly client_secret_header?: string }
  readonly header?: string
}
