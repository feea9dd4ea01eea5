import type { LiveFeatures } from '../features/live.ts'
import { SignalboxError } from '../machine/errors/errors.ts'
import type { Duties } from '../machine/log/duties.ts'
import type { Follower } from '../machine/log/follower.ts'
import { readLags } from '../machine/log/lags.ts'
import type { Instance } from '../machine/records/hooks.ts'
import { localTimestamp } from '../machine/time/time.ts'
import type { Handlers, Output } from '../operation.ts'
import type { Ports } from '../ports.ts'
import type { healthContract } from './contract.ts'
import { createFreshness, PATIENCE_MS } from './freshness.ts'

/** The parts that health checks need. */
export interface HealthParts extends Pick<Ports, 'wait'> {
  readonly instance: Pick<Instance, 'store' | 'clock' | 'closing' | 'zone'>
  readonly follower: Pick<Follower, 'positions' | 'last'>
  readonly live: LiveFeatures
  /** What `health` says about this instance while it is up. */
  readonly settings: Omit<Output<(typeof healthContract)['health']>, 'status'>
  /** When this instance was created, in epoch milliseconds. */
  readonly started: number
  /** For how many seconds the instance is ready without knowing that it is up to date; 0: for ever. */
  readonly readyLagSeconds: number
  /** Whether the program will soon close this instance. */
  readonly isDraining: () => boolean
  /** For how many days events are kept, if this instance deletes old ones. */
  readonly eventRetentionDays: number | undefined
  readonly duties: Pick<Duties, 'list'>
  /** The number of event streams that are open. */
  readonly openStreams: () => Promise<number>
}

/** The timeout of a check of the store, in milliseconds. */
const LIMIT_MS = 2000

/** Answers probes in bounded time, whatever the store does, and describes the instance. */
export function healthHandlers(parts: HealthParts): { handlers: Handlers<typeof healthContract> } {
  const { instance, follower, live, wait, settings, started, eventRetentionDays: retentionDays, openStreams } = parts
  const { store, closing, zone } = instance
  const { readyLagSeconds, isDraining, duties } = parts
  const freshness = createFreshness({ store, clock: instance.clock, wait, follower })
  let checking: Promise<unknown> | undefined

  /** Checks the store once at a time, for all probes that ask meanwhile. */
  function check(): Promise<unknown> {
    checking ??= Promise.resolve(store.check?.() ?? store.head()).finally(() => {
      checking = undefined
    })
    return checking
  }

  /** Resolves with a task, or rejects with the failure after the timeout. */
  async function inTime(task: Promise<unknown>, ms: number, failure: () => SignalboxError): Promise<void> {
    const done = new AbortController()
    const late = wait(ms, done.signal).then(() => {
      if (!done.signal.aborted) throw failure()
    })
    await Promise.race([task, late]).finally(() => done.abort())
  }

  function stillLoading(): SignalboxError {
    const { loaded, total } = live.progress()
    const count = total === undefined ? `${loaded}` : `${loaded} of ${total}`
    return unavailable(`Signalbox is still loading: ${count} records are loaded; try again in a second`, {
      loaded,
      ...(total !== undefined && { total }),
    })
  }

  const handlers: Handlers<typeof healthContract> = {
    async health() {
      const late = `The store has not responded for ${LIMIT_MS / 1000} seconds: check its database and the connection to it`
      await inTime(check(), LIMIT_MS, () => unavailable(late))
      return { status: 'up', ...settings }
    },
    async liveness() {
      return { status: 'up' }
    },
    async readiness() {
      if (closing.aborted || isDraining()) throw unavailable('Signalbox is shutting down; use another instance')
      if (!live.isLoaded) await inTime(live.ready(), PATIENCE_MS, stillLoading)
      const { store, lagMs } = await freshness()
      const lag = Math.floor(lagMs / 1000)
      const parts = { loaded: live.progress().loaded, store, lag }
      if (readyLagSeconds > 0 && lagMs > readyLagSeconds * 1000) throw unavailable(outdated(parts), parts)
      return { status: 'ready', ...parts }
    },
    async about() {
      const [{ head, consumers }, streams] = await Promise.all([readLags(follower, instance), openStreams()])
      return {
        ...settings,
        started: localTimestamp(started, zone),
        ...(store.kind !== undefined && { store: store.kind }),
        events: {
          ...{ head, ...(retentionDays !== undefined && { retentionDays }), streams },
          consumers: [...consumers],
        },
        duties: duties.list().map(({ begun: _begun, done, ...duty }) => ({
          ...duty,
          ...(done !== undefined && { done: localTimestamp(done, zone) }),
        })),
      }
    },
  }
  return { handlers }
}

const unavailable = (message: string, members: Readonly<Record<string, unknown>> = {}) =>
  new SignalboxError('UNAVAILABLE', message, { retryAfter: 1, members })

const outdated = ({ store, lag }: Omit<Output<(typeof healthContract)['readiness']>, 'status'>): string =>
  store === 'down'
    ? `Signalbox has not reached its store for ${lag} seconds, so its answers may be out of date: check the database and the connection to it`
    : `Signalbox has been behind the event log of its store for ${lag} seconds, so its answers may be out of date: use another instance`
