import { escapePointer, isObject, type JsonObject, own, setOwn } from '../../machine/json/json.ts'
import { stepsOf, valueAt } from '../../machine/json/pointer.ts'
import { clientSettingNames } from '../backends/backend.ts'

/** An alternative name of a member, in the objects at `at`; `*` stands for each item of a list. */
interface Synonym {
  readonly at: readonly string[]
  readonly from: string
  readonly to: string
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The alternative names that are accepted on input; responses use only the standard ones. */
const synonyms: readonly Synonym[] = [
  { at: [], from: 'contextPath', to: 'context_path' },
  { at: ['routes', '*'], from: 'flowRef', to: 'flow_ref' },
  ...clientSettingNames.map((to) => ({ at: ['clients_backend_config', '*', 'client'], from: snakeCase(to), to })),
].filter(({ from, to }) => from !== to)

/**
 * Renames synonyms in an API to the standard names and moves the slots of a flow below `plugins.slots`. A synonym sent
 * beside the standard name stays, so that the schema rejects or keeps it: neither value is lost.
 */
export function withContractNames(api: unknown): unknown {
  let named = api
  for (const { at, from, to } of synonyms)
    named = replaceIn(named, at, (node) =>
      Object.hasOwn(node, from) && !Object.hasOwn(node, to) ? renamed(node, from, to) : node,
    )
  return replaceIn(named, ['flows', '*'], (flow) =>
    Array.isArray(flow.plugins) ? { ...flow, plugins: { slots: flow.plugins } } : flow,
  )
}

/** Translates a JSON pointer into the normalized API to the names that were sent. */
export function placeAsSent(pointer: string, sent: unknown): string {
  const steps = stepsOf(pointer)
  const found: string[] = []
  const way: string[] = []
  let node = sent
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i] as string
    const isSlots = way.length === 2 && way[0] === 'flows' && step === 'plugins' && steps[i + 1] === 'slots'
    const like = synonyms.find(
      ({ at, to }) => to === step && isAt(at, way) && isObject(node) && !Object.hasOwn(node, to),
    )
    const name = like && isObject(node) && Object.hasOwn(node, like.from) ? like.from : step
    found.push(name)
    way.push(step)
    node = valueAt(node, [name])
    if (isSlots && Array.isArray(node)) way.push(steps[++i] as string)
  }
  return found.map((step) => `/${escapePointer(step)}`).join('')
}

const isAt = (at: readonly string[], way: readonly string[]): boolean =>
  at.length === way.length && at.every((step, i) => step === '*' || step === way[i])

/** Replaces the objects at a path in place, and returns the root. */
function replaceIn(node: unknown, at: readonly string[], replace: (node: JsonObject) => JsonObject): unknown {
  const [step, ...rest] = at
  if (step === '*') {
    if (Array.isArray(node)) for (const [i, item] of node.entries()) node[i] = replaceIn(item, rest, replace)
    return node
  }
  if (!isObject(node)) return node
  if (step === undefined) return replace(node)
  if (Object.hasOwn(node, step)) setOwn(node, step, replaceIn(own(node, step), rest, replace))
  return node
}

/** Renames one member and keeps the order. */
function renamed(node: JsonObject, from: string, to: string): JsonObject {
  const copy: JsonObject = {}
  for (const name of Object.keys(node)) setOwn(copy, name === from ? to : name, own(node, name))
  return copy
}
