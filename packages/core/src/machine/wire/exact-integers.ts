import { problem, SignalboxError } from '../errors/errors.ts'
import { escapePointer, MAX_DEPTH } from '../json/json.ts'

/** The most characters of a decimal integer that no parser changes. */
const SHORT = 15

/** The position after the number that starts at a digit of a JSON text. */
export function endOfNumber(text: string, start: number): number {
  let end = start + 1
  while (isInNumber(text.charCodeAt(end))) end++
  return end
}

/** A digit, or one of `.`, `E`, `e`, `+` and `-`. */
const isInNumber = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b || code === 0x2d

/**
 * Whether the digits between two positions are an integer that has other digits once it was parsed. A fraction or an
 * exponent makes it no integer: it stands for the nearest number.
 */
export function isChanged(text: string, start: number, end: number): boolean {
  if (end - start <= SHORT) return false
  for (let i = start; i < end; i++) if (text.charCodeAt(i) > 0x39 || text.charCodeAt(i) < 0x30) return false
  const digits = text.slice(start, end)
  return String(Number(digits)) !== digits
}

/**
 * Throws INVALID for a valid JSON text with integers whose digits change when it is parsed, with the pointer of each. For
 * texts that are parsed by `JSON.parse`.
 */
export function checkIntegers(text: string): void {
  const pointers = changedIntegers(text)
  if (pointers.length > 0) throw changedAt(pointers)
}

const MANY_DIGITS = /* @__PURE__ */ new RegExp(`\\d{${SHORT + 1}}`)

/** INVALID: the integers at some pointers would change. */
export const changedAt = (pointers: readonly string[]): SignalboxError =>
  new SignalboxError('INVALID', changedInWords(pointers[0] ?? ''), {
    fieldErrors: Object.fromEntries(
      pointers.map((pointer) => [pointer, [problem('error.integer.precision', Number.MAX_SAFE_INTEGER)]]),
    ),
  })

/** What is wrong with an integer, and the way out. Without its digits, which may be a secret. */
const changedInWords = (pointer: string): string =>
  `The integer${pointer && ` at ${pointer.slice(0, 200)}`} ${LOSES_DIGITS}: write it as a text, in quotes`

/** Why an integer is rejected. */
export const LOSES_DIGITS = 'would lose digits, because numbers are exact only up to 9007199254740991'

/** The most characters of all reported pointers, so that long names do not multiply. */
const MOST_CHARACTERS = 10_000

/** The pointers (RFC 6901) of the integers in a valid JSON text that would change; of very many only the first. */
export function changedIntegers(text: string): string[] {
  if (!MANY_DIGITS.test(text)) return []
  const found: string[] = []
  const steps: (string | number)[] = []
  let name = ''
  let length = 0
  for (let i = 0; i < text.length && length < MOST_CHARACTERS; i++) {
    const character = text[i] as string
    if (character === '"') {
      const end = endOfText(text, i)
      name = text.slice(i, end + 1)
      i = end
    } else if (character === ':') steps[steps.length - 1] = JSON.parse(name) as string
    else if (character === '{') steps.push('')
    else if (character === '[') steps.push(0)
    else if (character === '}' || character === ']') steps.pop()
    else if (character === ',') {
      const last = steps.at(-1)
      if (typeof last === 'number') steps[steps.length - 1] = last + 1
    } else if (/\d/.test(character)) {
      const end = endOfNumber(text, i)
      if (isChanged(text, i, end)) length += found[found.push(pointerOf(steps)) - 1]!.length + 1
      i = end - 1
    }
  }
  return found
}

const pointerOf = (steps: readonly (string | number)[]): string =>
  steps
    .slice(0, MAX_DEPTH)
    .map((step) => `/${escapePointer(String(step))}`)
    .join('')

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** The position of the closing quote of the string that starts at a quote. */
export function endOfText(text: string, start: number): number {
  let i = start + 1
  for (; text.charCodeAt(i) !== QUOTE; i++) if (text.charCodeAt(i) === BACKSLASH) i++
  return i
}
