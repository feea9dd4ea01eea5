import { SignalboxError } from '@signalbox/core'

/**
 * What failures mean to whoever runs the store, by the beginning of their code: SQLSTATE
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html), or Node's for a connection that never was.
 */
const sentences: readonly (readonly [codes: RegExp, sentence: string])[] = [
  [/^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|ENOENT)/, 'The database cannot be reached'],
  [/^(57P03|53300)/, 'The database takes no more connections, or not yet'],
  [/^(28|3D)/, 'The database does not let Signalbox in: check its name, the user and the password'],
  [/^(42501|25006)/, 'The database cannot be written: check the rights of the user, and that it is no standby'],
  [/^53100/, 'The disk under the database is full; make room, the store goes on by itself'],
  [/^(53|54)/, 'The database has come to one of its limits; look at its log'],
  [/^(XX|58)/, 'The database failed or is damaged; look at its log'],
  [/^(3F|42)/, 'The tables of Signalbox are not as expected; do not change them by hand'],
  [/^(40|55|57014)/, 'The database gave up because of other work; try again'],
  [/^SB001/, 'The encoding of the database is not UTF8; create one whose encoding it is'],
  [/^SB002/, 'Commits need the isolation level read committed; set it for the connections of the store'],
]

const LOST =
  'The connection to the database was lost; a write that was on its way is stored or is not, so read before writing again'

/**
 * The error as Signalbox tells it: UNAVAILABLE, what is wrong and what to do. Those that are not the database's stay
 * as they are.
 */
export function toFailure(error: unknown): unknown {
  if (error instanceof SignalboxError || error instanceof TypeError || error instanceof RangeError) return error
  const code = String((error as { code?: unknown }).code ?? '')
  const known = sentences.find(([codes]) => codes.test(code))
  const isSqlState = /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P)/.test(code)
  const sentence = known?.[1] ?? (isSqlState ? 'The database refused; look at its log' : LOST)
  return new SignalboxError('UNAVAILABLE', code ? `${sentence} (${code})` : sentence, { cause: error })
}
