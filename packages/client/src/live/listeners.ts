import type { LiveEvents, OnLive } from './live-options.ts'

type Listeners = { readonly [N in keyof LiveEvents]: Set<(told: LiveEvents[N]) => void> }

/** Who hears of what. A listener that throws disturbs nobody: its failure is told as `error`, or in the console where nobody hears those. */
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
