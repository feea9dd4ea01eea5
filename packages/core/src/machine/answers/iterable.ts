import { misfit } from '../errors/errors.ts'

/** The values of a stream. Throws INVALID for a body that is not iterable. */
export function iterable(body: unknown): Iterable<unknown> | AsyncIterable<unknown> {
  if (typeof body === 'object' && body !== null && (Symbol.asyncIterator in body || Symbol.iterator in body))
    return body as Iterable<unknown>
  throw misfit('', body, 'iterable', 'The body must be an iterable of records, such as an array')
}

/** The iterator of a synchronous or asynchronous iterable. */
export const iteratorOf = (values: Iterable<unknown> | AsyncIterable<unknown>) =>
  (Symbol.asyncIterator in values
    ? values[Symbol.asyncIterator]()
    : values[Symbol.iterator]()) as AsyncIterator<unknown>

const groups = new WeakMap<object, AsyncGenerator<readonly unknown[]>>()

/**
 * Iterates over the values of groups, one after the other. Readers of many values read the groups (`inGroups`), which
 * costs a promise for each group and not for each value. For stores: what `read` returns may be such an iterable.
 *
 * @example
 * async function* rows() {
 *   yield [1, 2]
 *   yield [3]
 * }
 * for await (const row of ungrouped(rows())) console.log(row) // 1, 2, 3
 * for await (const group of inGroups(ungrouped(rows()))) console.log(group) // [1, 2], [3]
 */
export function ungrouped<T>(source: AsyncGenerator<readonly T[]>): AsyncGenerator<T> {
  const values = valuesOf(source)
  groups.set(values, source)
  return values
}

async function* valuesOf<T>(source: AsyncGenerator<readonly T[]>): AsyncGenerator<T> {
  for await (const group of source) yield* group
}

/** The groups of values that arrive in groups; `undefined` for any other iterable. */
export const groupsOf = <T>(values: Iterable<T> | AsyncIterable<T>) =>
  groups.get(values) as AsyncGenerator<readonly T[]> | undefined

/**
 * Iterates over values in the groups in which they arrive (`ungrouped`); over any other iterable one value at a time.
 */
export const inGroups = <T>(values: AsyncIterable<T>): AsyncIterable<readonly T[]> => groupsOf(values) ?? each(values)

async function* each<T>(values: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  for await (const value of values) yield [value]
}
