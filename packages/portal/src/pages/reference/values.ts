import { isObject, setOwn } from '@signalbox/core/gateway'

/** A value in a few words: a text as it is, anything else as JSON, each cut to a bearable length. */
export function shownValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(shortened(value, { depth: 3, values: 20 }))
  return cut(text ?? '', 200)
}

/** A text up to a length, with a mark where it is cut. */
export const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text.toWellFormed()

/** A copy of a JSON value with at most so many levels and values: deep and large ones are cut, so that the work is bounded. */
export function shortened(value: unknown, { depth, values }: { readonly depth: number; readonly values: number }) {
  let left = values
  const copy = (one: unknown, level: number): unknown => {
    left--
    if (typeof one === 'string') return cut(one, 1000)
    if (typeof one !== 'object' || one === null) return one
    const isList = Array.isArray(one)
    if (level <= 0) return isList ? [] : {}
    if (isList) {
      const items: unknown[] = []
      for (const item of one) {
        if (left <= 0) break
        items.push(copy(item, level - 1))
      }
      return items
    }
    const object = {}
    if (isObject(one))
      for (const name in one) {
        if (left <= 0) break
        if (Object.hasOwn(one, name)) setOwn(object, name, copy(one[name], level - 1))
      }
    return object
  }
  return copy(value, depth)
}
