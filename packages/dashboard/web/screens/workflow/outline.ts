import { isObject } from '../../values/parts-of.ts'
import { below } from '../../values/pointer.ts'

/** A node of a workflow. */
export interface OutlineNode {
  /** Its place in the config as a JSON Pointer; empty for the first node. */
  readonly pointer: string
  /** How many nodes it is in. */
  readonly depth: number
  readonly kind: string
  readonly id?: string
  /** Its place in the node around it, such as `then` or `step 2`. */
  readonly role: string
  /** What it does, in a few words: the function it calls, the name it sets. */
  readonly about: string
  readonly isOff: boolean
}

/** The members of nodes that hold nodes. Other members hold values, which may look like nodes. */
const inner = ['steps', 'paths', 'node', 'then', 'else', 'default', 'catch', 'finally']

/** The nodes of a workflow in the order of its text. Parts that are no nodes are left out. */
export function outlineOf(config: unknown): readonly OutlineNode[] {
  const found: OutlineNode[] = []
  visit(config, { pointer: '', depth: 0, role: '' }, found)
  return found
}

type Place = Pick<OutlineNode, 'pointer' | 'depth' | 'role'>

function visit(value: unknown, place: Place, found: OutlineNode[]): void {
  if (!isObject(value)) return
  const node = value as Readonly<Record<string, unknown>>
  if (typeof node.kind === 'string') {
    const { kind, id, enabled } = node
    found.push({
      ...place,
      kind,
      ...(typeof id === 'string' && { id }),
      about: aboutOf(node),
      isOff: enabled === false,
    })
  }
  for (const name of Object.keys(node).filter((member) => inner.includes(member))) {
    const pointer = below(place.pointer, name)
    const depth = place.depth + 1
    const child = node[name]
    if (!Array.isArray(child)) visit(child, { pointer, depth, role: name }, found)
    else
      for (const [at, item] of child.entries()) {
        const one = { pointer: below(pointer, at), depth, role: `${name.slice(0, -1)} ${at + 1}` }
        if (name === 'paths' && isObject(item))
          visit((item as { readonly node?: unknown }).node, { ...one, pointer: below(one.pointer, 'node') }, found)
        else visit(item, one, found)
      }
  }
}

/** What says most about a node: what it calls, sets, counts or says. */
function aboutOf(node: Readonly<Record<string, unknown>>): string {
  const { function: called, workflow, values, to, message, duration, result } = node
  const named = Array.isArray(values) ? values.flatMap((one) => nameOf(one) ?? []).join(', ') : undefined
  const first = [called, workflow, named, to, message].find((one) => typeof one === 'string' && one !== '') as
    | string
    | undefined
  const about = first ?? (typeof duration === 'number' ? `${duration} ms` : '')
  return typeof result === 'string' ? `${about} → ${result}`.trim() : about
}

const nameOf = (value: unknown): string | undefined => {
  const { name } = isObject(value) ? (value as { readonly name?: unknown }) : {}
  return typeof name === 'string' ? name : undefined
}
