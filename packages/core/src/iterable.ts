import { misfit } from './errors.ts'

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
 * The values of groups, one after the other. Whoever reads many of them reads the groups (`groupsOf`, `inGroups`), which
 * costs a promise for each group and not for each value.
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

/** Values in the groups in which they arrive, or each alone. */
export const inGroups = <T>(values: AsyncIterable<T>): AsyncIterable<readonly T[]> => groupsOf(values) ?? each(values)

async function* each<T>(values: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  for await (const value of values) yield [value]
}
