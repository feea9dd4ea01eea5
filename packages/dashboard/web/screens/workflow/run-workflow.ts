import { signal } from '@preact/signals'
import { api } from '../../calls/api.ts'
import { memberOf } from '../../values/is-same.ts'
import type { JournalEntry } from './journal-rows.ts'

/** What is run. */
export interface RunRequest {
  readonly id: string
  /** What is edited, to run it without saving; absent: the workflow as it is saved. */
  readonly config?: Record<string, unknown>
  readonly input: unknown
  readonly budgets: Readonly<Record<string, number>>
}

/** A run of a workflow. */
export interface ShownRun {
  /** When it began, in epoch milliseconds. */
  readonly at: number
  /** Who began it; absent for a program, and for the runs of this tab. */
  readonly by?: string
  /** Whether it ran what was edited. */
  readonly isTest: boolean
  /** Whether its result and its journal are known. */
  readonly hasDetails: boolean
  readonly state: 'running' | 'done' | 'failed' | 'canceled'
  readonly ms?: number
  readonly result?: unknown
  /** Why it failed. */
  readonly error?: unknown
  readonly journal: readonly JournalEntry[]
  /** How many entries of the journal were dropped. */
  readonly omitted: number
  readonly logs: readonly string[]
}

/** A run that was begun in this tab. */
export interface RunHere extends ShownRun {
  readonly number: number
}

/** The most runs of a workflow that the tab keeps. */
const MOST = 20

/** The runs of this tab by workflow, the newest first. They are gone when the tab is closed. */
export const runsHere = signal<ReadonlyMap<string, readonly RunHere[]>>(new Map())

let last = 0

/** Runs a workflow and keeps what came of it. Returns a function that cancels the run. */
export function runWorkflow({ id, config, input, budgets }: RunRequest): () => void {
  const stop = new AbortController()
  const number = ++last
  const start = performance.now()
  const begun = {
    number,
    at: Date.now(),
    isTest: config !== undefined,
    hasDetails: true,
    journal: [],
    omitted: 0,
    logs: [],
  }
  keep(id, { ...begun, state: 'running' })
  const end = (outcome: Partial<RunHere> & Pick<RunHere, 'state'>) =>
    keep(id, { ...begun, ...outcome, ms: performance.now() - start })
  const asked = { ...(input !== undefined && { input }), budgets }
  const { signal } = stop
  const running = config
    ? api.workflows.test({ body: { config, ...asked } }, { signal })
    : api.workflows.run({ id, body: asked }, { signal })
  running.then(
    ({ result, journal, omitted, logs }) => end({ state: 'done', result, journal, omitted, logs }),
    (error: unknown) => end(stop.signal.aborted ? { state: 'canceled' } : { state: 'failed', error, ...told(error) }),
  )
  return () => stop.abort()
}

/** What the failure of a run tells of it. */
function told(error: unknown): Partial<RunHere> {
  const members = memberOf(error as object, 'members')
  if (typeof members !== 'object' || members === null) return {}
  const [journal, logs, omitted] = ['journal', 'logs', 'omitted'].map((name) => memberOf(members, name))
  return {
    ...(Array.isArray(journal) && { journal: journal as JournalEntry[] }),
    ...(Array.isArray(logs) && { logs: logs as string[] }),
    ...(typeof omitted === 'number' && { omitted }),
  }
}

function keep(id: string, run: RunHere): void {
  const others = (runsHere.peek().get(id) ?? []).filter(({ number }) => number !== run.number)
  const runs = [run, ...others].sort((one, other) => other.number - one.number).slice(0, MOST)
  runsHere.value = new Map([...runsHere.peek(), [id, runs]])
}
