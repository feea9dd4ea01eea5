import type { IncomingMessage } from 'node:http'
import { encodeError, SignalboxError } from '@signalbox/core/wire'

/**
 * Returns a 400 response for an ambiguous request target or an invalid host; `undefined` for any other. A proxy in front
 * of this server that only lets some paths pass could interpret such a target differently.
 */
export function refuseTarget(request: Pick<IncomingMessage, 'url' | 'rawHeaders'>): Response | undefined {
  const wrong = problemOf(request)
  return wrong === undefined ? undefined : encodeError(new SignalboxError('INVALID', wrong))
}

function problemOf({ url = '', rawHeaders }: Pick<IncomingMessage, 'url' | 'rawHeaders'>): string | undefined {
  const hosts = hostsIn(rawHeaders)
  const isHost = hosts.length === 1 && isValidHost(hosts[0] as string)
  if (isHost && USUAL.test(url)) return undefined
  if (hosts.length > 1) return 'The request has several Host headers: send one (RFC 9112, 3.2)'
  if (hosts.length === 1 && !isHost)
    return 'The Host header is invalid: send the name or the address of the server (RFC 9112, 3.2)'
  if (url.includes('#')) return 'The request target has a fragment: remove # and everything after it'
  const [, authority, path = ''] = /^(?:https?:\/\/([^/?]*))?([^?]*)/i.exec(url) ?? []
  if (authority !== undefined && hosts.length === 1 && authority.toLowerCase() !== hosts[0]?.trim().toLowerCase())
    return 'The request target and the Host header name different hosts: send the same host in both'
  if (DOTS.test(path)) return 'The path has . or .. as a segment: send the resolved path'
  if (NEEDLESS.test(path)) return 'The path percent-encodes letters or digits: send them as they are (RFC 3986, 2.3)'
  return undefined
}

/** All values of the header Host. */
function hostsIn(rawHeaders: readonly string[]): readonly string[] {
  const hosts: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts.push(rawHeaders[i + 1] as string)
  return hosts
}

/** The last host that was valid. Most requests have the same as the one before. */
let lastHost = ''

function isValidHost(host: string): boolean {
  if (host === lastHost) return true
  const isValid = URL.canParse(`http://${host}`)
  if (isValid) lastHost = host
  return isValid
}

/** Most targets, with which nothing is wrong: no segment begins with a dot, and no path has percent-encoding. */
const USUAL = /^(?:\/[\w:@*~-][\w:@*.~-]*)+(?:\?[^#]*)?$/
/** Path segments `.` and `..`, percent-encoded or not. */
const DOTS = /(^|\/)(\.|%2e){1,2}(\/|$)/i
/** Percent-encoded letters and digits. */
const NEEDLESS = /%(3\d|4[1-9a-f]|5[\da]|6[1-9a-f]|7[\da])/i
