import type { Clock, GatewaySource, GatewayUnit, Random, Report } from '@signalbox/core/gateway'
import { sleep } from '../sleep.ts'
import type { Served } from './served.ts'

/** Keeps a data plane up to date with its source. */
export interface Following {
  /** Resolves when the first snapshot is served. */
  ready(): Promise<void>
  /** `cold`: nothing to serve yet. `stale`: no contact with the source for 15 seconds. */
  readonly state: 'cold' | 'fresh' | 'stale'
  /** Since when it has this state, in epoch milliseconds. */
  readonly since: number
  /** When the source was last heard of, in epoch milliseconds. */
  readonly contact: number
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
}

const FIRST_PAUSE = 250
const LAST_PAUSE = 15_000
const STALE_MS = 15_000

/** Follows a source: first everything, then changes. After a failure it goes on serving, and tries again. */
export function follow({ source, served, clock, random, report }: FollowPorts): Following {
  const closing = new AbortController()
  const { signal } = closing
  const begun = clock()
  let failingSince: number | undefined
  let loadedAt: number | undefined
  let contact = begun
  let hasEnded = false
  let waiting: { readonly revision: number; readonly resolve: () => void }[] = []
  let resolveReady = () => {}
  const ready = new Promise<void>((resolve) => {
    resolveReady = resolve
  })

  function succeeded(): void {
    contact = clock()
    failingSince = undefined
    loadedAt ??= contact
    resolveReady()
    release(served.revision)
  }

  /** Resolves what waits for this revision or an earlier one. */
  function release(revision: number): void {
    if (waiting.length === 0) return
    const done = waiting.filter((one) => one.revision <= revision)
    waiting = waiting.filter((one) => one.revision > revision)
    for (const { resolve } of done) resolve()
  }

  async function load(): Promise<void> {
    const units: GatewayUnit[] = []
    for await (const unit of source.snapshot(signal)) units.push(unit)
    if (signal.aborted) return
    served.admit(units)
    await served.apply(units)
    succeeded()
  }

  async function run(): Promise<void> {
    if (loadedAt === undefined) await load()
    if (signal.aborted) return
    const broken = new AbortController()
    const changes = createQueue((error) => broken.abort(error))
    try {
      for await (const units of source.changes(served.revision, AbortSignal.any([signal, broken.signal])))
        changes.add(units)
    } finally {
      await changes.empty()
    }
    if (broken.signal.aborted) throw broken.signal.reason
  }

  /** Applies changes one after the other; what came in the meantime is applied together. */
  function createQueue(fail: (error: unknown) => void) {
    let waiting: readonly GatewayUnit[] = []
    let applying: Promise<void> | undefined
    async function drain(): Promise<void> {
      try {
        while (waiting.length > 0) {
          const units = waiting
          waiting = []
          await served.apply(units)
          succeeded()
        }
      } catch (error) {
        fail(error)
      }
      applying = undefined
    }
    return {
      add(units: readonly GatewayUnit[]): void {
        served.admit(units)
        waiting = waiting.length === 0 ? units : [...waiting, ...units]
        applying ??= drain()
      },
      empty: async () => applying,
    }
  }

  async function runAgain(): Promise<void> {
    for (let pause = FIRST_PAUSE; !signal.aborted; pause = Math.min(2 * pause, LAST_PAUSE))
      try {
        const before = contact
        await run().catch((error) => {
          if (contact !== before) pause = FIRST_PAUSE
          throw error
        })
        return
      } catch (error) {
        if (signal.aborted) return
        failingSince ??= clock()
        release(Infinity)
        report(error)
        await sleep((pause * (random(1)[0] as number)) / 255, signal)
      }
  }

  const running = runAgain().finally(() => {
    hasEnded = true
    release(Infinity)
  })
  const isStale = () => failingSince !== undefined && clock() - failingSince > STALE_MS

  return {
    ready: () => ready,
    get state() {
      if (loadedAt === undefined) return 'cold'
      return isStale() ? 'stale' : 'fresh'
    },
    get since() {
      return loadedAt === undefined ? begun : isStale() ? (failingSince as number) + STALE_MS : loadedAt
    },
    get contact() {
      return failingSince === undefined ? clock() : contact
    },
    async applied(revision) {
      const isFollowing = loadedAt !== undefined && failingSince === undefined && !hasEnded
      if (isFollowing && served.revision < revision)
        await new Promise<void>((resolve) => waiting.push({ revision, resolve }))
    },
    async close() {
      closing.abort()
      resolveReady()
      await running
    },
  }
}
