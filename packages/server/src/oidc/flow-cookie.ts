import type { Flow } from './provider.ts'

/** What the browser keeps between the two halves of a sign-in. */
export interface KeptFlow extends Flow {
  /** The path of the dashboard to which the user goes back. */
  readonly to: string
  /** Epoch milliseconds. */
  readonly until: number
}

/** How long users may take at the provider, in milliseconds. */
export const FLOW_LIFE = 10 * 60_000

const nameOf = (isSecure: boolean): string => (isSecure ? '__Host-signalbox_sign_in' : 'signalbox_sign_in')

/** The `Set-Cookie` value that keeps a flow; without a flow, the one that removes it. */
export function flowCookie(flow: KeptFlow | undefined, isSecure: boolean): string {
  const value = flow ? Buffer.from(JSON.stringify(flow)).toString('base64url') : ''
  const life = flow ? FLOW_LIFE / 1000 : 0
  return `${nameOf(isSecure)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${life}${isSecure ? '; Secure' : ''}`
}

/** Reads a flow from the header `Cookie`; `undefined` if there is none, it is over, or there are several. */
export function readFlow(header: string | undefined, isSecure: boolean, now: number): KeptFlow | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='))
  const [value, ...others] = pairs.filter(([name]) => name === nameOf(isSecure)).map(([, text = '']) => text)
  if (!value || others.length > 0) return undefined
  try {
    const flow = JSON.parse(Buffer.from(value, 'base64url').toString()) as KeptFlow
    const texts = [flow.state, flow.nonce, flow.verifier, flow.to]
    return texts.every((text) => typeof text === 'string' && text !== '') && flow.until > now ? flow : undefined
  } catch {
    return undefined
  }
}
