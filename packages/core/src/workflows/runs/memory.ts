import type { Memory } from '../functions/function.ts'
import type { Meter } from './budget.ts'
import { measureSize } from './measure-size.ts'

/** The memory of a run, or a layer on top of it with names that only a part of the run knows. */
export interface RunMemory extends Memory {
  /** Returns a new layer with additional names. Other names are written to the memory below. */
  over(names: Readonly<Record<string, unknown>>): RunMemory
  /** Releases the memory that this layer uses in the budget. */
  release(): void
}

/** Creates a memory with initial values. Throws if the memory budget is exceeded. */
export function createMemory(names: Readonly<Record<string, unknown>>, meter: Meter, below?: RunMemory): RunMemory {
  const values = new Map<string, unknown>()
  /** Counted size of each value. Empty after `release`, although background work may still use the values. */
  const sizes = new Map<string, number>()

  function keep(name: string, value: unknown): void {
    const size = name.length + measureSize(value, meter)
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
