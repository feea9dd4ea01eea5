import { checkIntegers } from '@signalbox/core/wire'

/** A text that was typed for a member and is no value of it, such as broken JSON. */
export interface Unreadable {
  /** The JSON Pointer of the member. */
  readonly pointer: string
  readonly text: string
  /** What is wrong with the text, as a sentence. */
  readonly problem: string
}

/** Reads a member from JSON; an empty text is no member. */
export function readJson(
  text: string,
  { pointer, label }: { readonly pointer: string; readonly label: string },
): { readonly value: unknown } | { readonly unreadable: Unreadable } {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { unreadable: { pointer, text, problem: `${label}: this is not JSON. ${reason}` } }
  }
}

/**
 * Reads a member from JSON as `readJson` does, without integers that lose digits: the service would refuse them, but what a
 * browser has parsed has lost them already.
 */
export function readExactJson(text: string, place: Parameters<typeof readJson>[1]): ReturnType<typeof readJson> {
  const read = readJson(text, place)
  const lost = 'value' in read ? lostDigits(text) : undefined
  const { pointer, label } = place
  return lost === undefined ? read : { unreadable: { pointer, text, problem: `${label}: ${lost}` } }
}

/** The sentence about integers of a JSON text that lose digits; `undefined` if there are none. */
export function lostDigits(text: string): string | undefined {
  if (text.trim() === '') return undefined
  try {
    checkIntegers(text)
    return undefined
  } catch (error) {
    return `${(error as Error).message}.`
  }
}
