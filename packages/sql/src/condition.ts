/** Tracks whether a database accepts writes. */
export interface Condition {
  /** Runs a write and remembers its outcome. Fails at once after a failure that only a restart can fix. */
  write<T>(task: () => Promise<T>): Promise<T>
  /** Records a failure that only a restart can fix; all later writes and checks fail with it. */
  condemn(error: unknown): void
  /**
   * Fails if the database does not accept writes. Writes a probe only if the last write failed; otherwise writes
   * nothing.
   */
  check(): Promise<void>
}

/** How to probe the database and judge its failures. */
export interface ConditionOptions {
  /** The smallest possible write. */
  readonly probe: () => Promise<unknown>
  /** Whether a failure lasts until a restart. @default never */
  readonly isLasting?: (error: unknown) => boolean
}

/** Creates a condition that remembers the outcome of the last write, so that a health check rarely needs to write. */
export function createCondition({ probe, isLasting = () => false }: ConditionOptions): Condition {
  let lasting: unknown
  let hasFailed = false

  function condemn(error: unknown): void {
    lasting ??= error
  }

  async function write<T>(task: () => Promise<T>): Promise<T> {
    if (lasting !== undefined) throw lasting
    try {
      const result = await task()
      hasFailed = false
      return result
    } catch (error) {
      hasFailed = true
      if (isLasting(error)) condemn(error)
      throw error
    }
  }

  return {
    write,
    condemn,
    async check() {
      if (lasting !== undefined) throw lasting
      if (hasFailed) await write(probe)
    },
  }
}
