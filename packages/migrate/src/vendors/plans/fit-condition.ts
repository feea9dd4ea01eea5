import type { Condition } from '@signalbox/core'
import { MOST_LEAVES, MOST_LEVELS, not } from './logic.ts'

/** A condition, and how large it is. */
interface Sized {
  readonly condition: Condition
  readonly levels: number
  readonly leaves: number
}

/**
 * Makes a condition keep the limits of conditions. `extract` is called with parts that are too many or too deep, and
 * returns a condition of one leaf that is true when the part is.
 */
export function fitCondition(condition: Condition, extract: (part: Condition) => Condition): Condition {
  const extracted = (part: Condition): Sized => ({ condition: extract(part), levels: 1, leaves: 1 })

  /** At most as deep as a part of another condition can be. */
  const visitPart = (node: Condition): Sized => {
    const sized = visit(node)
    return sized.levels < MOST_LEVELS ? sized : extracted(sized.condition)
  }

  function visit(node: Condition): Sized {
    if ('all' in node) return joined(node.all.map(visitPart), (all) => ({ all }))
    if ('any' in node) return joined(node.any.map(visitPart), (any) => ({ any }))
    if (!('not' in node)) return { condition: node, levels: 1, leaves: 1 }
    const { condition: inner, levels, leaves } = visitPart(node.not)
    return { condition: not(inner), levels: levels + 1, leaves }
  }

  function joined(parts: readonly Sized[], join: (conditions: readonly Condition[]) => Condition): Sized {
    const together = (some: readonly Sized[]): Sized => ({
      condition: join(some.map((part) => part.condition)),
      levels: 1 + some.reduce((deepest, { levels }) => Math.max(deepest, levels), 0),
      leaves: leavesOf(some),
    })
    let rest = parts
    while (leavesOf(rest) > MOST_LEAVES) rest = packed(rest).map((some) => extracted(together(some).condition))
    return together(rest)
  }

  return visit(condition).condition
}

const leavesOf = (parts: readonly Sized[]): number => parts.reduce((sum, { leaves }) => sum + leaves, 0)

/** Consecutive parts that are one condition together. */
function packed(parts: readonly Sized[]): readonly (readonly Sized[])[] {
  const packs: Sized[][] = []
  let room = 0
  for (const part of parts) {
    room -= part.leaves
    if (room >= 0) packs.at(-1)?.push(part)
    else {
      packs.push([part])
      room = MOST_LEAVES - part.leaves
    }
  }
  return packs
}
