import { BUCKETS, bucketOf, classicBucket, hashBelow, hashState, murmur3 } from '../../hash.ts'
import type { Context, Environment, Test } from './strategy.ts'
import { defineStrategy } from './strategy.ts'

/** Active for a share of clients, the same ones every time: growing the share only adds to them. */
export const percentage = defineStrategy({
  parameters: {
    type: 'object',
    required: ['percentage'],
    properties: {
      percentage: {
        type: 'number',
        minimum: 0,
        maximum: 100,
        description: 'In steps of 0.001; 0 is nobody, 100 everybody who has an id',
      },
      salt: { type: 'string', description: 'Takes the place of the feature id in the hash' },
    },
    additionalProperties: false,
  },
  needsContext: true,
  reason: () => 'SPLIT',
  compile(parameters, { bucketing }, id): Test {
    if (parameters.percentage === 100) return hasClient
    if (bucketing === 'classic') {
      const bound = parameters.percentage
      return (context) => {
        const client = clientOf(context)
        return client !== undefined && classicBucket(client) < bound
      }
    }
    const state = hashState(`${parameters.salt ?? id}:`)
    const below = hashBelow(boundOf(parameters.percentage))
    return (context) => {
      const client = clientOf(context)
      return client !== undefined && murmur3(client, state) < below
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

/** A rollout that is done need not hash. */
const hasClient: Test = (context) => clientOf(context) !== undefined

/** How many of all buckets a percentage takes. */
export const boundOf = (share: number): number => Math.round(share * (BUCKETS / 100))

/** The id that a context goes by: a text, or a number as its decimal text. */
export function clientOf(context: Context | undefined): string | undefined {
  const id = context?.id
  return typeof id === 'string' ? id : typeof id === 'number' ? String(id) : undefined
}
