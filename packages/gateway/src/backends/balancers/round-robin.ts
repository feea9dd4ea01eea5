import { type Choice, type CreateBalancer, weightOf } from './balancer.ts'
import { perList } from './per-list.ts'

/** How far a target is behind its share of the requests. */
interface Turn {
  readonly weight: number
  behind: number
}

/**
 * In turn, by weight: each target falls behind by its weight, and the one that is furthest behind gets the request. Turns of
 * heavy targets are spread evenly among the turns of the others (smooth weighted round-robin).
 */
export const roundRobin: CreateBalancer = () => {
  const turns = new WeakMap<Choice, Turn>()
  const turnsOf = perList<Choice, readonly Turn[]>((usable) => usable.map(turnOf))

  function turnOf(choice: Choice): Turn {
    const known = turns.get(choice)
    if (known) return known
    const turn = { weight: weightOf(choice), behind: 0 }
    turns.set(choice, turn)
    return turn
  }

  return {
    choose(usable) {
      const all = turnsOf(usable)
      let total = 0
      let chosen = 0
      for (let i = 0; i < all.length; i++) {
        const turn = all[i]!
        turn.behind += turn.weight
        total += turn.weight
        if (turn.behind > all[chosen]!.behind) chosen = i
      }
      all[chosen]!.behind -= total
      return usable[chosen]!
    },
  }
}
