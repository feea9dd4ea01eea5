import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Flow } from './provider.ts'

/** What the browser keeps between the two halves of a sign-in. */
export interface KeptFlow extends Flow {
  /** Where the person goes afterwards: a path of the dashboard, or one below the portal. */
  readonly to: string
  /** Epoch milliseconds. */
  readonly until: number
}

/** How cookies are sent and signed. */
interface CookieSettings {
  readonly isSecure: boolean
  /** Each place to sign in has its own, so that two sign-ins in one browser do not disturb each other. @default the dashboard's */
  readonly name?: string
  /** The same for all servers behind one address, so that any of them ends what another has begun. */
  readonly key: Uint8Array
}

/** How long users may take at the provider, in milliseconds. */
export const FLOW_LIFE = 10 * 60_000
/** How far the clocks of two servers may differ, in milliseconds. */
const TOLERANCE = 60_000

const DASHBOARD = 'signalbox_sign_in'

const nameOf = ({ isSecure, name = DASHBOARD }: Pick<CookieSettings, 'isSecure' | 'name'>): string =>
  isSecure ? `__Host-${name}` : name

/** The `Set-Cookie` value that keeps a flow, signed as a whole. */
export function flowCookie(flow: KeptFlow, settings: CookieSettings): string {
  const value = Buffer.from(JSON.stringify(flow)).toString('base64url')
  const mac = macOf(nameOf(settings), value, settings.key).toString('base64url')
  return setCookie(`${value}.${mac}`, FLOW_LIFE / 1000, settings)
}

/** The `Set-Cookie` value that removes a flow. */
export const noFlowCookie = (isSecure: boolean, name = DASHBOARD): string => setCookie('', 0, { isSecure, name })

const setCookie = (value: string, seconds: number, settings: Pick<CookieSettings, 'isSecure' | 'name'>): string =>
  `${nameOf(settings)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${settings.isSecure ? '; Secure' : ''}`

/**
 * Reads a flow from the header `Cookie`; `undefined` if there is none or several, it is over, or this server and its like
 * have not signed it as it is.
 */
export function readFlow(header: string | undefined, now: number, settings: CookieSettings): KeptFlow | undefined {
  const cookie = nameOf(settings)
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='))
  const [text, ...others] = pairs.filter(([name]) => name === cookie).map(([, value = '']) => value)
  if (!text || others.length > 0) return undefined
  const [value = '', mac = '', ...more] = text.split('.')
  const expected = macOf(cookie, value, settings.key)
  const given = Buffer.from(mac, 'base64url')
  if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return parsed(value, now)
}

/** A cookie of plain http is none of https: the name is signed, too. */
const macOf = (name: string, value: string, key: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${name}=${value}`).digest()

function parsed(value: string, now: number): KeptFlow | undefined {
  try {
    const flow = JSON.parse(Buffer.from(value, 'base64url').toString()) as KeptFlow
    const texts = [flow.state, flow.nonce, flow.verifier, flow.to]
    const isWhole = texts.every((text) => typeof text === 'string' && text !== '')
    const isInTime = typeof flow.until === 'number' && flow.until > now && flow.until <= now + FLOW_LIFE + TOLERANCE
    return isWhole && isInTime ? flow : undefined
  } catch {
    return undefined
  }
}
