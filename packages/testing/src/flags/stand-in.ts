import { BUCKETS, bucketOf, hashState } from '@signalbox/core/evaluate'

/**
 * Returns a client id that a percentage feature puts into this bucket: 0 is active at any percentage above 0, 99999
 * inactive at any below 100. Tests choose the bucket this way, and the real evaluator still decides. Throws a
 * `RangeError` for an invalid bucket.
 */
export function standIn(salt: string, bucket: number): string {
  if (!Number.isInteger(bucket) || bucket < 0 || bucket >= BUCKETS)
    throw new RangeError(`${bucket} is not a bucket: use a whole number from 0 to ${BUCKETS - 1}`)
  const name = `${bucket}/${salt}`
  const id = known.get(name) ?? find(salt, bucket)
  known.set(name, id)
  return id
}
const known = new Map<string, string>()

/**
 * Searches for such an id. Takes as many tries as there are buckets, on average; each takes less than a microsecond.
 */
function find(salt: string, bucket: number): string {
  const state = hashState(`${salt}:`)
  for (let n = 0; ; n++) if (bucketOf(`stand-in-${n}`, state) === bucket) return `stand-in-${n}`
}
