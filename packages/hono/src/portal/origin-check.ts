import { SignalboxError } from '@signalbox/core/errors'
import { isSameOrigin, mayBeLink } from '../answering/credentials.ts'

/** What tells where a request comes from. A Fetch API `Request` fits. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: { get(name: string): string | null }
}

/** How a portal is reached. */
export interface OriginCheckOptions {
  /** The address under which readers reach the portal. @default the address that requests name */
  readonly portalUrl?: string | undefined
  /** Receives a hint, once, if requests name an address that may be the portal's. @default no hint */
  readonly report?: ((error: unknown) => void) | undefined
}

/** Why a request that may change something is refused; `undefined` if it comes from a page of the portal, or from a program. */
export type OriginCheck = (request: SentRequest) => SignalboxError | undefined

/**
 * Creates the check of where requests come from, for forms and for JSON: `Sec-Fetch-Site` and `Origin`, if present, must be the
 * portal's (Fetch Metadata). With `Sec-Fetch-Site` a page without a referrer may have an opaque origin. Other programs send
 * neither.
 */
export function createOriginCheck({ portalUrl, report }: OriginCheckOptions): OriginCheck {
  const own = portalUrl === undefined ? undefined : URL.parse(portalUrl)?.origin
  let isTold = false
  return ({ method, url, headers }) => {
    const site = headers.get('Sec-Fetch-Site')
    const origin = headers.get('Origin')
    if (site !== null && site !== 'same-origin' && site !== 'none') return refusal(FOREIGN)
    if (origin === null) return mayBeLink({ method, headers }) ? refusal(FOREIGN) : undefined
    if (origin === 'null' && site === 'same-origin') return undefined
    const sent = URL.parse(origin)?.origin
    if (sent === undefined) return refusal(FOREIGN)
    if (sent === own || isSameOrigin(origin, url, headers.get('Host'))) return undefined
    if (!isTold) report?.(new Error(hint(sent, headers.get('Host') ?? URL.parse(url)?.host)))
    isTold = true
    return refusal(UNKNOWN)
  }
}

const refusal = (message: string) =>
  new SignalboxError('FORBIDDEN', message, { errors: [{ message: 'error.origin', args: [] }] })

const FOREIGN = 'The request was sent by another site: open the page on this site and send it from there'

const UNKNOWN =
  'The request was sent by another site, or a proxy hides the address of this portal: open the page on this site and send it from there. If you did, the operator of the portal must set SIGNALBOX_PORTAL_URL (in a program, portalUrl) to its address, or let the proxy pass the header Host'

const hint = (origin: string, host = 'another host') =>
  `A request to the portal was refused, because it came from a page of ${origin.slice(0, 300)} to ${host.slice(0, 300)}. If readers reach the portal at ${origin.slice(0, 300)}, set SIGNALBOX_PORTAL_URL (in a program, the option portalUrl) to its address there, or let the proxy pass the header Host. This is reported once`
