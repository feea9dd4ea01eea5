/** Ids in a pasted text: separated by lines, commas, semicolons or tabs; duplicates folded, in the order of the text. */
export function idsIn(text: string): readonly string[] {
  const ids = text.split(/[\n\r,;\t\u2028\u2029]+/).map((part) => unquoted(part.trim()))
  return [...new Set(ids)].filter((id) => id !== '')
}

/** Takes the quotes of JSON and CSV away. */
const unquoted = (text: string): string =>
  text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text

/** What adding ids to a list does. */
export interface AddedIds {
  readonly ids: readonly string[]
  readonly added: number
  /** How many were in the list already. */
  readonly known: number
}

/** Adds ids to a list, each once. */
export function addIds(list: readonly string[], more: readonly string[]): AddedIds {
  const known = new Set(list)
  const fresh = more.filter((id) => !known.has(id))
  return { ids: [...list, ...fresh], added: fresh.length, known: more.length - fresh.length }
}
