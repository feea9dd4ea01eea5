import type { CreateBalancer } from './balancer.ts'
import { createDraw } from './draw.ts'

/** At random, by weight. */
export const random: CreateBalancer = (_, ports) => {
  const draw = createDraw(ports.random)
  return { choose: (usable) => usable[draw.place(usable)]! }
}
