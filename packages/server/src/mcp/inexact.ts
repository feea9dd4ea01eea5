import { escapePointer } from '@signalbox/core/wire'

/** Values that are nested more deeply are refused by the operations. */
const DEEPEST = 200

/**
 * The JSON pointers of the numbers in a value that may have lost digits: those beyond 2^53. Transports parse messages, so
 * their text cannot be looked at.
 */
export function inexactIn(value: unknown, pointer = '', depth = 0): string[] {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value) ? [pointer] : []
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return []
  return Object.entries(value).flatMap(([name, member]) =>
    inexactIn(member, `${pointer}/${escapePointer(name)}`, depth + 1),
  )
}
