import { BUCKETS, bucketOf, hashState } from '@signalbox/core/evaluate'

/**
 * The id of a client whom a percentage puts into this bucket: 0 is in at any share above 0, 99999 out at any below 100. So a test says
 * where a client is, and the evaluator decides as ever. Throws a `RangeError` for a bucket that there is not.
 */
export function standIn(salt: string, bucket: number): string {
  if (!Number.isInteger(bucket) || bucket < 0 || bucket >= BUCKETS)
    throw new RangeError(`${bucket} is no bucket: they are whole numbers from 0 to ${BUCKETS - 1}`)
  const name = `${bucket}/${salt}`
  const id = known.get(name) ?? find(salt, bucket)
  known.set(name, id)
  return id
}
const known = new Map<string, string>()

/** As many tries as there are buckets, on average; each takes less than a microsecond. */
function find(salt: string, bucket: number): string {
  const state = hashState(`${salt}:`)
  for (let n = 0; ; n++) if (bucketOf(`stand-in-${n}`, state) === bucket) return `stand-in-${n}`
}
