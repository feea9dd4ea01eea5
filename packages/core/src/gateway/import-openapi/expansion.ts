import { failure, problem } from '../../machine/errors/errors.ts'
import { documentTooLarge } from './too-large.ts'

/** Marks an object whose size is being computed. */
const OPEN = -1

/**
 * Limits the size of a value with shared parts: throws TOO_LARGE if it would have more than `limit` characters as JSON,
 * and INVALID if it contains itself. Each part is visited once, however often it is used.
 */
export function checkExpansion(value: unknown, limit: number): void {
  const known = new Map<object, number>()

  function sizeOf(node: unknown): number {
    if (typeof node === 'string') return node.length + 2
    if (typeof node !== 'object' || node === null) return 1
    const size = known.get(node)
    if (size === OPEN)
      throw failure(
        'INVALID',
        'The YAML text has an alias inside the value it refers to: remove the alias',
        problem('error.yaml'),
      )
    if (size !== undefined) return size
    known.set(node, OPEN)
    let total = 2
    for (const [name, child] of Object.entries(node)) {
      total += name.length + 4 + sizeOf(child)
      if (total > limit) throw documentTooLarge(limit)
    }
    known.set(node, total)
    return total
  }

  sizeOf(value)
}
