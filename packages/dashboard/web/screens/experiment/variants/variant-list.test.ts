import { expect, it } from 'vitest'
import { lockedIn, withNewVariant, withoutVariant } from './variant-list.ts'

const variants = [
  { id: 'A', name: 'green', traffic: 0.6 },
  { id: 'B', name: 'orange', traffic: 0.4 },
]

it('a new variant gets a free id and its share of what is not locked', () => {
  expect(withNewVariant(variants, lockedIn(variants, new Set(['A', 'gone'])))).toEqual([
    { id: 'A', name: 'green', traffic: 0.6 },
    { id: 'B', name: 'orange', traffic: 0.2 },
    { id: 'C', name: 'C', traffic: 0.2 },
  ])
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((id) => ({ id, name: id, traffic: 1 / 26 }))
  expect(withNewVariant(letters, new Set()).at(-1)).toMatchObject({ id: '27' })
})

it('the others divide the share of a variant that is removed', () => {
  expect(withoutVariant(variants, 0, new Set())).toEqual([{ id: 'B', name: 'orange', traffic: 1 }])
})
