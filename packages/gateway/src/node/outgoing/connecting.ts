import type { buildConnector } from 'undici'

/** Milliseconds after which a target that makes no connection counts as one that makes none. */
export const PATIENCE_MS = 500

/** The connections to a target that are being made. */
export interface Connecting {
  /** How many. */
  readonly count: number
  /**
   * When the target has made none of them for too long, on the clock of `performance.now`. Infinity: none is being made.
   */
  readonly stallsAt: number
}

/** Watches a connector. */
export function watchConnecting(connect: buildConnector.connector): {
  readonly connecting: Connecting
  readonly connector: buildConnector.connector
} {
  let count = 0
  /** Since when they have been in the making, or when the last one was made. */
  let since = 0

  const connector: buildConnector.connector = (options, callback) => {
    if (count === 0) since = performance.now()
    count++
    connect(options, (...result) => {
      count--
      if (result[1]) since = performance.now()
      callback(...result)
    })
  }

  return {
    connector,
    connecting: {
      get count() {
        return count
      },
      get stallsAt() {
        return count > 0 ? since + PATIENCE_MS : Number.POSITIVE_INFINITY
      },
    },
  }
}
