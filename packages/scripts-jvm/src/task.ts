import type { ScriptOutcome } from '@signalbox/core'
import type { Compiled, HttpResponse, Parties } from './messages.ts'
import { failed } from './outcomes.ts'

/** A compiled script with its context. */
export interface Job extends Parties {
  readonly key: string
  readonly compiled: Compiled
  /** The context as JSON. */
  readonly context: string
  readonly traceparent?: string | undefined
}

/** A run that a caller waits for. */
export interface Task extends Job {
  readonly id: number
  /** How often its JVM has ended. */
  attempts: number
  /** Its HTTP calls, by number: a run that is repeated gets the same responses, so no request is sent twice. */
  readonly calls: { readonly request: string; readonly response: Promise<HttpResponse> }[]
  /** Aborts its HTTP calls when it ends. */
  readonly signal: AbortSignal
  isOpen(): boolean
  /**
   * Starts its wall time, if that has not started. `late` is called when that time is over, and has to end the run: at
   * once if it is over already.
   */
  begin(late: () => void): void
  /** Ends it; later outcomes are ignored. */
  resolve(outcome: ScriptOutcome): void
}

interface TaskParts extends Job {
  readonly id: number
  readonly wallMs: number
  /** How long it may wait for a JVM, in milliseconds. */
  readonly waitMs: number
  readonly resolve: (outcome: ScriptOutcome) => void
}

/** Creates a run. Its wall time starts when a JVM is ready for it. */
export function createTask({ resolve, wallMs, waitMs, ...job }: TaskParts): Task {
  let abort: AbortController | undefined
  let hasBegun = false
  let isOver = false
  let isOpen = true
  const end = (outcome: ScriptOutcome) => {
    if (!isOpen) return
    isOpen = false
    clearTimeout(timer)
    abort?.abort(new Error('The script has ended'))
    resolve(outcome)
  }
  let timer = setTimeout(() => end(failed('BUSY', tooSlow)), waitMs)
  return {
    ...job,
    attempts: 0,
    calls: [],
    get signal() {
      abort ??= new AbortController()
      return abort.signal
    },
    isOpen: () => isOpen,
    begin(late) {
      if (isOver) late()
      if (hasBegun || !isOpen) return
      hasBegun = true
      clearTimeout(timer)
      timer = setTimeout(() => {
        isOver = true
        late()
      }, wallMs)
    },
    resolve: end,
  }
}

const tooSlow = 'The JVM has not started in time: the machine may be overloaded; try again'
