import type { TailEvent } from '@signalbox/core/gateway'

/** A listener gets so many lines a second, however many workers tell them. Others are counted. */
const LINES_PER_SECOND = 500

/**
 * Limits the events of several workers to the number that one may have. `told` receives them, and how many were
 * dropped.
 */
export function limitTail(told: (event: TailEvent) => void, now: () => number = Date.now) {
  let second = 0
  let count = 0
  let dropped = 0
  let timer: NodeJS.Timeout | undefined

  function tellDropped(): void {
    clearTimeout(timer)
    timer = undefined
    if (dropped === 0) return
    const event: TailEvent = { kind: 'dropped', count: dropped }
    dropped = 0
    told(event)
  }

  return {
    hear(event: TailEvent): void {
      const current = Math.floor(now() / 1000)
      if (current !== second) {
        second = current
        count = 0
        tellDropped()
      }
      if (event.kind === 'dropped') dropped += event.count
      else if (++count > LINES_PER_SECOND) dropped++
      else told(event)
      if (dropped > 0) timer ??= setTimeout(tellDropped, 1000).unref()
    },
    close: () => clearTimeout(timer),
  }
}
