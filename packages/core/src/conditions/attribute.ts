import { isObject } from '../machine/json/json.ts'
import { isIndex, stepsOf } from '../machine/json/pointer.ts'
import { type Context, clientOf } from './context.ts'

/** Reads an attribute of a context; `undefined` if it is absent. */
export type ReadAttribute = (context: Context | undefined) => unknown

/** Whether a name is that of an own member of the context, which is read as it is. */
export const isPlainName = (name: string): boolean => name !== 'id' && !name.startsWith('/')

/**
 * Prepares to read an attribute: an own member of the context, or the value at a JSON pointer (RFC 6901) if the name
 * begins with `/`. `id` is the client, as text.
 */
export function readAttribute(name: string): ReadAttribute {
  if (name.startsWith('/')) return readPointer(name)
  return name === 'id' ? readClient : readMember(name)
}

const readClient: ReadAttribute = (context) => (context && Object.hasOwn(context, 'id') ? clientOf(context) : undefined)

const readMember =
  (name: string): ReadAttribute =>
  (context) =>
    context && Object.hasOwn(context, name) ? context[name] : undefined

function readPointer(pointer: string): ReadAttribute {
  const steps = stepsOf(pointer)
  const indexes = steps.map((step) => (isIndex(step, MOST_ITEMS) ? Number(step) : MOST_ITEMS))
  return (context) => valueAt(context, steps, indexes)
}

/** No list has this many items. */
const MOST_ITEMS = 2 ** 32

/** The value at the end of some steps, of own members and items alone. `indexes` has the steps as numbers. */
function valueAt(context: unknown, steps: readonly string[], indexes: readonly number[]): unknown {
  let node = context
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i] as string
    if (Array.isArray(node)) node = node[indexes[i] as number]
    else if (isObject(node) && Object.hasOwn(node, step)) node = node[step]
    else return undefined
  }
  return node
}
