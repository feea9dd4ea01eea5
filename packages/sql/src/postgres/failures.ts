import { SignalboxError } from '@signalbox/core/errors'

/** The purpose of a statement. If the database did not answer a write, it may or may not be stored. */
export type Purpose = 'read' | 'write'

/**
 * Messages for operators by the beginning of the error code: SQLSTATE
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html), Node's codes for failed connections, or our own
 * codes for timeouts.
 */
const sentences: readonly (readonly [codes: RegExp, sentence: string])[] = [
  [
    /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|ENOENT|ETIMEDOUT)/,
    'The database cannot be reached: check that it is running, and its host and port',
  ],
  [/^CONNECT_TIMEOUT/, 'The database accepts connections but does not respond: check its load and its log'],
  [/^POOL_TIMEOUT/, 'The database does not respond: all connections of the pool are waiting for it'],
  [/^(57P03|53300)/, 'The database does not accept connections: it is starting, or its limit is reached'],
  [/^(28|3D)/, 'The database rejected the login: check the database name, the user and the password'],
  [/^(42501|25006)/, 'The database cannot be written: check the rights of the user, and that it is not a standby'],
  [/^53100/, 'The disk of the database is full: free some space, and the store continues automatically'],
  [/^(53|54)/, 'The database has reached one of its limits: see its log'],
  [/^(XX|58)/, 'The database failed or is damaged: see its log'],
  [/^(3F|42)/, 'The tables of Signalbox are not as expected: do not change them by hand'],
  [/^(40|55|57014)/, 'The database cancelled the statement because of concurrent work: try again'],
  [/^SB001/, 'The encoding of the database is not UTF8: create a database with the encoding UTF8'],
  [/^SB002/, 'Commits require the isolation level read committed: set it for the connections of the store'],
]

/** What to do after a statement whose outcome is unknown. */
const outcomes: Readonly<Record<Purpose, string>> = {
  read: 'try again',
  write: 'a write in progress may or may not be stored, so read before you write again',
}

/** Our codes for errors that pg identifies only by their message. */
const codesOfPg: readonly (readonly [message: RegExp, code: string])[] = [
  [/^Query read timeout/, 'QUERY_TIMEOUT'],
  [/^timeout exceeded when trying to connect/, 'POOL_TIMEOUT'],
  [/^timeout expired|due to connection timeout/, 'CONNECT_TIMEOUT'],
]

/** The error for a timeout, to be converted by `toFailure`. */
export const noAnswer = (code: 'QUERY_TIMEOUT' | 'CONNECT_TIMEOUT' = 'QUERY_TIMEOUT') =>
  Object.assign(new Error('The database did not respond in time'), { code })

/** Converts a database error to UNAVAILABLE with what is wrong and what to do. Other errors are returned unchanged. */
export function toFailure(error: unknown, purpose: Purpose = 'read'): unknown {
  if (error instanceof SignalboxError || error instanceof TypeError || error instanceof RangeError) return error
  const code = codeOf(error)
  const text = sentenceOf(error, code, outcomes[purpose])
  return new SignalboxError('UNAVAILABLE', /^[A-Z]+_TIMEOUT$|^$/.test(code) ? text : `${text} (${code})`, {
    cause: withoutClient(error),
  })
}

function sentenceOf(error: unknown, code: string, outcome: string): string {
  if (code === 'QUERY_TIMEOUT') return `The database did not respond in time; ${outcome}`
  // A connection that breaks while in use fails with the same system codes as one that could not be opened.
  const { syscall } = error as { syscall?: unknown }
  const known = syscall === 'read' || syscall === 'write' ? undefined : sentences.find(([codes]) => codes.test(code))
  if (known) return known[1]
  const isSqlState = /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P|EPIPE)/.test(code)
  return isSqlState
    ? 'The database rejected the statement: see its log'
    : `The connection to the database was lost; ${outcome}`
}

function codeOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown }
  const known = codesOfPg.find(([sentence]) => sentence.test(String(message)))
  return known?.[1] ?? String(code ?? '')
}

/**
 * Removes the client that the pool of pg attaches to errors of idle connections; it holds the secret that cancels
 * queries.
 */
function withoutClient(error: unknown): unknown {
  if (!(error instanceof Error) || !('client' in error)) return error
  const { message, stack, code } = error as Error & { code?: unknown }
  const bare = new Error(message)
  if (stack !== undefined) bare.stack = stack
  return code === undefined ? bare : Object.assign(bare, { code })
}
