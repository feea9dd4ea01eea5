import { isSame } from '../../../values/is-same.ts'
import { isObject } from '../../../values/parts-of.ts'
import { valueAt } from '../../../values/pointer.ts'
import type { LintProblem } from './lint-problem.ts'

/**
 * Where the problems of one version of an API are in another. Items of lists are found by their ids; problems at values
 * that differ are left out, because they may be solved.
 */
export function problemsIn(problems: readonly LintProblem[], from: unknown, to: unknown): readonly LintProblem[] {
  if (from === to) return problems
  return problems.flatMap((problem) => {
    const pointer = placeIn(problem.pointer, from, to)
    return pointer === undefined ? [] : [{ ...problem, pointer }]
  })
}

/** The pointer of a value in another version; `undefined` if it is not there as it was. */
function placeIn(pointer: string, from: unknown, to: unknown): string | undefined {
  const steps = pointer.split('/').slice(1)
  const placed: string[] = []
  let [at, other]: [unknown, unknown] = [from, to]
  for (const step of steps) {
    const next = Array.isArray(at) && Array.isArray(other) ? sameItem(at[Number(step)], other, step) : step
    if (next === undefined) return undefined
    at = valueAt(at, `/${step}`)
    other = valueAt(other, `/${next}`)
    placed.push(next)
  }
  return pointer === '' || isSame(at, other) ? placed.map((step) => `/${step}`).join('') : undefined
}

/** The place of an item in another list: that of the same id, or the same place if items have no ids. */
function sameItem(item: unknown, others: readonly unknown[], place: string): string | undefined {
  const id = isObject(item) ? (item as { readonly id?: unknown }).id : undefined
  if (id === undefined) return place
  const found = others.findIndex((one) => isObject(one) && (one as { readonly id?: unknown }).id === id)
  return found < 0 ? undefined : `${found}`
}
