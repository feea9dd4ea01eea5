import { isPattern, urlAt } from '@signalbox/core/gateway'
import { quoted } from './snippets.ts'

/** A route as gateways get it, as far as calls of it go. */
export interface CalledRoute {
  readonly id: string
  readonly enabled: boolean
  readonly frontend: {
    readonly domains: readonly string[]
    readonly methods?: readonly string[]
    readonly headers?: object
    readonly query?: object
  }
}

/** A call that a route takes as it is written: it lacks no parameter, header or query. */
export interface PlainCall {
  readonly method: string
  /** `<domain><path>`, or a path on every domain. */
  readonly at: string
}

/** A call that some route of an API takes as it is written, for GET if there is one; `undefined` if each needs more. */
export function plainCallIn(routes: readonly CalledRoute[]): PlainCall | undefined {
  const calls = callableIn(routes).flatMap(({ frontend: { domains, methods = [], headers = {}, query = {} } }) => {
    const at = domains.find((one) => !isPattern(`//${one}`))
    const isPlain = Object.keys(headers).length + Object.keys(query).length === 0
    return at !== undefined && isPlain ? [{ method: takesGet(methods) ? 'GET' : (methods[0] as string), at }] : []
  })
  return calls.find(({ method }) => method === 'GET') ?? calls[0]
}

/** Why no route of an API takes a call as it is written, in a sentence. */
export function noCallSentence(routes: readonly CalledRoute[]): string {
  if (callableIn(routes).length > 0)
    return 'Each of its routes needs a parameter or a header, so there is no address to open. Routes shows what they need.'
  return routes.some((route) => !isOwn(route))
    ? 'All of its routes are off, so nothing answers here yet.'
    : 'It has no routes, so nothing answers here yet.'
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
export function targetIn(routes: readonly CalledRoute[], { mode, gatewayUrl }: TargetOptions = {}): string | undefined {
  const token = mode === 'oauth2-local' ? routes.find(({ id }) => id.endsWith(':oauth2-token')) : undefined
  const called = callableIn(routes)
  const gets = called.filter(({ frontend: { methods = [] } }) => takesGet(methods))
  const { method, at } = (token ? firstOf(token) : (plainCallIn(gets) ?? firstOf(gets[0] ?? called[0]))) ?? {}
  if (method === undefined || at === undefined) return undefined
  const address = addressAt(at, gatewayUrl)
  if (token) return `-d grant_type=client_credentials ${address}`
  return method === 'GET' ? address : `-X ${word(method)} ${address}`
}

/** The first call of a route, with its parameters as they are written. */
function firstOf(route: CalledRoute | undefined): PlainCall | undefined {
  const [at] = route?.frontend.domains ?? []
  const { methods = [] } = route?.frontend ?? {}
  return at === undefined ? undefined : { method: takesGet(methods) ? 'GET' : (methods[0] as string), at }
}

/** The routes that serve an API itself: those that the gateway adds answer other questions. */
const callableIn = (routes: readonly CalledRoute[]) => routes.filter((route) => !isOwn(route) && route.enabled)

const isOwn = ({ id }: { readonly id: string }) => /:(oauth2-token|oauth2-keys|consumer-usage)$/.test(id)

function addressAt(at: string, gatewayUrl: string | undefined): string {
  if (gatewayUrl !== undefined) return quoted(urlAt(at, gatewayUrl))
  if (!at.startsWith('/')) return quoted(`https://${at}`)
  return isPlain(at) ? `"$GATEWAY${at}"` : `"$GATEWAY"${quoted(at)}`
}

/** Whether a shell takes a text as it is. */
const isPlain = (text: string): boolean => /^[\w./:~*-]*$/.test(text)

const word = (text: string): string => (isPlain(text) ? text : quoted(text))

const takesGet = (methods: readonly string[]): boolean => methods.length === 0 || methods.includes('GET')
