import type { Contract, Encoding, Operation, Stream } from '@signalbox/core/wire'

/**
 * What a client must know of an operation, as one text: method and path (`~` is the path of its group, `^` the same behind `/api`), how the body (`<`) and
 * the answer (`>`) are written where they are not JSON, and what makes a POST one that may be repeated: that it is `safe`,
 * or that a `key` (`Idempotency-Key`) tells the repeat. What is about types is checked here; the paths are by a test.
 */
export type Row<O extends Operation> =
  `${O['method']} ${'~' | '/'}${string}${BodyWord<O>}${AnswerWord<O>}${RepeatWord<O>}`
/** The rows of a contract under the names of its operations, and under `~` the path of each group. */
export type Rows<C extends Contract> = {
  readonly [K in keyof C]: C[K] extends Operation
    ? Row<C[K]>
    : C[K] extends Contract
      ? Rows<C[K]> & { readonly '~': string }
      : never
}

type BodyWord<O> = O extends { raw: object }
  ? ' <raw'
  : O extends { body: infer B }
    ? B extends Stream<infer _, infer E>
      ? ` <${E}`
      : ' <json'
    : ''
type AnswerWord<O extends Operation> = O['response'] extends Stream<infer _, infer E> ? ` >${E}` : ''
type RepeatWord<O> = O extends { safe: true } ? ' safe' : O extends { idempotent: true } ? ' key' : ''

/** An operation as a client knows it. */
export interface RemoteOperation extends Pick<Operation, 'method' | 'path' | 'body' | 'raw' | 'response'> {
  readonly repeats: 'always' | 'key' | 'never'
}

/** Reads a row of a group with this path. */
export function readRow(row: string, group = ''): RemoteOperation {
  const [method, path = '', ...words] = row.split(' ')
  const find = (mark: string) => words.find((word) => word.startsWith(mark))?.slice(1)
  const body = find('<')
  const answer = find('>')
  return {
    method: method as Operation['method'],
    path: path.replace('~', group).replace('^', group.slice(4)),
    ...(body && { body: shapeOf(body) }),
    ...(body === 'raw' && { raw: {} }),
    response: shapeOf(answer),
    repeats: words.includes('key') ? 'key' : words.includes('safe') || isIdempotent(method) ? 'always' : 'never',
  }
}

/** Of a value nothing but that it is one; of a stream how it is written. */
const shapeOf = (word: string | undefined): object | Stream =>
  word === 'ndjson' || word === 'sse' ? { encoding: word satisfies Encoding, items: {} } : {}

/** RFC 9110, 9.2.2. */
const isIdempotent = (method: string | undefined): boolean => method !== 'POST' && method !== 'PATCH'
