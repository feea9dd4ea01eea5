import { type Caller, forbidden } from '../machine/callers/caller.ts'
import { noteIn } from '../machine/records/commit.ts'
import type { Change, Reads, Store } from '../ports.ts'
import type { Source } from './script.ts'

/** The collection with what admins wrote, by kind and id of the record. */
export const MARKS = 'script-marks'

/** A script in a language whose engine cannot isolate it, and the record that has it. */
export interface Trusted {
  readonly kind: 'Feature' | 'Script'
  readonly id: string
  readonly source: Source
}

/** Knows which scripts in Kotlin and Scala an admin wrote. Only those run. */
export interface Marks {
  /** Whether an admin wrote a script. Scripts in JavaScript need no mark, because their engine isolates them. */
  isMarked(script: Trusted): Promise<boolean>
  /**
   * The changes to the marks that a write makes, for the same commit. Throws FORBIDDEN if the caller is no admin and
   * changes such a script.
   */
  changes(next: Trusted | undefined, current: Trusted | undefined, caller: Caller): Promise<readonly Change[]>
}

/** Returns a script if it needs a mark; `undefined` for a script in JavaScript. */
export const needingMark = (script: Trusted): Trusted | undefined =>
  script.source.type === 'javascript' ? undefined : script

/** Throws FORBIDDEN for a caller who is no admin. */
export function demandAdmin({ source: { type } }: Trusted, { isAdmin }: Caller): void {
  if (!isAdmin) throw forbidden(`only admins write scripts in ${type}; others may use javascript`)
}

const mostKnown = 10_000

/** Reads marks from a store, and remembers what is marked: a mark is for one text, so it stays true. */
export function createMarks({ store }: { readonly store: Reads }): Marks {
  const known = new Map<string, string>()

  async function isMarked(script: Trusted): Promise<boolean> {
    if (!needingMark(script)) return true
    const [key, text] = [keyOf(script), textOf(script.source)]
    if (known.get(key) === text) return true
    const found = (await store.get(MARKS, key))?.value
    if (found === undefined || textOf(found as Source) !== text) return false
    if (known.size >= mostKnown) known.clear()
    known.set(key, text)
    return true
  }

  async function mayRun(next: Trusted, current: Trusted | undefined, caller: Caller): Promise<boolean> {
    if (caller.isAdmin) return true
    if (!current || textOf(current.source) !== textOf(next.source)) demandAdmin(next, caller)
    return isMarked(current as Trusted)
  }

  return {
    isMarked,
    async changes(next, current, caller) {
      const changes: Change[] = []
      if (next && (await mayRun(next, current, caller)) && !(await isMarked(next))) changes.push(markOf(next))
      if (current && (!next || keyOf(next) !== keyOf(current)))
        changes.push({ op: 'delete', collection: MARKS, key: keyOf(current) })
      return changes
    },
  }
}

/** Marks all scripts in Kotlin and Scala that a store has. Returns how many it marked that were not. */
export async function markScripts(store: Store): Promise<number> {
  const { isMarked } = createMarks({ store })
  const found: Trusted[] = []
  for await (const { key: id, value } of store.scan('features')) {
    const { activationStrategy, parameters } = value as { activationStrategy: string; parameters: Source }
    if (activationStrategy === 'SCRIPT') found.push({ kind: 'Feature', id, source: parameters })
  }
  for await (const { key: id, value } of store.scan('scripts'))
    found.push({ kind: 'Script', id, source: (value as { source: Source }).source })
  let count = 0
  for (const script of found) {
    if (await isMarked(script)) continue
    await noteIn(store)([markOf(script)])
    count++
  }
  return count
}

const keyOf = ({ kind, id }: Trusted): string => `${kind}:${id}`

const textOf = ({ type, script }: Source): string => `${type}\n${script}`

const markOf = (script: Trusted): Change => ({
  op: 'put',
  collection: MARKS,
  key: keyOf(script),
  value: { type: script.source.type, script: script.source.script },
})
