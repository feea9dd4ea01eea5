import type { Report, Unsubscribe } from '@signalbox/core'

/** How to detect writes of other processes. */
export interface NewsOptions {
  /** Returns whether there may be new events since the last poll. */
  readonly poll: () => boolean | Promise<boolean>
  /** Milliseconds between two polls. */
  readonly interval: number
  readonly report: Report
}

/** Notifies watchers of new events. */
export interface News {
  watch(listener: () => void): Unsubscribe
  /** Notifies all watchers. */
  publish(): void
  close(): void
}

/** Notifies watchers at once on `publish`, and otherwise polls as long as there are watchers. */
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
      // After a failure, events may have been missed: notify anyway.
      if (isNew || isFailing) publish()
      isFailing = false
    } catch (error) {
      // Report once per outage, not once per poll.
      if (!isFailing && listeners.size > 0) report(error)
      isFailing = true
    }
    schedule()
  }

  /** The timer does not keep the process alive. */
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
