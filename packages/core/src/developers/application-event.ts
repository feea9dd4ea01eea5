import { originOf } from '../machine/callers/origin.ts'
import type { EventDraft } from '../machine/log/event.ts'
import { withSchemaDefaults } from '../machine/records/defaults.ts'
import type { Instance } from '../machine/records/hooks.ts'
import { localTimestamp } from '../machine/time/time.ts'
import type { CallContext } from '../operation.ts'
import { applicationSchema, applications, type StoredApplication, showApplication } from './application.ts'

/** The event of an application that is written along with a consumer. */
export function updatedEvent(
  { clock, zone }: Pick<Instance, 'clock' | 'zone'>,
  { next, was, call }: { next: StoredApplication; was: StoredApplication; call: CallContext },
): EventDraft {
  const shown = (one: StoredApplication) => showApplication(withSchemaDefaults(applicationSchema, one))
  return {
    type: `${applications.events}_UPDATED`,
    key: next.id,
    domain: applications.domain,
    payload: shown(next),
    oldValue: shown(was),
    timestamp: localTimestamp(clock(), zone),
    ...originOf(call),
  }
}
