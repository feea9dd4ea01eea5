import { isObject } from '../../machine/json/json.ts'
import { normalizeSource } from '../../scripts/normalize-source.ts'
import type { StrategyName } from '../strategies/index.ts'
import { dateRange, releaseDate } from './dates.ts'
import { hourRange } from './hours.ts'
import { percentage } from './percentage.ts'
import { rules } from './rules.ts'
import type { Spelling } from './spelling.ts'

/** Spellings of parameters that the schemas of strategies cannot express, in the contract's order. */
export const spellings: Readonly<Partial<Record<StrategyName, Spelling>>> = {
  NO_STRATEGY: {
    normalize: (parameters) => (isObject(parameters) && Object.keys(parameters).length === 0 ? undefined : parameters),
  },
  RELEASE_DATE: releaseDate,
  DATE_RANGE: dateRange,
  HOUR_RANGE: hourRange,
  SCRIPT: { normalize: (parameters) => (isObject(parameters) ? normalizeSource(parameters) : parameters) },
  PERCENTAGE: percentage,
  RULES: rules,
}
