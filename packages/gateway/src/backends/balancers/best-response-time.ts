import { type Choice, type CreateBalancer, weightOf } from './balancer.ts'
import { createDraw } from './draw.ts'
import { least } from './least.ts'

/** The lowest response time, multiplied by the requests that would be in flight, for the weight. */
export const bestResponseTime: CreateBalancer = (_, { random }) => ({
  needsTimes: true,
  choose: (usable, _exchange, now) => least(usable, cost, { now, random }),
})

/** With the probability `ratio` the best response time, else at random. */
export const weightedBestResponseTime: CreateBalancer = ({ ratio = 0.5 }, { random }) => {
  const draw = createDraw(random)
  return {
    needsTimes: true,
    choose: (usable, _, now) =>
      random() < Number(ratio) ? least(usable, cost, { now, random }) : usable[draw.place(usable)]!,
  }
}

/** What a target costs that was called but has not responded yet: more than any response time. */
const UNKNOWN_MS = 1e9

/** A target that was never called is tried first, but by one request only. */
function cost(choice: Choice, now: number): number {
  const ms = choice.responseTime(now)
  const { inFlight } = choice
  return ((ms === undefined ? (inFlight === 0 ? 0 : UNKNOWN_MS) : ms) * (inFlight + 1)) / weightOf(choice)
}
