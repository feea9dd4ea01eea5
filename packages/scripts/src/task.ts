import type { ScriptOutcome } from '@signalbox/core'
import type { Job, ToWorker } from './messages.ts'

/** A run that somebody waits for. */
export interface Task {
  readonly id: number
  readonly script: string
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

/**
 * The first of the waiting tasks, as many as fit in one message and no more than `share`. A suspect goes alone: what others have
 * come to would wait for it in the worker.
 */
export function takeBatch(waiting: Iterable<Task>, share: number): Task[] {
  const taken: Task[] = []
  let characters = 0
  for (const task of waiting) {
    characters += task.script.length + (task.context?.length ?? 0)
    const isFull = taken.length >= Math.min(share, most.jobs) || characters > most.characters
    const isApart = task.isSuspect || taken[0]?.isSuspect
    if ((isFull || isApart) && taken.length > 0) break
    taken.push(task)
  }
  return taken
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
