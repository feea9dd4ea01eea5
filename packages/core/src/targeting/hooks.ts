import type { Change, Store } from '../ports.ts'
import type { Along, Removal, Writing } from '../records/hooks.ts'
import type { Identified, Referrer, TargetingIntent } from './target.ts'
import { conditionsIn, isScripted, isTarget, keyOf } from './target.ts'

/**
 * Keeps the references of records with conditions correct: no cycles, and nothing goes that is in use. The code for
 * that is loaded with the first write that needs it.
 */
export const targetingHooks = (store: Store, kind: Referrer['kind']) => ({
  /**
   * The changes that go with a write: at once if there are none. Rejects with INVALID for a cycle, and with CONFLICT if
   * references would be lost.
   */
  written(writing: Writing<Identified, TargetingIntent>): readonly Change[] | Promise<readonly Change[]> {
    const { next, current } = writing
    const target: Referrer = { kind, id: next.id }
    const isRenamed = current !== undefined && current.id !== next.id
    const becomesScripted = isScripted(next) && !isScripted(current)
    const hasNone = conditionsIn(next).length + conditionsIn(current).length === 0
    if (hasNone && !(isRenamed && isTarget(target)) && !becomesScripted) return []
    return import('./changes.ts').then(({ changesOfWrite }) =>
      changesOfWrite(store, { target, isRenamed, becomesScripted }, writing),
    )
  },
  /** Lets later records of the same commit see this one. */
  planned(record: Identified, intent: TargetingIntent | undefined): void {
    const target: Referrer = { kind, id: record.id }
    if (isTarget(target)) intent?.pending?.set(keyOf(target), isPlain(record) ? plain : record)
  },
  /** The changes that go with a delete. Throws CONFLICT if conditions refer to the record. */
  async removed(removal: Removal<Identified, TargetingIntent>): Promise<Along> {
    if (conditionsIn(removal.record).length === 0 && !isTarget({ kind, id: removal.record.id })) return {}
    const { changesOfRemoval } = await import('./changes.ts')
    return { changes: await changesOfRemoval(store, { kind, id: removal.record.id }, removal) }
  },
})

/** Stands for records whose content does not matter to others. A dry run of a large upload thus does not keep them. */
const plain = {}
const isPlain = (record: Identified): boolean => conditionsIn(record).length === 0 && !isScripted(record)
