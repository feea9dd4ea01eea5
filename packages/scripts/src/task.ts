import type { ScriptOutcome } from '@signalbox/core'
import type { Job, ToWorker } from './messages.ts'

/** A run that a caller waits for. */
export interface Task {
  readonly id: number
  readonly script: string
  /** The caller. */
  readonly asker: string
  /** The owner responsible for the script; `undefined` if the script stands for itself. */
  readonly owner: string | undefined
  /** The group among the caller's runs: one per owner, or per script without an owner. */
  readonly group: string
  /** The context as JSON; `undefined` if the script is only to be parsed. */
  readonly context: string | undefined
  /** The trace context that its HTTP calls pass on, if it has one. */
  readonly traceparent?: string | undefined
  /**
   * When the run ends, answered or not, in milliseconds of the pool's clock. Includes extra time to wait for the first
   * worker, which is removed once a worker is ready.
   */
  deadline: number
  readonly resolve: (outcome: ScriptOutcome) => void
  /** The run's HTTP calls so far, by number. */
  readonly calls: HttpCall[]
  /** Aborts the HTTP calls; created with the first one. */
  abort?: AbortController
  /** How often its worker died with no script to blame. */
  losses: number
  /** Whether its script kept a worker from other runs. */
  isSuspect: boolean
}

/** Whether the task executes the script; otherwise it only parses it. */
export const isRun = ({ context }: Task): boolean => context !== undefined

/** An HTTP call and its response, an `HttpAnswer` as JSON. The promise never rejects. */
export interface HttpCall {
  readonly request: string
  readonly answer: Promise<string>
}

/** Limits of one message to a worker with more than one run. */
const most = { jobs: 100, characters: 1_000_000 }

/** Upper bound of the characters that a task adds to a message. */
export const sizeOf = ({ script, context = '' }: Task): number => script.length + context.length

/** Whether a batch has room for another task. An empty batch always has. */
export function takesMore({ tasks, size, share = most.jobs }: Begun, task: Task): boolean {
  if (tasks === 0) return true
  return tasks < Math.min(share, most.jobs) && size + sizeOf(task) <= most.characters
}

interface Begun {
  readonly tasks: number
  readonly size: number
  readonly share?: number
}

/** Combines tasks into one message, which contains each script and context only once. */
export function toBatch(tasks: readonly Task[], now: number): Extract<ToWorker, { type: 'batch' }> {
  const scripts = new Map<string, number>()
  const contexts = new Map<string, number>()
  const jobs = tasks.map(
    ({ id, script, context, deadline }): Job => ({
      id,
      script: indexIn(scripts, script),
      remaining: deadline - now,
      ...(context !== undefined && { context: indexIn(contexts, context) }),
    }),
  )
  return { type: 'batch', scripts: [...scripts.keys()], contexts: [...contexts.keys()], jobs }
}

function indexIn(table: Map<string, number>, text: string): number {
  const known = table.get(text)
  if (known !== undefined) return known
  table.set(text, table.size)
  return table.size - 1
}
