import type { Steps } from '../machine/time/yield-by-time.ts'
import type { SignalboxOptions } from '../options.ts'
import { createSignalbox } from '../signalbox.ts'

/** Two variants that share the traffic. */
export const variants = (a = 0.5, b = 1 - a) => [
  { id: 'A', name: 'A', traffic: a },
  { id: 'B', name: 'B', traffic: b },
]

/** An experiment with two variants. */
export const experiment = (id: string, traffic = 0.5, enabled = true) => ({
  id,
  name: id,
  enabled,
  variants: variants(traffic),
})

/** Creates a Signalbox with experiments of these ids, and a function that returns the populations of one. */
export async function boxWith(ids: readonly string[], options: SignalboxOptions = {}) {
  const box = createSignalbox(options)
  for (const id of ids) await box.experiments.create({ body: experiment(id) })
  const populations = async (id: string) =>
    (await box.experiments.get({ id })).variants.map(({ currentPopulation }) => currentPopulation)
  return { box, populations, experiments: box.experiments }
}

/** Does all steps at once. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Collects all values of an iterable. */
export async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const value of values) found.push(value)
  return found
}
