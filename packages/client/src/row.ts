import type { Contract, Encoding, Operation, Stream } from '@signalbox/core/wire'

/**
 * The text that describes an operation to the client: method and path; the encoding of the body (`<`) and of the
 * response (`>`) unless it is JSON; and whether a POST may be retried because it is `safe` or carries a `key`
 * (`Idempotency-Key`). In a path, `~` stands for the path of the group, and `^` for the same without `/api`. The
 * compiler checks everything but the paths, which a test checks.
 */
export type Row<O extends Operation> =
  `${O['method']} ${'~' | '/'}${string}${BodyWord<O>}${AnswerWord<O>}${RepeatWord<O>}`
/** The rows of a contract by operation name, with the path of each group under `~`. */
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

/** An operation as the client needs it. */
export interface RemoteOperation extends Pick<Operation, 'method' | 'path' | 'body' | 'raw' | 'response'> {
  readonly repeats: 'always' | 'key' | 'never'
}

/** Parses a row. `group` is the path of its group. */
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

/** A placeholder schema for values, or the encoding of a stream. */
const shapeOf = (word: string | undefined): object | Stream =>
  word === 'ndjson' || word === 'sse' ? { encoding: word satisfies Encoding, items: {} } : {}

/** The methods that are idempotent by RFC 9110, section 9.2.2. */
const isIdempotent = (method: string | undefined): boolean => method !== 'POST' && method !== 'PATCH'
