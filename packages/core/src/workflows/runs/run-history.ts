import type { RunDetails, WorkflowRun } from './run-schema.ts'

/** The runs of each workflow that are kept. */
const MOST_OF_ONE = 50
/** The runs of all workflows that are kept. */
const MOST_OF_ALL = 10_000
/** The most characters of JSON that the details of all runs of a workflow have. */
const LARGEST_OF_ONE = 1024 * 1024
/** The most characters of JSON that the details of all runs have. */
const LARGEST_OF_ALL = 16 * 1024 * 1024

/** A run without its details. */
type Head = Omit<WorkflowRun, 'details'>

interface Kept {
  readonly workflow: string
  readonly head: Head
  /** As JSON, which shares nothing with the response of the run. Empty once they are dropped. */
  details: string
}

/** The last runs of workflows, in memory. */
export interface RunHistory {
  add(workflow: string, run: Head, details: RunDetails): void
  /** The last runs of a workflow, the newest first. */
  of(workflow: string): WorkflowRun[]
  /** Drops the runs of a workflow. */
  forget(workflow: string): void
}

/**
 * Creates an empty history. It keeps 50 runs of a workflow, and drops the details of the oldest runs first when they get
 * too large, of one workflow or of all.
 */
export function createRunHistory(): RunHistory {
  const byWorkflow = new Map<string, Kept[]>()
  /** All runs, and those with details; the oldest first. */
  const all = new Set<Kept>()
  const detailed = new Set<Kept>()
  let size = 0

  function dropDetails(run: Kept): void {
    detailed.delete(run)
    size -= run.details.length
    run.details = ''
  }

  /** Drops the oldest run of a workflow. */
  function drop(workflow: string): void {
    const runs = byWorkflow.get(workflow) ?? []
    const oldest = runs.shift()
    if (runs.length === 0) byWorkflow.delete(workflow)
    if (!oldest) return
    all.delete(oldest)
    dropDetails(oldest)
  }

  /** Drops the details of the oldest of these runs while all of them are larger than `most`. */
  function shrink(runs: Iterable<Kept>, { total, most }: { total: number; most: number }): void {
    let left = total
    for (const run of runs) {
      if (left <= most) return
      left -= run.details.length
      dropDetails(run)
    }
  }

  return {
    add(workflow, head, details) {
      const run: Kept = { workflow, head, details: JSON.stringify(details) }
      const runs = byWorkflow.get(workflow) ?? []
      byWorkflow.set(workflow, runs)
      runs.push(run)
      all.add(run)
      detailed.add(run)
      size += run.details.length
      if (runs.length > MOST_OF_ONE) drop(workflow)
      const [oldest] = all
      if (all.size > MOST_OF_ALL && oldest) drop(oldest.workflow)
      shrink(runs, { total: runs.reduce((sum, one) => sum + one.details.length, 0), most: LARGEST_OF_ONE })
      shrink(detailed, { total: size, most: LARGEST_OF_ALL })
    },
    of: (workflow) =>
      (byWorkflow.get(workflow) ?? [])
        .map(({ head, details }) => ({
          ...head,
          ...(details !== '' && { details: JSON.parse(details) as RunDetails }),
        }))
        .reverse(),
    forget(workflow) {
      while (byWorkflow.has(workflow)) drop(workflow)
    },
  }
}
