import { clientOf, type Test } from '../../conditions/context.ts'
import type { Lacking } from '../../conditions/lacking.ts'
import { BUCKETS, bucketOf, classicBucket, hashBelow, hashState, murmur3 } from '../../machine/secrets/hash.ts'
import { defineStrategy, type Environment } from './strategy.ts'

/** Active for a percentage of clients. They stay the same, and a larger percentage only adds clients. */
export const percentage = defineStrategy({
  parameters: {
    type: 'object',
    required: ['percentage'],
    properties: {
      percentage: {
        type: 'number',
        minimum: 0,
        maximum: 100,
        description: 'In steps of 0.001; 0 selects nobody, 100 every client with an id',
      },
      salt: { type: 'string', description: 'Hashed instead of the feature id' },
    },
    additionalProperties: false,
  },
  needsContext: true,
  reason: () => 'SPLIT',
  compile(parameters, { bucketing, lacking }, id): Test {
    if (parameters.percentage === 100) return (context) => clientOf(context) !== undefined || nobody(lacking, id)
    if (bucketing === 'classic') {
      const bound = parameters.percentage
      return (context) => {
        const client = clientOf(context)
        return client === undefined ? nobody(lacking, id) : classicBucket(client) < bound
      }
    }
    const state = hashState(`${parameters.salt ?? id}:`)
    const below = hashBelow(boundOf(parameters.percentage))
    return (context) => {
      const client = clientOf(context)
      return client === undefined ? nobody(lacking, id) : murmur3(client, state) < below
    }
  },
  explain(parameters, { bucketing }: Environment, id, context) {
    const client = clientOf(context)
    if (client === undefined) return { percentage: parameters.percentage }
    return bucketing === 'classic'
      ? { bucket: classicBucket(client), bound: parameters.percentage }
      : {
          bucket: bucketOf(client, hashState(`${parameters.salt ?? id}:`)),
          bound: boundOf(parameters.percentage),
        }
  },
})

/** Inactive, because the context has no id to choose by. */
function nobody(lacking: Lacking | undefined, id: string): false {
  lacking?.tell(id, 'id')
  return false
}

/** The number of buckets that a percentage covers. */
export const boundOf = (share: number): number => Math.round(share * (BUCKETS / 100))
