import { expect, it } from 'vitest'
import { createPulse } from './pulse.ts'
import { countSilence, newSeat } from './seat.ts'

function seatWithPulse() {
  const { enter, beat, current, count } = createPulse()
  const lane = { post() {}, current, beats: count, async kill() {} }
  return { enter, beat, seat: { ...newSeat(), lane } }
}

it('counts the looks in a row at a script that shows no life', () => {
  const { enter, beat, seat } = seatWithPulse()
  const look = () => countSilence(seat)
  enter(3)
  expect([look(), look()]).toEqual([0, 1])
  beat()
  expect([look(), look(), look()]).toEqual([0, 1, 2])
  enter(4)
  expect([look(), look()]).toEqual([0, 1])
})

it('counts none at a worker that is in no script, or not there yet', () => {
  const { enter, seat } = seatWithPulse()
  enter(3)
  enter(0)
  for (let look = 0; look < 5; look++) expect(countSilence(seat)).toBe(0)
  for (let look = 0; look < 5; look++) expect(countSilence(newSeat())).toBe(0)
})
