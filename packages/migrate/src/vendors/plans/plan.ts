import type { Condition } from '@signalbox/core'
import { isAlways } from './logic.ts'

/** How a flag of another product decides: the first rule whose condition is true. Outcomes are indexes of `variations`. */
export interface Plan {
  readonly id: string
  readonly description?: string | undefined
  readonly tags?: readonly string[]
  readonly metadata: Readonly<Record<string, unknown>>
  readonly variations: readonly Variation[]
  readonly rules: readonly PlanRule[]
  /** The outcome if no rule decides. */
  readonly otherwise: number
  /** Whether a feature is enabled. A disabled feature is inactive, whatever its rules say. */
  readonly isEnabled: boolean
  /** The outcome of clients that reach a rule which is lost. */
  readonly closed?: number
  /** Whether a rule is lost. */
  readonly isNarrowed?: boolean
}

/** A value that a flag can have. */
export interface Variation {
  readonly name: string
  readonly value: unknown
  /** Whether the flag then has no value. A feature is inactive. */
  readonly isNone?: boolean
}

/** A rule: whom it is for, and what they get. */
export type PlanRule = { readonly name?: string | undefined; readonly when: Condition } & Decision

/** One outcome for all clients of a rule, or one for each share of them. */
export type Decision = { readonly outcome: number } | { readonly split: Split }

/** Shares of clients. */
export interface Split {
  /** In order. The weights have a sum above 0. */
  readonly arms: readonly { readonly outcome: number; readonly weight: number }[]
  readonly by: string
  readonly salt: string
}

/** Whether a flag is true or false, or has no value. Each value is that of one variation. */
export function isBoolean({ variations }: Pick<Plan, 'variations'>): boolean {
  const given = variations.filter(({ isNone }) => !isNone)
  const values = new Set(given.map(({ value }) => value))
  return values.size > 0 && values.size === given.length && [...values].every((one) => typeof one === 'boolean')
}

/** The name and condition of a rule, as in records: absent if there is no name, or if the rule is for everybody. */
export const headOf = ({ name, when }: PlanRule) => ({
  ...(name ? { name: name.slice(0, 512).toWellFormed() } : {}),
  ...(isAlways(when) ? {} : { when }),
})

/** Adds the weights of the same outcome, because the variants of a split have different names. */
export function joinArms(arms: Split['arms']): Split['arms'] {
  const byOutcome = new Map<number, number>()
  for (const { outcome, weight } of arms) byOutcome.set(outcome, (byOutcome.get(outcome) ?? 0) + weight)
  return [...byOutcome].map(([outcome, weight]) => ({ outcome, weight }))
}
