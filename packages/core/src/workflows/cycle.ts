import { isObject } from '../json.ts'
import type { WorkflowFunction } from './functions/function.ts'
import { literalText } from './literal.ts'

/** Functions by name: which of their arguments names a workflow that they run. */
type CallingFunctions = ReadonlyMap<string, Pick<WorkflowFunction, 'calls'>>

/** The ids of the workflows that a config calls, as far as they are literal. */
export function calledWorkflows(config: unknown, functions: CallingFunctions): readonly string[] {
  if (Array.isArray(config)) return config.flatMap((item) => calledWorkflows(item, functions))
  if (!isObject(config)) return []
  const inside = Object.values(config).flatMap((member) => calledWorkflows(member, functions))
  const calls = config.kind === 'call' ? functions.get(String(config.function))?.calls : undefined
  const id = calls !== undefined && isObject(config.args) ? config.args[calls] : undefined
  const literal = typeof id === 'string' ? literalText(id) : undefined
  return literal === undefined ? inside : [literal, ...inside]
}

/** What workflows are looked for with. */
export interface CycleSearch {
  readonly functions: CallingFunctions
  /** The config of a stored workflow; `undefined` when there is none. */
  readonly find: (id: string) => Promise<unknown>
}

/**
 * A circle of calls that a workflow would be part of if it were stored with this config: the ids from it to itself. `undefined` when there is none,
 * or only one by way of workflows that are not stored yet, or of ids that only a run can tell: that is found when it runs.
 */
export async function findCycle(
  id: string,
  config: unknown,
  { functions, find }: CycleSearch,
): Promise<readonly string[] | undefined> {
  const ways: (readonly string[])[] = [[id]]
  const seen = new Set<string>()
  for (const way of ways) {
    const from = way.at(-1)!
    const called = calledWorkflows(way.length === 1 ? config : await find(from), functions)
    if (called.includes(id)) return [...way, id]
    for (const next of called) if (!seen.has(next)) ways.push([...way, next])
    for (const next of called) seen.add(next)
  }
  return undefined
}
