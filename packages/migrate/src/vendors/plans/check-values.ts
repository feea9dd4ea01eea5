import { notAnExport } from '../read-export.ts'

/** Deeper values come from no product, and are more than functions that call themselves can take. */
const MOST_LEVELS = 200

/** Throws INVALID for an export with values that records cannot have, or that is nested too deeply. */
export function checkValues(root: unknown): void {
  let level: unknown[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_LEVELS) throw notAnExport(`at most ${MOST_LEVELS} levels of objects and lists`)
    if (level.includes(Number.POSITIVE_INFINITY) || level.includes(Number.NEGATIVE_INFINITY))
      throw notAnExport('numbers that a computer can represent, below 1e308')
    if (!level.every((node) => typeof node !== 'string' || node.isWellFormed()))
      throw notAnExport('texts of Unicode, without halves of surrogate pairs')
    level = level.flatMap((node) => (typeof node === 'object' && node !== null ? Object.values(node) : []))
  }
}
