import { describe, expect, it } from 'vitest'
import { seededRandom } from './seeded-random.ts'

describe('seeded random bytes', () => {
  it('are the same for the same seed', () => {
    expect(seededRandom(7)(64)).toEqual(seededRandom(7)(64))
  })

  it('differ for another seed, and from call to call', () => {
    const random = seededRandom(7)
    const [first, second] = [random(16), random(16)]
    expect(second).not.toEqual(first)
    expect(seededRandom(8)(16)).not.toEqual(first)
    expect([...first, ...second]).toEqual([...seededRandom(7)(32)])
  })

  it('take every value about as often as any other', () => {
    const counts = new Map<number, number>()
    for (const byte of seededRandom(1)(256 * 200)) counts.set(byte, (counts.get(byte) ?? 0) + 1)
    expect(counts.size).toBe(256)
    expect(Math.min(...counts.values())).toBeGreaterThan(130)
    expect(Math.max(...counts.values())).toBeLessThan(270)
  })
})
