import type { ChangeEvent, Config, Experiment, Feature } from '@signalbox/core/contract'
import type { Source } from './live-options.ts'
import type { Snapshot } from './snapshot.ts'

/** What is looked at, and who is told. */
export interface Following {
  readonly source: Source
  readonly patterns: string
  /** Whether experiments are held too. */
  readonly withExperiments: boolean
  /** Milliseconds that opening the stream, or listing, may take. */
  readonly timeoutMs: number
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
  /** All that there is. */
  readonly onAll: (all: Snapshot) => void
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
  const { source, patterns, withExperiments, timeoutMs, onAll, onEvent, onFresh, report } = following
  const ended = new AbortController()
  const stop = AbortSignal.any([signal, ended.signal])
  const domains = withExperiments ? 'Feature,Config,Experiment' : 'Feature,Config'
  let early: ChangeEvent[] | undefined = []
  let last = 0

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
    const opening = source.events.stream({ domains, patterns }, { signal: stop })
    const events = await inTime(opening, 'The event stream did not open').catch((error) => void report(error))
    const reading = events && read(events)
    reading?.catch(() => {}) // heard below, when the listing is done
    const all = await inTime(list(), 'The listing did not end')
    onAll(all)
    for (const event of early) onEvent(event)
    early = undefined
    onFresh()
    if (!reading) return 'polled'
    await reading
    return 'ended'
  } finally {
    ended.abort()
  }

  async function list(): Promise<Snapshot> {
    const [features, configs, experiments] = await Promise.all([
      collect<Feature>(source.features.export({ pattern: patterns }, { signal: stop })),
      collect<Config>(source.configs.export({ pattern: patterns }, { signal: stop })),
      withExperiments ? collect<Experiment>(source.experiments.export({ pattern: patterns }, { signal: stop })) : [],
    ])
    return { features, configs, experiments }
  }

  /** Rejects when it takes longer than it may. */
  async function inTime<T>(work: PromiseLike<T>, message: string): Promise<T> {
    const settled = new AbortController()
    const late = following.wait(timeoutMs, AbortSignal.any([stop, settled.signal])).then(() => {
      throw new Error(`${message} within ${timeoutMs} ms`)
    })
    late.catch(() => {})
    try {
      return await Promise.race([work, late])
    } finally {
      settled.abort()
    }
  }
}

async function collect<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const line of lines) all.push(line)
  return all
}
