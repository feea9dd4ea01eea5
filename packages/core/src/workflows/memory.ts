import type { Meter } from './budget.ts'
import type { Memory } from './functions/function.ts'
import { weigh } from './weigh.ts'

/** The memory of a run, or names that only a part of it knows on top of that. */
export interface RunMemory extends Memory {
  /** Another one on top, that knows these names too; whatever else is kept goes below. */
  over(names: Readonly<Record<string, unknown>>): RunMemory
  /** Gives back what it takes up of the budget. */
  release(): void
}

/** A memory that holds these values at first. Throws when the budget of memory is used up. */
export function createMemory(names: Readonly<Record<string, unknown>>, meter: Meter, below?: RunMemory): RunMemory {
  const values = new Map<string, unknown>()
  /** What each is counted as: nothing any more once it has been given back, though something async may still go on here. */
  const sizes = new Map<string, number>()

  function keep(name: string, value: unknown): void {
    const size = name.length + weigh(value, meter)
    meter.hold(size - (sizes.get(name) ?? 0))
    sizes.set(name, size)
    values.set(name, value)
  }

  const memory: RunMemory = {
    get: (name) => (values.has(name) ? values.get(name) : below?.get(name)),
    set(name, value) {
      if (below && !values.has(name)) below.set(name, value)
      else keep(name, value)
    },
    delete(name) {
      if (below && !values.has(name)) return below.delete(name)
      if (!values.has(name)) return
      meter.hold(-(sizes.get(name) ?? 0))
      sizes.delete(name)
      values.delete(name)
    },
    over: (more) => createMemory(more, meter, memory),
    release() {
      for (const size of sizes.values()) meter.hold(-size)
      sizes.clear()
    },
  }
  for (const [name, value] of Object.entries(names)) keep(name, value)
  return memory
}
