/** How long something may take. */
export interface Limit {
  /** Milliseconds. */
  readonly ms: number
  /** What it fails with when it takes longer. */
  readonly late: () => unknown
}

/** What a task resolves with. One that takes too long is given up: whatever becomes of it later is nobody's concern. */
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
