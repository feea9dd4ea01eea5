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
  let total = 0
  const sizeOf = (name: string, value: unknown) => name.length + weigh(value, meter.budgets)

  function keep(name: string, value: unknown): void {
    const before = values.has(name) ? sizeOf(name, values.get(name)) : 0
    const change = sizeOf(name, value) - before
    meter.hold(change)
    total += change
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
      const size = sizeOf(name, values.get(name))
      values.delete(name)
      meter.hold(-size)
      total -= size
    },
    over: (more) => createMemory(more, meter, memory),
    release() {
      meter.hold(-total)
      total = 0
    },
  }
  for (const [name, value] of Object.entries(names)) keep(name, value)
  return memory
}
