import { lineLength } from './prelude.ts'

/** How many lines of a run are kept. */
const lineCount = 100

/** Collects what a run logs, up to a bound; what is beyond is counted. */
export function createLog() {
  const kept: string[] = []
  let dropped = 0
  return {
    add(line: string) {
      if (kept.length < lineCount) kept.push(line.slice(0, lineLength))
      else dropped++
    },
    /** The lines, and one more that says how many are missing. */
    lines: (): readonly string[] => (dropped === 0 ? kept : [...kept, `… and ${dropped} more lines`]),
  }
}
