import { expect, it } from 'vitest'
import { resultsOf } from '../results.fixture.ts'
import { verdictOf } from '../verdict/verdict.ts'
import { shipWhen } from './ship-when.ts'

const two = (A: readonly [number, number], B: readonly [number, number]) => [
  { id: 'A', converted: A[0], users: A[1] },
  { id: 'B', converted: B[0], users: B[1] },
]
const winner = two([1092, 6000], [1332, 6000])
const open = two([540, 3000], [560, 3000])

async function sentence(ran: Parameters<typeof resultsOf>[0], view: 'sequential' | 'fixed' = 'sequential') {
  const results = await resultsOf(ran)
  return shipWhen(results, verdictOf(results, { view }), view, 'UTC')
}

it('the button of a variant that leads appears after a whole week, on a day that is named', async () => {
  expect(await sentence({ variants: winner, days: 3 })).toBe(
    'The button “Ship B” appears here on 9 Mar 2026 00:00 UTC, after a whole week, if B still leads then.',
  )
  expect(await sentence({ variants: winner, days: 7 })).toBeUndefined()
})

it('while no variant leads, it appears once one is shown to be better, and not before a whole week', async () => {
  expect(await sentence({ variants: open, days: 3 })).toBe(
    'A button to ship a variant appears here once that variant is shown to be better, on 9 Mar 2026 00:00 UTC at the earliest: the verdict waits for a whole week.',
  )
  expect(await sentence({ variants: open, days: 8 })).toBe(
    'A button to ship a variant appears here once that variant is shown to be better.',
  )
  expect(await sentence({ variants: open, days: 8 }, 'fixed')).toBe(
    'A button to ship a variant appears here once that variant is shown to be better at the planned end.',
  )
  expect(await sentence({ variants: two([0, 0], [0, 0]) })).toMatch(/after a whole week at the earliest\.$/)
})

it('there is no promise while the experiment is off, if there is nothing to compare, or if the baseline is better', async () => {
  expect(await sentence({ variants: open, days: 3, enabled: false })).toBeUndefined()
  expect(await sentence({ variants: winner.slice(0, 1), days: 3 })).toBeUndefined()
  expect(await sentence({ variants: two([1000, 5000], [790, 5000]), days: 2 })).toBeUndefined()
})
