import type { ClientSettings } from '../../backend/client-settings.ts'

/**
 * A circuit breaker. Too many failures within an interval open it. After the interval it lets one request through, the
 * probe, which closes it or opens it again. Attempts are known by when they began. Times are of `performance.now`;
 * methods return whether the breaker changed.
 */
export interface Breaker {
  /** Whether it lets no request through: it is open, or its probe is in progress. */
  blocks(now: number): boolean
  /** Whether it is not closed. */
  readonly isOpen: boolean
  /** When it lets the probe through. Infinity: it is closed, or its probe is in progress. */
  readonly opensAt: number
  /** An attempt begins. If the breaker is open, this is the probe. */
  began(): boolean
  /** An attempt got a response. */
  succeeded(startedAt: number): boolean
  failed(startedAt: number, now: number): boolean
  /** An attempt is over. A probe that neither succeeded nor failed is followed by another. */
  ended(startedAt: number): boolean
}

/** Creates a breaker, closed. */
export function createBreaker({ maxErrors, sampleInterval }: ClientSettings): Breaker {
  const most = Math.max(1, maxErrors)
  const interval = Math.max(1, sampleInterval)
  let failures: number[] = []
  let isOpen = false
  let isProbing = false
  let openedAt = 0

  function open(now: number): true {
    isOpen = true
    isProbing = false
    openedAt = now
    failures = []
    return true
  }

  /** Only the probe begins while the breaker is open; other attempts began before. */
  const isProbe = (startedAt: number): boolean => isOpen && startedAt > openedAt

  return {
    blocks: (now) => isOpen && (isProbing || now < openedAt + interval),
    get isOpen() {
      return isOpen
    },
    get opensAt() {
      return isOpen && !isProbing ? openedAt + interval : Number.POSITIVE_INFINITY
    },
    began() {
      if (!isOpen || isProbing) return false
      isProbing = true
      return true
    },
    succeeded(startedAt) {
      if (!isProbe(startedAt)) return false
      isOpen = false
      isProbing = false
      return true
    },
    failed(startedAt, now) {
      if (isOpen) return isProbe(startedAt) && open(now)
      failures.push(now)
      while (failures[0]! < now - interval) failures.shift()
      return failures.length >= most && open(now)
    },
    ended(startedAt) {
      if (!isProbing || !isProbe(startedAt)) return false
      isProbing = false
      return true
    },
  }
}

/** A breaker that never opens. */
export const noBreaker: Breaker = {
  blocks: () => false,
  isOpen: false,
  opensAt: Number.POSITIVE_INFINITY,
  began: () => false,
  succeeded: () => false,
  failed: () => false,
  ended: () => false,
}
