/** The bits of the methods that routes usually name. */
const bits: Readonly<Record<string, number>> = {
  GET: 1,
  HEAD: 2,
  POST: 4,
  PUT: 8,
  PATCH: 16,
  DELETE: 32,
  OPTIONS: 64,
  QUERY: 128,
}
/** The bit of all other methods; their names have to be compared. */
export const OTHER = 256

const GET_OR_HEAD = 1 | 2

/** The bits of the methods that a route names; 0: every method. */
export const bitsOf = (methods: readonly string[]): number =>
  methods.reduce((all, one) => all | (bits[one] ?? OTHER), 0)

/** The bits of which a route needs one to take a method. Routes that name GET also take HEAD. */
export function bitsFor(method: string): number {
  if (method === 'GET') return 1
  return method === 'HEAD' ? GET_OR_HEAD : (bits[method] ?? OTHER)
}

/** The methods that routes take which name some, sorted. GET implies HEAD. */
export function methodsTaken(named: Iterable<string>): readonly string[] {
  const all = new Set(named)
  if (all.has('GET')) all.add('HEAD')
  return [...all].sort()
}
