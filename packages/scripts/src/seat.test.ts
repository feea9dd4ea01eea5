import { expect, it } from 'vitest'
import { createPulse } from './pulse.ts'
import { findStuckRun, newSeat } from './seat.ts'

function seatWithPulse() {
  const { enter, beat, current, count } = createPulse()
  const lane = { post() {}, current, beats: count, async kill() {} }
  return { enter, beat, seat: { ...newSeat(), lane } }
}

it('a script is stuck that has shown no life for so many looks in a row', () => {
  const { enter, beat, seat } = seatWithPulse()
  const look = () => findStuckRun(seat, 2)
  enter(3)
  expect([look(), look()]).toEqual([0, 0])
  beat()
  expect([look(), look(), look()]).toEqual([0, 0, 3])
})

it('nobody is stuck in a worker that is in no script, or not there yet', () => {
  const { enter, seat } = seatWithPulse()
  enter(3)
  enter(0)
  for (let look = 0; look < 5; look++) expect(findStuckRun(seat, 2)).toBe(0)
  for (let look = 0; look < 5; look++) expect(findStuckRun(newSeat(), 2)).toBe(0)
})
