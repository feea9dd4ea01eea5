/**
 * Headers as a flat list of names and values, in the order and spelling in which they were sent:
 * `['Host', 'a', 'Accept', 'text/html']`. Node's `rawHeaders` has this form, and undici takes it.
 */
export type HeaderList = string[]

/** Whether two header names are equal; case is ignored. `lower` is in lower case. */
export const isNamed = (name: string, lower: string): boolean =>
  name.length === lower.length && (name === lower || name.toLowerCase() === lower)

/** The first value of a header; `undefined` if it is absent. `lower` is in lower case. */
export function getHeader(list: readonly string[], lower: string): string | undefined {
  for (let i = 0; i < list.length; i += 2) if (isNamed(list[i] as string, lower)) return list[i + 1]
  return undefined
}

/** All values of a header, in their order. */
export function getHeaders(list: readonly string[], lower: string): string[] {
  let found: string[] | undefined
  for (let i = 0; i < list.length; i += 2) {
    if (!isNamed(list[i] as string, lower)) continue
    // Mostly there is one: an empty list that grows would take room for many.
    if (found) found.push(list[i + 1] as string)
    else found = [list[i + 1] as string]
  }
  return found ?? []
}

/** Removes a header. The other headers keep their order. */
export function removeHeader(list: HeaderList, lower: string): void {
  let kept = 0
  for (let i = 0; i < list.length; i += 2) {
    if (isNamed(list[i] as string, lower)) continue
    if (kept !== i) {
      list[kept] = list[i] as string
      list[kept + 1] = list[i + 1] as string
    }
    kept += 2
  }
  list.length = kept
}

/** Replaces all values of a header by one: in its place if there is one, otherwise at the end. */
export function setHeader(list: HeaderList, name: string, value: string): void {
  const lower = name.toLowerCase()
  const first = list.findIndex((one, i) => i % 2 === 0 && isNamed(one, lower))
  const sent = first < 0 ? name : (list[first] as string)
  if (first >= 0 && getHeaders(list, lower).length === 1) list[first + 1] = value
  else {
    removeHeader(list, lower)
    list.push(sent, value)
  }
}

/** Whether a value can be sent: no CR, LF or NUL, and no character beyond Latin-1. */
export const isSendable = (value: string): boolean => !UNSENDABLE.test(value)

const UNSENDABLE = /[\r\n\0]|[^\0-\xff]/
