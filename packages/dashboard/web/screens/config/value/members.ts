/** A value that a table of members can show. */
export type Scalar = string | number | boolean | null

/** The most members that a table shows. */
const MOST = 100

/** The members of an object whose values are scalars; `undefined` for other values, which are shown as JSON. */
export function scalarMembers(value: unknown): readonly (readonly [name: string, value: Scalar])[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const members = Object.entries(value)
  return members.length <= MOST && members.every(([, one]) => isScalar(one)) ? members : undefined
}

const isScalar = (value: unknown): value is Scalar => value === null || typeof value !== 'object'

/** The object with a member replaced by position, or removed. Its order stays. */
export function withEntry(
  members: readonly (readonly [string, Scalar])[],
  at: number,
  entry: readonly [string, Scalar] | undefined,
): object {
  return Object.fromEntries(members.flatMap((one, index) => (index !== at ? [one] : entry ? [entry] : [])))
}

/** A name that no member has: `name`, `name2` … */
export function freeName(members: readonly (readonly [string, Scalar])[]): string {
  const taken = new Set(members.map(([name]) => name))
  for (let number = 1; ; number++) {
    const name = number === 1 ? 'name' : `name${number}`
    if (!taken.has(name)) return name
  }
}
