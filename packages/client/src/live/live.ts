import type { Context, Environment, Explanation } from '@signalbox/core/evaluate'
import { explain, realWait, timeZone } from '@signalbox/core/evaluate'
import { backOff, secureRandom } from './back-off.ts'
import { follow } from './follow.ts'
import type { ConfigKey, Keys } from './keys.ts'
import { createListeners } from './listeners.ts'
import type { Changed, LiveOptions, OnLive, Source, Status } from './live-options.ts'
import type { Snapshot } from './snapshot.ts'
import { createState } from './state.ts'

/** Flags in memory, as fresh as the server's event stream. */
export interface Live<K extends Keys = Keys> {
  /**
   * Resolves when the answers are those of the server; or, when the first attempt to reach it has failed, of the bootstrap or the
   * snapshot. Rejects with that failure when there is neither: the defaults answer then, and later attempts go on.
   */
  ready(): Promise<void>
  readonly status: Status
  /** Whether a feature is active in a context. Synchronous, never throws; of an unknown feature its default in `flags`, or `false`. */
  isActive(key: K['features'], context?: Context): boolean
  /** Why a feature is as it is; `undefined` for an unknown one. */
  explain(key: K['features'], context?: Context): Explanation | undefined
  /** The value of a config, a text that holds an object or a list expanded; of an unknown one its default in `flags`. Frozen: copy it to change it. */
  config<C extends ConfigKey<K>>(key: C): K['configs'][C] | undefined
  /** Hears of changes, of the status, and of failures that nobody awaits. */
  readonly on: OnLive
  /** All that is held, as JSON: fits `bootstrap`. */
  snapshot(): Snapshot
  /** Ends all that goes on in the background. What was known last goes on to answer. */
  close(): Promise<void>
}

/**
 * Keeps the flags of a Signalbox in memory and answers from there; `undefined` as a source is offline, with what `bootstrap` holds.
 * Starts at once. Throws a `RangeError` for an unknown time zone.
 */
export function live<K extends Keys = Keys>(source: Source | undefined, options: LiveOptions<K> = {}): Live<K> {
  const { patterns = '*', bucketing = 'murmur3', assignment = 'balanced', bootstrap, flags = {} } = options
  const { clock = Date.now, wait = realWait, random = secureRandom, poll = 15_000, timeoutMs = 10_000 } = options
  const environment: Environment = { clock, zone: timeZone(options.timeZone ?? 'UTC'), bucketing }
  const { on, tell, clear } = createListeners()
  const report = (error: unknown) => tell('error', error)
  const closing = new AbortController()
  const state = createState({ environment, report, askScript: () => false })
  const defaults = {
    features: new Map<string, boolean>(Object.entries(flags.features ?? {})),
    configs: new Map<string, unknown>(Object.entries(flags.configs ?? {})),
  }
  const settled = settling()
  let status: Status = source ? 'starting' : 'offline'

  function setStatus(next: Status): void {
    if (next === status || status === 'closed') return
    status = next
    tell('status', next)
  }

  function tellChange(changed: Changed): void {
    if (changed.features.length + changed.configs.length + changed.experiments.length > 0) tell('change', changed)
  }

  if (bootstrap) state.replace(bootstrap)
  if (bootstrap) settled.hasState()
  if (source) void keepUp(source)
  else settled.fresh()

  async function keepUp(source: Source): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; ) {
      let pause = backOff(failures++, random)
      try {
        const outcome = await follow(
          {
            source,
            patterns,
            withExperiments: assignment !== 'balanced',
            timeoutMs,
            wait,
            report,
            onAll: (all) => tellChange(state.replace(all)),
            onEvent: (event) => tellChange(state.apply(event)),
            onFresh() {
              failures = 0
              setStatus('fresh')
              settled.fresh()
            },
          },
          closing.signal,
        )
        if (outcome === 'polled') pause = poll
        else setStatus('stale')
      } catch (error) {
        if (closing.signal.aborted) return
        setStatus('stale')
        settled.failed(error)
        report(error)
      }
      await wait(pause, closing.signal)
    }
  }

  return {
    ready: settled.ready,
    get status() {
      return status
    },
    isActive(key, context) {
      const found = state.holding.features.get(key)
      if (found === undefined) return defaults.features.get(key) ?? false
      try {
        return found.isActive(context)
      } catch (cause) {
        report(new Error(`The feature ${key} could not be evaluated and counts as inactive`, { cause }))
        return false
      }
    },
    explain(key, context) {
      const found = state.holding.features.get(key)
      return found && explain(found, environment, context)
    },
    config<C extends ConfigKey<K>>(key: C) {
      const found = state.holding.configs.get(key)
      return (found ? found.value : defaults.configs.get(key)) as K['configs'][C] | undefined
    },
    on,
    snapshot: state.snapshot,
    async close() {
      setStatus('closed')
      closing.abort()
      settled.failed(new Error('The flags were closed'))
      clear()
    },
  }
}

/** When flags may be relied on: at the first listing, or when there is a state to fall back on and the first attempt has failed. */
function settling() {
  let isFresh = false
  let hasState = false
  let failure: { error: unknown } | undefined
  const waiting = new Set<() => void>()
  const settle = () => {
    for (const one of waiting) one()
    waiting.clear()
  }
  return {
    hasState() {
      hasState = true
    },
    fresh() {
      isFresh = true
      settle()
    },
    failed(error: unknown) {
      failure ??= { error }
      settle()
    },
    async ready() {
      if (!isFresh && !failure) await new Promise<void>((resolve) => void waiting.add(resolve))
      if (!isFresh && !hasState && failure) throw failure.error
    },
  }
}
