import { expect, it } from 'vitest'
import { objectOf } from './from-text.ts'

const anything = { types: new Set<string>(), members: {} }

it('collects the texts of one name in linear time', () => {
  const from = performance.now()
  const object = objectOf(
    Array.from({ length: 100_000 }, () => ['a', ''] as const),
    anything,
    () => anything,
  )
  expect(object).toMatchObject({ a: { length: 100_000 } })
  expect(performance.now() - from).toBeLessThan(500)
})
