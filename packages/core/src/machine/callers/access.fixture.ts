import {
  createSignalbox,
  type Identity,
  type Passwords,
  type Signalbox,
  type SignalboxOptions,
  type Wait,
} from '../../index.ts'

/** Passwords without expensive hashing. */
export const plainPasswords: Passwords = {
  hash: async (password) => `plain ${password}`,
  verify: async (password, stored) => stored === `plain ${password}`,
}

/** A clock that stands still until `advance`, which also ends the waits whose time has come. */
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
    /** The ports for a Signalbox. */
    ports: { clock, wait },
    /** The requested length of each wait so far. */
    waits,
    /** How many waits are open. */
    waiting: () => waiting.size,
    advance(ms: number) {
      now += ms
      for (const one of [...waiting]) if (one.until <= now) one.goOn()
    },
  }
}

/** A Signalbox with cheap passwords. */
export const testBox = (options: SignalboxOptions = {}): Signalbox =>
  createSignalbox({ passwords: plainPasswords, ...options })

/** An enabled feature. */
export const feature = (id: string) => ({ id, enabled: true, activationStrategy: 'NO_STRATEGY' }) as const

/** An identity with these grants. */
export const holder = (authorizedPatterns: NonNullable<Identity['authorizedPatterns']>): Identity => ({
  id: 'holder',
  authorizedPatterns,
})

/** The error code of a failed call; `OK` if it succeeds. */
export const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'OK',
    (error: { code: string }) => error.code,
  )

/** Collects all values of an iterable. */
export async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}
