import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { all } from '../experiments/experiments.fixture.ts'
import { memoryStore } from '../memory/store.ts'
import type { Store } from '../ports.ts'
import { readHistory } from './read-history.ts'

const any = () => true

/** A store with this many events, whose keys are their numbers from 0. */
async function filled(count: number, payload: unknown = {}): Promise<Store> {
  const store = memoryStore()
  const timestamp = '2026-01-01T00:00:00.000'
  const draft = (n: number) => ({ type: 'CONFIG_CREATED', key: `${n}`, domain: 'Config', payload, timestamp })
  await store.commit(
    [],
    Array.from({ length: count }, (_, n) => draft(n)),
  )
  return store
}
const keysOf = ({ results }: { results: readonly { key: string }[] }) => results.map(({ key }) => key)

describe('a page of past events', () => {
  const clock = () => 0

  it('examines 10,000 events at most, and says where to go on', async () => {
    const store = await filled(10_001)
    const accept = ({ key }: { key: string }) => key === '0'
    const page = await readHistory({ store, clock }, { accept, limit: 10 })
    expect(page.results).toEqual([])
    const rest = await readHistory({ store, clock }, { accept, limit: 10, before: page.next })
    expect(keysOf(rest)).toEqual(['0'])
    expect(rest.next).toBeUndefined()
  })

  it('of one key examines no other events', async () => {
    const store = await filled(30_000)
    const accept = ({ key }: { key: string }) => key === '0'
    const page = await readHistory({ store, clock }, { accept, key: '0', limit: 10 })
    expect(keysOf(page)).toEqual(['0'])
    expect(page.next).toBeUndefined()
  })

  it('of one key ends in time on a store that cannot read backwards', async () => {
    const { readBack: _readBack, ...store } = await filled(30_000)
    const accept = ({ key }: { key: string }) => key === '0'
    const pages = []
    for (let before: number | undefined; pages.length === 0 || before !== undefined; ) {
      const page = await readHistory({ store, clock }, { accept, key: '0', limit: 10, before })
      pages.push(keysOf(page))
      before = page.next
    }
    expect(pages).toEqual([[], [], ['0']])
  })

  it('examines events for a second at most, but at least one', async () => {
    const store = await filled(5)
    let now = 0
    const slow = () => now++ * 600
    const page = await readHistory({ store, clock: slow }, { accept: any, limit: 10 })
    expect(keysOf(page)).toEqual(['4'])
    expect(keysOf(await readHistory({ store, clock }, { accept: any, limit: 10, before: page.next }))).toHaveLength(4)
  })

  it('has 8 MiB at most, but at least one event', async () => {
    const store = await filled(5, 'x'.repeat(5_000_000))
    const page = await readHistory({ store, clock }, { accept: any, limit: 10 })
    expect(keysOf(page)).toEqual(['4', '3'])
    expect(keysOf(await readHistory({ store, clock }, { accept: any, limit: 10, before: page.next }))).toEqual([
      '2',
      '1',
    ])
    const large = await filled(2, 'x'.repeat(9_000_000))
    expect(keysOf(await readHistory({ store: large, clock }, { accept: any, limit: 10 }))).toEqual(['1'])
  })

  it('is the same on a store that cannot read backwards', async () => {
    const { readBack: _readBack, ...store } = await filled(500)
    const page = await readHistory({ store, clock }, { accept: any, limit: 100 })
    expect(keysOf(page)).toEqual(Array.from({ length: 100 }, (_, n) => `${499 - n}`))
    expect(keysOf(await readHistory({ store, clock }, { accept: any, limit: 1000, before: page.next }))).toHaveLength(
      400,
    )
  })

  it.each([{}, { key: 'missing' }])('lets other work run while it searches without hits: %j', async (selected) => {
    let now = 0
    const ticking = () => now++ / 10
    const full = await filled(10_000)
    const memory = memoryStore()
    await memory.commit([], await all(full.read({ after: 0 })))
    let turns = 0
    let isDone = false
    const done = readHistory(
      { store: memory, clock: ticking },
      { accept: () => false, limit: 10, ...selected },
    ).finally(() => {
      isDone = true
    })
    while (!isDone) {
      await nextTurn()
      turns++
    }
    await done
    expect(turns).toBeGreaterThan(3)
  })
})
