import { type Problem, type Problems, problem } from '../../machine/errors/errors.ts'
import { escapePointer, isObject } from '../../machine/json/json.ts'
import type { WorkflowFunction } from '../functions/function.ts'
import { calledOperator, RAW } from './expression.ts'
import { literalText } from './literal.ts'

/** Functions by name, with the argument that names a workflow they run. */
type CallingFunctions = ReadonlyMap<string, Pick<WorkflowFunction, 'calls'>>

/** A call of a stored workflow. */
export interface WorkflowCall {
  readonly id: string
  /** The JSON pointer to the id. */
  readonly pointer: string
}

/** Returns the calls of stored workflows in a config whose ids are literal. */
export function calledWorkflows(config: unknown, functions: CallingFunctions, pointer = ''): readonly WorkflowCall[] {
  if (Array.isArray(config)) return config.flatMap((item, i) => calledWorkflows(item, functions, `${pointer}/${i}`))
  if (!isObject(config) || calledOperator(config) === RAW) return []
  const inside = Object.entries(config).flatMap(([name, member]) =>
    calledWorkflows(member, functions, `${pointer}/${escapePointer(name)}`),
  )
  const calls = config.kind === 'call' ? functions.get(String(config.function))?.calls : undefined
  const id = calls !== undefined && isObject(config.args) ? config.args[calls] : undefined
  const literal = typeof id === 'string' ? literalText(id) : undefined
  return literal === undefined ? inside : [{ id: literal, pointer: `${pointer}/args/${calls}` }, ...inside]
}

/** How stored workflows are looked up. */
export interface CycleSearch {
  readonly functions: CallingFunctions
  /** Returns the config of a stored workflow; `undefined` if it does not exist. */
  readonly find: (id: string) => Promise<unknown>
}

/**
 * Finds calls through which a workflow with this config would call itself, and returns for each a problem with the ids
 * on the way. Does not find cycles through workflows that do not exist yet or ids that are computed; those fail at run
 * time.
 */
export async function cyclesOf(
  { id, config }: { readonly id: string; readonly config: unknown },
  search: CycleSearch,
): Promise<Problems['fieldErrors']> {
  const calls = calledWorkflows(config, search.functions)
  const found: Record<string, readonly Problem[]> = {}
  for (const called of new Set(calls.map((call) => call.id))) {
    const way = await wayBetween(called, id, search)
    if (!way) continue
    for (const call of calls)
      if (call.id === called) found[call.pointer] = [problem('error.workflow.cycle', id, ...way)]
  }
  return found
}

/** Returns a shortest chain of calls between two workflows; `undefined` if there is none. */
async function wayBetween(
  from: string,
  to: string,
  { functions, find }: CycleSearch,
): Promise<readonly string[] | undefined> {
  const seen = new Set([from])
  const ways: (readonly string[])[] = [[from]]
  for (const way of ways) {
    const at = way.at(-1)!
    if (at === to) return way
    for (const { id } of calledWorkflows(await find(at), functions)) {
      if (!seen.has(id)) ways.push([...way, id])
      seen.add(id)
    }
  }
  return undefined
}
