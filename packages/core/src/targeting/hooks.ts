import type { Along, Removal, Writing } from '../machine/records/hooks.ts'
import type { Change } from '../ports.ts'
import { addPending } from './pending-users.ts'
import {
  conditionsIn,
  type Identified,
  isScripted,
  isUsable,
  type Kinded,
  keyOf,
  mayRefer,
  type TargetingIntent,
} from './target.ts'
import type { Stored } from './uses.ts'

/**
 * Keeps the references between records correct: no cycles, and nothing goes that is in use. The code for that is loaded
 * with the first write that needs it.
 */
export const targetingHooks = (instance: Stored, kind: Kinded['kind']) => ({
  /**
   * The changes that go with a write: at once if there are none. Rejects with INVALID for a cycle, and with CONFLICT if
   * references would be lost.
   */
  written(writing: Writing<Identified, TargetingIntent>): readonly Change[] | Promise<readonly Change[]> {
    const { next, current } = writing
    const target: Kinded = { kind, id: next.id }
    const isRenamed = current !== undefined && current.id !== next.id
    const becomesScripted = isScripted(next) && !isScripted(current)
    const hasNone = !mayRefer(next) && !mayRefer(current)
    if (hasNone && !(isRenamed && isUsable(target)) && !becomesScripted) return []
    return import('./changes.ts').then(({ changesOfWrite }) =>
      changesOfWrite(instance, { target, isRenamed, becomesScripted }, writing),
    )
  },
  /** Lets later records of the same commit see this one. */
  planned(record: Identified, intent: TargetingIntent | undefined): void {
    const target: Kinded = { kind, id: record.id }
    if (intent?.pending && isUsable(target)) addPending(intent.pending, keyOf(target), isPlain(record) ? plain : record)
  },
  /** The changes that go with a delete. Throws CONFLICT if others refer to the record. */
  async removed(removal: Removal<Identified, TargetingIntent>): Promise<Along> {
    if (!mayRefer(removal.record) && !isUsable({ kind, id: removal.record.id })) return {}
    const { changesOfRemoval } = await import('./changes.ts')
    return { changes: await changesOfRemoval(instance, { kind, id: removal.record.id }, removal) }
  },
})

/** Stands for records whose content does not matter to others. A dry run of a large upload thus does not keep them. */
const plain = {}
const isPlain = (record: Identified): boolean => conditionsIn(record).length === 0 && !isScripted(record)
