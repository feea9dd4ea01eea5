import { getHeaders, type HeaderList } from '../../headers/header-list.ts'

/** The values of the request headers that select a response (RFC 9111, section 4.1), by lower-case name. */
export type Selecting = ReadonlyMap<string, string>

/** The values of headers in a request, as the backend gets it. */
export const selectingOf = (names: Iterable<string>, headers: HeaderList): Selecting =>
  new Map([...new Set(names)].map((name) => [name, selectingValue(headers, name)]))

/** Whether a request has these values. */
export function isSelected(selecting: Selecting, headers: HeaderList): boolean {
  for (const [name, value] of selecting) if (selectingValue(headers, name) !== value) return false
  return true
}

/** Whether the same requests are selected. */
export const isSame = (one: Selecting, other: Selecting): boolean =>
  one.size === other.size && [...one].every(([name, value]) => other.get(name) === value)

/** All values of a header, without the space that means nothing. An absent header differs from an empty one. */
function selectingValue(headers: HeaderList, name: string): string {
  const values = getHeaders(headers, name)
  return values.length === 0 ? '\n' : values.map((value) => value.trim().replace(/\s*,\s*/g, ',')).join(',')
}
