import type { Checked } from './messages.ts'
import type { Worker } from './worker.ts'

/** Compilations that callers wait for. Each has an outcome in the end, whatever happens to its JVM. */
export interface Compilations {
  /** Compiles a script. Always resolves. */
  check(source: string): Promise<Checked>
  /** Ends a compilation. */
  settle(id: number, checked: Checked): void
  /** Gives a script up that the compiler does not finish. */
  giveUp(id: number): void
  /** Repeats what a JVM had when it ended, each once. With `isInnocent`, as if it had not begun. */
  repeat(ids: readonly number[], isInnocent: boolean): void
}

interface CompilationsParts {
  /** A JVM that takes what comes. Rejects if none can be started. */
  readonly worker: () => Promise<Worker>
  /** How long the compiler has for a script, in milliseconds. */
  readonly longestMs: number
  readonly isClosed: () => boolean
}

interface Compilation {
  readonly source: string
  readonly resolve: (checked: Checked) => void
  attempts: number
}

/** Creates the compilations of a pool. */
export function createCompilations({ worker, longestMs, isClosed }: CompilationsParts): Compilations {
  const open = new Map<number, Compilation>()
  let ids = 0

  async function assign(id: number, source: string): Promise<void> {
    try {
      const one = await worker()
      one.check(id, source)
    } catch (error) {
      settle(id, { failure: error instanceof Error ? error.message : String(error) })
    }
  }

  function settle(id: number, checked: Checked): void {
    open.get(id)?.resolve(checked)
    open.delete(id)
  }

  return {
    check: (source) =>
      new Promise((resolve) => {
        const id = ids++
        open.set(id, { source, resolve, attempts: 0 })
        void assign(id, source)
      }),
    settle,
    giveUp(id) {
      const error = `The compiler does not finish this script within ${longestMs / 1000} s: simplify it`
      settle(id, { error, line: 1, column: 1 })
    },
    repeat(lost, isInnocent) {
      for (const id of lost) {
        const one = open.get(id)
        if (!one) continue
        const isLast = !isInnocent && one.attempts++ > 0
        if (isLast || isClosed()) settle(id, { failure: 'the JVM ended while it compiled' })
        else void assign(id, one.source)
      }
    },
  }
}
