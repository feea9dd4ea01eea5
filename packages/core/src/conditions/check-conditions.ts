import { notValid } from '../not-valid.ts'
import { loadPatterns } from './load-patterns.ts'
import { usesPatterns } from './uses.ts'

/** A condition of a record, which may be any value, and its JSON pointer there. */
export interface PlacedCondition {
  readonly condition: unknown
  readonly place: string
}

/**
 * Checks the conditions of a record, if there are any, with code that is loaded for them. Throws INVALID with all
 * problems by JSON pointer; `what` names the record (`The segment`).
 */
export async function checkConditions(what: string, conditions: readonly PlacedCondition[]): Promise<void> {
  if (conditions.length === 0) return
  const { problemsOfCondition } = await import('./problems.ts')
  const patterns = conditions.some(({ condition }) => usesPatterns(condition)) ? await loadPatterns() : undefined
  const found = conditions.map(({ condition, place }) => problemsOfCondition(condition, { place, patterns }))
  const fieldErrors = Object.assign({}, ...found)
  if (Object.keys(fieldErrors).length > 0) throw notValid(what, { fieldErrors })
}
