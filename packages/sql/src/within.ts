/** A time limit. */
export interface Limit {
  /** Milliseconds. */
  readonly ms: number
  /** Creates the error for a task that takes longer. */
  readonly late: () => unknown
}

/** Resolves as the task does, or rejects after the time limit; a later result is ignored. */
export async function within<T>({ ms, late }: Limit, task: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms)
  })
  try {
    return await Promise.race([task, limit])
  } finally {
    clearTimeout(timer)
  }
}
