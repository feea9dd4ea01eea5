import { expect, it } from 'vitest'
import { restarts } from './restarts.ts'

it('a process that ends soon after each start waits longer each time, up to 15 seconds', () => {
  const { started, ended } = restarts(() => 1)
  const waits = Array.from({ length: 10 }, (_, i) => {
    started(i * 1000)
    return ended(i * 1000 + 10)
  })
  expect(waits.slice(0, 4)).toEqual([100, 200, 400, 800])
  expect(waits.at(-1)).toBe(15_000)
})

it('a process that served for a minute is started again at once', () => {
  const { started, ended } = restarts(() => 1)
  for (let i = 0; i < 5; i++) {
    started(0)
    ended(59_999)
  }
  started(0)
  expect(ended(60_000)).toBe(100)
})

it('processes that end together do not start together', () => {
  expect([0, 1].map((chance) => restarts(() => chance).ended(0))).toEqual([50, 100])
})
