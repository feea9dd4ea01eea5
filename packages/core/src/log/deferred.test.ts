import { describe, expect, it } from 'vitest'
import { manualTime, settle } from '../webhooks/webhooks.fixture.ts'
import { createDeferred } from './deferred.ts'
import type { ChangeEvent } from './event.ts'

const event = (id: number, type: ChangeEvent['type'] = 'CONFIG_CREATED'): ChangeEvent => ({
  ...{ _id: id, type, key: `k${id}`, domain: 'Config', timestamp: '' },
  payload: id,
})

/** Listeners that run when `turn` is called. */
function setUp() {
  const { clock, pass } = manualTime()
  const reports: unknown[] = []
  const begun: (() => void)[] = []
  const report = (error: unknown) => void reports.push(error)
  const deferred = createDeferred({ clock, report }, () => new Promise((resolve) => void begun.push(resolve)))
  const turn = async () => {
    begun.shift()?.()
    await settle()
  }
  const heard: string[] = []
  const add = (name: string, ms = 0, accept?: (event: ChangeEvent) => boolean) =>
    deferred.add(({ _id }) => {
      heard.push(`${name}${_id}`)
      pass(ms)
    }, accept)
  return { deferred, add, heard, reports, turn, waits: () => begun.length }
}

describe('listeners that nobody waits for', () => {
  it('are called when their turn comes, one listener a turn, each in order', async () => {
    const { deferred, add, heard, turn, waits } = setUp()
    add('a')
    add('b')
    deferred.push(event(1))
    deferred.push(event(2))
    await settle()
    expect(heard).toEqual([])
    await turn()
    expect(heard).toEqual(['a1', 'a2'])
    await turn()
    expect(heard).toEqual(['a1', 'a2', 'b1', 'b2'])
    expect(waits()).toBe(0)
  })

  it('take one event a turn when they are slow, and the others come between', async () => {
    const { deferred, add, heard, turn } = setUp()
    add('slow', 50)
    add('quick')
    for (const id of [1, 2, 3]) deferred.push(event(id))
    await turn()
    expect(heard).toEqual(['slow1'])
    await turn()
    expect(heard).toEqual(['slow1', 'quick1', 'quick2', 'quick3'])
    deferred.push(event(4))
    for (let i = 0; i < 5; i++) await turn()
    expect(heard.slice(4)).toEqual(['slow2', 'quick4', 'slow3', 'slow4'])
  })

  it('keep the thread for a few milliseconds at most', async () => {
    const { deferred, add, heard, turn } = setUp()
    add('a', 1)
    for (let id = 1; id <= 12; id++) deferred.push(event(id))
    const turns: number[] = []
    while (heard.length < 12) {
      const before = heard.length
      await turn()
      turns.push(heard.length - before)
    }
    expect(turns).toEqual([5, 5, 2])
  })

  it('are given what they chose, and cost no turn otherwise', async () => {
    const { deferred, add, heard, turn, waits } = setUp()
    add('a', 0, ({ _id }) => _id % 2 === 0)
    deferred.push(event(1))
    expect(waits()).toBe(0)
    deferred.push(event(2))
    await turn()
    expect(heard).toEqual(['a2'])
  })

  it('are called for nothing more once they left, not even for what was queued', async () => {
    const { deferred, add, heard, turn } = setUp()
    const leave = add('a')
    add('b')
    deferred.push(event(1))
    leave()
    deferred.push(event(2))
    await turn()
    await turn()
    expect(heard).toEqual(['b1', 'b2'])
  })

  it('may throw: it is reported, and everybody hears everything', async () => {
    const { deferred, add, heard, reports, turn } = setUp()
    const failures = [1, 2].map((id) => new Error(`failed at ${id}`))
    deferred.add(({ _id }) => {
      throw failures[_id - 1]
    })
    add('a')
    deferred.push(event(1))
    deferred.push(event(2))
    await turn()
    await turn()
    expect([heard, reports]).toEqual([['a1', 'a2'], failures])
  })

  it('are waited for until no event is left', async () => {
    const { deferred, add, heard, turn } = setUp()
    await deferred.empty()
    add('slow', 50)
    deferred.push(event(1))
    deferred.push(event(2))
    const empty = deferred.empty().then(() => heard.push('empty'))
    await turn()
    expect(heard).toEqual(['slow1'])
    await turn()
    await empty
    expect(heard).toEqual(['slow1', 'slow2', 'empty'])
  })
})
