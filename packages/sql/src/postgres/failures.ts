import { SignalboxError } from '@signalbox/core/errors'

/** What a statement was to do. A write that nobody answered may be stored, or may not. */
export type Purpose = 'read' | 'write'

/**
 * What failures mean to whoever runs the store, by the beginning of their code: SQLSTATE
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html), Node's for a connection that never was, or ours for a wait
 * that was given up.
 */
const sentences: readonly (readonly [codes: RegExp, sentence: string])[] = [
  [/^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|ENOENT|ETIMEDOUT)/, 'The database cannot be reached'],
  [/^CONNECT_TIMEOUT/, 'The database cannot be reached: it takes connections and does not answer'],
  [/^POOL_TIMEOUT/, 'The database does not answer: all connections of the pool wait for it'],
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

/** What is said of a statement whose fate is unknown. */
const outcomes: Readonly<Record<Purpose, string>> = {
  read: 'try again',
  write: 'a write that was on its way is stored or is not, so read before writing again',
}

/** Our codes for what pg tells by its sentence alone. */
const codesOfPg: readonly (readonly [message: RegExp, code: string])[] = [
  [/^Query read timeout/, 'QUERY_TIMEOUT'],
  [/^timeout exceeded when trying to connect/, 'POOL_TIMEOUT'],
  [/^timeout expired|due to connection timeout/, 'CONNECT_TIMEOUT'],
]

/** An answer that did not come in time; to be told by `toFailure`. */
export const noAnswer = (code: 'QUERY_TIMEOUT' | 'CONNECT_TIMEOUT' = 'QUERY_TIMEOUT') =>
  Object.assign(new Error('The database did not answer in time'), { code })

/**
 * The error as Signalbox tells it: UNAVAILABLE, what is wrong and what to do. Those that are not the database's stay
 * as they are.
 */
export function toFailure(error: unknown, purpose: Purpose = 'read'): unknown {
  if (error instanceof SignalboxError || error instanceof TypeError || error instanceof RangeError) return error
  const code = codeOf(error)
  const text = sentenceOf(error, code, outcomes[purpose])
  return new SignalboxError('UNAVAILABLE', /^[A-Z]+_TIMEOUT$|^$/.test(code) ? text : `${text} (${code})`, {
    cause: withoutClient(error),
  })
}

function sentenceOf(error: unknown, code: string, outcome: string): string {
  if (code === 'QUERY_TIMEOUT') return `The database did not answer in time; ${outcome}`
  // The system's errors of a connection that stood are those of one that never did.
  const { syscall } = error as { syscall?: unknown }
  const known = syscall === 'read' || syscall === 'write' ? undefined : sentences.find(([codes]) => codes.test(code))
  if (known) return known[1]
  const isSqlState = /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P|EPIPE)/.test(code)
  return isSqlState ? 'The database refused; look at its log' : `The connection to the database was lost; ${outcome}`
}

function codeOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown }
  const known = codesOfPg.find(([sentence]) => sentence.test(String(message)))
  return known?.[1] ?? String(code ?? '')
}

/** The pool of pg hangs the whole client on errors of idle connections, with the secret that cancels its queries. */
function withoutClient(error: unknown): unknown {
  if (!(error instanceof Error) || !('client' in error)) return error
  const { message, stack, code } = error as Error & { code?: unknown }
  const bare = new Error(message)
  if (stack !== undefined) bare.stack = stack
  return code === undefined ? bare : Object.assign(bare, { code })
}
