import { problem } from './errors.ts'
import { editDistance } from './nearest.ts'
import { notValid } from './not-valid.ts'

/** The largest edit distance at which an unknown name counts as a misspelling of a known name. */
const SLIP = 2

/**
 * Rejects misspelled parameters (INVALID, naming them): a misspelled filter would return everything. Other unknown
 * parameters are ignored. `one.two` counts as the parameter `one`.
 */
export function refuseMistyped(names: Iterable<string>, known: ReadonlySet<string>): void {
  const meant = new Map<string, string>()
  for (const name of names) {
    const [head = '', ...rest] = name.split('.')
    if (known.has(name) || known.has(head) || meant.size === MOST_NAMES) continue
    const like = nearestOf(head, known)
    if (like !== undefined) meant.set(name, [like, ...rest].join('.'))
  }
  if (meant.size === 0) return
  const problems = [...meant].map(([name, like]) => [name, [problem('error.unknown.parameter', like)]])
  throw notValid('The call', { fieldErrors: Object.fromEntries(problems) })
}

/**
 * Rejects known parameters that are there more than once (INVALID, naming them): all values but one would be ignored.
 * `one.two` counts as the parameter `one`, and differs from `one.three`.
 */
export function refuseRepeated(names: Iterable<string>, known: ReadonlySet<string>): void {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const name of names) {
    if (seen.has(name) && (known.has(name) || known.has(name.split('.', 1)[0] as string))) repeated.add(name)
    seen.add(name)
  }
  if (repeated.size === 0) return
  const problems = [...repeated].slice(0, MOST_NAMES).map((name) => [name, [problem('error.parameter.repeated')]])
  throw notValid('The call', { fieldErrors: Object.fromEntries(problems) })
}

const MOST_NAMES = 20

function nearestOf(name: string, known: ReadonlySet<string>): string | undefined {
  let best: { name: string; edits: number } | undefined
  for (const one of known) {
    const shorter = Math.min(one.length, name.length)
    if (Math.abs(one.length - name.length) > SLIP) continue
    const edits = editDistance(name.toLowerCase(), one.toLowerCase())
    if (edits <= SLIP && edits < shorter && edits < (best?.edits ?? Number.POSITIVE_INFINITY))
      best = { name: one, edits }
  }
  return best?.name
}
