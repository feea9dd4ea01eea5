import { owner } from '../../machine/callers/caller.ts'
import { withLease } from '../../machine/log/consumers/lease.ts'
import type { Follower } from '../../machine/log/follower.ts'
import { type DutyPorts, repeatDuty } from '../../machine/log/repeat-duty.ts'
import type { InstancePorts } from '../../ports.ts'
import { apis } from '../apis/api.ts'
import type { Round } from './refresh.ts'
import { loadRemote } from './remote-index.ts'
import { readServed, type ServedDocumentation } from './served-addresses.ts'

/** What the background work needs. */
export interface FreshPorts extends DutyPorts, Pick<InstancePorts, 'store' | 'note' | 'clock' | 'random'> {
  readonly follower: Follower
  readonly refresh: (round: Round) => Promise<unknown>
}

const NAME = 'documentation'
const HOUR = 60 * 60_000
/** What is due soon is due now, so that one round does all of it. */
const SOON = 60_000
/** The pause after a failure of the store. */
const RETRY = 10_000
/** How many APIs are refreshed at once. One whose servers hang does not delay the others. */
const AT_ONCE = 4

/** Events after which an API may serve other documentation. */
const published = /^API_(CREATED|UPDATED|DEPLOYED)$/

/** An API whose remote content is to be fetched, or when that will be, in epoch milliseconds. */
type Due = { readonly at: number; readonly served: ServedDocumentation }

/**
 * Fetches the remote content of published APIs, after each publication and every hour, until the instance closes. One process
 * on a store does it at a time. What is due stands in the store, so another process finishes what a killed one began.
 */
export async function keepFresh(ports: FreshPorts): Promise<void> {
  const { store, follower, waitIdly, closing, clock, refresh } = ports
  const asked = new Set<string>()
  let woken = new AbortController()
  let wholeAt = 0
  let nextAt = 0
  follower.later(({ domain, type, key }) => {
    if (domain !== apis.domain || !published.test(type)) return
    asked.add(key)
    woken.abort()
  })

  async function dueOf(id: string): Promise<Due | undefined> {
    const [served, index] = await Promise.all([readServed(store, id), loadRemote(store, id)])
    if (!served?.isPublished || (!served.isRemote && !index)) return undefined
    const isCurrent = index?.of === served.digest && !index.isUntold
    return { served, at: isCurrent ? index.at + HOUR : 0 }
  }

  /** The ids that were asked for; from time to time, the ids of all APIs. */
  async function* candidates(): AsyncGenerator<string> {
    const ids = [...asked]
    asked.clear()
    if (clock() < wholeAt) return yield* ids
    wholeAt = clock() + HOUR
    for await (const { key } of store.scan(apis.plural, { asText: true })) yield key
  }

  async function dueNow(): Promise<string[]> {
    const due: string[] = []
    for await (const id of candidates()) {
      const at = (await dueOf(id))?.at
      if (at === undefined) continue
      if (at <= clock() + SOON) due.push(id)
      else wholeAt = Math.min(wholeAt, at)
    }
    return due
  }

  async function work(): Promise<void> {
    woken = new AbortController()
    await follower.start()
    const due = await dueNow()
    if (due.length > 0)
      await withLease(NAME, (signal) => refreshAll(due, signal), { ...ports, wait: waitIdly, signal: closing })
    nextAt = asked.size > 0 ? clock() : wholeAt
  }

  /** Refreshes what is still due, and what is published meanwhile. */
  async function refreshAll(ids: readonly string[], signal: AbortSignal): Promise<void> {
    const queue = new Set(ids)
    const next = (): string | undefined => {
      for (const id of asked) queue.add(id)
      asked.clear()
      const [id] = queue
      if (id !== undefined) queue.delete(id)
      return id
    }
    const one = async () => {
      for (let id = next(); id !== undefined && !signal.aborted; id = next()) {
        const due = await dueOf(id)
        if (due && due.at <= clock() + SOON) await refresh({ id, served: due.served, call: { caller: owner }, signal })
      }
    }
    const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, one))
    const failed = ends.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected' && !signal.aborted) throw failed.reason
  }

  await repeatDuty(ports, NAME, {
    work: () =>
      work().catch((error) => {
        wholeAt = 0
        nextAt = clock() + RETRY
        throw error
      }),
    pause: () => waitIdly(Math.max(0, nextAt - clock()), AbortSignal.any([closing, woken.signal])),
  })
}
