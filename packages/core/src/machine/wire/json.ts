import { failure, problem } from '../errors/errors.ts'
import { changedAt, changedIntegers, endOfNumber, endOfText, isChanged } from './exact-integers.ts'

/**
 * Parses JSON. Throws INVALID for other text, for objects with duplicate names, because one value would be lost, and for
 * integers whose digits would change, with their pointers. Fractions and exponents are read as the nearest number.
 */
export function parseJson(text: string): unknown {
  const value = parsed(text)
  const names = membersNamed(text)
  if (names === CHANGED) throw changedAt(changedIntegers(text))
  if (names !== membersOf(value)) throw duplicated(text)
  return value
}

/**
 * Parses JSON like `parseJson`, with the nearest number for an integer whose digits would change: for documents of others,
 * in which such integers are common and mean a bound.
 */
export function parseLeniently(text: string): unknown {
  const value = parsed(text)
  const names = membersNamed(text)
  if (names === CHANGED ? duplicateMember(text) !== undefined : names !== membersOf(value)) throw duplicated(text)
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw failure('INVALID', `The text is not JSON: ${reasonOf(cause)}`, problem('error.json'))
  }
}

function duplicated(text: string) {
  const twice = duplicateMember(text) ?? ''
  return failure(
    'INVALID',
    `The member ${twice.slice(0, 100)} appears twice in one object`,
    problem('error.json.duplicate', twice),
  )
}

/** The parser's message without the quoted part of the text, which may contain a secret. */
const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message.replace(/,? *(\.\.\.)?".*/s, '').slice(0, 200) : ''

const QUOTE = 0x22
const COLON = 0x3a
const ZERO = 0x30
const NINE = 0x39

/** Stands for the number of names in a text with an integer whose digits would change. */
const CHANGED = -1

/** Counts the names in a JSON text: the colons outside of strings. `CHANGED` if an integer would change. */
function membersNamed(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === COLON) count++
    else if (code === QUOTE) i = endOfText(text, i)
    else if (code >= ZERO && code <= NINE) {
      const end = endOfNumber(text, i)
      if (isChanged(text, i, end)) return CHANGED
      i = end - 1
    }
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
