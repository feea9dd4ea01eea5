import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type MemoryState, memoryState } from '../state/memory-state.fixture.ts'
import type { Spool } from '../state/state.ts'
import { createRecorder } from './create-recorder.ts'
import { fakeEngine } from './experiments.fixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function scene({ state, most, engine = fakeEngine() }: Scene = {}) {
  const reported: Error[] = []
  const variants: string[] = []
  const recorder = createRecorder({
    engine,
    spool: state?.spool('records'),
    most,
    onVariant: (_, clientId, variant) => void variants.push(`${clientId} ${variant}`),
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    report: (error) => void reported.push(error as Error),
  })
  const add = (count: number, experiment = 'e') => {
    for (let i = 0; i < count; i++) recorder.add({ kind: 'displayed', experiment, clientId: `client-${i}` })
  }
  return { engine, recorder, add, reported, variants }
}
interface Scene {
  readonly state?: MemoryState
  readonly most?: number
  readonly engine?: ReturnType<typeof fakeEngine>
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('records of the gateway', () => {
  it('are sent together within 200 ms, and 500 at once', async () => {
    const { engine, add, recorder } = scene()
    add(3)
    await pass(199)
    expect(engine.batches).toHaveLength(0)
    await pass(1)
    expect(engine.batches.map((batch) => batch.length)).toEqual([3])
    add(1200)
    await pass(0)
    expect(engine.batches.map((batch) => batch.length)).toEqual([3, 500, 500])
    await pass(200)
    expect([engine.batches.at(-1)?.length, recorder.unsent]).toEqual([200, 0])
  })

  it('are sent one batch at a time, in their order', async () => {
    const { engine, add } = scene()
    let release = () => {}
    engine.held = new Promise((resolve) => (release = resolve))
    add(600)
    await pass(1000)
    expect(engine.batches).toHaveLength(1)
    release()
    engine.held = undefined
    await pass(200)
    expect(engine.batches.map((batch) => batch.length)).toEqual([500, 100])
    const ids = engine.counted.map(({ clientId }) => clientId)
    expect(ids).toEqual(ids.map((_, i) => `client-${i}`))
  })

  it('are sent again with the same keys after a failure, which is reported once, and count once', async () => {
    const { engine, add, reported, recorder } = scene()
    const { record } = engine
    let calls = 0
    engine.record = async (input) => {
      const answer = await record(input)
      if (++calls < 4) throw new Error('The response is lost')
      return answer
    }
    add(20)
    await pass(60_000)
    expect([calls, engine.counted.length, recorder.unsent]).toEqual([4, 20, 0])
    expect(reported.map(({ message }) => message)).toEqual([
      'Records of experiments could not be sent: they are sent again',
    ])
  })

  it('are dropped and reported once when too many wait', async () => {
    const { engine, add, reported, recorder } = scene({ most: 100 })
    engine.failure = new Error('gone')
    add(150)
    expect(recorder.unsent).toBe(100)
    engine.failure = undefined
    await pass(30_000)
    expect([engine.counted.length, reported.length]).toEqual([100, 1])
    await recorder.close()
    expect(reported.at(-1)?.message).toBe('50 records of experiments could not be sent and are lost')
  })

  it('of ten minutes at 1,000 a second wait in a spool, whose size is the limit', async () => {
    let size = 0
    let count = 0
    const spool: Spool = {
      load: async () => [],
      add(text) {
        size += text.length
        return ++count
      },
      sync: async () => {},
      remove: () => {},
      get size() {
        return size
      },
      dropped: 0,
    }
    const engine = fakeEngine()
    engine.failure = new Error('gone')
    const { recorder, reported } = scene({ state: { ...memoryState(), spool: () => spool }, engine })
    await pass(0)
    const record = { kind: 'displayed', experiment: 'shop:button', clientId: 'c'.repeat(32) } as const
    for (let i = 0; i < 600_000; i++) recorder.add(record)
    expect([recorder.unsent, count, reported]).toEqual([600_000, 600_000, []])
    size = 64 * 1024 * 1024
    recorder.add(record)
    expect([recorder.unsent, reported.length]).toEqual([600_000, 1])
  })

  it('that the service rejects as invalid are given up alone', async () => {
    const { engine, add, recorder, reported } = scene()
    const { record } = engine
    engine.record = async (input) => {
      if (input.body.records.some(({ clientId }) => clientId === 'client-7'))
        throw Object.assign(new Error('invalid'), { code: 'INVALID' })
      return record(input)
    }
    add(50)
    await pass(1000)
    expect([engine.counted.length, recorder.unsent, reported.length]).toEqual([49, 0, 1])
  })

  it('that are too large for one body are sent in parts', async () => {
    const { engine, add, recorder, reported } = scene()
    const { record } = engine
    engine.record = async (input) => {
      if (input.body.records.length > 10) throw Object.assign(new Error('too large'), { code: 'TOO_LARGE' })
      return record(input)
    }
    add(50)
    await pass(1000)
    expect([engine.counted.length, recorder.unsent, reported]).toEqual([50, 0, []])
  })

  it('that are refused are sent once', async () => {
    const { engine, add, recorder } = scene()
    add(5, 'none')
    await pass(1000)
    expect([engine.batches.length, recorder.unsent]).toEqual([1, 0])
  })

  it('tell the variants to which clients are bound', async () => {
    const { add, variants } = scene()
    add(2)
    await pass(200)
    expect(variants).toEqual(['client-0 A', 'client-1 B'])
  })

  it('are sent before it closes, and what cannot be sent is reported', async () => {
    const one = scene()
    one.add(700)
    await one.recorder.close()
    expect(one.engine.counted).toHaveLength(700)
    const other = scene()
    other.engine.failure = new Error('gone')
    other.add(3)
    await other.recorder.close()
    expect(other.reported.at(-1)?.message).toBe('3 records of experiments could not be sent and are lost')
  })
})

describe('records of the gateway with a state', () => {
  it('outlive a process that is killed while the service is away, and count once', async () => {
    const state = memoryState()
    const engine = fakeEngine()
    const one = scene({ state, engine })
    engine.failure = new Error('gone')
    one.add(30)
    await pass(1000)
    engine.failure = undefined
    const next = scene({ state: state.killed(), engine })
    next.add(5, 'f')
    await pass(1000)
    expect(engine.counted.map(({ experiment }) => experiment).join('')).toBe('e'.repeat(30) + 'f'.repeat(5))
    expect(next.recorder.unsent).toBe(0)
  })

  it('count once if the process is killed after they arrived and before it knew', async () => {
    const state = memoryState()
    const engine = fakeEngine()
    const { record } = engine
    engine.record = async (input) => {
      await record(input)
      return new Promise(() => {})
    }
    scene({ state, engine }).add(30)
    await pass(300)
    engine.record = record
    scene({ state: state.killed(), engine })
    await pass(1000)
    expect([engine.counted.length, engine.batches.length]).toEqual([30, 2])
  })

  it('leave nothing behind when they were accepted', async () => {
    const state = memoryState()
    const engine = fakeEngine()
    scene({ state, engine }).add(600)
    await pass(1000)
    await state.sync()
    scene({ state: state.killed(), engine })
    await pass(1000)
    expect(engine.batches.map((batch) => batch.length)).toEqual([500, 100])
  })

  it('are kept for the next process when it closes, without a report of loss', async () => {
    const state = memoryState()
    const engine = fakeEngine()
    const one = scene({ state, engine })
    engine.failure = new Error('gone')
    one.add(3)
    await one.recorder.close()
    expect(one.reported).toHaveLength(1)
    engine.failure = undefined
    scene({ state: state.killed(), engine })
    await pass(0)
    expect(engine.counted).toHaveLength(3)
  })

  it('are sent all the same when the disk is full, which is reported once', async () => {
    const state = memoryState()
    state.failure = new Error('The disk is full')
    const { engine, add, reported } = scene({ state })
    add(1)
    await pass(300)
    add(1)
    await pass(300)
    expect([engine.counted.length, reported.length]).toEqual([2, 1])
  })

  it('ignore entries that are not records', async () => {
    const state = memoryState()
    const spool = state.spool('records')
    for (const text of ['{', '7', 'null', '{}']) spool.add(text)
    await spool.sync()
    const { engine } = scene({ state: state.killed() })
    await pass(1000)
    expect(engine.batches).toEqual([])
  })
})
