import { expect, it } from 'vitest'
import { memoryState } from '../state/memory-state.fixture.ts'
import { keepQuotas } from './kept-quotas.ts'

/** Quotas in a spool, where each consumer has used `total` of each period. */
async function quotas(state = memoryState()) {
  const spool = state.spool('quotas')
  const used = { total: 0 }
  const kept = keepQuotas(spool, { totalOf: () => used.total })
  const known = await kept.load()
  return {
    known,
    keep(total: number, ...periods: string[]) {
      used.total = total
      kept.keep(periods.map((period) => ({ key: 'a', period, used: 1 })))
    },
    entries: async () => (await spool.load()).map(({ text }) => JSON.parse(text)),
    async next() {
      await state.sync()
      return quotas(state.killed())
    },
  }
}

const total = (period: string, used: number) => ({ key: 'a', period, used })

it('a process that is killed leaves what it knew of quotas to the next one', async () => {
  const one = await quotas()
  one.keep(3, '2026-01-31', '2026-01')
  expect((await one.next()).known).toEqual([total('2026-01-31', 3), total('2026-01', 3)])
})

it('of each consumer and period only the last total is kept, also over restarts', async () => {
  const one = await quotas()
  for (const used of [1, 2, 3]) one.keep(used, '2026-01')
  expect(await one.entries()).toEqual([total('2026-01', 3)])
  const two = await one.next()
  two.keep(4, '2026-01')
  expect(await two.entries()).toEqual([total('2026-01', 4)])
})

it('days that are over are forgotten when a new day begins, and months with a new month', async () => {
  const one = await quotas()
  one.keep(1, '2026-01-30', '2026-01')
  one.keep(2, '2026-01-31')
  expect(await one.entries()).toEqual([total('2026-01', 1), total('2026-01-31', 2)])
  one.keep(3, '2026-02')
  expect(await one.entries()).toEqual([total('2026-01-31', 2), total('2026-02', 3)])
})

it('an entry that cannot be read is removed', async () => {
  const state = memoryState()
  const spool = state.spool('quotas')
  for (const text of ['{"key":', '{"key":"a"}']) spool.add(text)
  await state.sync()
  const { known, entries } = await quotas(state.killed())
  expect([known, await entries()]).toEqual([[], []])
})
