import type { Report, Unsubscribe } from '@signalbox/core'

/** How to learn of what others wrote. */
export interface NewsOptions {
  /** Whether there may be something new since it was last asked. */
  readonly poll: () => boolean | Promise<boolean>
  /** Milliseconds between two polls. */
  readonly interval: number
  readonly report: Report
}

/** Those who wait for new events. */
export interface News {
  watch(listener: () => void): Unsubscribe
  /** Wakes them all. */
  publish(): void
  close(): void
}

/** Wakes watchers at once when told to, and polls for the rest, as long as there is anyone to wake. */
export function createNews({ poll, interval, report }: NewsOptions): News {
  const listeners = new Map<symbol, () => void>()
  let timer: NodeJS.Timeout | undefined
  let isFailing = false

  function publish(): void {
    for (const listener of [...listeners.values()])
      try {
        listener()
      } catch (error) {
        report(error)
      }
  }

  async function look(): Promise<void> {
    try {
      const isNew = await poll()
      // Whatever was missed in between: there may be something new.
      if (isNew || isFailing) publish()
      isFailing = false
    } catch (error) {
      // Once for each outage, not once for each poll of it.
      if (!isFailing && listeners.size > 0) report(error)
      isFailing = true
    }
    schedule()
  }

  /** Never keeps the process alive. */
  function schedule(): void {
    timer = listeners.size === 0 ? undefined : setTimeout(look, interval).unref()
  }

  return {
    watch(listener) {
      const id = Symbol('listener')
      listeners.set(id, listener)
      if (!timer) schedule()
      return () => void listeners.delete(id)
    },
    publish,
    close() {
      listeners.clear()
      clearTimeout(timer)
      timer = undefined
    },
  }
}
