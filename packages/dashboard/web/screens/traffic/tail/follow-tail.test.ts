import { expect, onTestFinished, test, vi } from 'vitest'
import { type FollowTail, followTail } from './follow-tail.ts'
import type { TailEvent } from './tail-events.ts'

const dropped = (count: number): TailEvent => ({ kind: 'dropped', count })

/** Follows streams, one after the other, and notes what is told. */
function follow(streams: readonly (readonly TailEvent[] | Error)[], more: Partial<FollowTail> = {}) {
  const told: unknown[] = []
  const stop = new AbortController()
  let at = 0
  const done = followTail(
    {
      async open() {
        const next = streams[at++]
        if (next === undefined) stop.abort()
        if (next instanceof Error) throw next
        return (async function* () {
          yield* next ?? []
        })()
      },
      onLines: (lines) => void told.push(lines.map((line) => line.kind === 'dropped' && line.count)),
      onState: (state) => void told.push(state),
      onLost: () => void told.push('lost'),
      pause: async () => {},
      ...more,
    },
    stop.signal,
  )
  return { told, done, stop }
}

test('lines are passed on together, and a lost stream is opened again', async () => {
  const { told, done } = follow([[dropped(1), dropped(2)], new Error('away'), [dropped(3)]])
  await done
  const lost = ['lost', 'cut-off']
  expect(told.slice(0, -1)).toEqual(['opening', 'live', [1, 2], ...lost, ...lost, 'live', [3], ...lost])
})

test('lines come after a moment, not only with the end of the stream', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { told, done, stop } = follow([], {
    open: async (signal) =>
      (async function* () {
        yield dropped(1)
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      })(),
  })
  await vi.advanceTimersByTimeAsync(300)
  expect(told).toEqual(['opening', 'live', [1]])
  stop.abort()
  await done
})

test('a refusal ends it', async () => {
  const { done } = follow([Object.assign(new Error('no'), { code: 'FORBIDDEN' })])
  await expect(done).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
