import { escapePointer } from '@signalbox/core/wire'

/** A member in which two values differ. `from` or `to` is absent if the member is. */
export interface Difference {
  /** The place of the member as a JSON pointer (RFC 6901); the empty string for the whole value. */
  readonly pointer: string
  readonly from?: unknown
  readonly to?: unknown
}

/**
 * Lists the members in which two JSON values differ, as deep as possible, in the order of the first value. Lists of different
 * lengths differ as a whole.
 */
export function differences(from: unknown, to: unknown, pointer = ''): Difference[] {
  if (isList(from) && isList(to) && from.length === to.length)
    return from.flatMap((item, i) => differences(item, to[i], `${pointer}/${i}`))
  if (isMap(from) && isMap(to)) {
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])]
    return names.flatMap((name) => {
      const at = `${pointer}/${escapePointer(name)}`
      if (!Object.hasOwn(to, name)) return [{ pointer: at, from: from[name] }]
      if (!Object.hasOwn(from, name)) return [{ pointer: at, to: to[name] }]
      return differences(from[name], to[name], at)
    })
  }
  return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ pointer, from, to }]
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !isList(value)
