import { type Choice, type CreateBalancer, weightOf } from './balancer.ts'
import { createDraw } from './draw.ts'
import { least } from './least.ts'

/** The fewest requests in flight for the weight. */
export const leastConnections: CreateBalancer = (_, { random }) => ({
  choose: (usable, _exchange, now) => least(usable, load, { now, random }),
})

/** The less loaded of two different targets, which are drawn by weight. */
export const powerOfTwoRandomChoices: CreateBalancer = (_, { random }) => {
  const draw = createDraw(random)
  return {
    choose(usable) {
      const first = draw.place(usable)
      const one = usable[first]!
      if (usable.length === 1) return one
      const other = usable[draw.place(usable, first)]!
      return load(other) < load(one) ? other : one
    },
  }
}

const load = (choice: Choice): number => choice.inFlight / weightOf(choice)
