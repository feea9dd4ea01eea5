import { whenKnown } from '../machine/answers/when-known.ts'
import { type Caller, may } from '../machine/callers/caller.ts'
import { failure, problem } from '../machine/errors/errors.ts'
import { isObject, own } from '../machine/json/json.ts'
import type { Writing } from '../machine/records/hooks.ts'
import type { Change, Reads } from '../ports.ts'
import { type Identified, kinds, labelOf, type TargetingIntent } from './target.ts'

/** Collection of one record, which is written with the first typed config. Without it, features need no further check. */
const GATES = 'flag-gates'
const TYPED = 'typed-configs'

type FlagKind = 'feature' | 'config'
type FlagWriting = Writing<Identified, TargetingIntent>

/** Keeps a feature and a typed config from having the same id, because both would be the same OpenFeature flag. */
export interface FlagIds {
  /**
   * The checks that go with a write: at once if the store need not be read. Rejects with CONFLICT if the other kind has
   * the id of a new flag.
   */
  written(writing: FlagWriting): readonly Change[] | Promise<readonly Change[]>
  /** Tells that the changes of a write are part of the commit. */
  planned(intent: TargetingIntent | undefined): void
}

/** The rule for the writes of one of the two kinds. A write with `force` may create the second flag with an id. */
export function flagIds(store: Reads, kind: FlagKind): FlagIds {
  const other = kind === 'feature' ? 'config' : 'feature'
  /** What each attempt of a bulk write knows already. */
  const attempts = new WeakMap<object, Attempt>()

  function beginAttempt(intent: TargetingIntent | undefined): Attempt {
    const attempt: Attempt = { isOpen: readGate(), isOffered: false, isPlanned: false }
    const isBulk = intent?.pending !== undefined // a single write keeps its intent when it tries again
    if (isBulk) attempts.set(intent, attempt)
    return attempt
  }

  const readGate = async () => (await store.get(GATES, TYPED)) !== undefined

  /** Whether the gate is open. An attempt reads it once. */
  const isOpenFor = (attempt: Attempt) =>
    whenKnown(attempt.isOpen, (isOpen) => {
      attempt.isOpen = isOpen
      return isOpen
    })

  /** Opens the gate, or checks that it stays closed, once in a commit. */
  function once(attempt: Attempt, change: Change): readonly Change[] {
    attempt.isOffered = true
    return attempt.isPlanned ? [] : [change]
  }

  /** The check that the other kind does not take the id before the commit. */
  async function free(id: string, caller: Caller): Promise<Change> {
    const { collection } = kinds[other]
    const found = await store.get(collection, id)
    if (found && isFlag(other, found.value)) throw taken(kind, id, caller)
    return { op: 'check', collection, key: id, expected: found?.version ?? null }
  }

  async function changesOfConfig(
    id: string,
    caller: Caller,
    { attempt, isOpen, isForced }: { attempt: Attempt; isOpen: boolean; isForced: boolean },
  ): Promise<readonly Change[]> {
    const changes = isForced ? [] : [await free(id, caller)]
    return isOpen ? changes : [...changes, ...once(attempt, { op: 'put', collection: GATES, key: TYPED, value: true })]
  }

  return {
    written({ next, current, call: { caller }, intent }) {
      const begun = intent && attempts.get(intent)
      if (begun) begun.isOffered = false
      const isForced = intent?.force ?? false
      const isNew = isFlag(kind, next) && !(isFlag(kind, current) && current?.id === next.id)
      if (!isNew || (isForced && kind === 'feature')) return []
      const attempt = begun ?? beginAttempt(intent)
      return whenKnown(isOpenFor(attempt), (isOpen) => {
        if (kind === 'config') return changesOfConfig(next.id, caller, { attempt, isOpen, isForced })
        return isOpen
          ? free(next.id, caller).then((change) => [change])
          : once(attempt, { op: 'check', collection: GATES, key: TYPED, expected: null })
      })
    },
    planned(intent) {
      const attempt = intent && attempts.get(intent)
      if (attempt?.isOffered) attempt.isPlanned = true
    },
  }
}

interface Attempt {
  /** Whether a typed config exists, so that ids must be compared. */
  isOpen: boolean | Promise<boolean>
  /** The change of the gate was returned for the last record. */
  isOffered: boolean
  /** The change of the gate is part of the commit. */
  isPlanned: boolean
}

/** Whether a record is a flag: every feature is, and every config with a type. */
export const isFlag = (kind: FlagKind, record: unknown): boolean =>
  isObject(record) && (kind === 'feature' || own(record, 'type') !== undefined)

/** CONFLICT: the other kind has a flag with this id. Names it if the caller may read it. */
function taken(kind: FlagKind, id: string, caller: Caller) {
  const other = kind === 'feature' ? 'config' : 'feature'
  const isKnown = may(caller, 'R', kinds[other].domain, id)
  const named = isKnown ? `the ${other === 'config' ? 'typed ' : ''}${labelOf({ kind: other, id })}` : 'another flag'
  const wayOut = kind === 'feature' ? 'choose another id' : 'choose another id, or leave out the type'
  return failure(
    'CONFLICT',
    `The id ${id} is taken by ${named}, and both would be the same OpenFeature flag: ${wayOut}. Or pass force=true: the feature is then the flag`,
    problem('error.flag.exists', ...(isKnown ? [other] : []), id),
  )
}
