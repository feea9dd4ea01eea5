import { withoutScheme } from '../routes/domains.ts'
import type { ApiDefinition } from './api.ts'

/** The members of an API that say where it answers. */
export type Addressed = Pick<ApiDefinition, 'domain' | 'context_path'>

/**
 * The URL of an API: `http://127.0.0.1:9080/pets`. A `domain` stands in place of the host of the gateway, with its scheme,
 * and its port unless the domain has one; for `*.shop.example` it is a pattern, which `isPattern` tells. Returns `undefined`
 * if the URL of the gateway is not known.
 *
 * @example
 * addressOf({ context_path: '/pets' }, 'http://127.0.0.1:9080') // http://127.0.0.1:9080/pets
 * addressOf({ domain: 'api.shop.example' }, 'https://gw.example:8443') // https://api.shop.example:8443/
 */
export const addressOf = (
  { domain = '', context_path = '' }: Addressed,
  gatewayUrl: string | undefined,
): string | undefined =>
  gatewayUrl === undefined ? undefined : urlAt(`${withoutScheme(domain)}/${context_path}`, gatewayUrl)

/** The URL of a place as routes name it: `<domain><path>`, or a path on every domain. */
export function urlAt(at: string, gatewayUrl: string): string {
  const { protocol, host, port, pathname } = new URL(gatewayUrl)
  const slash = at.indexOf('/')
  const [domain, path] = slash < 0 ? [at, ''] : [at.slice(0, slash), at.slice(slash)]
  const hasPort = /:\d+$/.test(domain)
  const shown = domain === '' ? host : hasPort || port === '' ? domain : `${domain}:${port}`
  const whole = `/${pathname}/${path}`.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  return `${protocol}//${shown}${whole}`
}

/** Whether a URL has `*`, `:name` or `{name}`: it stands for several hosts or paths and cannot be called as written. */
export const isPattern = (url: string): boolean => /[*{<]|\/[:$]/.test(url.slice(url.indexOf('://') + 3))

/**
 * Reads the URL of a gateway: http or https, without credentials, query, fragment, and characters of markup. Returns it without a slash at the end,
 * and `undefined` for any other text.
 */
export function readGatewayUrl(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:\/\/[^/]/i.test(text)) return undefined
  const { username, password, search, hash, origin, pathname } = url
  return `${username}${password}${search}${hash}` === '' && !/[?#<>"'`{}|\\^\s]/.test(text)
    ? `${origin}${pathname}`.replace(/\/+$/, '')
    : undefined
}
