import { expect, it } from 'vitest'
import { type Charged, charge, giveBack, giveBackAll } from './charges.ts'
import { createSlidingWindow } from './sliding-window.ts'

const policy = { kind: 'window', name: 'window', rate: 2, windowMs: 60_000, burst: 0 } as const

it('what a request was charged is given back once, however often it is asked for', () => {
  const limiter = createSlidingWindow()
  const [one, other]: Charged[] = [{ charges: undefined }, { charges: undefined }]
  for (const request of [one, other]) charge(request!, { limiter, policy, key: 'a', at: 0, isTold: true })
  giveBackAll(one!)
  giveBackAll(one!)
  for (const each of one!.charges ?? []) giveBack(each)
  expect(limiter.peek('a', policy, 0).remaining).toBe(1)
  expect(one!.charges?.map(({ isHeld, taken }) => [isHeld, taken.remaining])).toEqual([[false, 2]])
})

it('what a limit refused is not given back', () => {
  const limiter = createSlidingWindow()
  const requests: Charged[] = [1, 2, 3].map(() => ({ charges: undefined }))
  for (const request of requests) charge(request, { limiter, policy, key: 'a', at: 0, isTold: true })
  giveBackAll(requests[2]!)
  expect(limiter.peek('a', policy, 0).remaining).toBe(0)
})
