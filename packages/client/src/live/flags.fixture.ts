import type { Wait } from '@signalbox/core'
import { onTestFinished } from 'vitest'
import { type Changed, type Live, type LiveOptions, live, type Source, type Status } from '../index.ts'

/** Flags that are closed at the end of the test, with the errors they reported. */
export function flagsOf(source: Source | undefined, options: LiveOptions = {}) {
  const flags = live(source, options)
  const reported: unknown[] = []
  flags.on('error', (error) => reported.push(error))
  onTestFinished(() => flags.close())
  return { flags, reported }
}

/** The same, once the flags are ready. */
export async function readyFlags(source: Source | undefined, options: LiveOptions = {}) {
  const made = flagsOf(source, options)
  await made.flags.ready()
  return made
}

/** Resolves with the next change event. */
export const nextChange = (flags: Live): Promise<Changed> =>
  new Promise((resolve) => {
    const off = flags.on('change', (changed) => {
      off()
      resolve(changed)
    })
  })

/** Resolves when the flags have this status. */
export const whenStatus = (flags: Live, wanted: Status): Promise<void> =>
  new Promise((resolve) => {
    const off = flags.on('status', (status) => status === wanted && done())
    const done = () => {
      off()
      resolve()
    }
    if (flags.status === wanted) done()
  })

/** Resolves when a feature has the wanted state. */
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

/** An experiment with two variants, A and B, of equal traffic. */
export const halves = (id: string, enabled = true) => ({
  id,
  name: id,
  enabled,
  variants: ['A', 'B'].map((variant) => ({ id: variant, name: variant, traffic: 0.5 })),
})

/**
 * A `wait` that takes one turn of the event loop, so that pauses cost nothing. A wait of `endless` milliseconds only
 * ends when aborted.
 */
export function quickWait(endless = 10_000): Wait {
  return (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      signal?.addEventListener('abort', () => resolve(), { once: true })
      if (ms < endless) setTimeout(resolve, 0)
    })
}

/** A `wait` that the test controls: `endOldest` ends the oldest pending one. */
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
