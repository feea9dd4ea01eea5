import { notValid } from '../machine/errors/not-valid.ts'
import { loadPatterns } from './load-patterns.ts'
import { usesPatterns } from './uses.ts'

/** A condition of a record, which may be any value, and its JSON pointer there. */
export interface PlacedCondition {
  readonly condition: unknown
  readonly place: string
}

/**
 * Checks the conditions of a record with code that is loaded for them; without conditions, there is nothing to wait
 * for. Rejects with INVALID and all problems by JSON pointer; `what` names the record (`The segment`).
 */
export const checkConditions = (what: string, conditions: readonly PlacedCondition[]): Promise<void> | undefined =>
  conditions.length === 0 ? undefined : checkAll(what, conditions)

async function checkAll(what: string, conditions: readonly PlacedCondition[]): Promise<void> {
  const { problemsOfCondition } = await import('./problems.ts')
  const patterns = conditions.some(({ condition }) => usesPatterns(condition)) ? await loadPatterns() : undefined
  const found = conditions.map(({ condition, place }) => problemsOfCondition(condition, { place, patterns }))
  const fieldErrors = Object.assign({}, ...found)
  if (Object.keys(fieldErrors).length > 0) throw notValid(what, { fieldErrors })
}
