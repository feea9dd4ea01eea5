import { expect, it } from 'vitest'
import { groupsFor, idProblem } from './id-text.ts'

it('an id is what the service takes', () => {
  expect(['shop:express', '__proto__', 'a:active', 'A.b-c@d', 'x'.repeat(512)].map(idProblem)).toEqual(
    Array(5).fill(undefined),
  )
  for (const text of ['', ':', 'a:', 'a::b', 'a b', 'é', '..', 'x'.repeat(513), '<script>'])
    expect(idProblem(text)).toMatch(/^An id /)
})

it('groups continue what is typed', () => {
  const keys = ['mobile', 'shop', 'stock']
  expect(groupsFor('s', keys)).toEqual(['shop:', 'stock:'])
  expect(groupsFor('shop:', ['shop:checkout', 'shop:cart'])).toEqual(['shop:checkout:', 'shop:cart:'])
  expect(groupsFor('', keys, 2)).toEqual(['mobile:', 'shop:'])
})
