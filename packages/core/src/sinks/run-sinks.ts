import { type LeaseNote, withLease } from '../machine/log/consumers/lease.ts'
import { createTail, type Tail } from '../machine/log/consumers/tail.ts'
import type { Follower } from '../machine/log/follower.ts'
import type { Position } from '../machine/log/positions.ts'
import type { InstancePorts } from '../ports.ts'
import type { Searched } from '../slice.ts'
import { lead } from './lead.ts'
import type { Course } from './place.ts'
import type { Progress, SinkNote } from './progress.ts'
import type { SinkTelemetry } from './telemetry.ts'

/** What sinks depend on. */
export interface SinkPorts extends Pick<InstancePorts, 'store' | 'note' | 'clock' | 'random' | 'report' | 'wait'> {
  readonly follower: Follower
  readonly closing: AbortSignal
  readonly searched: () => Promise<readonly Searched[]>
  readonly telemetry: SinkTelemetry
}

/** A sink of this process. */
export interface RunningSink extends Course {
  /** How far it has got, while this process leads it. */
  progress(): Progress | undefined
  /** Resolves when it has ended and its sink is closed. Never rejects. */
  readonly ended: Promise<void>
}

/** The name of the lease of a sink. */
export const leaseOf = (id: string): string => `sink ${id}`

/** Pause after a failure of the store, in milliseconds. */
const RETRY = 1000
/** Failures of a sink are reported once in this time, in milliseconds. */
const REPORT_MS = 60_000

/** Runs sinks until the instance closes. One process at a time leads each of them. */
export function runSinks(courses: readonly Course[], ports: SinkPorts): readonly RunningSink[] {
  const { follower } = ports
  const tails = new Set<Tail>()
  follower.later((event) => {
    for (const tail of tails) tail.push(event)
  })
  const all = courses.map((course) => run(course, tails, ports))
  follower.track(() => positionsOf(all))
  return all
}

/** A destination that has failed before it told its position may lack everything: it is behind, and not unknown. */
function* positionsOf(all: readonly RunningSink[]): Iterable<Position> {
  for (const { id, progress } of all) {
    const { state, seen = state === 'running' ? undefined : 0 } = progress() ?? { state: 'running' }
    if (seen !== undefined) yield { name: `sink:${id}`, position: seen }
  }
}

function run(course: Course, tails: Set<Tail>, ports: SinkPorts): RunningSink {
  const { id, sink, filter } = course
  const { store, clock, report, wait, closing, follower, telemetry } = ports
  let current: Progress | undefined
  let reported = Number.NEGATIVE_INFINITY

  function failed(cause: unknown): void {
    if (clock() - reported < REPORT_MS) return
    reported = clock()
    const message = cause instanceof Error ? cause.message : String(cause)
    report(current?.state === 'stopped' || message.startsWith('The sink ') ? cause : failure(message, cause))
  }

  const failure = (message: string, cause: unknown) =>
    new Error(`The sink ${id} failed, and is tried again: ${message}`, { cause })

  function held({ filter: other }: Partial<SinkNote>): void {
    if (other !== undefined && other !== filter.hash)
      failed(new Error(`The sink ${id} is led by a process with another filter: restart all with the same settings`))
  }

  async function leadWith(signal: AbortSignal): Promise<void> {
    const tail = createTail(store)
    tails.add(tail)
    const progress = (next: Progress) => {
      current = next
    }
    try {
      await lead(course, signal, { ...ports, ...telemetry, tail, failed, progress })
    } finally {
      tails.delete(tail)
      current = undefined
    }
  }

  async function repeat(): Promise<void> {
    while (!closing.aborted)
      try {
        await follower.start()
        const says = () => noteOf(current, filter.hash)
        await withLease(leaseOf(id), leadWith, { ...ports, signal: closing, says, held })
      } catch (error) {
        if (closing.aborted) break
        failed(error)
        await wait(RETRY, closing)
      }
    await sink.close().catch(report)
  }

  return { ...course, progress: () => current, ended: repeat() }
}

/** What the lease says of a progress, whose members may change. */
const noteOf = (progress: Progress | undefined, filter: string): LeaseNote => {
  const note: SinkNote = { ...(progress ?? { state: 'waiting' }), filter }
  return { ...note }
}
