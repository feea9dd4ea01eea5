import type {
  ExperimentRecord,
  ExperimentRecordResult,
  FeatureContext,
  GatewayExperiments,
} from '../engines/engines.ts'
import { within } from '../waiting/within.ts'

/** Asks for the variants of clients, which binds them. */
export interface AskVariants {
  /**
   * The variant of a client; `undefined` if it has none, or if it is not known in time. What is known later goes to
   * `onAnswer`.
   */
  ask(experiment: string, clientId: string, context?: FeatureContext): Promise<string | undefined>
}

interface AskPorts {
  readonly engine: GatewayExperiments
  /** Receives every variant, even if it comes too late. */
  readonly onAnswer: (experiment: string, clientId: string, variant: string) => void
  /** Receives the clients that have no variant, as the service says. */
  readonly onNone: (experiment: string, clientId: string) => void
  readonly report: (error: Error) => void
  /** Milliseconds that only grow. */
  readonly elapsed: () => number
}

/** How long a request waits, in milliseconds. */
const MOST_WAIT = 100
/** How long a call may take, in milliseconds; after it, the next call may be made. */
const MOST_CALL = 10_000
/** The most clients of one call. */
const MOST_AT_ONCE = 500
/** The most clients that wait. */
const MOST_WAITING = 10_000

interface Question {
  readonly record: ExperimentRecord
  resolve(variant: string | undefined): void
  readonly answer: Promise<string | undefined>
}

/**
 * Creates what asks for variants. Those who ask for the same client in the same context share an answer, and clients that come while a call is
 * under way share the next one. While a call takes too long, nobody else waits.
 */
export function askVariants({ engine, onAnswer, onNone, report, elapsed }: AskPorts): AskVariants {
  const questions = new Map<string, Question>()
  const waiting: Question[] = []
  let callingSince: number | undefined

  async function call(batch: readonly Question[]): Promise<void> {
    callingSince = elapsed()
    let results: readonly (ExperimentRecordResult | undefined)[] = []
    try {
      const records = batch.map(({ record }) => record)
      results = (await within(engine.record({ body: { records } }), MOST_CALL, () => 'No response in time')).results
    } catch (cause) {
      report(new Error('Variants of experiments are not known: new clients get the backend of their route', { cause }))
    }
    callingSince = undefined
    batch.forEach(({ record, resolve }, i) => {
      const variant = results[i]?.variant
      questions.delete(placeOf(record))
      if (variant !== undefined) onAnswer(record.experiment, record.clientId, variant)
      else if (results[i]) onNone(record.experiment, record.clientId)
      resolve(variant)
    })
    if (waiting.length > 0) return call(waiting.splice(0, MOST_AT_ONCE))
  }

  function begin(record: ExperimentRecord): Question {
    let resolve: Question['resolve'] = () => {}
    const answer = new Promise<string | undefined>((done) => {
      resolve = done
    })
    const question = { record, resolve, answer }
    questions.set(placeOf(record), question)
    waiting.push(question)
    if (waiting.length === 1 && callingSince === undefined)
      queueMicrotask(() => {
        if (callingSince === undefined) void call(waiting.splice(0, MOST_AT_ONCE))
      })
    return question
  }

  return {
    async ask(experiment, clientId, context) {
      if (callingSince !== undefined && elapsed() - callingSince > MOST_WAIT) return undefined
      const record: ExperimentRecord = { kind: 'bound', experiment, clientId, ...(context && { context }) }
      const known = questions.get(placeOf(record))
      if (!known && waiting.length >= MOST_WAITING) return undefined
      return inTime((known ?? begin(record)).answer)
    },
  }
}

/** Ids have no line breaks. */
const placeOf = ({ experiment, clientId, context }: ExperimentRecord): string =>
  `${experiment}\n${clientId}${context ? `\n${JSON.stringify(context)}` : ''}`

function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, MOST_WAIT, undefined)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
