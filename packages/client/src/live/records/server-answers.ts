import { type Clock, type Context, canonicalJson } from '@signalbox/core/evaluate'
import { boundedMap } from './bounded-map.ts'

interface Answer<T> {
  /** The server's last answer; `undefined` if there is none. */
  readonly said: T | undefined
  readonly at: number
  /** Whether the latest request failed, so that `said` is from an earlier one. */
  readonly isOver: boolean
}

interface ServerPorts<T> {
  /** Asks the server; `undefined` when offline. */
  readonly ask: ((id: string, context: Context) => Promise<T>) | undefined
  readonly clock: Clock
  readonly report: (error: unknown) => void
  /** How many milliseconds an answer is valid. */
  readonly lasts: number
}

interface Answered {
  /** Why, if the server explains it. Not with `reason`, which configs have themselves. */
  readonly explanation?: { readonly reason: string }
  readonly reason?: unknown
}

/** The record that the server is asked about. */
interface Asked {
  readonly kind: 'Feature' | 'Config'
  readonly id: string
}

/** The server's answers for a record that it decides, by context. */
export interface ServerAnswers<T> {
  /** The last answer for the context. Asks again in the background if it is missing or too old. */
  now(context: Context): T | undefined
  /**
   * The answer for the context: the cached one if it is recent, else a new one. Rejects if the server cannot be asked.
   */
  check(context: Context): Promise<T>
  /** Stores an answer of the server. */
  hear(context: Context, said: T): void
  /** The last answer for the context, however old. */
  last(context: Context | undefined): T | undefined
}

/** How many contexts are remembered per record. */
const CONTEXTS = 1000
/** How many background requests per record may be pending. */
const IN_BACKGROUND = 50
/** Milliseconds before a failed request is repeated in the background, and before any request about a failed script. */
const RETRY_MS = 1000

/** Caches the answers for one version of a record. Each version starts with an empty cache. */
export function serverAnswers<T extends Answered>(
  { kind, id }: Asked,
  { ask, clock, report, lasts }: ServerPorts<T>,
): ServerAnswers<T> {
  const answers = boundedMap<Answer<T>>(CONTEXTS)
  const asking = new Map<string, Promise<T>>()
  let isFailing = false

  function isYoung({ at, isOver, said }: Answer<T>): boolean {
    const age = clock() - at
    const isBrief = isOver || said?.explanation?.reason === 'ERROR' // the engine may only have been busy
    return age >= 0 && age < (isBrief ? Math.min(lasts, RETRY_MS) : lasts) // a clock that was set back gives no age
  }

  /** Reports a repeated failure once. */
  function reportOnce(cause: unknown): void {
    if (!isFailing)
      report(new Error(`${kind} ${id} could not be evaluated by the server; its last results apply`, { cause }))
    isFailing = true
  }

  function refresh(text: string, context: Context): Promise<T> {
    const before = asking.get(text)
    if (before) return before
    if (!ask)
      return Promise.reject(
        new Error(`${kind} ${id} cannot be evaluated without a source: pass a client or a box to live`),
      )
    const asked = ask(id, context)
      .then(
        (said) => {
          isFailing = false
          answers.set(text, { said, at: clock(), isOver: false })
          return said
        },
        (error) => {
          answers.set(text, { said: answers.get(text)?.said, at: clock(), isOver: true })
          throw error
        },
      )
      .finally(() => asking.delete(text))
    asking.set(text, asked)
    return asked
  }

  return {
    now(context) {
      const text = textOf(context)
      const answer = answers.get(text)
      const isDue = ask && !(answer && isYoung(answer)) && asking.size < IN_BACKGROUND
      if (isDue) refresh(text, context).catch(reportOnce)
      return answer?.said
    },
    async check(context) {
      const text = textOf(context)
      const answer = answers.get(text)
      return answer?.said && !answer.isOver && isYoung(answer) ? answer.said : refresh(text, context)
    },
    hear: (context, said) => answers.set(textOf(context), { said, at: clock(), isOver: false }),
    last(context) {
      try {
        return context && answers.get(textOf(context))?.said
      } catch {
        return undefined // a context that cannot be serialized was never sent
      }
    },
  }
}

/** A canonical text of a context, equal for contexts that are equal once sent. */
const textOf = (context: Context): string => canonicalJson(JSON.parse(JSON.stringify(context)))
