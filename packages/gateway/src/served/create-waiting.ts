/** Callers that wait for a revision. */
export interface Waiting {
  /** Resolves with the release of this revision or a later one. */
  until(revision: number): Promise<void>
  /** Resolves what waits for this revision or an earlier one. */
  release(revision: number): void
}

/** Creates an empty list of waiting callers. */
export function createWaiting(): Waiting {
  let waiting: { readonly revision: number; readonly resolve: () => void }[] = []
  return {
    until: (revision) => new Promise((resolve) => waiting.push({ revision, resolve })),
    release(revision) {
      if (waiting.length === 0) return
      const done = waiting.filter((one) => one.revision <= revision)
      waiting = waiting.filter((one) => one.revision > revision)
      for (const { resolve } of done) resolve()
    },
  }
}
