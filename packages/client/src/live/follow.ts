import type { ChangeEvent, Config, Experiment, Feature } from '@signalbox/core/contract'
import type { Wait } from '@signalbox/core/evaluate'
import { anySignal } from '@signalbox/core/evaluate'
import { isRefusal } from './failures.ts'
import { inTime } from './in-time.ts'
import type { Source } from './live-options.ts'
import { SLICE } from './slices.ts'
import type { Settings, Snapshot } from './snapshot.ts'

/** What is looked at, and who is told. */
export interface Following {
  readonly source: Source
  readonly patterns: string
  /** Whether experiments are held too, for a server that evaluates so. */
  readonly needsExperiments: (settings: Partial<Settings>) => boolean
  /** Milliseconds that each step may take: asking for the settings, opening the stream, listing. */
  readonly timeoutMs: number
  readonly wait: Wait
  /** All that there is. No event is told before it is taken in. */
  readonly onAll: (all: Snapshot) => Promise<void>
  /** What changed since. */
  readonly onEvent: (event: ChangeEvent) => void
  /** Told when what was given is what the server has. */
  readonly onFresh: () => void
  readonly report: (error: unknown) => void
}

/**
 * Looks at the server once and follows it as long as its stream lasts: opens the stream first, lists, then gives the events
 * that came meanwhile, and every later one. Answers `polled` when only listing was possible. Rejects when the server cannot be
 * listed, and when the events skip back, as those of another store do: either way, look again.
 */
export async function follow(following: Following, signal: AbortSignal): Promise<'ended' | 'polled'> {
  const { source, patterns, needsExperiments, timeoutMs: ms, wait, onAll, onEvent, onFresh, report } = following
  const ended = new AbortController()
  const stop = anySignal([signal, ended.signal])
  let early: ChangeEvent[] | undefined = []
  let last = 0
  const limit = { ms, wait, signal: stop }

  function take(event: ChangeEvent): void {
    if (event._id <= last) throw new Error(`Event ${event._id} came after event ${last}: this is another log`)
    last = event._id
    if (early) early.push(event)
    else onEvent(event)
  }

  async function read(events: AsyncIterable<ChangeEvent>): Promise<void> {
    for await (const event of events) take(event)
  }

  try {
    const settings = await inTime(askSettings, { ...limit, what: 'question for the settings' })
    const domains = needsExperiments(settings) ? 'Feature,Config,Experiment' : 'Feature,Config'
    // A stream that goes on by itself may do so with another store behind it: here each is followed by a listing.
    const open = () => source.events.stream({ domains, patterns }, { signal: stop, reconnect: false })
    const events = await inTime(open, { ...limit, what: 'opening of the event stream' }).catch(
      (error) => void report(error),
    )
    const reading = events && read(events)
    reading?.catch(() => {}) // heard below, when the listing is done
    await onAll({
      settings,
      ...(await inTime((signal) => list(signal, needsExperiments(settings)), { ...limit, what: 'listing' })),
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

  /** A server that does not tell is one that answers, and not less. */
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
    const [features, configs, experiments] = await Promise.all([
      collect<Feature>(source.features.export(where, options), pause),
      collect<Config>(source.configs.export(where, options), pause),
      withExperiments ? collect<Experiment>(source.experiments.export(where, options), pause) : [],
    ])
    return { features, configs, experiments }
  }
}

/** With pauses: what has come already is read without one, thousands of lines in a row. */
async function collect<T>(lines: AsyncIterable<T>, pause: () => Promise<void>): Promise<T[]> {
  const all: T[] = []
  for await (const line of lines) if (all.push(line) % SLICE === 0) await pause()
  return all
}
