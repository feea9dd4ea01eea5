import type { Unreadable } from './draft.ts'

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
