/** Failures of a call, as the client throws them. */
interface Failure {
  readonly code?: unknown
  readonly message?: unknown
  readonly errors?: unknown
  readonly fieldErrors?: Readonly<Record<string, readonly unknown[]>>
}

/** A problem of a whole record. */
interface Problem {
  readonly message: string
  readonly args: readonly string[]
}

/** The problems of a whole record in a failure. */
export const errorsOf = (error: unknown): readonly Problem[] => {
  const { errors } = (error ?? {}) as Failure
  return Array.isArray(errors) ? errors : []
}

/** Problems of a whole record that one member can solve, and the JSON Pointer of that member. */
const places = new Map([['error.layer.overlap', '/layer']])

const placeOf = (error: unknown): string | undefined =>
  errorsOf(error).flatMap(({ message }) => places.get(message) ?? [])[0]

/** Sentences by the JSON Pointer of the member they concern; `''` is for the whole record. */
export type ProblemMap = ReadonlyMap<string, readonly string[]>

/**
 * The problems of a rejected record, by member. The message of the service names the members in order, each followed by
 * what is wrong: `The feature is invalid: /parameters/percentage must be at most 100; /id is missing`.
 */
export function problemsOf(error: unknown): ProblemMap {
  const { message, fieldErrors } = error as Failure
  const text = typeof message === 'string' ? message : 'The server rejected the record.'
  const named = Object.keys(fieldErrors ?? {})
  if (named.length === 0) return new Map([[placeOf(error) ?? '', [text]]])
  return new Map(
    named.map((place, i) => [
      place,
      [place === '' ? text : (sentenceOf(text, place, named[i + 1]) ?? (named.length === 1 ? text : 'is invalid'))],
    ]),
  )
}

/** The part of a message that follows a place. */
function sentenceOf(text: string, place: string, next: string | undefined): string | undefined {
  const start = [`: ${place} `, `; ${place} `].map((lead) => [text.indexOf(lead), lead.length] as const)
  const [at, length] = start.find(([index]) => index >= 0) ?? [-1, 0]
  if (at < 0) return undefined
  const rest = text.slice(at + length)
  const end = next === undefined ? -1 : rest.indexOf(`; ${next} `)
  return (end < 0 ? rest : rest.slice(0, end)).replace(/; and \d+ more$/, '')
}

/** Whether the service rejected the content of the record. */
export function isRejected(error: unknown): boolean {
  const { code, fieldErrors = {} } = error as Failure
  if (code === 'INVALID') return true
  return code === 'CONFLICT' && (Object.keys(fieldErrors).length > 0 || placeOf(error) !== undefined)
}
