import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CommitRequest, Outcome } from './request.ts'

/** How requests become groups, and what is done with a group. */
export interface Grouping {
  /** Takes one group from the front of the line: at least one request. */
  readonly next: (line: readonly CommitRequest[]) => number
  /** Carries a group out: an outcome for each. When it rejects, none of them took place. */
  readonly run: (group: readonly CommitRequest[]) => Promise<readonly Outcome[]>
}

/** A line of commits before the database. */
export interface CommitLine {
  commit(request: CommitRequest): Promise<Outcome>
  /** Resolves when nobody is waiting any more. */
  drained(): Promise<void>
}

interface Waiting {
  readonly request: CommitRequest
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/**
 * Commits that come at the same time share a trip to the disk: one group is on its way, what comes meanwhile is the
 * next one. Requests keep their order.
 */
export function grouped({ next, run }: Grouping): CommitLine {
  let line: Waiting[] = []
  let working: Promise<void> | undefined

  async function work(): Promise<void> {
    while (line.length > 0) {
      // What else this turn of the event loop brings in joins the group, and a long line lets others have theirs.
      await nextTurn()
      const size = next(line.map(({ request }) => request))
      const group = line.slice(0, size)
      line = line.slice(size)
      try {
        const outcomes = await run(group.map(({ request }) => request))
        group.forEach(({ resolve }, index) => {
          resolve(outcomes[index] as Outcome)
        })
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    working = undefined
  }

  return {
    commit(request) {
      return new Promise((resolve, reject) => {
        line.push({ request, resolve, reject })
        working ??= work()
      })
    },
    async drained() {
      await working
    },
  }
}

/** Rows that one transaction writes at most, so that none keeps others waiting for long. One request may be larger. */
const MOST_ROWS = 1000

/** How many requests from the front of the line make a transaction of a fair size. */
export function bySize(line: readonly CommitRequest[]): number {
  let rows = 0
  const end = line.findIndex(({ changes, events }, index) => {
    rows += changes.length + events.length
    return index > 0 && rows > MOST_ROWS
  })
  return end < 0 ? line.length : end
}
