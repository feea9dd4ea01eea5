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
  if (!isObject(config)) return []
  const within = Object.entries(config).flatMap(([name, value]) =>
    calledWorkflows(value, `${pointer}/${escapePointer(name)}`),
  )
  const { kind, function: name, args } = config
  const argument = kind === 'call' && typeof name === 'string' ? functionsByName.get(name)?.calls : undefined
  const id = argument !== undefined && isObject(args) ? args[argument] : undefined
  return typeof id === 'string' && !id.includes('$')
    ? [{ id, pointer: `${pointer}/args/${argument}` }, ...within]
    : within
}

type Load = (id: string) => Promise<unknown>

/**
 * The calls of a workflow through which it would come to itself again, by what `load` finds of the others: the place of each, and
 * the way as ids.
 */
export async function cyclesOf({ id, config }: { readonly id: string; readonly config: unknown }, load: Load) {
  const calls = calledWorkflows(config)
  const ways = new Map<string, readonly string[]>()
  for (const called of new Set(calls.map((call) => call.id))) {
    const way = await wayBetween(called, id, load)
    if (way) ways.set(called, [id, ...way])
  }
  return calls.flatMap(({ id: called, pointer }) => (ways.has(called) ? [{ pointer, way: ways.get(called)! }] : []))
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
