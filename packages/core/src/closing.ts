/** How the end of something that lives long is told to what goes on inside. */
export interface Closing {
  readonly signal: AbortSignal
  abort(): void
}

/**
 * Whether the host ties signals, timers and connections to the request that they were made in, and lets none be made outside of one, as
 * Cloudflare's workers do.
 */
export const isolatesRequests = (): boolean =>
  (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent === 'Cloudflare-Workers'

const plain = /* @__PURE__ */ new WeakSet<object>()

/** An `AbortController`; where requests are isolated one that any of them may use, of nothing but functions. */
export function createClosing(): Closing {
  if (!isolatesRequests()) return new AbortController()
  const listeners = new Set<() => void>()
  let aborted = false
  const signal = {
    get aborted() {
      return aborted
    },
    addEventListener: (_: string, listener: () => void) => void listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => void listeners.delete(listener),
    throwIfAborted() {
      if (aborted) throw new DOMException('It was closed', 'AbortError')
    },
  }
  plain.add(signal)
  return {
    signal: signal as unknown as AbortSignal,
    abort() {
      aborted = true
      for (const listener of [...listeners]) listener()
      listeners.clear()
    },
  }
}

/** A signal that aborts with any of these. What is of nothing but functions is passed over: where that is used, its end ends no request. */
export const anySignal = (signals: readonly AbortSignal[]): AbortSignal =>
  AbortSignal.any(signals.filter((signal) => !plain.has(signal)))
