/** The work that may still be done. Checking takes from it, and throws a `RangeError` when nothing is left. */
export interface Budget {
  /** Schemas to apply. */
  schemas: number
  /** Steps of patterns: the size of a pattern, times the length of the text. */
  steps: number
}

/**
 * The work to check a value that was read from this many bytes. A pattern of the largest size may read a text of about
 * 4,000 characters, a common one of 20 steps may read a million; larger bodies have 50 steps a byte more.
 */
export const budgetFor = (bytes: number): Budget => ({ schemas: 1000 + 8 * bytes, steps: 20_000_000 + 50 * bytes })

/** Takes the work of a pattern. Throws a `RangeError` if too little is left. */
export function spendSteps(budget: Budget, steps: number): void {
  budget.steps -= steps
  if (budget.steps < 0) throw new RangeError('The value is too long for the patterns of its schemas')
}
