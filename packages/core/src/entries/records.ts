/**
 * Reads records of flags without a call, with the validation of the service: for tools that set up flags, such as
 * tests.
 */
import { type Config, configSchema } from '../configs/config.ts'
import { type Experiment, experimentSchema } from '../experiments/experiment.ts'
import { type Feature, featureSchema } from '../features/feature.ts'
import { own } from '../machine/json/json.ts'
import { validate } from '../machine/schema/validate.ts'
import { type Segment, segmentSchema } from '../segments/segment.ts'

/** The records of flags by the name of their kind. */
interface Flags {
  readonly feature: Feature
  readonly config: Config
  readonly experiment: Experiment
  readonly segment: Segment
}

const schemas = { feature: featureSchema, config: configSchema, experiment: experimentSchema, segment: segmentSchema }

/**
 * Validates a record as the service would: returns a fresh copy with older spellings normalized. Throws INVALID, which
 * names the record and every invalid member, if the service would reject its creation.
 *
 * @example
 * const feature = readRecord('feature', { id: 'shop:express', enabled: true, activationStrategy: 'NO_STRATEGY' })
 */
export const readRecord = <N extends keyof Flags>(kind: N, value: object): Flags[N] =>
  validate(schemas[kind], value, `The ${kind} ${own(value, 'id') ?? ''}`.trimEnd()) as Flags[N]
