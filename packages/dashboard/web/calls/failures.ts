/** A failure as the page shows it. */
export interface Shown {
  readonly title: string
  /** The sentence of the service, or ours if there is none. */
  readonly detail: string
  /** The code of the failure, such as `NOT_FOUND`; absent for failures of the page itself. */
  readonly code?: string
  /** In how many seconds one may try again. */
  readonly retryAfter?: number
  /** The problems of members that the sentence does not name. */
  readonly problems: readonly string[]
}

interface Problem {
  readonly message: string
  readonly args: readonly string[]
}

/** What failures have in common: all members of `SignalboxError`, none of them certain. */
interface Failed {
  readonly code?: unknown
  readonly message?: unknown
  readonly retryAfter?: unknown
  readonly fieldErrors?: Readonly<Record<string, readonly Problem[]>>
}

const titles = new Map([
  ['INVALID', 'The server rejected this'],
  ['UNAUTHENTICATED', 'You are signed out'],
  ['FORBIDDEN', 'You can’t do this'],
  ['NOT_FOUND', 'This doesn’t exist'],
  ['CONFLICT', 'This conflicts with what is stored'],
  ['PRECONDITION_FAILED', 'Someone else saved in the meantime'],
  ['TOO_LARGE', 'This is too large'],
  ['TOO_MANY_REQUESTS', 'Too many requests'],
  ['UNAVAILABLE', 'Can’t reach the server'],
])

/** Puts a failure into words: a title by its code, and the sentence of the service. */
export function shownFailure(error: unknown): Shown {
  const { code, message, retryAfter, fieldErrors = {} } = (error ?? {}) as Failed
  const sentence = typeof message === 'string' ? message : ''
  const isKnown = typeof code === 'string'
  return {
    title: titleOf(code, retryAfter),
    detail: sentence !== '' ? sentence : 'The server sent an answer that this page can’t read.',
    ...(isKnown && { code }),
    ...(typeof retryAfter === 'number' && { retryAfter }),
    problems: Object.entries(fieldErrors).flatMap(([pointer, all]) =>
      sentence.includes(pointer)
        ? []
        : all.map(({ message: reason, args }) => `${pointer} ${[reason, ...args].join(' ')}`),
    ),
  }
}

/** A service that says when to try again can be reached, but is not ready: it starts, or stops. */
function titleOf(code: unknown, retryAfter: unknown): string {
  if (code === 'UNAVAILABLE' && typeof retryAfter === 'number') return 'The server is not ready'
  return (typeof code === 'string' && titles.get(code)) || 'Something went wrong'
}

/** The failure in one sentence, for a toast. */
export const failureSentence = (error: unknown): string => shownFailure(error).detail
