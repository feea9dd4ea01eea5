import type { Turn } from '../../machine/time/event-loop-turns.ts'
import type { Random, Wait } from '../../ports.ts'
import type { WorkflowFunction } from '../functions/function.ts'
import type { ExpressionScope } from '../language/expression.ts'
import { isOverBudget } from './budget.ts'
import { isControl } from './control.ts'
import type { Journal } from './journal.ts'
import type { RunMemory } from './memory.ts'

/** State shared by all nodes of a run. */
export interface RunState {
  readonly functions: ReadonlyMap<string, WorkflowFunction<never>>
  /** What functions have access to. */
  readonly host: never
  readonly wait: Wait
  readonly random: Random
  readonly journal: Journal
  readonly log: (line: string) => void
  /** Waits until the run, if it works long, may use the thread again. */
  readonly turn: Turn
  /** Starts background work. The run waits for it in the end, and fails if it fails. */
  readonly leave: (work: (signal: AbortSignal) => Promise<void>) => void
  /** Runs another workflow inside this run. */
  readonly call: (frame: Frame, config: unknown, input: unknown, id?: string) => Promise<unknown>
}

/** The context in which a node runs. */
export interface Frame extends ExpressionScope {
  readonly run: RunState
  readonly memory: RunMemory
  /** Aborted, with the failure as its reason, when the result of this part is no longer needed. */
  readonly signal: AbortSignal
  /** Nesting depth in nodes. */
  readonly depth: number
  /** Prefix of node names in a called workflow. */
  readonly prefix: string
  /** Ids of the workflows whose runs contain this one. */
  readonly calls: readonly string[]
}

/** Returns a copy of a frame with another memory. */
export const withMemory = (frame: Frame, memory: RunMemory): Frame => ({ ...frame, memory, read: memory.get })

/** Waits for a promise. Rejects with the reason of the signal if that aborts first. */
export function whileWanted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    const done = () => signal.removeEventListener('abort', giveUp)
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp)
    promise.then(resolve, reject).finally(done)
  })
}

/** Waits for `ms` milliseconds. Throws if that would exceed the time budget of the run. */
export async function pause(frame: Frame, ms: number): Promise<void> {
  frame.meter.checkWait(ms)
  await whileWanted(frame.run.wait(ms, frame.signal), frame.signal)
}

/** Lets other work run if it is time to. Throws if the frame has been aborted. */
export async function breathe({ run, meter, signal }: Frame): Promise<void> {
  if (meter.isTired()) await meter.rest(run.turn)
  signal.throwIfAborted()
}

/** Whether a failure may be caught inside the run. Failures that end the run may not. */
export const isCatchable = (thrown: unknown, { signal }: Frame): boolean =>
  !signal.aborted && !isOverBudget(thrown) && !isControl(thrown)
