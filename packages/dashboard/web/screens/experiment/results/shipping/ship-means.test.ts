import type { Results } from '@signalbox/core/contract'
import { expect, it } from 'vitest'
import { shipMeans } from './ship-means.ts'

const variants = ['green', 'orange', 'red'].map((id) => ({ id, name: id, traffic: 0.3, currentPopulation: 0 }))
const meansFor = (...users: readonly number[]) =>
  shipMeans(
    { results: users.map((count, at) => ({ variant: variants[at], users: count })) as unknown as Results['results'] },
    variants[1]!,
  )

it.each([
  [[5460, 5512], '5,460 clients who saw green will see orange.'],
  [[1, 5], '1 client who saw green will see orange.'],
  [[10, 5, 7], '17 clients who saw green and red will see orange.'],
] as const)('of %j it counts who will see another variant', (users, sentence) => {
  expect(meansFor(...users)).toEqual([
    'The experiment ends, and every client gets orange from now on.',
    sentence,
    'The results are kept. You can reopen the experiment later with the same groups.',
  ])
})

it('nobody moves if nobody saw another variant', () => {
  expect(meansFor(0, 5)).toHaveLength(2)
})
