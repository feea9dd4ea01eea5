/** A route as gateways get it, as far as calls of it go. */
interface Route {
  readonly id: string
  readonly enabled: boolean
  readonly frontend: { readonly domains: readonly string[]; readonly methods?: readonly string[] }
}

/**
 * A call of an API as arguments of `curl`: that of a token for `oauth2-local`, else a route for GET, or the first one.
 * APIs without a domain are at `$GATEWAY`, the address of the gateway.
 */
export function targetIn(routes: readonly Route[], mode?: string): string | undefined {
  const isOwn = ({ id }: { readonly id: string }) => /:(oauth2-token|oauth2-keys|consumer-usage)$/.test(id)
  const token = mode === 'oauth2-local' ? routes.find(({ id }) => id.endsWith(':oauth2-token')) : undefined
  const called = routes.filter((route) => !isOwn(route) && route.enabled)
  const route = token ?? called.find(({ frontend: { methods = [] } }) => takesGet(methods)) ?? called[0]
  const at = route?.frontend.domains[0]
  if (!route || at === undefined) return undefined
  const { methods = [] } = route.frontend
  const address = at.startsWith('/') ? `"$GATEWAY${at}"` : `'https://${at}'`
  if (token) return `-d grant_type=client_credentials ${address}`
  return takesGet(methods) ? address : `-X ${methods[0]} ${address}`
}

const takesGet = (methods: readonly string[]): boolean => methods.length === 0 || methods.includes('GET')
