import type { Random, Wait } from '../ports.ts'
import type { Turn } from '../turns.ts'
import { isOverBudget } from './budget.ts'
import { isControl } from './control.ts'
import type { ExpressionScope } from './expression.ts'
import type { WorkflowFunction } from './functions/function.ts'
import type { Journal } from './journal.ts'
import type { RunMemory } from './memory.ts'

/** What all nodes of a run share. */
export interface RunState {
  readonly functions: ReadonlyMap<string, WorkflowFunction<never>>
  /** What functions reach. */
  readonly host: never
  readonly wait: Wait
  readonly random: Random
  readonly journal: Journal
  readonly log: (line: string) => void
  /** When a run that works long has the thread again. */
  readonly turn: Turn
  /** Leaves something to itself until the end of the run; its failure is that of the run. */
  readonly leave: (work: (signal: AbortSignal) => Promise<void>) => void
  /** Runs another workflow in this run. */
  readonly call: (frame: Frame, config: unknown, input: unknown, id?: string) => Promise<unknown>
}

/** Where a node runs. */
export interface Frame extends ExpressionScope {
  readonly run: RunState
  readonly memory: RunMemory
  /** Aborted, with the failure as its reason, when nothing of this is wanted any more. */
  readonly signal: AbortSignal
  /** How many nodes it is inside of. */
  readonly depth: number
  /** What its workflow is called in front of the names of nodes. */
  readonly prefix: string
  /** The workflows whose runs it is inside of, by their ids. */
  readonly calls: readonly string[]
}

/** The same place with another memory. */
export const withMemory = (frame: Frame, memory: RunMemory): Frame => ({ ...frame, memory, read: memory.get })

/** Waits for something, but no longer than it is wanted: throws the reason of the abort. */
export function whileWanted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    const done = () => signal.removeEventListener('abort', giveUp)
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp)
    promise.then(resolve, reject).finally(done)
  })
}

/** Waits so many milliseconds. Throws when that would outlast the time of the run. */
export async function pause(frame: Frame, ms: number): Promise<void> {
  frame.meter.checkWait(ms)
  await whileWanted(frame.run.wait(ms, frame.signal), frame.signal)
}

/** Lets others have the thread when it is time to; throws when nothing of this is wanted any more. */
export async function breathe({ run, meter, signal }: Frame): Promise<void> {
  if (meter.isTired()) await meter.rest(run.turn)
  signal.throwIfAborted()
}

/** Whether something inside the run may deal with a failure: not with those that end the run. */
export const isCatchable = (thrown: unknown, { signal }: Frame): boolean =>
  !signal.aborted && !isOverBudget(thrown) && !isControl(thrown)
