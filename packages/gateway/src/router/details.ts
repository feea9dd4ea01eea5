import { allowanceBits } from '@signalbox/core/gateway'
import type { Candidate } from './candidate.ts'
import type { Condition } from './conditions.ts'
import type { Because, Candidate as Considered, RouteRequest } from './router.ts'

type Details = Omit<Considered, 'route'>

/** What a candidate requires and what the request has instead. The value of a testing header is a secret. */
export function detailsOf<P>(request: RouteRequest, candidate: Candidate<P>, because: Because): Details {
  const { expected, got } = tables[because](request, candidate)
  return { won: false, because, ...(expected !== undefined && { expected }), ...(got !== undefined && { got }) }
}

interface Difference {
  readonly expected?: string | undefined
  readonly got?: string | undefined
}

const tables: Readonly<Record<Because, (request: RouteRequest, candidate: Candidate<unknown>) => Difference>> = {
  host: ({ host, port }, { match }) => ({ expected: authority(match.host, match.port), got: authority(host, port) }),
  path: ({ path }, { match }) => ({ expected: `${match.context_path}${match.path}` || '/', got: path }),
  draft: (_, { conditions }) => ({ expected: conditions?.testing?.name }),
  header: (request, { conditions }) => failed(conditions?.headers, (name) => request.headerValue(name)),
  query: (request, { conditions }) => failed(conditions?.query, (name) => request.queryValue(name)),
  disallowed: ({ needs }, { allowance }) => ({
    expected: allowanceNames(allowance).join(', '),
    got: allowanceNames(needs).join(', '),
  }),
  method: ({ method }, { entry }) => ({ expected: entry.route.frontend.methods.join(', '), got: method }),
  later: () => ({}),
}

/** The names of allowances. */
const allowanceNames = (given: number): readonly string[] =>
  Object.entries(allowanceBits).flatMap(([name, bit]) => (given & bit ? [name] : []))

const authority = (host: string, port: number | undefined): string => (port === undefined ? host : `${host}:${port}`)

/** The first condition that does not hold, and the value that it is about. */
function failed(conditions: readonly Condition[] = [], read: (name: string) => string | undefined): Difference {
  const condition = conditions.find(({ name, holds }) => !holds(read(name)))
  if (!condition) return {}
  const { name, written } = condition
  const value = read(name)
  return { expected: `${name}: ${written}`, got: value === undefined ? undefined : `${name}: ${value}` }
}
