import type { Wait } from '@signalbox/core'
import { onTestFinished } from 'vitest'
import type { Changed, Live, LiveOptions, Source, Status } from '../index.ts'
import { live } from '../index.ts'

/** Flags over a source that are closed with the test, and what they reported. */
export function flagsOf(source: Source | undefined, options: LiveOptions = {}) {
  const flags = live(source, options)
  const reported: unknown[] = []
  flags.on('error', (error) => reported.push(error))
  onTestFinished(() => flags.close())
  return { flags, reported }
}

/** Flags that are ready. */
export async function readyFlags(source: Source | undefined, options: LiveOptions = {}) {
  const made = flagsOf(source, options)
  await made.flags.ready()
  return made
}

/** Resolves with the next change. */
export const nextChange = (flags: Live): Promise<Changed> =>
  new Promise((resolve) => {
    const off = flags.on('change', (changed) => {
      off()
      resolve(changed)
    })
  })

/** Resolves when the status is, or comes to be, this one. */
export const whenStatus = (flags: Live, wanted: Status): Promise<void> =>
  new Promise((resolve) => {
    const off = flags.on('status', (status) => status === wanted && done())
    const done = () => {
      off()
      resolve()
    }
    if (flags.status === wanted) done()
  })

/** Resolves when a feature is as it should be. */
export const whenActive = (flags: Live, id: string, active = true): Promise<void> =>
  new Promise((resolve) => {
    const off = flags.on('change', () => look())
    const look = () => {
      if (flags.isActive(id) !== active) return
      off()
      resolve()
    }
    look()
  })

/** A feature without a strategy. */
export const plain = (id: string, enabled = true) => ({ id, enabled, activationStrategy: 'NO_STRATEGY' }) as const

/** An experiment whose variants, A and B, share alike. */
export const halves = (id: string, enabled = true) => ({
  id,
  name: id,
  enabled,
  variants: ['A', 'B'].map((variant) => ({ id: variant, name: variant, traffic: 0.5 })),
})

/** Waits no longer than a turn, so that pauses cost nothing; what takes `endless` milliseconds is never over by itself. */
export function quickWait(endless = 10_000): Wait {
  return (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      signal?.addEventListener('abort', () => resolve(), { once: true })
      if (ms < endless) setTimeout(resolve, 0)
    })
}

/** Waits until told: `endOldest` ends what has been waited for the longest and still is. */
export function heldWait() {
  const held = new Set<() => void>()
  const wait: Wait = (_, signal) =>
    new Promise((resolve) => {
      const end = () => {
        held.delete(end)
        resolve()
      }
      if (signal?.aborted) return resolve()
      signal?.addEventListener('abort', end, { once: true })
      held.add(end)
    })
  return { wait, endOldest: () => [...held][0]?.() }
}
