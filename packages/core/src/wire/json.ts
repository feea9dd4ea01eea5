import { failure, problem } from '../errors.ts'

/**
 * Parses JSON. Throws INVALID for other text, and for objects with duplicate names, because one value would be lost.
 */
export function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw failure('INVALID', `The text is not JSON: ${reasonOf(cause)}`, problem('error.json'))
  }
  if (membersNamed(text) === membersOf(value)) return value
  const twice = duplicateMember(text) ?? ''
  throw failure(
    'INVALID',
    `The member ${twice.slice(0, 100)} appears twice in one object`,
    problem('error.json.duplicate', twice),
  )
}

/** The parser's message without the quoted part of the text, which may contain a secret. */
const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message.replace(/,? *(\.\.\.)?".*/s, '').slice(0, 200) : ''

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a

/** Counts the names in a JSON text: the colons outside of strings. */
function membersNamed(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === COLON) count++
    else if (code === QUOTE) i = endOfText(text, i)
  }
  return count
}

/**
 * Counts the members of all objects in a value. It is smaller than the number of names if one was lost. Without
 * recursion, because a value may be nested deeply.
 */
function membersOf(value: unknown): number {
  if (!isNested(value)) return 0
  let count = 0
  const open = [value]
  for (let one = open.pop(); one; one = open.pop()) {
    if (Array.isArray(one)) {
      for (const each of one) if (isNested(each)) open.push(each)
      continue
    }
    const names = Object.keys(one)
    count += names.length
    for (const name of names) {
      const each = one[name]
      if (isNested(each)) open.push(each)
    }
  }
  return count
}

const isNested = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The position of the closing quote of the string that starts at a quote. */
function endOfText(text: string, start: number): number {
  let i = start + 1
  for (; text.charCodeAt(i) !== QUOTE; i++) if (text.charCodeAt(i) === BACKSLASH) i++
  return i
}

/** The first duplicate name in an object of a JSON text. The text must be valid JSON. */
export function duplicateMember(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = []
  let names: Set<string> | undefined
  let start = -1
  let end = -1
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        start = i
        i = endOfText(text, i)
        end = i + 1
        break
      case 0x7b: // {
        open.push(names)
        names = new Set()
        break
      case 0x5b: // [
        open.push(names)
        names = undefined
        break
      case 0x7d: // }
      case 0x5d: // ]
        names = open.pop()
        break
      case COLON: {
        const name = text.slice(start, end)
        const plain = name.includes('\\') ? (JSON.parse(name) as string) : name.slice(1, -1)
        if (names?.has(plain)) return plain
        names?.add(plain)
      }
    }
  }
  return undefined
}
