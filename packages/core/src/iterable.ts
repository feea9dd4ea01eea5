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
