import type { Identity, Passwords, Signalbox, SignalboxOptions, Wait } from '../index.ts'
import { createSignalbox } from '../index.ts'

/** Passwords that cost nothing. */
export const plainPasswords: Passwords = {
  hash: async (password) => `plain ${password}`,
  verify: async (password, stored) => stored === `plain ${password}`,
}

/** A time that stands still until told: what waits goes on when the clock has passed its end. */
export function testTime() {
  let now = Date.parse('2026-03-01T12:00:00Z')
  const waits: number[] = []
  const waiting = new Set<{ until: number; goOn: () => void }>()
  const wait: Wait = (ms, signal) =>
    new Promise((resolve) => {
      waits.push(ms)
      const one = {
        until: now + ms,
        goOn() {
          waiting.delete(one)
          resolve()
        },
      }
      waiting.add(one)
      if (signal?.aborted) one.goOn()
      signal?.addEventListener('abort', one.goOn)
    })
  const clock = () => now
  return {
    clock,
    wait,
    /** What a Signalbox is told of it. */
    ports: { clock, wait },
    /** How long each wait so far was asked to be. */
    waits,
    /** How many wait now. */
    waiting: () => waiting.size,
    advance(ms: number) {
      now += ms
      for (const one of [...waiting]) if (one.until <= now) one.goOn()
    },
  }
}

/** A Signalbox with passwords that cost nothing. */
export const testBox = (options: SignalboxOptions = {}): Signalbox =>
  createSignalbox({ passwords: plainPasswords, ...options })

/** A feature that is on. */
export const feature = (id: string) => ({ id, enabled: true, activationStrategy: 'NO_STRATEGY' }) as const

/** Who holds these grants. */
export const holder = (authorizedPatterns: NonNullable<Identity['authorizedPatterns']>): Identity => ({
  id: 'holder',
  authorizedPatterns,
})

/** The code that a call fails with; `OK` when it does not. */
export const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'OK',
    (error: { code: string }) => error.code,
  )

/** All that an iterable gives. */
export async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}
