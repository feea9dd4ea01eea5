import type { Loading } from '@signalbox/core'
import { chooseType, encodeError, SignalboxError } from '@signalbox/core/wire'

/** What a server does while it starts, in this order, in words that follow "Signalbox is starting: ". */
const phases = {
  store: () => 'its store is being opened, and migrated if necessary',
  away: () => 'its store is not available yet, and is tried again',
  records: ({ loaded = 0, total }: Progress) =>
    total === undefined ? `${loaded} records are loaded` : `${loaded} of ${total} records are loaded`,
  accounts: () => 'all records are loaded, and its first accounts are being checked',
  gateway: () => 'all records are loaded, and its gateway is compiling its routes',
} as const

type Phase = keyof typeof phases

/** How far a start has come. */
export interface Progress extends Partial<Pick<Loading, 'loaded' | 'total'>> {
  readonly phase: Phase
}

/** The start of a server. */
export interface Starting {
  /** Begins a phase. Loading records has a function that says how many there are. */
  enter(phase: Exclude<Phase, 'records' | 'away'>): void
  enter(phase: 'records', loading: () => Loading): void
  /** The store could not be opened, and is tried again. */
  away(reason: string): void
  /** Why the store could not be opened. It may name hosts, so it is for operators alone. */
  readonly reason: string | undefined
  /** How far the start has come, as a clause. */
  words(): string
  /** UNAVAILABLE, with the progress in its message and its members. */
  failure(): SignalboxError
  /**
   * Responds to calls while the server starts: `/api/_live` reports that the process is alive, and other calls get a
   * 503 with `Retry-After`. So a slow start is not mistaken for a hanging process. Browsers that load a page show the
   * progress,  and retry automatically.
   */
  answer(request: Request): Response
}

/** Follows the start of a server, which begins with its store. */
export function createStarting(): Starting {
  let phase: Phase = 'store'
  let loading: (() => Loading) | undefined
  let reason: string | undefined

  function progress(): Progress {
    const { loaded, total } = loading?.() ?? {}
    return { phase, ...(loaded !== undefined && { loaded }), ...(total !== undefined && { total }) }
  }
  const words = () => `Signalbox is starting: ${phases[phase](progress())}`
  const failure = () =>
    new SignalboxError('UNAVAILABLE', `${words()}; try again in a second`, {
      retryAfter: 1,
      members: { ...progress() },
    })
  return {
    enter(next: Phase, counted?: () => Loading) {
      phase = next
      reason = undefined
      loading = counted ?? loading
    },
    away(why) {
      phase = 'away'
      reason = why
    },
    get reason() {
      return reason
    },
    words,
    failure,
    answer(request) {
      if (new URL(request.url).pathname === '/api/_live') return Response.json({ status: 'up' })
      return isPageLoad(request) ? patientPage(words()) : encodeError(failure())
    },
  }
}

/** Whether a browser loads a page to show it. */
const isPageLoad = ({ headers }: Request): boolean =>
  chooseType(headers.get('Accept'), ['application/json', 'text/html']) === 'text/html'

const patientPage = (words: string) =>
  new Response(`${words}.\nThis page loads automatically when it is ready.\n`, {
    status: 503,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'Retry-After': '1',
      Refresh: '1',
    },
  })

/** A start that takes longer than this is announced. */
const LONG_START_MS = 3000
/** How often its progress is announced from then on, if it has changed. */
const EVERY_MS = 5000

/** Announces a long start and its progress, until the returned function is called. */
export function announceStart(
  starting: Pick<Starting, 'words'>,
  { url, announce }: { readonly url: string; readonly announce: (line: string) => void },
): () => void {
  let last: string | undefined
  let timer = setTimeout(() => {
    announce(`Signalbox listens on ${url}; /api/_ready returns 200 when it is ready`)
    tell()
  }, LONG_START_MS)
  function tell(): void {
    const words = starting.words()
    if (words !== last) announce(words)
    last = words
    timer = setTimeout(tell, EVERY_MS)
  }
  return () => clearTimeout(timer)
}
