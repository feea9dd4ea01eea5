import { expect, it } from 'vitest'
import { createPulse } from './pulse.ts'
import { countSilence, newWorkerSlot } from './worker-slot.ts'

function slotWithPulse() {
  const { enter, beat, current, count } = createPulse()
  const thread = { post() {}, current, beats: count, async kill() {} }
  return { enter, beat, slot: { ...newWorkerSlot(), thread } }
}

it('counts consecutive checks without a heartbeat', () => {
  const { enter, beat, slot } = slotWithPulse()
  const look = () => countSilence(slot)
  enter(3)
  expect([look(), look()]).toEqual([0, 1])
  beat()
  expect([look(), look(), look()]).toEqual([0, 1, 2])
  enter(4)
  expect([look(), look()]).toEqual([0, 1])
})

it('counts no checks of an idle or starting worker', () => {
  const { enter, slot } = slotWithPulse()
  enter(3)
  enter(0)
  for (let look = 0; look < 5; look++) expect(countSilence(slot)).toBe(0)
  for (let look = 0; look < 5; look++) expect(countSilence(newWorkerSlot())).toBe(0)
})
