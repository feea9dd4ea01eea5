import { SignalboxError } from '../errors.ts'
import type { LiveFeatures } from '../features/live.ts'
import type { Follower } from '../log/follower.ts'
import { readLags } from '../log/lags.ts'
import type { Handlers, Output } from '../operation.ts'
import type { Ports } from '../ports.ts'
import type { Instance } from '../records/hooks.ts'
import { localTimestamp } from '../time.ts'
import type { healthContract } from './contract.ts'

/** The parts that health checks need. */
export interface HealthParts extends Pick<Ports, 'wait'> {
  readonly instance: Pick<Instance, 'store' | 'clock' | 'closing' | 'zone'>
  readonly follower: Pick<Follower, 'positions'>
  readonly live: LiveFeatures
  /** What `health` says about this instance while it is up. */
  readonly settings: Omit<Output<(typeof healthContract)['health']>, 'status'>
  /** When this instance was created, in epoch milliseconds. */
  readonly started: number
  /** For how many days events are kept, if this instance deletes old ones. */
  readonly eventRetentionDays: number | undefined
  /** The number of event streams that are open. */
  readonly openStreams: () => Promise<number>
}

/** The timeout of a check, in milliseconds. It is shorter than that of usual probes, so that they learn the reason. */
const LIMIT_MS = 2000

/** Answers probes in bounded time, whatever the store does, and describes the instance. */
export function healthHandlers(parts: HealthParts): { handlers: Handlers<typeof healthContract> } {
  const { instance, follower, live, wait, settings, started, eventRetentionDays: retentionDays, openStreams } = parts
  const { store, closing, zone } = instance
  let checking: Promise<unknown> | undefined

  /** Checks the store once at a time, for all probes that ask meanwhile. */
  function check(): Promise<unknown> {
    checking ??= Promise.resolve(store.check?.() ?? store.head()).finally(() => {
      checking = undefined
    })
    return checking
  }

  /** The result of a task, or a failure with this message after the timeout. */
  async function inTime(task: Promise<unknown>, sentence: string): Promise<void> {
    const done = new AbortController()
    const late = wait(LIMIT_MS, done.signal).then(() => {
      if (!done.signal.aborted) throw unavailable(sentence)
    })
    await Promise.race([task, late]).finally(() => done.abort())
  }

  const handlers: Handlers<typeof healthContract> = {
    async health() {
      await inTime(
        check(),
        `The store has not responded for ${LIMIT_MS / 1000} seconds: check its database and the connection to it`,
      )
      return { status: 'up', ...settings }
    },
    async liveness() {
      return { status: 'up' }
    },
    async readiness() {
      if (closing.aborted) throw unavailable('Signalbox is shutting down; use another instance')
      if (!live.isLoaded) await inTime(live.ready(), 'Signalbox is still loading its features; try again in a second')
      return { status: 'ready' }
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
      }
    },
  }
  return { handlers }
}

const unavailable = (message: string) => new SignalboxError('UNAVAILABLE', message, { retryAfter: 1 })
