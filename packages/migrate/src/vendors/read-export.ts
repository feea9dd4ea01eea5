import { SignalboxError } from '@signalbox/core/errors'
import { checkIntegers } from '@signalbox/core/wire'
import type { Json } from '../otoroshi/findings.ts'

/** Parses an export that is a JSON object. Throws INVALID with what was expected for anything else, and for integers that lose digits. */
export function readExport(text: string, expected: string): Json {
  const value = parse(text, expected)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  throw notAnExport(expected)
}

/** The error for a text that is not an export of a product. */
export const notAnExport = (expected: string, cause?: unknown): SignalboxError =>
  new SignalboxError('INVALID', `The file cannot be imported: expected ${expected}`, { cause })

function parse(text: string, expected: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw notAnExport(`${expected}; it is not JSON (${(error as Error).message})`, error)
  }
  checkIntegers(text)
  return value
}
