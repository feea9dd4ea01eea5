import { describe, expect, it } from 'vitest'
import { emptyTally } from './tally.ts'
import { unbind } from './unbind.ts'

const half = { A: 0.5, B: 0.5 }
const whole = { A: 1 }
const tally = {
  ...emptyTally,
  counts: { A: { population: 4, displayed: 0, won: 0, users: 0, converted: 0 } },
  phases: [
    { traffic: half, bound: { A: 1, B: 2 }, from: 0 },
    { traffic: whole, bound: { A: 1 }, from: 3 },
    { traffic: half, bound: { A: 2 }, from: 4 },
  ],
  sequence: 9,
}

describe('unbinding a client', () => {
  it('subtracts it from the phase in which it was bound', () => {
    expect(unbind(tally, { variantId: 'A', age: 2 }).phases[0]).toEqual({ traffic: half, bound: { B: 2 }, from: 0 })
    expect(unbind(tally, { variantId: 'A', age: 5 }).phases[2]).toEqual({ traffic: half, bound: { A: 1 }, from: 4 })
  })

  it('joins the phases around one that had bound nobody else', () => {
    expect(unbind(tally, { variantId: 'A', age: 4 }).phases).toEqual([
      { traffic: half, bound: { A: 3, B: 2 }, from: 0 },
    ])
  })

  it('takes the latest phase if the phases were uploaded', () => {
    const phases = tally.phases.map(({ from: _, ...phase }) => phase)
    expect(unbind({ ...tally, phases }, { variantId: 'B', age: 9 }).phases[0]?.bound).toEqual({ A: 1, B: 1 })
  })

  it('never counts below zero', () => {
    const none = unbind(emptyTally, { variantId: 'A', age: 4 })
    expect(none).toEqual(emptyTally)
  })
})
