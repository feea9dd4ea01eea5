import type { Bucket } from './bucket.ts'

interface Search {
  readonly prefix: string
  /** The key of a number. Keys sort like numbers. */
  readonly nameOf: (number: number) => string
  readonly signal: AbortSignal
}

/**
 * Finds the last key below a prefix; `undefined` if there is none. S3 lists from the first key on, so this halves the range
 * of numbers: about as many requests as a number has bits, whatever the number of objects.
 */
export async function newestKey(bucket: Bucket, { prefix, nameOf, signal }: Search): Promise<string | undefined> {
  let newest: string | undefined
  let high = Number.MAX_SAFE_INTEGER
  for (;;) {
    // Most logs are short: the first request lists them whole.
    const { entries, isTruncated } = await bucket.list(prefix, { after: newest ?? prefix, signal })
    newest = entries.at(-1)?.key ?? newest
    if (newest === undefined || !isTruncated) return newest
    const low = numberIn(newest)
    const middle = low + Math.floor((high - low) / 2)
    const [next] = (await bucket.list(prefix, { after: nameOf(middle), most: 1, signal })).entries
    if (next) newest = next.key
    else high = middle
  }
}

const numberIn = (key: string): number => Number(/(\d+)[^/]*$/.exec(key)?.[1] ?? 0)
