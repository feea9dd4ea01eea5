import { lineLength } from './prelude.ts'

/** Maximum number of log lines kept per run. */
const lineCount = 100

/** Collects the log lines of a run up to a limit and counts the rest. */
export function createLog() {
  const kept: string[] = []
  let dropped = 0
  return {
    add(line: string) {
      if (kept.length < lineCount) kept.push(line.slice(0, lineLength))
      else dropped++
    },
    /** Returns the lines, followed by the number of dropped lines, if any. */
    lines: (): readonly string[] => (dropped === 0 ? kept : [...kept, `… and ${dropped} more lines`]),
  }
}
