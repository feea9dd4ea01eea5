import type { Config, Feature } from '@signalbox/core'

/** A rule of a feature. */
export type Rule = Extract<Feature, { activationStrategy: 'RULES' }>['parameters']['rules'][number]
/** A rule of a config. */
export type ConfigRule = NonNullable<Config['rules']>[number]
