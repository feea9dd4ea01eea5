import type { ChangeEvent, Config, Experiment, Feature, Segment } from '@signalbox/core/contract'
import { anySignal, type Wait } from '@signalbox/core/evaluate'
import { isRefusal } from '../failures.ts'
import type { Settings, Snapshot } from './snapshot.ts'
import type { SnapshotFeed } from './snapshot-feed.ts'
import type { Source } from './source.ts'
import { SLICE } from './time-slices.ts'
import { withTimeout } from './with-timeout.ts'

/** What to follow, and the callbacks to notify. */
export interface Following {
  readonly source: Source
  /** Is asked once, instead of the source. */
  readonly from: SnapshotFeed | undefined
  /** The revision of the last snapshot. */
  held?: number | undefined
  readonly patterns: string
  /** Whether experiments must be held too, given how the server evaluates. */
  readonly needsExperiments: (settings: Partial<Settings>) => boolean
  /** Timeout in milliseconds of each step: asking for the settings, opening the stream, listing. */
  readonly timeoutMs: number
  readonly wait: Wait
  /** Called with all records. Events are held back until it resolves. */
  readonly onAll: (all: Snapshot) => Promise<void>
  /** Called with each later change. */
  readonly onEvent: (event: ChangeEvent) => void
  /** Called when everything the server has was passed on. */
  readonly onFresh: () => void
  readonly report: (error: unknown) => void
}

/**
 * Lists everything from the server once, then follows its event stream until that ends. The stream is opened before
 * listing; events that arrive meanwhile are passed on after it. Resolves with `polled` if only listing was possible.
 * Instead of the server, `from` is asked once for a newer snapshot, and the result is `polled`.
 * Rejects if the server cannot be listed, or if event ids go backwards, which means another store: in both cases, call
 * it again.
 */
export async function follow(following: Following, signal: AbortSignal): Promise<'ended' | 'polled'> {
  const { source, from, patterns, needsExperiments, timeoutMs: ms, wait, onAll, onEvent, onFresh, report } = following
  if (from) {
    const next = await from.newest(following.held, signal)
    if (next) await onAll(await next.flags(patterns))
    following.held = next?.revision ?? following.held
    onFresh()
    return 'polled'
  }
  const ended = new AbortController()
  const stop = anySignal([signal, ended.signal])
  let early: ChangeEvent[] | undefined = []
  const limit = { ms, wait, signal: stop }

  async function read(events: AsyncIterable<ChangeEvent>): Promise<void> {
    let last = 0
    for await (const event of events) {
      if (event._id <= last)
        throw new Error(
          `Event ${event._id} arrived after event ${last}: the server has another event log now, so all records are fetched again`,
        )
      last = event._id
      if (early) early.push(event)
      else onEvent(event)
    }
  }

  /**
   * A stream that reconnects automatically could resume on another store, so each new stream must be followed by a
   * listing.
   */
  const open = (domains: string, patterns: string) =>
    withTimeout(() => source.events.stream({ domains, patterns }, { signal: stop, reconnect: false }), {
      ...limit,
      what: 'request for the event stream',
    })

  /** Opens the streams: two if there are patterns, because segments are followed whatever their ids. */
  async function openAll(domains: string) {
    if (patterns === '*')
      return [(await open(`${domains},Segment`, '*').catch(unlessRefused)) ?? (await open(domains, '*'))]
    return Promise.all([open(domains, patterns), open('Segment', '*').catch(unlessRefused)])
  }

  try {
    const settings = await withTimeout(askSettings, { ...limit, what: 'request for the settings' })
    const domains = needsExperiments(settings) ? 'Feature,Config,Experiment' : 'Feature,Config'
    const streams = await openAll(domains).catch((error) => void report(error))
    const reading = streams && Promise.race(streams.flatMap((events) => (events ? [read(events)] : [])))
    reading?.catch(() => {}) // handled below, once the listing is done
    await onAll({
      settings,
      ...(await withTimeout((signal) => list(signal, needsExperiments(settings)), {
        ...limit,
        what: 'request for all records',
      })),
    })
    if (signal.aborted) return 'ended'
    for (const event of early) onEvent(event)
    early = undefined
    onFresh()
    if (!reading) return 'polled'
    await reading
    return 'ended'
  } finally {
    ended.abort()
  }

  /** A server that refuses to tell its settings is still a working server. */
  async function askSettings(): Promise<Partial<Settings>> {
    try {
      const { timeZone, bucketing, assignment } = (await source.health?.()) ?? {}
      return { ...(timeZone && { timeZone }), ...(bucketing && { bucketing }), ...(assignment && { assignment }) }
    } catch (error) {
      if (isRefusal(error)) return {}
      throw error
    }
  }

  async function list(signal: AbortSignal, withExperiments: boolean): Promise<Snapshot> {
    const [where, options] = [{ pattern: patterns }, { signal }]
    const pause = () => wait(0, signal)
    const [features, segments, configs, experiments] = await Promise.all([
      collect<Feature>(source.features.export(where, options), pause),
      source.segments ? collect<Segment>(source.segments.export({}, options), pause).catch(unlessRefused) : [],
      collect<Config>(source.configs.export(where, options), pause),
      withExperiments ? collect<Experiment>(source.experiments.export(where, options), pause) : [],
    ])
    return { features, segments: segments ?? [], configs, experiments }
  }
}

/** Continues without segments if the server has none, or the caller may not read them. */
function unlessRefused(error: unknown): undefined {
  if (!isRefusal(error)) throw error
}

/**
 * Collects lines. Lines that are already buffered come without a pause, thousands in a row, so it pauses between
 * slices.
 */
async function collect<T>(lines: AsyncIterable<T>, pause: () => Promise<void>): Promise<T[]> {
  const all: T[] = []
  for await (const line of lines) if (all.push(line) % SLICE === 0) await pause()
  return all
}
