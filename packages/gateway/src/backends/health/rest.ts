/** The shortest and the longest rest, in milliseconds. */
const SHORTEST_MS = 1000
const LONGEST_MS = 30_000

/**
 * The rest of a target that takes no connections. Its length doubles from 1 s up to 30 s. After it, one request probes the
 * target: success ends the rest, failure begins a longer one. Attempts are known by when they began. Times are of
 * `performance.now`; methods return whether the rest changed.
 */
export interface Rest {
  /** Whether other targets get its requests: it rests, or its probe is in progress. */
  holds(now: number): boolean
  /** Whether the last attempt to connect failed. */
  readonly isOn: boolean
  /** When the next probe may begin. Infinity: it does not rest, or its probe is in progress. */
  readonly probesAt: number
  /** An attempt begins. After the time of the rest, this is the probe. */
  began(now: number): boolean
  /** Whether an attempt that began then is the probe. */
  isProbe(startedAt: number): boolean
  /** An attempt got a connection. */
  connected(startedAt: number, now: number): boolean
  /** An attempt got none. */
  refused(startedAt: number, now: number): boolean
  /** An attempt is over. A probe without a result is followed by another. */
  ended(startedAt: number): boolean
}

/** Creates the rest of a target, which does not rest. */
export function createRest(): Rest {
  let isOn = false
  let length = 0
  let until = 0
  /** When the last rest began or ended: what began before says nothing about the target of today. */
  let changedAt = Number.NEGATIVE_INFINITY
  let probe: number | undefined

  return {
    holds: (now) => isOn && (probe !== undefined || now < until),
    get isOn() {
      return isOn
    },
    get probesAt() {
      return isOn && probe === undefined ? until : Number.POSITIVE_INFINITY
    },
    began(now) {
      if (!isOn || probe !== undefined || now < until) return false
      probe = now
      return true
    },
    isProbe: (startedAt) => isOn && probe === startedAt,
    connected(startedAt, now) {
      if (!isOn || startedAt < changedAt) return false
      isOn = false
      length = 0
      changedAt = now
      probe = undefined
      return true
    },
    refused(startedAt, now) {
      // Requests that find no other target do not make the rest longer.
      if (isOn ? probe !== startedAt : startedAt < changedAt) return false
      isOn = true
      length = Math.min(2 * length || SHORTEST_MS, LONGEST_MS)
      until = now + length
      changedAt = now
      probe = undefined
      return true
    },
    ended(startedAt) {
      if (!isOn || probe !== startedAt) return false
      probe = undefined
      return true
    },
  }
}
