import type { Clock, Context } from '@signalbox/core/evaluate'
import { canonicalJson } from '@signalbox/core/evaluate'
import { boundedMap } from './bounded-map.ts'
import type { Checked } from './remote.ts'

interface Answer {
  /** What the server said last; `undefined` when it has not said anything. */
  readonly said: Checked | undefined
  readonly at: number
  /** Whether that was all it said: it has been asked since, in vain. */
  readonly isOver: boolean
}

interface ScriptPorts {
  /** Asks the server; absent where there is none. */
  readonly ask: ((id: string, context: Context) => Promise<Checked>) | undefined
  readonly clock: Clock
  readonly report: (error: unknown) => void
  /** Milliseconds that an answer counts. */
  readonly lasts: number
}

/** What the server says of a feature that a script decides, context by context. */
export interface ScriptAnswers {
  /** What it said last; when that is too long ago, or nothing, it is asked in the background. */
  now(context: Context | undefined): boolean | undefined
  /** What it says in a context; asked unless it said so a short while ago. Rejects when it cannot be asked. */
  check(context: Context): Promise<Checked>
  /** The server has said so. */
  hear(context: Context, active: boolean): void
  /** What it said last, however long ago. */
  last(context: Context | undefined): Checked | undefined
}

/** How many contexts of one feature are remembered. */
const CONTEXTS = 1000
/** How many questions about one feature may be on their way without anyone who waits. */
const IN_BACKGROUND = 50
/** Milliseconds until a question that failed is asked again in the background, and one about a script that failed at all. */
const RETRY_MS = 1000

/** Remembers the answers for one version of a feature: another version starts without any. */
export function scriptAnswers(id: string, { ask, clock, report, lasts }: ScriptPorts): ScriptAnswers {
  const answers = boundedMap<Answer>(CONTEXTS)
  const asking = new Map<string, Promise<Checked>>()
  let isFailing = false

  function isYoung({ at, isOver, said }: Answer): boolean {
    const age = clock() - at
    const isBrief = isOver || said?.explanation?.reason === 'ERROR' // the engine may just have been busy
    return age >= 0 && age < (isBrief ? Math.min(lasts, RETRY_MS) : lasts) // a clock that was put back says nothing about the age
  }

  /** A failure that goes on is told once. */
  function reportOnce(cause: unknown): void {
    if (!isFailing) report(new Error(`The script of ${id} could not be asked; its last answers count`, { cause }))
    isFailing = true
  }

  function refresh(text: string, context: Context): Promise<Checked> {
    const before = asking.get(text)
    if (before) return before
    if (!ask) return Promise.reject(new Error(`A script decides ${id}, and there is no server to run it`))
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
      if (!context) return false // scripts run with a context only
      const text = textOf(context)
      const answer = answers.get(text)
      const isDue = ask && !(answer && isYoung(answer)) && asking.size < IN_BACKGROUND
      if (isDue) refresh(text, context).catch(reportOnce)
      return answer?.said?.active
    },
    async check(context) {
      const text = textOf(context)
      const answer = answers.get(text)
      return answer?.said && !answer.isOver && isYoung(answer) ? answer.said : refresh(text, context)
    },
    hear: (context, active) => answers.set(textOf(context), { said: { active }, at: clock(), isOver: false }),
    last(context) {
      try {
        return context && answers.get(textOf(context))?.said
      } catch {
        return undefined // a context that cannot be sent was never asked about
      }
    },
  }
}

/** The same text for what is the same once it is sent. */
const textOf = (context: Context): string => canonicalJson(JSON.parse(JSON.stringify(context)))
