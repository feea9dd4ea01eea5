import { describe, expect, it } from 'vitest'
import { fixedClock } from './fixed-clock.ts'

describe('a fixed clock', () => {
  it('stands still', () => {
    const { clock } = fixedClock(new Date('2026-01-01T00:00:00Z'))
    expect([clock(), clock()]).toEqual([Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1)])
  })

  it('can be moved forward and back', () => {
    const { clock, advance, set } = fixedClock(1000)
    advance(500)
    expect(clock()).toBe(1500)
    advance(-2000)
    expect(clock()).toBe(-500)
    set(new Date(7))
    expect(clock()).toBe(7)
    set(8)
    expect(clock()).toBe(8)
  })

  it('resolves waits once it has moved far enough, in order', async () => {
    const { wait, advance, set, waiting } = fixedClock(0)
    const woken: string[] = []
    const late = wait(1000).then(() => woken.push('late'))
    const soon = wait(10).then(() => woken.push('soon'))
    advance(9)
    await Promise.resolve()
    expect([woken, waiting()]).toEqual([[], 2])
    set(5000)
    await Promise.all([late, soon])
    expect([woken, waiting()]).toEqual([['soon', 'late'], 0])
  })

  it('resolves waits on abort, and zero waits at once', async () => {
    const { wait, waiting } = fixedClock(0)
    const controller = new AbortController()
    const waited = wait(1000, controller.signal)
    controller.abort()
    await waited
    await wait(1000, controller.signal)
    await wait(0)
    expect(waiting()).toBe(0)
  })

  it('rejects an invalid instant, and stays unchanged', () => {
    expect(() => fixedClock(new Date('tomorrow'))).toThrow(RangeError)
    const { clock, advance, set } = fixedClock(1)
    expect(() => set(Number.NaN)).toThrow(RangeError)
    expect(() => advance(Number.POSITIVE_INFINITY)).toThrow(RangeError)
    expect(clock()).toBe(1)
  })
})
