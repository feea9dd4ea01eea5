import type { Feature } from '@signalbox/core/contract'

/** The names of the strategies that this page knows. */
export type StrategyName = Feature['activationStrategy']

/**
 * What to say of a feature whose strategy this page does not know, such as one of a later version. Its parameter is `never`
 * as long as every known strategy has a case of its own, so a new strategy does not compile before it has one everywhere.
 */
export const unknownStrategy = (feature: never): string => `${nameOf(feature)}, a strategy that this page does not know`

/** The name of the strategy of a feature, whatever it is. */
export const nameOf = ({ activationStrategy }: { readonly activationStrategy: string }): string => activationStrategy

/** Returns the row of a strategy in a table with one for each; `undefined` for a strategy that this page does not know. */
export const rowOf = <T extends Readonly<Record<StrategyName, unknown>>>(
  table: T,
  strategy: string,
): T[StrategyName] | undefined => (Object.hasOwn(table, strategy) ? table[strategy as StrategyName] : undefined)
