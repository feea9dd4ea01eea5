/** Reading records of flags without a call, as the service would take them: for tools that set up flags, such as those of tests. */
import type { Config } from '../configs/config.ts'
import { configSchema } from '../configs/config.ts'
import type { Experiment } from '../experiments/experiment.ts'
import { experimentSchema } from '../experiments/experiment.ts'
import type { Feature } from '../features/feature.ts'
import { featureSchema } from '../features/feature.ts'
import { own } from '../json.ts'
import { validate } from '../validate.ts'

/** The records of flags, by what one of each kind is called. */
interface Flags {
  readonly feature: Feature
  readonly config: Config
  readonly experiment: Experiment
}

const schemas = { feature: featureSchema, config: configSchema, experiment: experimentSchema }

/**
 * A record as the service takes it: a fresh copy, older spellings in the form of the contract. Throws INVALID, which names the record and
 * every failing member, where the service would refuse to create it.
 */
export const readRecord = <N extends keyof Flags>(kind: N, value: object): Flags[N] =>
  validate(schemas[kind], value, `The ${kind} ${own(value, 'id') ?? ''}`.trimEnd()) as Flags[N]
