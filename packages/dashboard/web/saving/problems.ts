/** Failures of a call, as the client throws them. */
interface Failure {
  readonly code?: unknown
  readonly message?: unknown
  readonly fieldErrors?: Readonly<Record<string, readonly unknown[]>>
}

/** Sentences by the JSON Pointer of the member they concern; `''` is for the whole record. */
export type ProblemMap = ReadonlyMap<string, readonly string[]>

/**
 * The problems of a rejected record, by member. The message of the service names the members in order, each followed by
 * what is wrong: `The feature is invalid: /parameters/percentage must be at most 100; /id is missing`.
 */
export function problemsOf(error: unknown): ProblemMap {
  const { message, fieldErrors } = error as Failure
  const text = typeof message === 'string' ? message : 'The service rejected the record.'
  const places = Object.keys(fieldErrors ?? {})
  if (places.length === 0) return new Map([['', [text]]])
  return new Map(
    places.map((place, i) => [
      place,
      [place === '' ? text : (sentenceOf(text, place, places[i + 1]) ?? (places.length === 1 ? text : 'is invalid'))],
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
export const isRejected = (error: unknown): boolean => {
  const { code, fieldErrors } = error as Failure
  return code === 'INVALID' || (fieldErrors !== undefined && Object.keys(fieldErrors).length > 0 && code === 'CONFLICT')
}
