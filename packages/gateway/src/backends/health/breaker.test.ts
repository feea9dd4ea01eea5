import { expect, it } from 'vitest'
import { clientSettingsOf } from '../../backend/client-settings.ts'
import { createBreaker } from './breaker.ts'

const breakerOf = (maxErrors = 3, sampleInterval = 2000) =>
  createBreaker(clientSettingsOf({ targets: [], client: { maxErrors, sampleInterval } }))

/** A breaker that opened at 1000 milliseconds. */
function opened() {
  const breaker = breakerOf()
  for (const now of [800, 900, 1000]) breaker.failed(now - 10, now)
  return breaker
}

it('opens after enough failures within the interval', () => {
  const breaker = breakerOf()
  expect([100, 1000, 2200, 2300, 2305].map((now) => breaker.failed(now - 10, now))).toEqual([
    ...[false, false, false],
    true,
    false,
  ])
  expect([breaker.blocks(2300), breaker.blocks(4299), breaker.blocks(4300)]).toEqual([true, true, false])
})

it('stays closed while failures are too rare', () => {
  const breaker = breakerOf()
  for (let now = 0; now < 100_000; now += 1001) expect(breaker.failed(now, now)).toBe(false)
})

it('lets one probe through after the interval, and no other request meanwhile', () => {
  const breaker = opened()
  expect([breaker.opensAt, breaker.began(), breaker.blocks(3000), breaker.blocks(99_000), breaker.began()]).toEqual([
    ...[3000, true, true, true],
    false,
  ])
})

it('closes when the probe succeeds', () => {
  const breaker = opened()
  breaker.began()
  expect([breaker.succeeded(3000), breaker.isOpen, breaker.blocks(3001)]).toEqual([true, false, false])
  expect([breaker.failed(3002, 3003), breaker.failed(3002, 3004), breaker.failed(3002, 3005)]).toEqual([
    ...[false, false],
    true,
  ])
})

it('opens again when the probe fails', () => {
  const breaker = opened()
  breaker.began()
  expect([breaker.failed(3000, 3500), breaker.blocks(5499), breaker.blocks(5500)]).toEqual([true, true, false])
})

it('lets another probe through if the first one was given up', () => {
  const breaker = opened()
  breaker.began()
  expect([breaker.ended(3000), breaker.blocks(3100), breaker.began()]).toEqual([true, false, true])
})

it('does not listen to attempts that began before it opened', () => {
  const breaker = opened()
  breaker.began()
  expect([breaker.succeeded(900), breaker.failed(900, 3100), breaker.ended(900), breaker.blocks(3100)]).toEqual([
    ...[false, false, false],
    true,
  ])
})
