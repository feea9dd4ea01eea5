/**
 * Whether no object in a JSON text has two members with the same name. Parsers differ in which of them they take, so a
 * server behind the gateway could see other values. `value` is what the text was parsed to. Takes linear time, and no
 * stack however deep the value is.
 */
export const hasUniqueMembers = (text: string, value: unknown): boolean => namesIn(text) === membersOf(value)

const COLON = 58
const BACKSLASH = 92

/** The number of strings in a JSON text that a colon follows. */
function namesIn(text: string): number {
  let count = 0
  for (let open = text.indexOf('"'); open >= 0; ) {
    let close = text.indexOf('"', open + 1)
    while (isEscaped(text, close)) close = text.indexOf('"', close + 1)
    if (close < 0) break
    let next = close + 1
    while (isSpace(text.charCodeAt(next))) next++
    if (text.charCodeAt(next) === COLON) count++
    open = text.indexOf('"', next)
  }
  return count
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(text: string, place: number): boolean {
  let at = place
  while (at > 0 && text.charCodeAt(at - 1) === BACKSLASH) at--
  return (place - at) % 2 === 1
}

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9

/** The number of members of all objects in a value. */
function membersOf(value: unknown): number {
  let count = 0
  const open: unknown[] = [value]
  while (open.length > 0) {
    const one = open.pop()
    if (typeof one !== 'object' || one === null) continue
    const inner: readonly unknown[] = Array.isArray(one) ? one : Object.values(one)
    if (inner !== one) count += inner.length
    for (const each of inner) if (typeof each === 'object' && each !== null) open.push(each)
  }
  return count
}
