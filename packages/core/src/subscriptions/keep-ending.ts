import { withLease } from '../machine/log/consumers/lease.ts'
import { type DutyPorts, repeatDuty } from '../machine/log/repeat-duty.ts'
import { isolatesRequests } from '../machine/time/closing.ts'
import type { InstancePorts } from '../ports.ts'
import { nextEndings } from './endings.ts'

/** What closes and deletes subscriptions in the background needs. */
export interface EndingPorts extends DutyPorts, Pick<InstancePorts, 'store' | 'note' | 'clock' | 'random'> {
  /** Ends all subscriptions that are left. Its code is loaded when there are some. */
  readonly endAll: (signal: AbortSignal, wait: InstancePorts['wait']) => Promise<void>
}

/** The background work that closes and deletes subscriptions. */
export interface EndingDuty {
  /** Begins to look for work, unless this process does so already. */
  begin(): void
  /** Looks for work now. Resolves at once; where the host ends what a request leaves behind, after the work. */
  wake(): Promise<void>
  /** Resolves after the last batch, once the instance closes. */
  ended(): Promise<void>
}

const NAME = 'subscription-endings'
/** How often a process looks for work that another one left, in milliseconds. */
const IDLE = 30_000

/**
 * Creates the background work that closes and deletes the subscriptions of closed plans and deleted APIs. One process on
 * a store does it at a time; another one resumes what a killed process left.
 */
export function createEndingDuty(ports: EndingPorts): EndingDuty {
  const { store, waitIdly, closing, endAll } = ports
  let running: Promise<void> | undefined
  let wake: (() => void) | undefined

  async function look(): Promise<void> {
    if ((await nextEndings(store, 1)).length === 0) return
    await withLease(NAME, (signal) => endAll(signal, waitIdly), { ...ports, wait: waitIdly, signal: closing })
  }

  async function keep(): Promise<void> {
    let woken = new AbortController()
    wake = () => woken.abort()
    await repeatDuty(ports, NAME, {
      work() {
        woken = new AbortController()
        return look()
      },
      pause: () => waitIdly(IDLE, AbortSignal.any([closing, woken.signal])),
    })
  }

  const begin = () => {
    if (!isolatesRequests()) running ??= keep()
  }
  return {
    begin,
    async wake() {
      if (isolatesRequests()) return endAll(closing, waitIdly)
      begin()
      wake?.()
    },
    ended: async () => running,
  }
}
