import { expect, it } from 'vitest'
import { createRest } from './rest.ts'

it('begins with a failure, and lets one probe through when it is over', () => {
  const rest = createRest()
  expect([rest.holds(0), rest.refused(0, 5), rest.holds(5), rest.holds(1004), rest.holds(1005)]).toEqual([
    ...[false, true, true, true, false],
  ])
  expect([rest.began(1005), rest.holds(1005), rest.holds(60_000), rest.began(1006)]).toEqual([true, true, true, false])
  expect([rest.connected(1005, 1010), rest.isOn, rest.holds(1010)]).toEqual([true, false, false])
})

it('doubles up to 30 seconds, and is short again after a success', () => {
  const rest = createRest()
  const lengths: number[] = []
  let now = 0
  const fail = () => {
    rest.began(now)
    rest.refused(now, now)
    lengths.push(rest.probesAt - now)
    now = rest.probesAt
  }
  for (let i = 0; i < 7; i++) fail()
  rest.began(now)
  rest.connected(now, now)
  fail()
  expect(lengths).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 1000])
})

it('does not grow by requests that find no other target', () => {
  const rest = createRest()
  rest.refused(0, 0)
  for (let now = 1; now < 900; now++) expect([rest.began(now), rest.refused(now, now)]).toEqual([false, false])
  expect(rest.probesAt).toBe(1000)
})

it('ends with any attempt since its beginning that gets a connection, but not with older ones', () => {
  const rest = createRest()
  rest.refused(10, 10)
  expect([rest.connected(9, 20), rest.isOn]).toEqual([false, true])
  expect([rest.connected(11, 20), rest.isOn]).toEqual([true, false])
  // What began before it ended says nothing about the target of now.
  expect([rest.refused(12, 10_000), rest.isOn]).toEqual([false, false])
})

it('lets another probe through if one ends without a result', () => {
  const rest = createRest()
  rest.refused(0, 0)
  rest.began(1000)
  expect([rest.ended(999), rest.holds(1500)]).toEqual([false, true])
  expect([rest.ended(1000), rest.holds(1500)]).toEqual([true, false])
})
