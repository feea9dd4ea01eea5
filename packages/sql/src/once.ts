/** A task that is done once for all callers; one that fails is tried again by the next caller. */
export function once<T>(task: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined
  return () => {
    done ??= task().catch((error) => {
      done = undefined
      throw error
    })
    return done
  }
}
