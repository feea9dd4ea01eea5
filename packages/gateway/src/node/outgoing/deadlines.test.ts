import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDeadlines, type Waiting } from './deadlines.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function setUp(ms = 100) {
  const deadlines = createDeadlines(ms)
  const passed: string[] = []
  const add = (name: string): Waiting => {
    const one: Waiting = {
      ...{ startedAt: performance.now(), earlier: undefined, later: undefined },
      look: () => void passed.push(name),
    }
    deadlines.add(one)
    return one
  }
  return { deadlines, add, passed }
}

describe('time limits', () => {
  it('pass for each in its turn, once', () => {
    const { add, passed } = setUp()
    add('a')
    vi.advanceTimersByTime(60)
    add('b')
    vi.advanceTimersByTime(50)
    expect(passed).toEqual(['a'])
    vi.advanceTimersByTime(100)
    expect(passed).toEqual(['a', 'b'])
  })

  it('do not pass for what was removed, wherever it stood', () => {
    const { deadlines, add, passed } = setUp()
    const all = ['a', 'b', 'c', 'd', 'e'].map(add)
    for (const i of [0, 2, 4]) deadlines.remove(all[i]!)
    deadlines.remove(all[2]!)
    vi.advanceTimersByTime(200)
    expect(passed).toEqual(['b', 'd'])
  })

  it('share one timer, which stops when nothing waits', () => {
    const { deadlines, add } = setUp()
    const all = Array.from({ length: 50 }, (_, i) => add(`${i}`))
    expect(vi.getTimerCount()).toBe(1)
    for (const one of all) deadlines.remove(one)
    vi.advanceTimersByTime(200)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('hold for what is added while one passes', () => {
    const { deadlines, passed } = setUp()
    const again: Waiting = {
      ...{ startedAt: performance.now(), earlier: undefined, later: undefined },
      look: () => void (passed.push('again') < 3 && deadlines.add({ ...again, startedAt: performance.now() })),
    }
    deadlines.add(again)
    vi.advanceTimersByTime(1000)
    expect(passed).toHaveLength(3)
  })
})
