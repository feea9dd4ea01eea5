/** Every way a call can fail, with its HTTP status (RFC 9110). */
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

/** The code of a failure. It determines the HTTP status. */
export type ErrorCode = keyof typeof statuses

/** One problem: a stable code such as `error.required`, and the arguments of its message. */
export interface Problem {
  readonly message: string
  readonly args: readonly string[]
}

/** Problems of a whole value, and of its members by JSON pointer (query parameters by name). */
export interface Problems {
  readonly errors: readonly Problem[]
  readonly fieldErrors: Readonly<Record<string, readonly Problem[]>>
}

/**
 * The error of every failed call, in process and over HTTP. Its message says what is wrong and what to do.
 *
 * @example
 * try {
 *   await box.features.get({ id: 'shop:express' })
 * } catch (error) {
 *   if (!(error instanceof SignalboxError && error.code === 'NOT_FOUND')) throw error
 * }
 */
export class SignalboxError extends Error implements Problems {
  override readonly name = 'SignalboxError'
  // Types only: the constructor sets these members, and browsers need not load field initializers as well.
  declare readonly code: ErrorCode
  declare readonly errors: readonly Problem[]
  declare readonly fieldErrors: Readonly<Record<string, readonly Problem[]>>
  /** When to retry, in seconds. Set with TOO_MANY_REQUESTS. */
  declare readonly retryAfter: number | undefined
  /** Details for programs, such as `from` and `to` of a state change that is not allowed. */
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

/** A problem with its arguments as strings. */
export const problem = (message: string, ...args: readonly unknown[]): Problem => ({
  message,
  args: args.map(String),
})

/** A failure with problems of the whole value. */
export const failure = (code: ErrorCode, message: string, ...errors: readonly Problem[]) =>
  new SignalboxError(code, message, { errors })

/** A member that is missing or has the wrong type. */
export function misfit(name: string, value: unknown, type: string, message?: string): SignalboxError {
  const isMissing = value === undefined
  const why = isMissing ? missingInWords : typeInWords(type)
  return new SignalboxError('INVALID', message ?? `The call is invalid: ${name} ${why}`, {
    fieldErrors: { [name]: [problem(isMissing ? 'error.required' : 'error.type', type)] },
  })
}

/** The text of `error.required`. */
export const missingInWords = 'is missing'

/** The text of `error.type`. */
export const typeInWords = (...types: readonly string[]): string =>
  `must be ${types.map((type) => (type === 'null' ? type : `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`)).join(' or ')}`

/** NOT_FOUND: no record of this kind has this id. */
export const notFound = (kind: string, id: string) =>
  failure('NOT_FOUND', `${kind} ${id} does not exist`, problem('error.data.missing', id))

/** CONFLICT: a record of this kind has this id already. */
export const conflict = (kind: string, id: string) =>
  failure('CONFLICT', `${kind} ${id} already exists`, problem('error.data.exists', id))
