/** Runs a task once for all callers. If it fails, the next caller runs it again. */
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
