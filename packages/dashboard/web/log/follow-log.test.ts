import type { ChangeEvent } from '@signalbox/core/contract'
import { expect, onTestFinished, test } from 'vitest'
import { followLog } from './follow-log.ts'

const event = (id: number) => ({ _id: id, type: 'FEATURE_UPDATED', key: 'a', domain: 'Feature' }) as ChangeEvent

/** A log whose connections the test controls. */
function createLog() {
  const events: ChangeEvent[] = []
  let wake = () => {}
  let cut = () => {}
  const starts = new WeakMap<object, number>()
  const log = {
    /** The ids before this one were deleted. */
    first: 1,
    refusal: undefined as Error | undefined,
    /** Sends so many events again at the start of a connection. */
    repeats: 0,
    opened: [] as (number | undefined)[],
    commit(id: number) {
      events.push(event(id))
      wake()
    },
    cut: () => cut(),
    startOf: (stream: object) => starts.get(stream),
    async open(after: number | undefined, signal: AbortSignal) {
      log.opened.push(after)
      if (log.refusal) throw log.refusal
      const head = events.at(-1)?._id ?? 0
      const start = Math.max(Math.min(after ?? head, head), log.first - 1)
      const stream = read(start, signal)
      starts.set(stream, start)
      return stream
    },
  }
  async function* read(start: number, signal: AbortSignal): AsyncGenerator<ChangeEvent> {
    let isCut = false
    cut = () => {
      isCut = true
      wake()
    }
    signal.addEventListener('abort', () => wake())
    for (let last = start - log.repeats; ; ) {
      if (isCut) throw Object.assign(new Error('cut'), { code: 'UNAVAILABLE' })
      if (signal.aborted) return
      const next = events.find(({ _id }) => _id > last)
      if (next) {
        last = next._id
        yield next
      } else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  return log
}

function follow(log: ReturnType<typeof createLog>, after?: number) {
  const seen: number[] = []
  const states: string[] = []
  const gaps: number[] = []
  const quiet: (() => void)[] = []
  const retries: (() => void)[] = []
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const done = followLog(
    {
      after,
      open: log.open,
      startOf: log.startOf,
      onOpen: () => {},
      onEvent: ({ _id }) => seen.push(_id),
      onGap: () => gaps.push(seen.length),
      onState: (state) => states.push(state),
      isNew: ({ _id }) => _id >= 1000,
      now: () => 0,
      wait: () => new Promise((resolve) => quiet.push(resolve)),
      pause: () => new Promise((resolve) => retries.push(resolve)),
    },
    stop.signal,
  )
  return { seen, states, gaps, quiet, retries, stop, done }
}

test('events arrive once and in order, through lost connections', async () => {
  const log = createLog()
  log.commit(1)
  const { seen, states, retries, quiet, gaps } = follow(log)
  await expect.poll(() => states).toEqual(['connecting', 'live'])
  log.commit(2)
  await expect.poll(() => seen).toEqual([2])
  log.cut()
  await expect.poll(() => states.at(-1)).toBe('cut-off')
  log.commit(3)
  log.repeats = 2
  retries[0]!()
  await expect.poll(() => seen).toEqual([2, 3])
  expect(log.opened).toEqual([undefined, 2])
  expect(states.at(-1)).toBe('catching-up')
  quiet.at(-1)!()
  await expect.poll(() => quiet.length).toBe(2)
  quiet.at(-1)!()
  await expect.poll(() => states.at(-1)).toBe('live')
  expect(gaps).toEqual([])
})

test('while events keep arriving, the first that was committed after the connection ends the catching up', async () => {
  const log = createLog()
  for (const id of [1, 2, 3]) log.commit(id)
  const { states, seen } = follow(log, 1)
  await expect.poll(() => seen).toEqual([2, 3])
  expect(states).toEqual(['catching-up', 'catching-up'])
  log.commit(1000)
  await expect.poll(() => states.at(-1)).toBe('live')
})

test('a log that has deleted the events after the last one is a gap', async () => {
  const log = createLog()
  for (const id of [1, 2, 3, 4]) log.commit(id)
  log.first = 4
  const { gaps, seen } = follow(log, 1)
  await expect.poll(() => seen).toEqual([4])
  expect(gaps).toEqual([0])
})

test('a log that begins again, as after a restart with a store in memory, is a gap', async () => {
  const log = createLog()
  log.commit(3)
  const { gaps, seen, states } = follow(log, 500)
  await expect.poll(() => gaps).toEqual([0])
  log.commit(4)
  await expect.poll(() => seen).toEqual([4])
  expect(states.at(-1)).toBe('catching-up')
})

test('if the first attempts fail, what was read meanwhile must be read again', async () => {
  const log = createLog()
  log.refusal = Object.assign(new Error(), { code: 'UNAVAILABLE' })
  const { gaps, states, retries } = follow(log)
  await expect.poll(() => states).toEqual(['connecting', 'cut-off'])
  log.refusal = undefined
  retries[0]!()
  await expect.poll(() => states.at(-1)).toBe('live')
  expect(gaps).toEqual([0])
})

test('without a session it ends', async () => {
  const log = createLog()
  log.refusal = Object.assign(new Error(), { code: 'UNAUTHENTICATED' })
  await expect(follow(log).done).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
