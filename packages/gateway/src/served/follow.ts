import {
  type Clock,
  createWaiters,
  type GatewaySource,
  type GatewayUnit,
  type Random,
  type Report,
} from '@signalbox/core/gateway'
import { retryPauses } from '../waiting/retry-pauses.ts'
import { sleep } from '../waiting/sleep.ts'
import type { Served } from './served.ts'

/** Keeps a data plane up to date with its source. */
export interface Following {
  /** Resolves when the first snapshot is served. */
  ready(): Promise<void>
  /** `cold`: nothing to serve yet. `stale`: no contact with the source for 15 seconds. */
  readonly state: 'cold' | 'fresh' | 'stale'
  /** Since when it has this state, in epoch milliseconds. */
  readonly since: number
  /** When the source last answered, in epoch milliseconds. */
  readonly contact: number
  /** Whether the source has been silent for so long that consumers may have been revoked since. */
  readonly isOutdated: (now: number) => boolean
  /** Resolves when this revision is served; at once while it is cold, and if the source fails or has ended. */
  applied(revision: number): Promise<void>
  close(): Promise<void>
}

interface FollowPorts {
  readonly source: GatewaySource
  readonly served: Served
  readonly clock: Clock
  readonly random: Random
  readonly report: Report
  /** Is awaited before the first snapshot. @default nothing */
  readonly before?: Promise<void> | undefined
  /** How many milliseconds consumers are admitted without the source. */
  readonly staleMax: number
}

const STALE_MS = 15_000

/** Follows a source: first everything, then changes. After a failure it keeps serving, and tries again. */
export function follow({ source, served, clock, random, report, before, staleMax }: FollowPorts): Following {
  const closing = new AbortController()
  const { signal } = closing
  const begun = clock()
  const waiting = createWaiters()
  let failingSince: number | undefined
  let loadedAt: number | undefined
  let contact = begun
  let hasEnded = false
  let told: string | undefined
  let resolveReady = () => {}
  const ready = new Promise<void>((resolve) => {
    resolveReady = resolve
  })

  function succeeded(): void {
    contact = clock()
    failingSince = undefined
    told = undefined
    loadedAt ??= contact
    resolveReady()
    waiting.release(served.revision)
  }

  async function load(): Promise<void> {
    const units: GatewayUnit[] = []
    await before
    for await (const unit of source.snapshot(signal)) units.push(unit)
    if (signal.aborted) return
    await served.take(units)
    succeeded()
  }

  async function run(): Promise<void> {
    if (loadedAt === undefined) await load()
    if (signal.aborted) return
    const broken = new AbortController()
    let applied: Promise<void> | undefined
    try {
      for await (const units of source.changes(served.revision, AbortSignal.any([signal, broken.signal])))
        applied = served.take(units).then(succeeded, (error) => broken.abort(error))
    } finally {
      await applied
    }
    if (broken.signal.aborted) throw broken.signal.reason
  }

  /** Reports a failure, but not again with each attempt of an outage. */
  function tell(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    if (message !== told) report(error)
    told = message
  }

  async function runAgain(): Promise<void> {
    const pauses = retryPauses(random)
    while (!signal.aborted) {
      const before = contact
      try {
        await run()
        return
      } catch (error) {
        if (signal.aborted) return
        if (contact !== before) pauses.restart()
        failingSince ??= clock()
        waiting.release(Infinity)
        tell(error)
        await sleep(pauses.after(error), signal)
      }
    }
  }

  const running = runAgain().finally(() => {
    hasEnded = true
    waiting.release(Infinity)
  })
  /** Since when the source has been silent; `undefined` while it is followed. */
  const silentSince = () => (source.heard ? source.heard() : failingSince)
  function isSilent(now: number, ms: number): boolean {
    const since = silentSince()
    return since !== undefined && now - since > ms
  }
  const isStale = () => isSilent(clock(), STALE_MS)

  return {
    ready: () => ready,
    get state() {
      if (loadedAt === undefined) return 'cold'
      return isStale() ? 'stale' : 'fresh'
    },
    get since() {
      if (loadedAt === undefined) return begun
      return isStale() ? Math.max(loadedAt, (silentSince() as number) + STALE_MS) : loadedAt
    },
    get contact() {
      if (source.heard) return source.heard()
      return failingSince === undefined ? clock() : contact
    },
    isOutdated: (now) => isSilent(now, staleMax),
    async applied(revision) {
      const isFollowing = loadedAt !== undefined && failingSince === undefined && !hasEnded
      if (isFollowing && served.revision < revision) await waiting.until(revision)
    },
    async close() {
      closing.abort()
      resolveReady()
      await running
    },
  }
}
