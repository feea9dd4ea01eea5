/** How many users an experiment needs, and how long that takes. Pure: results and the dashboard compute it through this file. */
import { sampleSizePerArm, zOf } from './statistics.ts'

/** What an experiment shall show: an uplift, relative to the rate of the first variant, both as fractions of 1. */
export interface SampleSizeGoal {
  readonly base: number
  readonly uplift: number
  /** The share of traffic of each variant. */
  readonly traffic: readonly number[]
}

/** The number of users that an experiment needs. */
export interface SampleSize {
  /** Users that each variant needs. */
  readonly perArm: number
  /** Users in all variants together, once the variant with the least traffic has enough. */
  readonly total: number
}

/**
 * Computes how many users show an uplift over the first variant, at two-sided α 0.05 and power 0.8. With several other variants, α is
 * divided by their number, as in results. Variants without traffic are left out.
 * `undefined` if the base rate or the expected rate is not between 0 and 1, or there is no uplift.
 */
export function sampleSizeFor({ base, uplift, traffic }: SampleSizeGoal): SampleSize | undefined {
  const shares = traffic.filter((share) => share > 0)
  if (!(base > 0 && uplift > 0 && base * (1 + uplift) < 1) || shares.length === 0) return undefined
  const perArm = sampleSizePerArm(base, base * uplift, zOf(0.05 / Math.max(1, traffic.length - 1)))
  return { perArm, total: Math.ceil(perArm / Math.min(...shares)) }
}

/** Returns in how many days an experiment has its users, if it continues at the rate of `users` in `days`. */
export const daysToGo = (
  { total }: SampleSize,
  { users, days }: { users: number; days: number },
): number | undefined => (days > 0 && users > 0 ? Math.max(0, Math.ceil(((total - users) * days) / users)) : undefined)
