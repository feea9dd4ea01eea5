import { redactText } from '@signalbox/gateway/log'

/** What is logged of an error, and of what caused it. */
export interface ErrorMembers {
  /** The name of its class, such as `TypeError`. */
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: ErrorMembers
  /** The errors of an `AggregateError`. */
  readonly errors?: readonly ErrorMembers[]
}

/** How long a chain of causes may be, and how many errors of an `AggregateError` are kept. */
const MOST_CAUSES = 4
const MOST_MESSAGE = 2048
const MOST_STACK = 8192

/** What can be logged of an error: texts without secrets, and nothing of its other members. */
export function errorMembers(error: unknown, depth = 1): ErrorMembers {
  if (!(error instanceof Error)) return { type: typeof error, message: shown(textOf(error), MOST_MESSAGE) }
  const { name, code, stack, cause, errors } = error as Error & { code?: unknown; errors?: unknown }
  const inner = Array.isArray(errors) && depth < MOST_CAUSES ? errors.slice(0, MOST_CAUSES) : []
  const message = error.message || textOf((inner[0] as Error | undefined)?.message ?? '')
  return {
    type: String(name),
    message: shown(message, MOST_MESSAGE),
    ...((typeof code === 'string' || typeof code === 'number') && { code: shown(String(code), 100) }),
    ...(typeof stack === 'string' && { stack: shown(stack, MOST_STACK) }),
    ...(cause !== undefined && depth < MOST_CAUSES && { cause: errorMembers(cause, depth + 1) }),
    ...(inner.length > 0 && { errors: inner.map((one) => errorMembers(one, MOST_CAUSES)) }),
  }
}

/** An error that can be logged: it has only what `errorMembers` kept. */
export interface LoggedError extends Error {
  readonly code?: string
  /** The id of the request in which it happened. */
  readonly requestId?: string
  /** The number of the worker of the gateway in which it happened, counted from 1. */
  readonly worker?: number
}

/** Where an error happened. */
export type Place = Pick<LoggedError, 'requestId' | 'worker'>

/** Makes an error of what was kept of another one. */
export function toLogged({ type, message, code, stack, cause, errors }: ErrorMembers, place: Place = {}): LoggedError {
  const error = new Error(message, cause && { cause: toLogged(cause) })
  Object.defineProperties(error, {
    name: { value: type, configurable: true },
    stack: { value: stack ?? `${type}: ${message}`, configurable: true },
  })
  return Object.assign(error, {
    ...(code !== undefined && { code }),
    ...(errors && { errors: errors.map((one) => toLogged(one)) }),
    ...place,
  })
}

/** A copy of an error that can be logged. */
export const loggedError = (error: unknown, requestId?: string): LoggedError =>
  toLogged(errorMembers(error), { ...workerOf(error), ...(requestId !== undefined && { requestId }) })

/** Errors of workers are such copies already. */
const workerOf = (error: unknown): Place => {
  const worker = error instanceof Error ? (error as LoggedError).worker : undefined
  return typeof worker === 'number' ? { worker } : {}
}

/** More is redacted than is shown: patterns do not find a secret that is cut. */
const shown = (text: string, most: number): string => redactText(text.slice(0, 4 * most)).slice(0, most)

/** Whatever was thrown, as a text. */
function textOf(thrown: unknown): string {
  try {
    return String(thrown)
  } catch {
    return 'something that is no error was thrown'
  }
}
