import type { Problem, Problems } from '../errors.ts'
import { problem } from '../errors.ts'
import { escapePointer, isObject } from '../json.ts'
import { calledOperator, RAW } from './expression.ts'
import type { WorkflowFunction } from './functions/function.ts'
import { literalText } from './literal.ts'

/** Functions by name: which of their arguments names a workflow that they run. */
type CallingFunctions = ReadonlyMap<string, Pick<WorkflowFunction, 'calls'>>

/** A call of a stored workflow. */
export interface WorkflowCall {
  readonly id: string
  /** The JSON pointer to the id. */
  readonly pointer: string
}

/** The stored workflows that a config calls, as far as their ids are literal. */
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

/** What workflows are looked for with. */
export interface CycleSearch {
  readonly functions: CallingFunctions
  /** The config of a stored workflow; `undefined` when there is none. */
  readonly find: (id: string) => Promise<unknown>
}

/**
 * The calls through which a workflow would come to itself again if it were stored with this config: at the place of each a
 * problem that names the ids on the way. None by way of workflows that are not stored yet, or of ids that only a run can tell: these are
 * found when it runs.
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

/** A shortest way from one workflow to another by calls; nothing when there is none. */
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
