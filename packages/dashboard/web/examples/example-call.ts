import { isPattern, urlAt } from '@signalbox/core/gateway'
import { quoted } from './snippets.ts'

/** A route as gateways get it, as far as calls of it go. */
interface Route {
  readonly id: string
  readonly enabled: boolean
  readonly frontend: { readonly domains: readonly string[]; readonly methods?: readonly string[] }
}

interface TargetOptions {
  /** The access mode of the plan. */
  readonly mode?: string | undefined
  /** Where clients reach the gateway. @default not known */
  readonly gatewayUrl?: string | undefined
}

/**
 * A call of an API as arguments of `curl`: that of a token for `oauth2-local`, else a route for GET, or the first one.
 * Without the address of the gateway, APIs without a domain are at `$GATEWAY`.
 */
export function targetIn(routes: readonly Route[], { mode, gatewayUrl }: TargetOptions = {}): string | undefined {
  const isOwn = ({ id }: { readonly id: string }) => /:(oauth2-token|oauth2-keys|consumer-usage)$/.test(id)
  const token = mode === 'oauth2-local' ? routes.find(({ id }) => id.endsWith(':oauth2-token')) : undefined
  const called = routes.filter((route) => !isOwn(route) && route.enabled)
  const gets = called.filter(({ frontend: { methods = [] } }) => takesGet(methods))
  const route = token ?? gets.find(({ frontend }) => !isPattern(`//${frontend.domains[0]}`)) ?? gets[0] ?? called[0]
  const at = route?.frontend.domains[0]
  if (!route || at === undefined) return undefined
  const { methods = [] } = route.frontend
  const address = addressAt(at, gatewayUrl)
  if (token) return `-d grant_type=client_credentials ${address}`
  return takesGet(methods) ? address : `-X ${word(methods[0] as string)} ${address}`
}

function addressAt(at: string, gatewayUrl: string | undefined): string {
  if (gatewayUrl !== undefined) return quoted(urlAt(at, gatewayUrl))
  if (!at.startsWith('/')) return quoted(`https://${at}`)
  return isPlain(at) ? `"$GATEWAY${at}"` : `"$GATEWAY"${quoted(at)}`
}

/** Whether a shell takes a text as it is. */
const isPlain = (text: string): boolean => /^[\w./:~*-]*$/.test(text)

const word = (text: string): string => (isPlain(text) ? text : quoted(text))

const takesGet = (methods: readonly string[]): boolean => methods.length === 0 || methods.includes('GET')
