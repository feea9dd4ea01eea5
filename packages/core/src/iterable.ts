import { misfit } from './errors.ts'

/** The values of a stream. INVALID for what has none. */
export function iterable(body: unknown): Iterable<unknown> | AsyncIterable<unknown> {
  if (typeof body === 'object' && body !== null && (Symbol.asyncIterator in body || Symbol.iterator in body))
    return body as Iterable<unknown>
  throw misfit('', body, 'iterable', 'The body must be an iterable of records')
}
