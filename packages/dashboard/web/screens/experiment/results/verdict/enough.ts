/** Users of a variant, and how many of them converted. */
interface Counts {
  readonly users: number
  readonly converted: number
}

/**
 * How many users of each variant must be expected to convert, and how many not to, before intervals are used. They are
 * approximations: with fewer, simulations of experiments without any difference found one in more than 5 of 100.
 */
export const ENOUGH = 30

/** Whether two variants have enough users for the intervals of their difference. Both count as if they had one rate. */
export function hasEnough(one: Counts, other: Counts): boolean {
  const pooled = (one.converted + other.converted) / (one.users + other.users)
  return Math.min(one.users, other.users) * Math.min(pooled, 1 - pooled) >= ENOUGH
}
