import type { CompiledRoute } from '@signalbox/core/gateway'

/**
 * The issuer of the tokens of an API: `https://<domain><context path>`, also where requests reach the gateway without TLS.
 * An API without a domain of its own has the host of the request.
 */
export function issuerOf(route: CompiledRoute, host: string): string {
  const { context_path = '' } = route.frontend.matches[0] ?? {}
  return `https://${domainOf(route) ?? host}${context_path}`
}

/** The domain of an API with its port; `undefined` if it has none, or one with a wildcard. */
export function domainOf({ frontend: { matches } }: CompiledRoute): string | undefined {
  const { host = '', port } = matches[0] ?? {}
  if (host === '' || host.startsWith('*')) return undefined
  return port === undefined ? host : `${host}:${port}`
}
