import { daysToGo, sampleSizeFor } from '@signalbox/core/evaluate'
import { count, counted } from '../../../words/words.ts'
import { percent, share } from '../results/figures/figures.ts'

/** What an experiment shall find out, and its pace so far. */
export interface Plan {
  /** The rate of the baseline, a fraction of 1. */
  readonly base: number
  /** The smallest uplift that shall be seen, a fraction of that rate. */
  readonly uplift: number
  /** The shares of the variants. */
  readonly traffic: readonly number[]
  /** How many users it had, in how many days; absent before the first one. */
  readonly pace?: { readonly users: number; readonly days: number }
}

/** How many users a plan takes and how long, in sentences. */
export function planInWords({ base, uplift, traffic, pace }: Plan): readonly string[] {
  if (!(base > 0 && base < 1)) return ['Enter a rate between 0% and 100%.']
  if (!(uplift > 0)) return ['Enter an uplift above 0%.']
  const size = sampleSizeFor({ base, uplift, traffic })
  if (!size) return [`An uplift of ${share(uplift)} is too large: the rate would be 100% or more.`]
  const shares = traffic.filter((one) => one > 0)
  const isEqual = Math.max(...shares) - Math.min(...shares) < 1e-5
  const days = pace && daysToGo(size, pace)
  return [
    `To show that ${percent(base)} becomes ${percent(base * (1 + uplift))}, each variant needs ${counted(size.perArm, 'user')}: ${count(size.total)} in all.`,
    ...(isEqual
      ? []
      : [`The variant with ${share(Math.min(...shares))} of the traffic gets them last. Equal shares are fastest.`]),
    ...(pace && days !== undefined ? [paceInWords(pace, days)] : []),
  ]
}

function paceInWords({ users, days }: NonNullable<Plan['pace']>, toGo: number): string {
  if (toGo > 0 && days < 1) return 'How long that takes is known after a day with clients.'
  const daily = `${count(Math.max(1, Math.round(users / days)))} users a day so far`
  return toGo === 0 ? 'It has enough users already.' : `At ${daily}, that takes ${counted(toGo, 'more day')}.`
}
