/** Tracks whether a database accepts writes. */
export interface Condition {
  /**
   * Runs a write and remembers its outcome. Fails at once after a failure that only a restart can fix. `sizeOf` returns about
   * how many bytes it wrote, or, without a result, should have written. @default 0
   */
  write<T>(task: () => Promise<T>, sizeOf?: (result?: T) => number): Promise<T>
  /** Records a failure that only a restart can fix; all later writes and checks fail with it. */
  condemn(error: unknown): void
  /**
   * Fails if the database does not accept writes. Writes a probe only if a write failed and no write of its size has
   * succeeded since; otherwise writes nothing.
   */
  check(): Promise<void>
}

/** How to probe the database and judge its failures. */
export interface ConditionOptions {
  /** A write of about `size` bytes that leaves nothing behind. */
  readonly probe: (size: number) => Promise<unknown>
  /** Whether a failure lasts until a restart. @default never */
  readonly isLasting?: (error: unknown) => boolean
}

/**
 * The size of a probe at most, in bytes: about that of the largest record with default limits, which is written twice:
 * alone and in its event.
 */
export const MOST_PROBED = 2 * 1024 * 1024

/** Creates a condition that remembers which writes fail, so that a health check rarely needs to write. */
export function createCondition({ probe, isLasting = () => false }: ConditionOptions): Condition {
  let lasting: unknown
  /** The size of the largest write that failed, until one of this size succeeds: a full disk has space for small ones. */
  let failed: number | undefined

  function condemn(error: unknown): void {
    lasting ??= error
  }

  async function write<T>(task: () => Promise<T>, sizeOf: (result?: T) => number = () => 0): Promise<T> {
    if (lasting !== undefined) throw lasting
    try {
      const result = await task()
      if (failed !== undefined && sizeOf(result) >= failed) failed = undefined
      return result
    } catch (error) {
      failed = Math.max(failed ?? 0, Math.min(sizeOf(), MOST_PROBED))
      if (isLasting(error)) condemn(error)
      throw error
    }
  }

  return {
    write,
    condemn,
    async check() {
      if (lasting !== undefined) throw lasting
      const size = failed
      if (size === undefined) return
      await write(
        () => probe(size),
        () => size,
      )
    },
  }
}
