import { SignalboxError } from '../errors/errors.ts'
import type { Rules } from './rules.ts'

/** Rewrites the pointers of a failure to places in the body as it was sent, where the caller looks for them. */
export function asSent(error: unknown, place: NonNullable<Rules['placeAsSent']>, sent: unknown): unknown {
  if (!(error instanceof SignalboxError) || error.code !== 'INVALID') return error
  const { code, message, cause, errors, fieldErrors, members } = error
  // Names that begin with a slash are pointers into the body; others are parameters.
  const inBody = (read: string) => (read.startsWith('/') ? place(read, sent) : read)
  const places = Object.keys(fieldErrors).map((read) => [read, inBody(read)] as const)
  const others = places.filter(([read, written]) => read !== written)
  if (others.length === 0) return error
  const longestFirst = others.toSorted(([a], [b]) => b.length - a.length)
  return new SignalboxError(
    code,
    longestFirst.reduce((text, [read, written]) => text.replaceAll(read, written), message),
    {
      errors,
      fieldErrors: Object.fromEntries(places.map(([read, written]) => [written, fieldErrors[read] ?? []])),
      members,
      ...(cause !== undefined && { cause }),
    },
  )
}
