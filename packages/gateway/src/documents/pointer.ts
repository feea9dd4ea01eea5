import { isObject, own } from '@signalbox/core/gateway'
import { escapePointer } from '@signalbox/core/wire'

/** The value at a JSON pointer (RFC 6901); `undefined` if there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root
  if (pointer === '') return value
  for (const step of pointer.slice(1).split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(value)) value = /^\d+$/.test(name) ? value[Number(name)] : undefined
    else if (isObject(value)) value = own(value, name)
    else return undefined
  }
  return value
}

/** A pointer to a member of the value at a pointer. */
export const below = (pointer: string, ...names: readonly (string | number)[]): string =>
  pointer + names.map((name) => `/${escapePointer(String(name))}`).join('')
