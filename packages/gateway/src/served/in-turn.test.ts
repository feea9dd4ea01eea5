import { expect, it } from 'vitest'
import { inTurn } from './in-turn.ts'

function setUp() {
  const calls: { readonly items: readonly string[]; readonly end: (error?: Error) => void }[] = []
  const apply = inTurn<string>(
    (items) =>
      new Promise((resolve, reject) => {
        calls.push({ items, end: (error) => (error ? reject(error) : resolve()) })
      }),
  )
  return { apply, calls, applied: () => calls.map(({ items }) => items) }
}

it('begins at once, and applies together what comes in the meantime', async () => {
  const { apply, calls, applied } = setUp()
  const first = apply(['a'])
  expect(applied()).toEqual([['a']])
  const later = [apply(['b']), apply(['c', 'd'])]
  calls[0]?.end()
  await first
  await expect.poll(applied).toEqual([['a'], ['b', 'c', 'd']])
  later.push(apply(['e']))
  calls[1]?.end()
  await Promise.all(later.slice(0, 2))
  await expect.poll(applied).toEqual([['a'], ['b', 'c', 'd'], ['e']])
  calls[2]?.end()
  await Promise.all(later)
})

it('goes on after an empty array', async () => {
  const { apply, calls, applied } = setUp()
  const none = apply([])
  calls[0]?.end()
  await none
  void apply(['a'])
  expect(applied()).toEqual([[], ['a']])
})

it('fails what waits for a call that fails, and begins anew', async () => {
  const { apply, calls, applied } = setUp()
  const error = new Error('no')
  const failing = [apply(['a']), apply(['b'])]
  calls[0]?.end(error)
  expect(await Promise.allSettled(failing)).toEqual(Array(2).fill({ status: 'rejected', reason: error }))
  void apply(['c'])
  expect(applied()).toEqual([['a'], ['c']])
})
