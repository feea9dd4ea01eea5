import { type Choice, weightOf } from './balancer.ts'
import { perList } from './per-list.ts'

/** Draws targets at random, by weight. */
export interface Draw {
  /** The place of a target in the list. `without`: the place of a target that is left out. */
  place(list: readonly Choice[], without?: number): number
}

/** Creates a draw. `random` returns numbers from 0 up to 1. */
export function createDraw(random: () => number): Draw {
  const totalOf = perList<Choice, number>((list) => list.reduce((total, one) => total + weightOf(one), 0))
  return {
    place(list, without = -1) {
      let left = random() * (totalOf(list) - (without < 0 ? 0 : weightOf(list[without]!)))
      let last = 0
      for (let i = 0; i < list.length; i++) {
        if (i === without) continue
        left -= weightOf(list[i]!)
        last = i
        if (left < 0) return i
      }
      // Sums of weights may be rounded.
      return last
    },
  }
}
