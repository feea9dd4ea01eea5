import type { Problem, Problems } from '../errors.ts'
import { problem } from '../errors.ts'
import { escapePointer, isObject } from '../json.ts'
import { functionsByName } from './functions/index.ts'

/** A stored workflow that a config calls by a literal id, and where. */
export interface CalledWorkflow {
  readonly id: string
  /** The JSON pointer to the id. */
  readonly pointer: string
}

/** The stored workflows that a config calls, as far as it can be told without running it. */
export function calledWorkflows(config: unknown, pointer = ''): CalledWorkflow[] {
  if (Array.isArray(config)) return config.flatMap((item, i) => calledWorkflows(item, `${pointer}/${i}`))
  if (!isObject(config) || '$raw' in config) return [] // what stands in `$raw` is no node
  const within = Object.entries(config).flatMap(([name, value]) =>
    calledWorkflows(value, `${pointer}/${escapePointer(name)}`),
  )
  const { kind, function: name, args } = config
  const argument = kind === 'call' && typeof name === 'string' ? functionsByName.get(name)?.calls : undefined
  const id = argument !== undefined && isObject(args) ? args[argument] : undefined
  return typeof id === 'string' && isWritten(id) ? [{ id, pointer: `${pointer}/args/${argument}` }, ...within] : within
}

/** Whether it is what it says: a path or an operator would come to something else. */
const isWritten = (id: string): boolean => !id.includes('$')

type Load = (id: string) => Promise<unknown>

/**
 * The calls through which a workflow would come to itself again, by what `load` finds of the others: a problem at the place of
 * each that names the ids on the way.
 */
export async function cyclesOf(
  { id, config }: { readonly id: string; readonly config: unknown },
  load: Load,
): Promise<Problems['fieldErrors']> {
  const calls = calledWorkflows(config)
  const found: Record<string, readonly Problem[]> = {}
  for (const called of new Set(calls.map((call) => call.id))) {
    const way = await wayBetween(called, id, load)
    if (!way) continue
    for (const call of calls)
      if (call.id === called) found[call.pointer] = [problem('error.workflow.cycle', id, ...way)]
  }
  return found
}

/** A shortest way from one workflow to another by calls; nothing when there is none. */
async function wayBetween(from: string, to: string, load: Load): Promise<readonly string[] | undefined> {
  const seen = new Set([from])
  const ways: (readonly string[])[] = [[from]]
  for (const way of ways) {
    const at = way.at(-1)!
    if (at === to) return way
    for (const { id } of calledWorkflows(await load(at))) {
      if (!seen.has(id)) ways.push([...way, id])
      seen.add(id)
    }
  }
  return undefined
}
