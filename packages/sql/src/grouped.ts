import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CommitRequest, Outcome } from './request.ts'

/** How requests are grouped, and how a group is executed. */
export interface Grouping<Q, A> {
  /** Returns how many requests from the front of the line form the next group: at least one. */
  readonly next: (line: readonly Q[]) => number
  /** Executes a group and returns an outcome for each request. If it rejects, none of them took effect. */
  readonly run: (group: readonly Q[]) => Promise<readonly A[]>
}

/** A queue of requests, such as commits. */
export interface Line<Q, A> {
  commit(request: Q): Promise<A>
  /** Resolves when the queue is empty. */
  drained(): Promise<void>
}

interface Waiting<Q, A> {
  readonly request: Q
  readonly resolve: (outcome: A) => void
  readonly reject: (error: unknown) => void
}

/**
 * Creates a queue that commits in groups, so that concurrent commits share one disk flush: while one group is written,
 * new requests collect into the next. Requests keep their order.
 */
export function grouped<Q, A>({ next, run }: Grouping<Q, A>): Line<Q, A> {
  let line: Waiting<Q, A>[] = []
  let working: Promise<void> | undefined

  /**
   * Waits for the end of this turn of the event loop, and for further turns as long as each brings requests: requests
   * of many connections arrive over several turns, and a flush takes longer than to read them. A request that comes
   * alone does not wait for others. With a long queue, other work gets its turn between groups.
   */
  async function arrivals(): Promise<void> {
    for (let known = 0; line.length > known && known < MOST_WAITING; ) {
      known = line.length
      await nextTurn()
    }
  }

  async function work(): Promise<void> {
    while (line.length > 0) {
      await arrivals()
      const size = next(line.map(({ request }) => request))
      const group = line.slice(0, size)
      line = line.slice(size)
      try {
        const outcomes = await run(group.map(({ request }) => request))
        group.forEach(({ resolve }, index) => {
          resolve(outcomes[index] as A)
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

/** With so many requests, a group does not wait for more. */
const MOST_WAITING = 500

/**
 * Rows per transaction at most, so that no transaction blocks others for long. A single larger request is still one
 * transaction.
 */
const MOST_ROWS = 1000
/** Characters of JSON per transaction at most, for the same reason, and because a text of all of them must be possible. */
const MOST_CHARACTERS = 32 * 1024 * 1024

/** About how many bytes a group writes: the texts of its records and events. Requests with conflicts write nothing. */
export function bytesOf(group: readonly CommitRequest[], outcomes: readonly Outcome[] = []): number {
  let bytes = 0
  for (const [index, { changes, events }] of group.entries()) {
    const outcome = outcomes[index]
    if (outcome && 'conflict' in outcome) continue
    for (const change of changes) if (change.op === 'put') bytes += Buffer.byteLength(change.text)
    for (const event of events) bytes += Buffer.byteLength(event)
  }
  return bytes
}

/** Returns how many requests from the front of the line fit in one transaction. */
export function bySize(line: readonly CommitRequest[]): number {
  let rows = 0
  let characters = 0
  const end = line.findIndex(({ changes, events }, index) => {
    rows += changes.length + events.length
    for (const change of changes) if (change.op === 'put') characters += change.text.length
    for (const event of events) characters += event.length
    return index > 0 && (rows > MOST_ROWS || characters > MOST_CHARACTERS)
  })
  return end < 0 ? line.length : end
}
