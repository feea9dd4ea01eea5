/** Tracks whether flags are ready. */
export interface Readiness {
  /** Call it when there is data to answer from, even if it is old. */
  hasState(): void
  /** Call it when the server has been listed, or if there is none. */
  fresh(): void
  /** Call it when the server could not be listed. */
  failed(error: unknown): void
  /** Whether there is data other than defaults. */
  isBegun(): boolean
  /** Resolves when fresh, or when listing failed but there is data. Otherwise rejects with that failure. */
  ready(): Promise<void>
}

/**
 * Creates the tracker: flags are ready after the first listing, or after the first failure if there is data to fall
 * back on.
 */
export function createReadiness(): Readiness {
  let isFresh = false
  let hasState = false
  let failure: { readonly error: unknown } | undefined
  const waiting = new Set<() => void>()

  const isBegun = (): boolean => isFresh || hasState

  function settle(): void {
    for (const one of waiting) one()
    waiting.clear()
  }

  return {
    hasState() {
      hasState = true
    },
    fresh() {
      isFresh = true
      settle()
    },
    failed(error) {
      failure ??= { error }
      settle()
    },
    isBegun,
    async ready() {
      if (!isFresh && !failure) await new Promise<void>((resolve) => void waiting.add(resolve))
      if (!isBegun() && failure) throw failure.error
    },
  }
}
