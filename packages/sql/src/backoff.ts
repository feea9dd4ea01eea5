import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '@signalbox/core'

/** How long to wait between tries. */
export interface Backoff {
  /** Milliseconds before the first try again; each further wait may be twice as long. */
  readonly first: number
  /** The longest wait, in milliseconds. */
  readonly longest: number
  readonly random: Random
}

/** How long to wait before the n-th try again, from 0: somewhere in the upper half of what has doubled n times. */
export function pause(attempt: number, { first, longest, random }: Backoff): number {
  const most = Math.min(longest, first * 2 ** Math.min(attempt, 30))
  const [chance = 0] = random(1)
  return most * (0.5 + chance / 510)
}

/** Waits before the n-th try again, and says how long. A waiting process may end. */
export async function waitBefore(attempt: number, backoff: Backoff): Promise<number> {
  const milliseconds = pause(attempt, backoff)
  await delay(milliseconds)
  return milliseconds
}

/** Random bytes of the platform. */
export const platformRandom: Random = (bytes) => crypto.getRandomValues(new Uint8Array(bytes))
