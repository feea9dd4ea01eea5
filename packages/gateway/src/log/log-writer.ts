import type { Report } from '@signalbox/core/gateway'

/** Writes lines in batches. */
export interface LogWriter {
  /** Whether another line can be kept. If not, the line counts as dropped. */
  hasRoom(): boolean
  /** Adds a line, with its line break. */
  add(line: string): void
  /** How many lines were dropped: there was no room, or they could not be written. */
  readonly dropped: number
  /** Writes what is kept. Resolves when it is written. */
  flush(): Promise<void>
}

const BATCH_CHARACTERS = 16 * 1024
const BATCH_MS = 100
const MOST_KEPT = 8 * 1024 * 1024

/**
 * Creates a writer that passes lines on in batches: at 16 KiB, or after 100 ms. While a promise of `write` is pending,
 * lines are kept, up to 8 MiB. The first of consecutive failures is reported.
 */
export function createLogWriter(write: (lines: string) => unknown, report: Report): LogWriter {
  let kept = ''
  let count = 0
  let dropped = 0
  let isFailing = false
  let writing: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function fail(error: unknown, lines: number): void {
    dropped += lines
    if (!isFailing) report(error)
    isFailing = true
  }

  function writeOut(): void {
    clearTimeout(timer)
    timer = undefined
    if (kept === '' || writing) return
    const lines = kept
    const number = count
    kept = ''
    count = 0
    try {
      const result = write(lines)
      if (!(result instanceof Promise)) {
        isFailing = false
        return
      }
      const written = result.then(
        () => {
          isFailing = false
        },
        (error) => fail(error, number),
      )
      writing = written.then(() => {
        writing = undefined
        if (kept !== '') writeOut()
      })
    } catch (error) {
      fail(error, number)
    }
  }

  return {
    hasRoom() {
      if (kept.length <= MOST_KEPT) return true
      dropped++
      return false
    },
    add(line) {
      kept += line
      count++
      if (kept.length >= BATCH_CHARACTERS) writeOut()
      else timer ??= setTimeout(writeOut, BATCH_MS)
    },
    get dropped() {
      return dropped
    },
    async flush() {
      writeOut()
      while (writing) await writing
    },
  }
}
