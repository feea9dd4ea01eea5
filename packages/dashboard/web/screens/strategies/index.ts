import type { Feature } from '@signalbox/core/contract'
import type { ForkArm } from '../targeting/Fork.tsx'
import { customersList } from './customers-list.ts'
import { dateRange } from './date-range.ts'
import { globalScript } from './global-script.ts'
import { hourRange } from './hour-range.ts'
import { noStrategy } from './no-strategy.tsx'
import { percentage } from './percentage.ts'
import { releaseDate } from './release-date.ts'
import { rules } from './rules.ts'
import { script } from './script.ts'
import type { ShownStrategy, StrategyName, StrategyView } from './strategy.ts'
import { unknownStrategy } from './unknown.ts'

/** The strategies, in the order of the picker. */
export const strategies: { readonly [N in StrategyName]: StrategyView<N> } = {
  NO_STRATEGY: noStrategy,
  RELEASE_DATE: releaseDate,
  DATE_RANGE: dateRange,
  HOUR_RANGE: hourRange,
  PERCENTAGE: percentage,
  CUSTOMERS_LIST: customersList,
  RULES: rules,
  SCRIPT: script,
  GLOBAL_SCRIPT: globalScript,
}

/** How the page shows a strategy. One that it does not know, such as one of a later version, is called so. */
export const viewOf = (name: string): ShownStrategy & Partial<StrategyView> =>
  Object.hasOwn(strategies, name) ? (strategies[name as StrategyName] as StrategyView) : unknownStrategy(name)

/** The strategy of a feature in a few words, for lists: `25% of clients`, `from 1 Feb 2027 08:00`. */
export const describeStrategy = ({ activationStrategy, parameters }: Feature): string =>
  viewOf(activationStrategy).words(parameters)

/** The ways that clients of a feature go. */
export const armsOf = ({ enabled, activationStrategy, parameters }: Feature): readonly ForkArm[] =>
  enabled
    ? viewOf(activationStrategy).arms(parameters)
    : [{ who: 'Nobody', what: 'gets it while it is off', isOn: false }]
