import { expect, it } from 'vitest'
import { costOf } from '../suite/cost.fixture.ts'
import { objectOf } from './from-text.ts'

const anything = { types: new Set<string>(), members: {} }

it('collects the texts of one name in linear time', async () => {
  const pairs = Array.from({ length: 100_000 }, () => ['a', ''] as const)
  const cost = await costOf(() => {
    expect(objectOf(pairs, anything, () => anything)).toMatchObject({ a: { length: 100_000 } })
  })
  expect(cost).toBeLessThan(5)
})
