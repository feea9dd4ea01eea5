import { jittered } from '../machine/log/consumers/jittered.ts'
import type { Batch } from '../machine/log/consumers/next-batch.ts'
import type { ChangeEvent } from '../machine/log/event.ts'
import { trimmedTo } from '../machine/log/trimmed-to.ts'
import type { Ports } from '../ports.ts'
import type { Searched } from '../slice.ts'
import { isBehind } from './behind.ts'
import { inTime } from './in-time.ts'
import { aheadInWords, gapInWords, lostInWords } from './in-words.ts'
import { moveMark, type StoredMark } from './marks.ts'
import { type Course, findPlace, type Place } from './place.ts'
import type { Progress } from './progress.ts'
import { type Search, type SearchPorts, search } from './search.ts'
import { endsSnapshot, findSnapshot, withRecords } from './snapshot.ts'
import type { SinkTelemetry } from './telemetry.ts'

/** What the leader of a sink depends on. */
export interface LeadPorts extends SearchPorts, Pick<Ports, 'random'>, SinkTelemetry {
  readonly searched: () => Promise<readonly Searched[]>
  /** Receives each failure. */
  readonly failed: (error: unknown) => void
  /** Receives the position of the sink. */
  readonly progress: (progress: Progress) => void
}

/** The pause after the first failure in a row, and the longest pause, in milliseconds. */
const FIRST_RETRY = 250
const LAST_RETRY = 30_000
/** How often the position is remembered, in case that the destination is emptied, in milliseconds. */
const REMEMBER_MS = 60_000

/** How often a destination is asked again while the sink is stopped, because somebody may have created it anew, in milliseconds. */
const LOOK_AGAIN_MS = 60_000

/**
 * Copies events to a sink until `over` aborts: asks where the destination stands, and appends batch after batch from
 * there. After every failure it asks again, because events may have arrived whose acknowledgement did not. Rejects if
 * another process leads meanwhile, or if the store fails.
 */
export async function lead(course: Course, over: AbortSignal, ports: LeadPorts): Promise<void> {
  const { random, wait, tail, failed, progress } = ports
  let pause = 0
  let remembered = ports.clock()
  let last: Progress = { state: 'running' }
  let isAheadTold = false
  const tell = (next: Partial<Progress>) => {
    last = { ...last, ...next }
    progress(last)
  }

  await tail.begin()
  void tail.run(Number.MAX_SAFE_INTEGER, over)
  while (!over.aborted)
    try {
      await copy()
    } catch (error) {
      if (over.aborted) return
      if (error instanceof Overtaken) throw error
      const isFirst = pause === 0
      pause = isFirst ? FIRST_RETRY : Math.min(2 * pause, LAST_RETRY)
      // A destination that has moved is asked again at once, but only once in a row.
      if (isFirst && isBehind(error)) continue
      failed(error)
      tell({ state: 'retrying', error: messageOf(error) })
      await wait(jittered(pause, { random }), over)
    }

  /** Copies batches until one fails, or the log has a gap. A full batch is appended while the next one is read. */
  async function copy(): Promise<void> {
    let place = await begin(await findPlace(course, over, ports))
    if (!place) return
    tell({ state: pause > 0 ? 'retrying' : 'running', position: place.position, seen: place.seen })
    const ended = new AbortController()
    const searchAfter = (seen: number, atEnd?: () => void) =>
      search(seen, course.filter, AbortSignal.any([over, ended.signal]), { ...ports, atEnd })
    let searching: Search | undefined
    /** A destination that answers, and lacks nothing, has recovered. */
    const atEnd = () => {
      recovered({})
      if (searching) progress(whileSearching(last, searching))
    }
    let ahead: Search | undefined
    try {
      while (!over.aborted) {
        searching = ahead ?? searchAfter(place.seen, atEnd)
        progress(whileSearching(last, searching))
        const batch = await searching.batch
        if (!batch || over.aborted) return // a gap is found again at the beginning
        ahead = batch.isFull ? searchAfter(batch.seen) : undefined
        place = await take(place, batch)
        recovered({ position: place.position, seen: place.seen })
      }
    } finally {
      ended.abort()
    }
  }

  function recovered(place: Pick<Progress, 'position' | 'seen'>): void {
    pause = 0
    const { error: _, ...rest } = last
    last = rest
    tell({ state: 'running', ...place })
  }

  /** The place to begin at; `undefined` after a gap, once there may be a snapshot that makes up for it, or another position. */
  async function begin(place: Place): Promise<Place | undefined> {
    const { lost, ...found } = place
    if (place.seen === 0 && lost === undefined) return place // an empty destination gets the log as far back as it goes
    await checkHead(place)
    const trimmed = await trimmedTo(ports.store)
    // Events that are still in memory are not missing.
    if (lost === undefined && (place.seen >= trimmed || tail.holds(place.seen))) return place
    const left = new AbortController()
    const accept = (event: ChangeEvent) => course.filter.accept(event) && endsSnapshot(event)
    const signal = AbortSignal.any([over, left.signal])
    // The wait begins before the look, so that no snapshot ends unnoticed in between.
    const ended = tail.next(tail.shown(), { accept, signal })
    try {
      const snapshot = await findSnapshot(ports.store, course.id)
      if (snapshot !== undefined && snapshot > place.seen && snapshot > trimmed)
        return { ...found, seen: lost === undefined ? trimmed : snapshot - 1 }
      const error = lost ? lostInWords(course.id, lost) : gapInWords(course.id, { position: place.position, trimmed })
      if (last.state !== 'stopped') failed(new Error(error))
      tell({ state: 'stopped', ...(lost === undefined && { position: place.position, seen: place.seen }), error })
      await Promise.race([ended, wait(LOOK_AGAIN_MS, signal)])
      return undefined
    } finally {
      left.abort()
    }
  }

  /** Reports a destination with events that the log has never had: those with ids up to there are not copied. */
  async function checkHead({ position }: Place): Promise<void> {
    const head = await ports.store.head()
    if (position <= head || isAheadTold) return
    isAheadTold = true
    failed(new Error(aheadInWords(course.id, { position, head })))
  }

  async function take(place: Place, { events: found, seen }: Batch): Promise<Place> {
    const events = await withRecords(found, ports.searched)
    const end = events.at(-1)
    if (end) await append(events, place.position)
    const position = end?._id ?? place.position
    const moved = { ...place, position, seen }
    // Where the destination tells its position, a mark only spares what does not concern the sink from being searched again.
    const isOld = ports.clock() - remembered >= REMEMBER_MS
    const isNews = events.length > 0 || seen > place.seen
    const isDue = isNews && (place.isKept || found.length === 0 || isOld)
    if (!isDue) return moved
    remembered = ports.clock()
    return { ...moved, mark: await keep(moved) }
  }

  async function append(events: readonly ChangeEvent[], after: number): Promise<void> {
    const start = ports.clock()
    const done = { sink: course.id, events: events.length }
    try {
      await inTime((signal) => course.sink.append(events, after, signal), over, ports)
      ports.sinkAppended?.({ ...done, ms: ports.clock() - start })
    } catch (error) {
      if (!over.aborted) ports.sinkAppended?.({ ...done, ms: ports.clock() - start, error: messageOf(error) })
      throw error
    }
  }

  async function keep({ position, seen, mark }: Place): Promise<StoredMark> {
    const to = { position, seen, filter: course.filter.hash }
    const moved = await moveMark(ports.note, course.id, { from: mark, to })
    if (!moved) throw new Overtaken(`Another process leads the sink ${course.id}`)
    return moved
  }
}

/** Thrown when another process has moved the mark. */
class Overtaken extends Error {}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A progress whose `seen` follows a search. */
const whileSearching = (progress: Progress, { position }: Search): Progress => ({
  ...progress,
  get seen() {
    return position()
  },
})
