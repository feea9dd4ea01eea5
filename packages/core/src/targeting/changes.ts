import type { Removal, Writing } from '../machine/records/hooks.ts'
import type { Change, Reads } from '../ports.ts'
import { releaseRecord } from '../uses/api-uses.ts'
import { checkReferences } from './cycles.ts'
import { type Identified, isUsable, type Kinded, type TargetingIntent } from './target.ts'
import { checkUnused, type Stored, usesOf } from './uses.ts'

/** What happens to a record. */
interface Write {
  readonly target: Kinded
  readonly isRenamed: boolean
  /** A feature that only a script decides from now on. */
  readonly becomesScripted: boolean
}

/** The changes that go with a write. Throws INVALID for a cycle, and CONFLICT if references would be lost. */
export async function changesOfWrite(
  { store, note }: Stored,
  { target, isRenamed, becomesScripted }: Write,
  { next, current, call: { caller }, intent = {} }: Writing<Identified, TargetingIntent>,
): Promise<readonly Change[]> {
  const { force = false, pending } = intent
  const check = { store, note, caller, isForced: force }
  const old: Kinded = { kind: target.kind, id: current?.id ?? next.id }
  const before = isRenamed ? undefined : current
  return [
    ...(isRenamed && isUsable(old) ? await checkUnused(old, { ...check, what: 'renamed' }) : []),
    ...(isRenamed ? await released(store, old, { caller, isForced: force, what: 'renamed' }) : []),
    ...(isRenamed ? usesOf(old, undefined, current) : []),
    ...(becomesScripted && !isRenamed && isUsable(target)
      ? await checkUnused(target, { ...check, what: 'decided by a script' })
      : []),
    ...(await checkReferences(store, { target, next, current: before, caller, pending })),
    ...usesOf(target, next, before),
  ]
}

/** The changes that go with a delete. Throws CONFLICT if others refer to the record, or APIs name it. */
export async function changesOfRemoval(
  { store, note }: Stored,
  target: Kinded,
  { record, call: { caller }, intent }: Removal<Identified, TargetingIntent>,
): Promise<readonly Change[]> {
  const { force = false, isRemoved } = intent ?? {}
  const check = { store, note, caller, isForced: force, what: 'deleted', isRemoved } as const
  return [
    ...(isUsable(target) ? await checkUnused(target, check) : []),
    ...(await released(store, target, { caller, isForced: force })),
    ...usesOf(target, undefined, record),
  ]
}

/** The changes that go with a feature or segment that APIs may name. Throws CONFLICT if they do. */
const released = async (
  store: Reads,
  { kind, id }: Kinded,
  release: Parameters<typeof releaseRecord>[2],
): Promise<readonly Change[]> =>
  kind === 'feature' || kind === 'segment' ? releaseRecord(store, { kind, id }, release) : []
