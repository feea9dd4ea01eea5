import { customersList } from './customers-list.ts'
import { dateRange } from './date-range.ts'
import { globalScript } from './global-script.ts'
import { hourRange } from './hour-range.ts'
import { noStrategy } from './no-strategy.ts'
import { percentage } from './percentage.ts'
import { releaseDate } from './release-date.ts'
import { rules } from './rules.ts'
import { script } from './script.ts'

/** The activation strategies, in the contract's order. The last two are extensions. */
export const strategies = {
  NO_STRATEGY: noStrategy,
  RELEASE_DATE: releaseDate,
  DATE_RANGE: dateRange,
  HOUR_RANGE: hourRange,
  SCRIPT: script,
  GLOBAL_SCRIPT: globalScript,
  PERCENTAGE: percentage,
  CUSTOMERS_LIST: customersList,
  RULES: rules,
}

/** The name of a strategy. */
export type StrategyName = keyof typeof strategies

/** The names of all strategies. */
export const strategyNames = Object.keys(strategies) as readonly StrategyName[]
