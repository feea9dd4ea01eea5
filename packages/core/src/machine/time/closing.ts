/** Tells what runs inside a long-lived object that the object was closed. */
export interface Closing {
  readonly signal: AbortSignal
  abort(): void
}

/**
 * Whether the host ties signals, timers and connections to the request that created them, and forbids creating them
 * outside of a request. Cloudflare Workers do.
 */
export const isolatesRequests = (): boolean =>
  (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent === 'Cloudflare-Workers'

const plain = /* @__PURE__ */ new WeakSet<object>()

/** An `AbortController`. Where the host isolates requests, a substitute of plain functions that any request may use. */
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
      if (aborted) throw new DOMException('The instance was closed', 'AbortError')
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

/**
 * A signal that aborts with any of these. The substitutes of `createClosing` are skipped: on hosts that need them,
 * closing an instance does not end a request.
 */
export const anySignal = (signals: readonly AbortSignal[]): AbortSignal =>
  AbortSignal.any(signals.filter((signal) => !plain.has(signal)))
