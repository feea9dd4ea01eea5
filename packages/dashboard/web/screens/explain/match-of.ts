import type { CompiledMatch, CompiledRoute } from '../routes/compiled.ts'
import { precedenceOf, whyFirst } from '../routes/precedence.ts'

/** What a request was read as. */
export interface Canonical {
  readonly host?: string
  readonly path?: string
}

/** The host and path of a route at which it takes a request; `undefined` if that cannot be told. */
export const matchOf = ({ frontend: { matches } }: CompiledRoute, request: Canonical): CompiledMatch | undefined =>
  matches.find((match) => fitsHost(match, request) && fitsPath(match, request))

/** Why a route that takes a request comes before another one that would, too; `undefined` if that cannot be told. */
export function whyBefore(first: CompiledRoute, other: CompiledRoute, request: Canonical): string | undefined {
  const [one, two] = [matchOf(first, request), matchOf(other, request)]
  // Only the order of the routes of one API is not in the routes themselves.
  return one && two && whyFirst(precedenceOf(first, 0, one), precedenceOf(other, 1, two))
}

function fitsHost({ host }: CompiledMatch, { host: given = '' }: Canonical): boolean {
  if (host.startsWith('*.')) return given.endsWith(host.slice(1))
  return host === '' || host === given
}

/** Patterns of segments are not tried: a route that was considered fits at one of its paths. */
function fitsPath({ segments }: CompiledMatch, { path = '' }: Canonical): boolean {
  const given = path.split('/').slice(1)
  return segments.every((segment, at) => {
    const text = given[at]
    if (text === undefined || (text === '' && segment.kind !== 'rest')) return false
    return segment.kind !== 'text' || segment.text === text
  })
}
