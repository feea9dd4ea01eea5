import type { Problem, Problems } from '../../machine/errors/errors.ts'

/** The most problems that are reported. */
const MOST_PROBLEMS = 100
/** The most characters of all places and arguments together. JSON may need six times as much. */
const MOST_CHARACTERS = 50_000
/** The most characters of a JSON pointer. V8 hashes longer texts poorly. */
export const LONGEST_POINTER = 2000
/** The most characters of an argument. */
const LONGEST_ARGUMENT = 300

/** Problems by JSON pointer, limited so that the response stays small. */
export function problemList() {
  const found: Record<string, Problem[]> = {}
  let count = 0
  let characters = 0
  return {
    found: found as Problems['fieldErrors'],
    isEmpty: () => count === 0,
    isFull: () => count >= MOST_PROBLEMS || characters >= MOST_CHARACTERS,
    /** Adds a problem, unless the list is full or has the same problem of this place. */
    add(place: string, { message, args }: Problem): void {
      if (count >= MOST_PROBLEMS || characters >= MOST_CHARACTERS) return
      if (found[place]?.some((one) => one.message === message)) return
      const told = args.map((arg) => (arg.length > LONGEST_ARGUMENT ? `${arg.slice(0, LONGEST_ARGUMENT)}…` : arg))
      found[place] = [...(found[place] ?? []), { message, args: told }]
      count++
      characters += told.reduce((sum, { length }) => sum + length, place.length)
    },
  }
}
