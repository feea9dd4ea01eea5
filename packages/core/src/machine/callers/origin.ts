import type { CallContext } from '../../operation.ts'
import type { AuthInfo } from './caller.ts'

/** Who caused an event, why, and within which trace. */
export interface Origin {
  readonly authInfo: AuthInfo
  readonly reason?: string
  readonly traceparent?: string
}

/** The author of what the embedding program and its background work do. */
const system: AuthInfo = { id: 'signalbox', name: 'Signalbox', kind: 'System' }
/** The author of calls to a service without access control. */
const unidentified: AuthInfo = { id: 'anyone', name: 'Anyone', kind: 'Anyone' }

/** Returns the origin of the events of a call. Every event has an author. */
export const originOf = ({
  caller: { authInfo, seesSecrets },
  reason,
  traceparent,
}: Pick<CallContext, 'caller' | 'reason' | 'traceparent'>): Origin => ({
  authInfo: authInfo ?? (seesSecrets ? system : unidentified),
  ...(reason && { reason }),
  ...(traceparent !== undefined && { traceparent }),
})
