/** Whether flags may be relied on yet. */
export interface Settling {
  /** There is something to answer from, be it old. */
  hasState(): void
  /** The server has been listed, or there is none. */
  fresh(): void
  /** The server could not be listed. */
  failed(error: unknown): void
  /** Whether there is something to answer from but defaults. */
  isBegun(): boolean
  /** Resolves when fresh, or when listing has failed and there is something to answer from; else rejects with that failure. */
  ready(): Promise<void>
}

/** When flags may be relied on: at the first listing, or at the first failure if there is a state to fall back on. */
export function createSettling(): Settling {
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
