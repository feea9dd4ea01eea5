import { canonicalJson } from '../../machine/json/canonical-json.ts'
import { isObject, type JsonObject } from '../../machine/json/json.ts'
import { valueAt } from '../../machine/json/pointer.ts'

/** A difference between document and API, and which of the two was kept. */
export interface MergeConflict {
  /** A JSON pointer into the API, or to the list that lacks the item. */
  readonly pointer: string
  readonly message: string
  readonly kept: 'api' | 'document'
}

/** Records a conflict about an item of a list, or about the API itself. */
export type ReportConflict = (
  list: 'routes' | 'backends' | '',
  id: string,
  conflict: { readonly at?: readonly string[]; readonly message: string; readonly kept?: MergeConflict['kept'] },
) => void

/** The three sides of a merge: the previous import (`base`), the new one (`fresh`), and the current API (`mine`). */
export interface Sides<T> {
  readonly base: T | undefined
  readonly fresh: T
  readonly mine: T
}

/**
 * Returns `mine` with the members that only the document changed. If both changed a member, `mine` wins and the
 * conflict is reported.
 */
export function mergeMembers<T extends object>(
  owned: readonly (readonly string[])[],
  { base, fresh, mine }: Sides<T>,
  conflict: (at: readonly string[], message: string) => void,
): T {
  return owned.reduce<T>((merged, at) => {
    const [old, next, current] = [base, fresh, mine].map((side) => valueAt(side, at))
    if (isSame(current, next) || isSame(next, old)) return merged
    if (isSame(current, old)) return withValue(merged, at, next) as T
    conflict(at, `The document has ${shown(next)}, but the API has ${shown(current)}, which was edited and is kept`)
    return merged
  }, mine)
}

/** The same for members that belong together: either all follow the document or none does. */
export function mergeTogether<T extends object>(
  owned: readonly (readonly string[])[],
  { base, fresh, mine }: Sides<T>,
  conflict: (at: readonly string[], message: string) => void,
): T {
  const valuesOf = (side: T | undefined) => owned.map((at) => valueAt(side, at))
  const [old, next, current] = [valuesOf(base), valuesOf(fresh), valuesOf(mine)]
  if (isSame(current, next) || isSame(next, old)) return mine
  if (isSame(current, old)) return owned.reduce<T>((merged, at, i) => withValue(merged, at, next[i]) as T, mine)
  for (const [i, at] of owned.entries()) {
    if (isSame(next[i], current[i]) || isSame(next[i], old[i])) continue
    const why = isSame(current[i], old[i]) ? 'which belongs to an edited value' : 'which was edited'
    conflict(at, `The document has ${shown(next[i])}, but the API has ${shown(current[i])}, ${why} and is kept`)
  }
  return mine
}

/** Whether two values are equal as JSON; `undefined` only equals `undefined`. */
export const isSame = (a: unknown, b: unknown): boolean =>
  a === undefined || b === undefined ? a === b : canonicalJson(a) === canonicalJson(b)

function withValue(node: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  const { [step]: current, ...others } = isObject(node) ? node : ({} as JsonObject)
  const next = withValue(current, rest, value)
  return next === undefined ? others : { ...(node as JsonObject), [step]: next }
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
