import { type Choice, weightOf } from './balancer.ts'

/** Finds the target with the lowest cost. Among equal ones it draws by weight. `random` is from 0 up to 1. */
export function least<T extends Choice>(
  list: readonly T[],
  costOf: (choice: Choice, now: number) => number,
  { now, random }: { readonly now: number; readonly random: () => number },
): T {
  let lowest = Number.POSITIVE_INFINITY
  let chosen = list[0]!
  let weights = 0
  for (const one of list) {
    const cost = costOf(one, now)
    if (cost > lowest) continue
    const weight = weightOf(one)
    if (cost < lowest) {
      lowest = cost
      chosen = one
      weights = weight
      continue
    }
    weights += weight
    if (random() * weights < weight) chosen = one
  }
  return chosen
}
