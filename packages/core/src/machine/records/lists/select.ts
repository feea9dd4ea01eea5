import { problem, SignalboxError } from '../../errors/errors.ts'
import { nearest } from '../../errors/nearest.ts'
import { isObject, own } from '../../json/json.ts'
import { isIndex } from '../../json/pointer.ts'
import { compareKeys } from '../../keys/compare-keys.ts'
import type { TSchema } from '../../schema/schema.ts'

/** Which records a list shows, and in which order. */
export interface Asked {
  /** Values by dotted path. A record matches if each path leads to the value; in lists any item may match. */
  readonly filter?: Readonly<Record<string, string>>
  /** Dotted paths with `:asc` or `:desc`, separated by commas. Records without such a value come last. */
  readonly sorted?: string
}

/** A value that lists can sort by. */
export type Scalar = string | number | boolean | null | undefined

/** A parsed selection, ready to test records. */
export interface Select {
  /** The required values by path. */
  readonly filters: readonly { readonly path: string; readonly text: string }[]
  /** The fields to sort by. */
  readonly fields: readonly SortField[]
  matches(record: unknown): boolean
  /** The order; none if sorted by id. */
  readonly order?: Order
}

/** A field to sort by, ascending or descending (`sign` -1). */
export interface SortField {
  readonly path: string
  readonly steps: readonly string[]
  readonly sign: number
}

/** An order of records by some of their values. */
export interface Order {
  of(record: unknown): readonly Scalar[]
  compare(a: readonly Scalar[], b: readonly Scalar[]): number
}

/**
 * Parses a selection for records of a schema. Throws INVALID, naming the parameter, for a path that no record has.
 * Computed members do not exist when records are searched, except those in `kept`.
 */
export function compileSelect(schema: TSchema, { filter = {}, sorted }: Asked, kept: readonly string[] = []): Select {
  const leads = (steps: readonly string[]) => leadsIn(withKept(schema, kept), steps)
  const filters = Object.entries(filter).map(([path, text]) => ({ path, steps: path.split('.'), text }))
  const fields = (sorted?.split(',') ?? []).map((one) => {
    const [path = '', direction = 'asc'] = one.split(':')
    return { path, steps: path.split('.'), sign: direction === 'desc' ? -1 : 1 }
  })
  const wrong = [
    ...filters.flatMap(({ path, steps }) =>
      leads(steps).includes('value') ? [] : [{ name: `filter.${path}`, path, what: 'is not a field to filter by' }],
    ),
    ...fields.flatMap(({ path, steps }) =>
      leads(steps)[0] === 'value'
        ? []
        : [{ name: 'sorted', path, what: `names ${path}, which is not a field to sort by` }],
    ),
  ]
  if (wrong.length > 0)
    throw new SignalboxError(
      'INVALID',
      `The call is invalid: ${wrong.map(({ name, path, what }) => `${name} ${what}${hint(schema, path)}`).join('; ')}`,
      {
        fieldErrors: Object.fromEntries(wrong.map(({ name }) => [name, [problem('error.unknown.field')]])),
      },
    )
  return {
    filters,
    fields,
    matches: (record) =>
      filters.every(({ steps, text }) => valuesAt(record, steps).some((value) => isText(value, text))),
    ...(fields.length > 0 && { order: orderBy(fields) }),
  }
}

/** The order by some fields, the first being the most significant. */
export const orderBy = (fields: readonly SortField[]): Order => ({
  of: (record) => fields.map(({ steps }) => scalarOf(valuesAt(record, steps)[0])),
  compare(a, b) {
    for (const [i, { sign }] of fields.entries()) {
      const order = compare(a[i], b[i], sign)
      if (order !== 0) return order
    }
    return 0
  },
})

/** The most similar field of the records, for an error message. */
function hint(schema: TSchema, path: string): string {
  const like = nearest(path, Object.keys((schema as Shape).properties ?? {}))
  return like === undefined || like === path ? '' : ` (did you mean ${like}?)`
}

interface Shape {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly patternProperties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: unknown
  readonly items?: Shape
  readonly oneOf?: readonly Shape[]
  readonly readOnly?: boolean
}

/** A schema in which members of these names count as ordinary ones. */
function withKept(schema: Shape, kept: readonly string[]): Shape {
  const { properties = {} } = schema
  const members = kept.map((name) => [name, { ...properties[name], readOnly: false }] as const)
  return kept.length === 0 ? schema : { ...schema, properties: { ...properties, ...Object.fromEntries(members) } }
}

/**
 * What a path leads to: a value, or a value within lists (then `list` comes first); empty if no record has the path.
 */
function leadsIn(shape: Shape, steps: readonly string[]): readonly ('value' | 'list')[] {
  if (shape.readOnly) return []
  if (shape.items) return ['list', ...leadsIn(shape.items, /^\d+$/.test(steps[0] ?? '') ? steps.slice(1) : steps)]
  const [step, ...rest] = steps
  if (step === undefined) return shape.type === 'object' || shape.oneOf ? [] : ['value']
  if (step === '') return []
  const { properties = {}, patternProperties = {}, additionalProperties, oneOf, type } = shape
  if (Object.hasOwn(properties, step)) return leadsIn(properties[step]!, rest)
  if (oneOf) return oneOf.map((one) => leadsIn(one, steps)).find((found) => found.includes('value')) ?? []
  const [member] = Object.values(patternProperties)
  if (member) return leadsIn(member, rest)
  return additionalProperties === false || (type !== undefined && type !== 'object') ? [] : ['value']
}

/** All values at a path. In lists a step is an index, or all items are followed. */
function valuesAt(value: unknown, steps: readonly string[]): unknown[] {
  const [step, ...rest] = steps
  if (Array.isArray(value))
    return step !== undefined && isIndex(step, value.length - 1)
      ? valuesAt(value[Number(step)], rest)
      : value.flatMap((item) => valuesAt(item, steps))
  if (step === undefined) return [value]
  return isObject(value) && Object.hasOwn(value, step) ? valuesAt(own(value, step), rest) : []
}

const isText = (value: unknown, text: string): boolean =>
  value !== undefined && typeof value !== 'object' ? String(value) === text : value === null && text === 'null'

const scalarOf = (value: unknown): Scalar =>
  typeof value === 'object' && value !== null ? undefined : (value as Scalar)

const ranks: Readonly<Record<string, number>> = { object: 0, boolean: 1, number: 2, string: 3 }

/** Compares values of one type by their own order, others by type. Missing values come last in either direction. */
function compare(a: Scalar, b: Scalar, sign: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  if (typeof a !== typeof b) return sign * (ranks[typeof a]! - ranks[typeof b]!)
  return sign * (typeof a === 'string' ? compareKeys(a, b as string) : Number(a) - Number(b))
}

/** A source of records: all in key order, or one by its key. */
interface Source<T> {
  /** Records in the form in which they are selected. */
  readonly records: AsyncIterable<unknown>
  readonly keyOf: (record: unknown) => string
  /** Converts a selected record to the form of the results. */
  readonly show: (record: unknown) => T
  readonly find: (key: string) => Promise<T | undefined>
}

/**
 * One page of the matching records, and their total. Without an order only the page is kept in memory; with an order,
 * keys and sort values of at most twice the records up to the end of the page. Ties are in key order.
 */
export async function selectPage<T>(
  { records, keyOf, show, find }: Source<T>,
  { matches, order }: Select,
  { first, size }: { first: number; size: number },
): Promise<{ results: T[]; count: number }> {
  const results: T[] = []
  let candidates: { key: string; by: readonly Scalar[] }[] = []
  let count = 0
  const best = () => candidates.sort((a, b) => order?.compare(a.by, b.by) ?? 0).slice(0, first + size)
  for await (const record of records) {
    if (!matches(record)) continue
    count++
    if (!order) {
      if (count > first && results.length < size) results.push(show(record))
      continue
    }
    candidates.push({ key: keyOf(record), by: order.of(record) })
    if (candidates.length >= 2 * (first + size)) candidates = best()
  }
  // Asked for at once, because some stores join such reads.
  const found = await Promise.all(
    best()
      .slice(first)
      .map(({ key }) => find(key)),
  )
  results.push(...found.filter((record) => record !== undefined))
  return { results, count }
}
