import { MAX_DEPTH } from '../../machine/json/json.ts'
import { type Meter, overBudget } from './budget.ts'
import { failed } from './failure.ts'
import { namesOf } from './names-of.ts'

/**
 * Returns the size of a value in characters of JSON, ignoring escapes. Values of a run are shared and immutable, so the
 * size of each is cached: a list doubled forty times, as in `[x, x]`, takes forty steps. Visiting parts is charged.
 *
 * Throws for values that JSON cannot represent, that are nested deeper than `MAX_DEPTH`, or that exceed the memory
 * budget.
 */
export function measureSize(value: unknown, meter: Pick<Meter, 'budgets' | 'charge'>): number {
  const { size } = weightOf(value, 0, meter)
  if (size > meter.budgets.memory) throw overBudget('memory', meter.budgets)
  return size
}

interface Weight {
  readonly size: number
  readonly depth: number
}
const weights = new WeakMap<object, Weight>()
/** Smaller values are not cached, because that would cost more than computing their size again. */
const WORTH_REMEMBERING = 64
/** The cost of visiting a part, in characters. */
const WEIGHING = 2

function weightOf(value: unknown, depth: number, meter: Pick<Meter, 'budgets' | 'charge'>): Weight {
  if (typeof value !== 'object' || value === null) return { size: sizeOfScalar(value), depth: 0 }
  const known = weights.get(value)
  if (depth + (known?.depth ?? 1) > MAX_DEPTH)
    throw failed('value', `A value is nested deeper than ${MAX_DEPTH} levels: flatten it`, `${MAX_DEPTH} levels`)
  if (known) return known
  const parts = Array.isArray(value) ? value : namesOf(value)
  meter.charge(WEIGHING * (1 + parts.length))
  let size = 2
  let below = 0
  const add = (name: number, part: unknown) => {
    const weight = weightOf(part, depth + 1, meter)
    size += name + weight.size + 1
    if (weight.depth > below) below = weight.depth
    if (size > meter.budgets.memory) throw overBudget('memory', meter.budgets)
  }
  if (Array.isArray(value)) for (let index = 0; index < value.length; index++) add(0, value[index])
  else for (const name of parts as readonly string[]) add(name.length + 3, (value as Record<string, unknown>)[name])
  const weight = { size, depth: below + 1 }
  if (size >= WORTH_REMEMBERING) weights.set(value, weight)
  return weight
}

function sizeOfScalar(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return value.length + 2
    case 'boolean':
      return 5
    case 'number':
      if (Number.isFinite(value)) return 8
      break
    case 'object':
      return 4
  }
  throw failed('value', `A value is ${String(value)}, which JSON cannot represent`, String(value))
}
