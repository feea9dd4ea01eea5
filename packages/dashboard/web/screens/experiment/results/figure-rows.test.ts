import { expect, it } from 'vitest'
import { figureRows } from './figure-rows.ts'
import { resultsOf } from './results.fixture.ts'

const texts = async (A: readonly [number, number], B: readonly [number, number]) => {
  const variants = [
    { id: 'A', converted: A[0], users: A[1] },
    { id: 'B', converted: B[0], users: B[1] },
  ]
  const { results } = await resultsOf({ variants })
  return Object.fromEntries(
    figureRows.map(({ label, of }) => [label, of(results[1]!)?.text.replaceAll('\u00a0', ' ') ?? '–']),
  )
}

it('shows each figure with one digit more than the sentences', async () => {
  expect(await texts([200, 1000], [250, 1000])).toEqual({
    Users: '1,000',
    Converted: '250',
    Rate: '25.00%',
    'Confidence interval': '22.42% to 27.78%',
    'Credible interval': '22.42% to 27.78%',
    'Uplift, at any time': '+25.0% (−3.6% to +62.4%)',
    'Uplift, at a planned end': '+25.0% (+6.1% to +47.3%)',
    'p-value': '0.0074',
    Difference: '+1.34% to +8.65%',
    'Probability of being best': '99.6%',
    'Expected loss': '0.0021 points',
  })
})

it('shows no uplift at any time while too few have converted', async () => {
  const found = await texts([20, 100], [0, 100])
  expect([found['Uplift, at any time'], found['Uplift, at a planned end'], found.Rate]).toEqual([
    '–',
    '−100.0% (−100.0% to −81.4%)',
    '0.00%',
  ])
})

it('shows no figures that are no numbers', async () => {
  for (const text of Object.values(await texts([0, 0], [0, 0]))) expect(text).not.toMatch(/NaN|Infinity|undefined/)
})
