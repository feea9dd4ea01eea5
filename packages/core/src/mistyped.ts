import { problem } from './errors.ts'
import { editDistance } from './nearest.ts'
import { notValid } from './not-valid.ts'

/** So many letters away from a known name, another one is taken for a slip of the hand. */
const SLIP = 2

/**
 * Refuses parameters that nobody knows and that are almost known ones (INVALID, naming those): a filter that is misspelt would answer
 * everything. Others are ignored. `one.two` is a part of the parameter `one`.
 */
export function refuseMistyped(names: Iterable<string>, known: ReadonlySet<string>): void {
  const meant = new Map<string, string>()
  for (const name of names) {
    const [head = '', ...rest] = name.split('.')
    if (known.has(name) || known.has(head) || meant.size === MOST) continue
    const like = nearestOf(head, known)
    if (like !== undefined) meant.set(name, [like, ...rest].join('.'))
  }
  if (meant.size === 0) return
  const problems = [...meant].map(([name, like]) => [name, [problem('error.unknown.parameter', like)]])
  throw notValid('The call', { fieldErrors: Object.fromEntries(problems) })
}

/** The most names that are told. */
const MOST = 20

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
