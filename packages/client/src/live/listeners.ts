import type { LiveEvents, OnLive } from './live-options.ts'

type Listeners = { readonly [N in keyof LiveEvents]: Set<(told: LiveEvents[N]) => void> }

/**
 * Keeps the listeners. A listener that throws does not affect others: its failure is emitted as `error`, or logged to
 * the console if nobody listens.
 */
export function createListeners() {
  const listeners: Listeners = { change: new Set(), status: new Set(), error: new Set() }

  const on: OnLive = (name, listener) => {
    const one = (told: Parameters<typeof listener>[0]) => listener(told)
    listeners[name].add(one)
    return () => void listeners[name].delete(one)
  }

  function tell<N extends keyof LiveEvents>(name: N, told: LiveEvents[N]): void {
    if (name === 'error' && listeners.error.size === 0) console.error(told)
    for (const listener of listeners[name])
      try {
        listener(told)
      } catch (error) {
        if (name === 'error') console.error(error)
        else tell('error', error)
      }
  }

  function clear(): void {
    for (const set of Object.values(listeners)) set.clear()
  }

  return { on, tell, clear }
}
