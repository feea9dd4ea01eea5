import type { ScriptOutcome } from '@signalbox/core'
import type { Job, ToWorker } from './messages.ts'

/** A run that somebody waits for. */
export interface Task {
  readonly id: number
  readonly script: string
  /** Who asks. */
  readonly asker: string
  /** Who answers for the script; absent: nobody but itself. */
  readonly owner: string | undefined
  /** Where it waits among what the same one asks: with the others of its owner, else with its own kind. */
  readonly lane: string
  /** JSON; nothing where the script is only to be parsed. */
  readonly context: string | undefined
  /** When it is over, answered or not: milliseconds of the pool's clock. Sooner once there is a worker, for which it may wait longer. */
  deadline: number
  readonly resolve: (outcome: ScriptOutcome) => void
  /** Its HTTP calls so far, by number. */
  readonly calls: HttpCall[]
  /** Ends them; there is one from the first call on. */
  abort?: AbortController
  /** How often its worker died, and no script was to blame. */
  losses: number
  /** Its script is one that kept a worker from the others. */
  isSuspect: boolean
}

/** Whether it is to run, and not only to be parsed. */
export const isRun = ({ context }: Task): boolean => context !== undefined

/** An HTTP call and its answer, JSON of `HttpAnswer`. It never rejects. */
export interface HttpCall {
  readonly request: string
  readonly answer: Promise<string>
}

/** Runs and characters of one message to a worker, where there is more than one run. */
const most = { jobs: 100, characters: 1_000_000 }

/** Characters of a task in a message, at most. */
export const sizeOf = ({ script, context = '' }: Task): number => script.length + context.length

/** Whether a batch of so many tasks and characters takes another one: no more than its share, and always one. */
export function takesMore({ tasks, size, share = most.jobs }: Begun, task: Task): boolean {
  if (tasks === 0) return true
  return tasks < Math.min(share, most.jobs) && size + sizeOf(task) <= most.characters
}

interface Begun {
  readonly tasks: number
  readonly size: number
  readonly share?: number
}

/** One message for all: a script or a context that several share is in it once. */
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
