import { describe, expect, it } from 'vitest'
import { createPulse } from '../pulse.ts'
import { createMeter } from './meter.ts'

function fakeMeter() {
  const time = { wall: 1_000, cpu: 100 }
  const pulse = createPulse()
  const meter = createMeter(pulse, { wall: () => time.wall, cpu: () => time.cpu })
  const pass = (wall: number, cpu = wall) => {
    time.wall += wall
    time.cpu += cpu
    return meter.isOver()
  }
  return { meter, pulse, pass, budget: { id: 7, left: 50, isSpent: false } }
}

describe('a budget', () => {
  it('is exhausted after that much CPU time', () => {
    const { meter, pass, budget } = fakeMeter()
    const seen: boolean[] = []
    meter.spend(budget, () => seen.push(pass(30), pass(20), pass(1), pass(0)))
    expect(seen).toEqual([false, false, true, true])
    expect(budget.isSpent).toBe(true)
  })

  it('does not count time without CPU', () => {
    const { meter, pass, budget } = fakeMeter()
    meter.spend(budget, () => expect(pass(500, 40)).toBe(false))
    expect(budget).toEqual({ id: 7, left: 10, isSpent: false })
  })

  it('covers several parts, without the time in between', () => {
    const { meter, pass, budget } = fakeMeter()
    meter.spend(budget, () => expect(pass(30)).toBe(false))
    expect(pass(1_000)).toBe(true)
    meter.spend(budget, () => expect(pass(20)).toBe(false))
    expect(budget).toEqual({ id: 7, left: 0, isSpent: false })
    meter.spend(budget, () => expect(pass(1)).toBe(true))
  })

  it('is exhausted after a part that never checks', () => {
    const { meter, pass, budget } = fakeMeter()
    meter.spend({ ...budget, left: 1_000 }, () => pass(60))
    meter.spend(budget, () => void pass)
    expect(budget.isSpent).toBe(false)
  })

  it('is charged for a part that throws', () => {
    const { meter, pass, budget } = fakeMeter()
    const part = () => {
      pass(20)
      throw new Error('no')
    }
    expect(() => meter.spend(budget, part)).toThrow('no')
    expect(budget.left).toBe(30)
  })
})

it('reports the current part to the heartbeat', () => {
  const { meter, pulse, pass, budget } = fakeMeter()
  const beats = [pulse.count()]
  meter.spend(budget, () => {
    expect(pulse.current()).toBe(7)
    beats.push(pulse.count())
    pass(1)
    beats.push(pulse.count())
  })
  expect(pulse.current()).toBe(0)
  expect(createPulse(pulse.shared).count()).toBe(pulse.count())
  expect(new Set(beats).size).toBe(3)
})
