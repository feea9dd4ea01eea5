import type { Caller } from './caller.ts'

/** The kinds of callers that are records, which are also the domains of their events. */
const kinds = new Set(['ApiKey', 'User', 'GatewayKey'])

/** The part of an event that tells what has changed. */
interface Happened {
  readonly domain: string
  readonly key: string
}

/** Whether an event changes or deletes the user or key that the caller uses. */
export const endsCredential = ({ domain, key }: Happened, { authInfo }: Caller): boolean =>
  kinds.has(domain) && authInfo?.kind === domain && authInfo.id === key
