/** Whether a database takes writes, as far as is known. */
export interface Condition {
  /** Does a write, and remembers how it ended. Fails at once when nothing can be written before a restart. */
  write<T>(task: () => Promise<T>): Promise<T>
  /** Remembers a failure that no write makes good: only a restart does. */
  condemn(error: unknown): void
  /** Fails with what the last write failed with, unless a small one works now. Writes nothing while all is well. */
  check(): Promise<void>
}

/** How to find out. */
export interface ConditionOptions {
  /** The smallest write that there is. */
  readonly probe: () => Promise<unknown>
  /** Whether a failure stays until a restart. */
  readonly isLasting?: (error: unknown) => boolean
}

/** Remembers the end of the last write: so nobody has to write in order to know. */
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
