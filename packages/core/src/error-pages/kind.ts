import { readAccept } from '../machine/net/accept.ts'

/** The forms of a response to an error. */
export type Kind = 'html' | 'json' | 'problem'

/** Accept headers that were read before. Programs send few different ones. */
const known = new Map<string, Kind>()

/** How many headers are kept, and how long they may be. */
const MOST_KEPT = 500
const LONGEST_KEPT = 200

/**
 * The form that a client prefers by its `Accept` header. Of the same quality, a type that is named has precedence over
 * one that a range covers: axios names JSON, and takes all types. Then HTML has precedence over JSON; also without a
 * header, and if the client accepts neither. `problem` is JSON of RFC 9457, for clients that name
 * `application/problem+json` and prefer no other JSON.
 */
export function kindOf(accept: string | null | undefined): Kind {
  if (!accept) return 'html'
  const found = known.get(accept)
  if (found) return found
  const kind = read(accept)
  if (accept.length > LONGEST_KEPT) return kind
  if (known.size >= MOST_KEPT) known.clear()
  known.set(accept, kind)
  return kind
}

const PROBLEM = 'application/problem+json'

const isJson = (type: string): boolean => type === 'application/json' || type.endsWith('+json')

function read(accept: string): Kind {
  const accepted = readAccept(accept)
  const { types } = accepted
  const problem = types.includes(PROBLEM) ? [PROBLEM] : []
  // Clients that accept none of them get the page.
  const type = accepted.choose(['text/html', ...problem, 'application/json', ...types.filter(isJson)]) ?? 'text/html'
  if (type === 'text/html') return 'html'
  return type === PROBLEM ? 'problem' : 'json'
}
