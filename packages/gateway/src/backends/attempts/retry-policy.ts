/** What decides whether an attempt may be followed by another. */
export interface Attempted {
  readonly method: string
  /** How many attempts were made. */
  readonly made: number
  /** The most attempts: the setting `retries`. */
  readonly most: number
  /** Whether bytes of the request may have left. */
  readonly wasSent: boolean
  /** Whether the body can be sent again. */
  readonly isReplayable: boolean
  /** Whether the client says that a repetition has no further effect (`Idempotency-Key`). */
  readonly hasIdempotencyKey: boolean
}

/** Methods whose repetition has no further effect (RFC 9110, section 9.2.2). */
const idempotent: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'QUERY'])

/** Whether a request may be sent again without doing something twice. */
export const mayRepeat = ({ method, made, most, wasSent, isReplayable, hasIdempotencyKey }: Attempted): boolean =>
  made < most && isReplayable && (!wasSent || hasIdempotencyKey || idempotent.has(method))
