import { describe, expect, it } from 'vitest'
import { fixedClock } from './fixed-clock.ts'

describe('a fixed clock', () => {
  it('stands still', () => {
    const { clock } = fixedClock(new Date('2026-01-01T00:00:00Z'))
    expect([clock(), clock()]).toEqual([Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1)])
  })

  it('moves when it is told, on and back', () => {
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

  it('refuses what is no instant, and stays where it was', () => {
    expect(() => fixedClock(new Date('tomorrow'))).toThrow(RangeError)
    const { clock, advance, set } = fixedClock(1)
    expect(() => set(Number.NaN)).toThrow(RangeError)
    expect(() => advance(Number.POSITIVE_INFINITY)).toThrow(RangeError)
    expect(clock()).toBe(1)
  })
})
