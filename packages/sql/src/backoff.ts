import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '@signalbox/core'

/** How long to wait between attempts. */
export interface Backoff {
  /** Wait before the first retry, in milliseconds. The limit doubles with each further retry. */
  readonly first: number
  /** The longest wait, in milliseconds. */
  readonly longest: number
  readonly random: Random
}

/**
 * Returns how long to wait before retry `attempt` (from 0): `first` doubled that many times, at most `longest`, less up
 * to half of it at random.
 */
export function pause(attempt: number, { first, longest, random }: Backoff): number {
  const most = Math.min(longest, first * 2 ** Math.min(attempt, 30))
  const [chance = 0] = random(1)
  return most * (0.5 + chance / 510)
}

/** Waits before retry `attempt` (from 0) and returns how long. The wait does not keep the process alive. */
export async function waitBefore(attempt: number, backoff: Backoff): Promise<number> {
  const milliseconds = pause(attempt, backoff)
  await delay(milliseconds)
  return milliseconds
}

/** Random bytes from the platform's `crypto`. */
export const platformRandom: Random = (bytes) => crypto.getRandomValues(new Uint8Array(bytes))
