/** Every way a call can fail, and the status that HTTP answers with (RFC 9110). */
export const statuses = {
  INVALID: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const

/** The code of a failure; it decides the HTTP status. */
export type ErrorCode = keyof typeof statuses

/** One thing that is wrong: a stable code such as `error.required`, and texts that fill it in. */
export interface Problem {
  readonly message: string
  readonly args: readonly string[]
}

/** What is wrong with a whole value, and with each of its members by JSON pointer (a query parameter by its name). */
export interface Problems {
  readonly errors: readonly Problem[]
  readonly fieldErrors: Readonly<Record<string, readonly Problem[]>>
}

/** The one error that calls fail with, in process and from HTTP alike. Its message names the thing and the way out. */
export class SignalboxError extends Error implements Problems {
  override readonly name = 'SignalboxError'
  // Declared only: the constructor sets them, and pages need not load them twice.
  declare readonly code: ErrorCode
  declare readonly errors: readonly Problem[]
  declare readonly fieldErrors: Readonly<Record<string, readonly Problem[]>>
  /** With TOO_MANY_REQUESTS: when to come back, in seconds. */
  declare readonly retryAfter: number | undefined
  /** What a program may want to know beside the sentence, such as `from` and `to` of a move that is not allowed. */
  declare readonly members: Readonly<Record<string, unknown>>

  constructor(
    code: ErrorCode,
    message: string,
    {
      errors = [],
      fieldErrors = {},
      cause,
      retryAfter,
      members = {},
    }: Partial<Problems> & {
      cause?: unknown
      retryAfter?: number
      members?: Readonly<Record<string, unknown>>
    } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.errors = errors
    this.fieldErrors = fieldErrors
    this.retryAfter = retryAfter
    this.members = members
  }
}

/** One problem, its arguments as text. */
export const problem = (message: string, ...args: readonly unknown[]): Problem => ({
  message,
  args: args.map(String),
})

/** A failure with one problem of the whole value. */
export const failure = (code: ErrorCode, message: string, ...errors: readonly Problem[]) =>
  new SignalboxError(code, message, { errors })

/** A member of a call that is not there, or is nothing of this type. */
export function misfit(name: string, value: unknown, type: string, message?: string): SignalboxError {
  const isMissing = value === undefined
  const why = isMissing ? missingInWords : typeInWords(type)
  return new SignalboxError('INVALID', message ?? `The call is invalid: ${name} ${why}`, {
    fieldErrors: { [name]: [problem(isMissing ? 'error.required' : 'error.type', type)] },
  })
}

/** What `error.required` means. */
export const missingInWords = 'is missing'

/** What `error.type` means. */
export const typeInWords = (...types: readonly string[]): string =>
  `must be ${types.map((type) => `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`).join(' or ')}`

/** No record of this kind has this id. */
export const notFound = (kind: string, id: string) =>
  failure('NOT_FOUND', `${kind} ${id} does not exist`, problem('error.data.missing', id))

/** A record of this kind has this id already. */
export const conflict = (kind: string, id: string) =>
  failure('CONFLICT', `${kind} ${id} already exists`, problem('error.data.exists', id))
