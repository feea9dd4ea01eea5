import type { Condition } from '@signalbox/core'
import { type Json, listOf } from '../../otoroshi/findings.ts'
import { anyOf, missing, not } from '../plans/logic.ts'
import type { Split } from '../plans/plan.ts'
import { isNumber, isText } from '../plans/typed.ts'
import { attributeFor } from './attribute.ts'

/** Weights are thousandths of a percent. */
const WHOLE = 100_000

/** The shares of a rollout; `undefined` if it has none. The last variation gets what the weights leave. */
export function armsOf({ variations }: Json): Split['arms'] | undefined {
  let rest = WHOLE
  const arms = listOf(variations).map(({ variation, weight }) => {
    const share = Math.min(rest, typeof weight === 'number' && weight > 0 ? weight : 0)
    rest -= share
    return { outcome: typeof variation === 'number' ? variation : -1, weight: share }
  })
  const last = arms.at(-1)
  if (!last) return undefined
  last.weight += rest
  return arms
}

/** The attribute that a rollout hashes; `undefined` if its reference is invalid. */
export const bucketBy = (attribute: unknown, kind: unknown): string | undefined =>
  attributeFor({
    attribute: attribute === undefined || attribute === null || attribute === '' ? 'key' : attribute,
    kind: typeof kind === 'string' ? kind : undefined,
  })

/** There is nothing to hash. LaunchDarkly puts these clients into the first bucket. */
export const withoutKey = (by: string): Condition =>
  by === 'id' ? missing(by) : not(anyOf([isText(by), isNumber(by)]))
