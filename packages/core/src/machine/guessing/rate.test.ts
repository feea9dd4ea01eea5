import { expect, it } from 'vitest'
import { createRate } from './rate.ts'

function setUp() {
  let now = 1_000_000
  return { take: createRate(() => now, { most: 2, window: 60_000, what: 'tries' }), pass: (ms: number) => (now += ms) }
}

it('a name does something so often within the window, others are not concerned', () => {
  const { take, pass } = setUp()
  take('ann')
  pass(20_000)
  take('ann')
  expect(() => take('ann')).toThrow(
    expect.objectContaining({
      code: 'TOO_MANY_REQUESTS',
      retryAfter: 40,
      message: 'Too many tries: try again in 40 s',
    }),
  )
  take('bob')
  pass(40_000)
  take('ann')
  expect(() => take('ann')).toThrow(expect.objectContaining({ retryAfter: 20 }))
})

it('what came to nothing does not count', () => {
  const { take } = setUp()
  const back = take('ann')
  back()
  back()
  take('ann')
  take('ann')
  expect(() => take('ann')).toThrow()
})
