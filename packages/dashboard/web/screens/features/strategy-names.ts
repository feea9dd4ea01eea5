import type { StrategyName } from '../../evaluation/unknown-strategy.ts'
import { rowOf } from '../../evaluation/unknown-strategy.ts'

/** The names of all strategies by their names in the API, as the list says them before it knows their parameters. */
export const strategyNames = {
  NO_STRATEGY: 'always',
  RELEASE_DATE: 'from a date',
  DATE_RANGE: 'between dates',
  HOUR_RANGE: 'hours of the day',
  PERCENTAGE: 'share of clients',
  CUSTOMERS_LIST: 'listed clients',
  SCRIPT: 'script',
  GLOBAL_SCRIPT: 'shared script',
  RULES: 'rules',
} satisfies Record<StrategyName, string>

/** The name of a strategy, such as `share of clients` for `PERCENTAGE`; `''` for none. One that this page does not know is called so. */
export const strategyName = (strategy: string): string =>
  strategy === '' ? '' : (rowOf(strategyNames, strategy) ?? `unknown strategy ${strategy}`)
