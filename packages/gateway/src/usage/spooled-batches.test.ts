import type { QuotaUse, UsageBatch, UsageEntry } from '@signalbox/core/gateway'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type MemoryState, memoryState } from '../state/memory-state.fixture.ts'
import { GAP } from './batch-size.ts'
import { spooledBatches } from './spooled-batches.ts'

type Options = Parameters<typeof spooledBatches>[0]

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const entry = (requests: number, minute = 0, route = 'shop:all'): UsageEntry => ({
  ...{ api: 'shop', route, statusClass: 2, minute: minute * MINUTE, requests },
  ...{ bytesIn: 1, bytesOut: 1, backendMs: 1, limited: 0 },
})
const counted = (entries: readonly UsageEntry[], quotas: readonly QuotaUse[] = []) => ({ entries, quotas, due: [] })

function open(state: MemoryState, { spool = state.spool('usage'), ...more }: Partial<Options> = {}) {
  const reported: string[] = []
  const batches = spooledBatches({
    spool,
    instance: 'one',
    hourOf: (at) => at - (at % HOUR),
    batchSize: { count: 10, length: 10_000 },
    report: (error) => void reported.push((error as Error).message),
    ...more,
  })
  return { batches, reported }
}

/** A control plane, which counts each number of an instance once. */
function counting() {
  const last = new Map<string, number>()
  const entries: UsageEntry[] = []
  return {
    entries,
    take({ instance, seq, entries: some }: UsageBatch): void {
      if ((last.get(instance) ?? 0) >= seq) return
      last.set(instance, seq)
      entries.push(...some)
    },
    requests: () => entries.reduce((sum, { requests }) => sum + requests, 0),
  }
}

function drain(batches: ReturnType<typeof open>['batches']): UsageBatch[] {
  const all: UsageBatch[] = []
  for (let batch = batches.next(); batch; batch = batches.next()) {
    all.push(batch)
    batches.done()
  }
  return all
}

it('batches of an earlier process are sent unchanged, before those of this one', async () => {
  const state = memoryState()
  const one = open(state)
  expect(await one.batches.load()).toEqual([])
  one.batches.add(counted([entry(1)], [{ key: 'ann', period: '2026-11', used: 1 }]))
  one.batches.add(counted([entry(2)], [{ key: 'ann', period: '2026-11', used: 2 }]))
  expect(one.batches.requests).toBe(3)
  const before = open(await synced(state), { instance: 'two' })
  expect(await before.batches.load()).toEqual([{ key: 'ann', period: '2026-11', used: 2 }])
  before.batches.add(counted([entry(4)]))
  expect(before.batches.requests).toBe(7)
  expect(
    drain(before.batches).map(({ instance, seq, entries }) => [instance, seq / GAP, entries[0]?.requests]),
  ).toEqual([
    ['one', 1, 1],
    ['one', 2, 2],
    ['two', 1, 4],
  ])
  expect(before.batches).toMatchObject({ requests: 0, isEmpty: true })
})

it('what was delivered is not in the spool of the next process', async () => {
  const state = memoryState()
  const { batches } = open(state)
  await batches.load()
  batches.add(counted([entry(1)]))
  batches.add(counted([entry(2)]))
  batches.next()
  batches.done()
  const next = open(await synced(state))
  await next.batches.load()
  expect(drain(next.batches).map(({ seq }) => seq)).toEqual([2 * GAP])
})

it('a batch has so many entries and quotas at most, and so many characters', async () => {
  const { batches } = open(memoryState())
  await batches.load()
  const quotas = Array.from({ length: 12 }, (_, i) => ({ key: `${i}`, period: '2026-11', used: 1 }))
  batches.add(
    counted(
      Array.from({ length: 25 }, (_, i) => entry(1, 0, `shop:${i}`)),
      quotas,
    ),
  )
  const shown = () => drain(batches).map(({ seq, entries, quotas }) => [seq / GAP, entries.length, quotas.length])
  expect(shown()).toEqual([
    [1, 10, 0],
    [2, 10, 0],
    [3, 5, 5],
    [4, 0, 7],
  ])
  const long = { period: '2026-11', used: 1 }
  batches.add(
    counted(
      [],
      ['a', 'b', 'c'].map((letter) => ({ key: letter.repeat(4000), ...long })),
    ),
  )
  expect(shown()).toEqual([
    [5, 0, 2],
    [6, 0, 1],
  ])
})

it('beyond a size, the minutes of the oldest batches are merged to hours; the one that may have been sent is not', async () => {
  const { batches, reported } = open(memoryState(), { mergeAbove: 5000, mergeStep: 3000, dropAbove: 20_000 })
  await batches.load()
  const control = counting()
  for (let minute = 0; minute < 200; minute++) {
    batches.add(counted([entry(1, minute)], [{ key: 'ann', period: '2026-11', used: 1 }]))
    if (minute === 0) control.take(batches.next() as UsageBatch)
  }
  expect(batches.requests).toBe(200)
  const all = drain(batches)
  expect(all.length).toBeLessThan(80)
  expect(all[0]).toMatchObject({ seq: GAP, entries: [{ requests: 1 }] })
  expect(all.map(({ seq }) => seq)).toEqual([...new Set(all.map(({ seq }) => seq))].sort((a, b) => a - b))
  for (const batch of all) control.take(batch)
  expect(control.requests()).toBe(200)
  expect(all.flatMap(({ quotas }) => quotas).reduce((sum, { used }) => sum + used, 0)).toBe(200)
  const hours = Map.groupBy(control.entries, ({ minute }) => Math.floor(minute / HOUR))
  const sums = [...hours].map(([hour, some]) => [hour, some.reduce((sum, one) => sum + one.requests, 0)])
  expect(sums).toEqual([
    [0, 60],
    [1, 60],
    [2, 60],
    [3, 20],
  ])
  expect(reported).toEqual([])
})

it('what cannot be merged any further is lost, the oldest first, which is reported once', async () => {
  const limits = { mergeAbove: 3000, mergeStep: 1000, dropAbove: 5000 }
  const { batches, reported } = open(memoryState(), limits)
  await batches.load()
  for (let i = 0; i < 100; i++) batches.add(counted([entry(1, 0, `shop:${i}`)]))
  const routes = drain(batches).flatMap(({ entries }) => entries.map(({ route }) => route))
  expect(routes.at(-1)).toBe('shop:99')
  expect(routes.length).toBeLessThan(60)
  expect(reported).toEqual(['More than 5000 bytes of usage wait to be reported: the oldest is lost'])
})

it('a spool that cannot be read is reported, and usage is kept in memory', async () => {
  const state = memoryState()
  const spool = { ...state.spool('usage'), load: () => Promise.reject(new Error('EIO')), add: () => expect.fail() }
  const { batches, reported } = open(state, { spool })
  expect(await batches.load()).toEqual([])
  batches.add(counted([entry(3)]))
  expect(drain(batches).map(({ entries }) => entries[0]?.requests)).toEqual([3])
  expect(reported).toEqual(['Usage of earlier processes cannot be read'])
})

it('lines that are no batches are left out', async () => {
  const state = memoryState()
  const spool = state.spool('usage')
  for (const text of ['{', '7', '{"batches":[]}', '{"batches":[{"seq":1}]}']) spool.add(text)
  await spool.sync()
  const { batches, reported } = open(state.killed())
  expect(await batches.load()).toEqual([])
  expect(batches.isEmpty).toBe(true)
  expect(reported).toHaveLength(4)
})

type Step = 'count' | 'deliver' | 'deliver unheard' | 'split' | 'sync' | 'kill'

it('whenever processes are killed, every request that was synced counts once', async () => {
  const steps = fc.array(
    fc.constantFrom<Step>('count', 'count', 'count', 'deliver', 'deliver unheard', 'split', 'sync', 'kill'),
    { maxLength: 60 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const control = counting()
      const limits = { mergeAbove: 700, mergeStep: 500 }
      let state = memoryState()
      let spool = state.spool('usage')
      let instances = 0
      const start = async () => {
        const { batches } = open(state, { spool, instance: `${++instances}`, ...limits })
        await batches.load()
        return batches
      }
      let batches = await start()
      let counts = 0
      let unsynced = 0
      for (const step of [...all, 'sync', 'kill'] as const) {
        if (step === 'count') {
          batches.add(counted([entry(1, ++counts), entry(1, ++counts), entry(1, ++counts)]))
          unsynced += 3
        } else if (step === 'kill') {
          counts -= unsynced
          unsynced = 0
          state = state.killed()
          spool = state.spool('usage')
          batches = await start()
        } else {
          // Nothing is sent before it is on the disk.
          await spool.sync()
          unsynced = 0
          const batch = step === 'sync' ? undefined : batches.next()
          if (batch && step === 'split') {
            batches.split()
            await spool.sync()
          } else if (batch) control.take(batch)
          if (batch && step === 'deliver') batches.done()
        }
      }
      for (const batch of drain(batches)) control.take(batch)
      expect(control.requests()).toBe(counts)
    }),
  )
})

/** What the next process finds if this one synced and was killed. */
async function synced(state: MemoryState): Promise<MemoryState> {
  await state.sync()
  return state.killed()
}
