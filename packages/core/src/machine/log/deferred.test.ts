import { describe, expect, it } from 'vitest'
import { manualTime, settle } from '../../webhooks/webhooks.fixture.ts'
import { createDeferred, type DeferredOptions } from './deferred.ts'
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
  const add = (name: string, ms = 0, accept?: DeferredOptions['accept']) => {
    const listener = ({ _id }: ChangeEvent) => {
      heard.push(`${name}${_id}`)
      pass(ms)
    }
    return deferred.add(listener, { name, ...(accept && { accept }) })
  }
  return { deferred, add, heard, reports, turn, waits: () => begun.length }
}

describe('deferred listeners', () => {
  it('are called in turns, one listener at a time, each in order', async () => {
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

  it('receive one event per turn if they are slow', async () => {
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

  it('block the thread for a few milliseconds at most', async () => {
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

  it('receive only selected events, and take no turn for others', async () => {
    const { deferred, add, heard, turn, waits } = setUp()
    add('a', 0, ({ _id }) => _id % 2 === 0)
    deferred.push(event(1))
    expect(waits()).toBe(0)
    deferred.push(event(2))
    await turn()
    expect(heard).toEqual(['a2'])
  })

  it('tell how far they have got', async () => {
    const { deferred, add, turn } = setUp()
    const nameless = deferred.add(() => {})
    add('all', 50)
    add('none', 0, () => false)
    const positions = () => [...deferred.positions(9)].map(({ name, position }) => `${name} ${position}`)
    expect(positions()).toEqual(['all 9', 'none 9'])
    for (const id of [7, 9]) deferred.push(event(id))
    expect(positions()).toEqual(['all 6', 'none 9'])
    nameless()
    await turn()
    expect(positions()).toEqual(['all 8', 'none 9'])
    await turn()
    expect(positions()).toEqual(['all 9', 'none 9'])
  })

  it('are not called after they unsubscribe, even for queued events', async () => {
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

  it('can throw: the error is reported, and all listeners receive all events', async () => {
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

  it('can be awaited until no event is left', async () => {
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
