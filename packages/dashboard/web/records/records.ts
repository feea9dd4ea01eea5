import { effect, type ReadonlySignal } from '@preact/signals'
import { etagOf } from '@signalbox/client'
import type { ChangeEvent } from '@signalbox/core/contract'
import { may, session } from '../calls/session.ts'
import { instantOf } from '../calls/stamped.ts'
import { type AnyRecord, type Kind, kinds, type RecordOf } from '../kinds/kinds.ts'
import { changeOf } from '../log/change-of.ts'
import { type Held, type HeldRecords, holdRecords } from '../saving/hold-records.ts'
import { operationsOf } from './operations.ts'
import { connected, freshness, onEvent, onGap } from './stream.ts'

export type { Held } from '../saving/hold-records.ts'

/** How long a record is kept that nobody looks at. */
const UNSEEN_MS = 60_000

const later = (run: () => void) => {
  const timer = setTimeout(run, UNSEEN_MS)
  return () => clearTimeout(timer)
}

const drops = new Set<(kind: Kind, id: string) => void>()

/** Calls back when a record is dropped that nobody looked at. */
export const onDrop = (listener: (kind: Kind, id: string) => void): void => void drops.add(listener)

const held = new Map<Kind, HeldRecords<AnyRecord>>()

/** The held records of a kind. */
export function heldOf(kind: Kind): HeldRecords<AnyRecord> {
  const known = held.get(kind)
  if (known) return known
  const { domain, noun } = kinds[kind]
  const operations = operationsOf(kind)
  const records = holdRecords<AnyRecord>({
    get: async (id) => {
      await connected
      if (session.peek().state === 'in' && !mayRead(kind, id)) throw unreadable(`${noun} ${id}`)
      return operations.get({ id })
    },
    etagOf,
    instantOf,
    later,
    onDrop(id) {
      for (const listener of drops) listener(kind, id)
    },
  })
  const heardBy = kind === 'drafts' ? heardByDraft : heardByRecord
  onEvent((event) => {
    const heard = event.domain === domain ? heardBy(event) : undefined
    if (heard === 'apply') records.apply(event)
    else if (heard === 'read') records.readAgain(event.key, event)
  })
  onGap(() => records.readAgain())
  effect(() => {
    if (freshness.value.state === 'live') records.retryFailed()
  })
  held.set(kind, records)
  return records
}

/** A record as a signal: read once, then kept fresh by events. Records that nobody looks at are dropped after a while. */
export function record<K extends Kind>(kind: K, id: string): ReadonlySignal<Held<RecordOf<K>>> {
  return heldOf(kind).find(id) as ReadonlySignal<Held<AnyRecord>> as ReadonlySignal<Held<RecordOf<K>>>
}

/** Whether the caller may read a record, as far as its id tells. */
const mayRead = (kind: Kind, id: string): boolean =>
  kind === 'subscriptions' ? may('R', 'Subscription') : may('R', kinds[kind].domain, id)

/** The failure of a read that the service would reject: it is not asked. */
const unreadable = (what: string): Error =>
  Object.assign(new Error(`You don’t have permission to read the ${what}. An admin can add it to your grants.`), {
    code: 'FORBIDDEN',
  })

/** What an event means for the page's copy of a record: it has the new one, or the record must be read again. */
type Heard = 'apply' | 'read'

/** What an event of the domain means for a record; `undefined` if nothing. */
const heardByRecord = (event: ChangeEvent): Heard | undefined => (changeOf(event) ? 'apply' : undefined)

/** What an event means for the draft of an API. Without a draft, it is the saved API; with the API, it is gone. */
function heardByDraft(event: ChangeEvent): Heard | undefined {
  if (['API_DRAFT_CREATED', 'API_DRAFT_UPDATED', 'API_DELETED'].includes(event.type)) return 'apply'
  return event.type.endsWith('S_DELETED') ? undefined : 'read'
}
