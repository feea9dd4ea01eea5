import { count } from '../../words/words.ts'

/** The most ids that a sentence names. */
const MOST = 3

/** Ids for a sentence: `ann, ben`, `ann, ben, eve and 4 more`. */
export function named(ids: readonly string[]): string {
  const shown = ids.slice(0, MOST).map(isolated).join(', ')
  return ids.length > MOST ? `${shown} and ${count(ids.length - MOST)} more` : shown
}

/** How many ids do something, and which: `none begin to`, `1 loses it (ann)`, `2 lose it (ann, ben)`. */
export function listed(ids: readonly string[], one: string, many: string): string {
  if (ids.length === 0) return `none ${many}`
  return `${count(ids.length)} ${ids.length === 1 ? one : many} (${named(ids)})`
}

/** A text with a direction of its own inside a sentence (Unicode isolates), shortened. */
function isolated(id: string): string {
  const short = id.length > 40 ? `${id.slice(0, 39)}…` : id
  return /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069]/.test(short) ? `\u2068${short}\u2069` : short
}
