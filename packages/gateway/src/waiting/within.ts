/** Rejects if a promise takes longer than `ms` milliseconds. */
export function within<T>(work: Promise<T>, ms: number, message: () => string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message())), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
