import { readAccept } from '../accept.ts'

/** The forms of a response to an error. */
export type Kind = 'html' | 'json' | 'problem'

/** Accept headers that were read before. Programs send few different ones. */
const known = new Map<string, Kind>()

/** How many headers are kept, and how long they may be. */
const MOST_KEPT = 500
const LONGEST_KEPT = 200

/**
 * The form that a client prefers by its `Accept` header. HTML has precedence over JSON of the same quality, and without
 * a header. `problem` is JSON of RFC 9457, for clients that name `application/problem+json` and prefer no other JSON.
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
  const { types, qualityOf } = readAccept(accept)
  const html = qualityOf('text/html')
  const json = ['application/json', ...types.filter(isJson)].reduce((most, type) => Math.max(most, qualityOf(type)), 0)
  if (json <= html) return 'html'
  return types.includes(PROBLEM) && qualityOf(PROBLEM) === json ? 'problem' : 'json'
}
