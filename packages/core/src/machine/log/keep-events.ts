import type { Ports, Store } from '../../ports.ts'
import { type DutyPorts, repeatDuty } from './repeat-duty.ts'

/** What deletes old events. */
export interface RetentionPorts extends DutyPorts, Pick<Ports, 'clock'> {
  /** The store itself: its log is trimmed. */
  readonly store: Pick<Store, 'trim'>
}

const DAY = 24 * 60 * 60_000

/** Deletes events older than a number of days, now and every hour, until the instance closes. */
export function keepEvents(ports: RetentionPorts, days: number): Promise<void> {
  const { store, clock } = ports
  return repeatDuty(ports, 'event-retention', { work: () => store.trim(new Date(clock() - days * DAY)) })
}
