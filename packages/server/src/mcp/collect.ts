/** How much of a stream to collect. */
export interface Amount {
  /** Aborts when nobody waits for the values any more. */
  readonly signal: AbortSignal
  /** The most values. */
  readonly limit: number
  /** How many values to leave out first. */
  readonly skip: number
  /** How long to wait for values, in milliseconds. @default until the stream ends */
  readonly timeoutMs?: number
}

/** The first values of a stream. */
export interface Collected {
  readonly values: readonly unknown[]
  readonly skip: number
  /** Whether the stream ended with these values, or its time did. */
  readonly isWhole: boolean
}

/** Opens a stream, takes its first values, and ends it. */
export async function collect(
  open: (signal: AbortSignal) => Promise<unknown>,
  { signal, limit, skip, timeoutMs }: Amount,
): Promise<Collected> {
  const late = new AbortController()
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => late.abort(), timeoutMs)
  const values: unknown[] = []
  let left = skip
  try {
    for await (const value of (await open(AbortSignal.any([signal, late.signal]))) as AsyncIterable<unknown>) {
      if (values.length === limit) return { values, skip, isWhole: false }
      if (left > 0) left--
      else values.push(value)
      if (values.length === limit && timer) return { values, skip, isWhole: false } // the next event may never come
    }
  } catch (error) {
    if (!late.signal.aborted || signal.aborted) throw error
  } finally {
    clearTimeout(timer)
  }
  return { values, skip, isWhole: true }
}
