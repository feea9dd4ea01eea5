import { describe, expect, it } from 'vitest'
import type { Change } from '../../ports.ts'
import { CLIENTS, EVENTS, TALLIES } from '../storage-keys.ts'
import { createRecentState } from './recent-state.ts'

const put = (collection: string, key: string, value: unknown): Change => ({ op: 'put', collection, key, value })

/** What is remembered over a store whose records all have the value `stored`. */
function setUp() {
  const read: string[] = []
  const recent = createRecentState({
    async get(_, key) {
      read.push(key)
      return { value: 'stored', version: '1' }
    },
  })
  const write = (id: string, ...changes: readonly Change[]) =>
    recent.attempt(id, { mayRecall: true }).remember(
      changes,
      changes.map(() => '2'),
    )
  return { recent, read, write }
}

describe('the recent state of experiments', () => {
  it('has what a commit has read and written, and the store the rest', async () => {
    const { recent, read } = setUp()
    const first = recent.attempt('e', { mayRecall: true })
    expect(first.isRecalled).toBe(false)
    await first.get('experiments', 'e')
    first.remember([put(TALLIES, 'e', 'written'), put(EVENTS, 'e/1', 'an event')], ['7', '8'])
    const second = recent.attempt('e', { mayRecall: true })
    expect(second.isRecalled).toBe(true)
    read.length = 0
    expect(await second.get('experiments', 'e')).toEqual({ value: 'stored', version: '1' })
    expect(await second.get(TALLIES, 'e')).toEqual({ value: 'written', version: '7' })
    expect(read).toEqual([])
    for (const collection of [EVENTS, CLIENTS]) await second.get(collection, 'e/1')
    expect(read).toEqual(['e/1', 'e/1'])
  })

  it('has nothing of attempts that were not committed, and nothing for those that must read', async () => {
    const { recent, write } = setUp()
    await recent.attempt('e', { mayRecall: true }).get('experiments', 'e')
    expect(recent.attempt('e', { mayRecall: true }).isRecalled).toBe(false)
    write('e', put(TALLIES, 'e', 'written'))
    const fresh = recent.attempt('e', { mayRecall: false })
    expect([fresh.isRecalled, await fresh.get(TALLIES, 'e')]).toEqual([false, { value: 'stored', version: '1' }])
  })

  it('forgets the experiment that was written least recently', () => {
    const { recent, write } = setUp()
    for (let i = 0; i < 100; i++) for (const id of ['often', `e${i}`]) write(id, put(TALLIES, id, 'written'))
    const known = ['often', ...Array.from({ length: 100 }, (_, i) => `e${i}`)].filter(
      (id) => recent.attempt(id, { mayRecall: true }).isRecalled,
    )
    expect(known).toEqual(['often', ...Array.from({ length: 19 }, (_, i) => `e${81 + i}`)])
  })

  it('forgets the clients of an experiment when there are many', async () => {
    const { recent, read, write } = setUp()
    for (let i = 0; i < 10_000; i++) write('e', put(CLIENTS, `e/${i}`, 'written'))
    const { get } = recent.attempt('e', { mayRecall: true })
    for (let i = 0; i < 10_000; i++) await get(CLIENTS, `e/${i}`)
    expect(read.length).toBeGreaterThanOrEqual(8000)
    expect(read).not.toContain('e/9999')
  })
})
