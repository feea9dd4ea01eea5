import { choice, object, type Static, Type } from '../../machine/schema/schema.ts'
import { experimentSchema } from '../experiment.ts'
import { resultsSchema, variantResultSchema } from './result-schema.ts'

const ofExperiment = experimentSchema.properties
const ofVariant = variantResultSchema.properties
const ofMismatch = resultsSchema.properties.sampleRatioMismatch.properties
const count = (description: string) => Type.Integer({ minimum: 0, description })

/** The results of an experiment in short, for lists. */
export const experimentSummarySchema = object({
  id: ofExperiment.id,
  name: ofExperiment.name,
  enabled: ofExperiment.enabled,
  layer: ofExperiment.layer,
  state: choice(['disabled', 'waiting', 'running'], {
    description: 'waiting: enabled, but no client has seen a variant yet; running: clients have seen variants',
  }),
  bound: count('How many clients are bound to a variant'),
  users: count('Distinct clients that a variant was displayed to'),
  converted: count('Number of users who won after they saw their variant'),
  leader: Type.Optional(
    object(
      {
        id: Type.String(),
        name: Type.String(),
        rate: ofVariant.rate,
        interval: ofVariant.interval,
        probabilityBest: ofVariant.probabilityBest,
      },
      {
        description:
          'The variant with the highest rate among those with users; if phases with different traffic are compared, the variant that is most probably the best. Absent without users',
      },
    ),
  ),
  sampleRatioMismatch: object({ p: ofMismatch.p, alarm: ofMismatch.alarm }),
})
/** The results of an experiment in short, for lists. */
export type ExperimentSummary = Static<typeof experimentSummarySchema>
