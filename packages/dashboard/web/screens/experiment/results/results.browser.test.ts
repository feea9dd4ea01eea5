import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { statistics } from '../../../../../core/src/statistics/vectors.ts'
import { axe, eachLook, open, type Service, startService } from '../../../browser.fixture.ts'
import { hourlyEvents } from './variant-events.fixture.ts'

type Count = readonly [converted: number, users: number]

const names = ['A', 'B', 'C']

/** Creates an experiment and uploads events with these counts. */
async function run({ box }: Service, id: string, counts: readonly Count[]): Promise<void> {
  const variants = counts.map((_, at) => ({ id: names[at]!, name: names[at]!, traffic: 1 / counts.length }))
  await box.experiments.create({ body: { id, name: id, enabled: true, variants } })
  const counted = counts.map(([converted, users], at) => ({ id: names[at]!, converted, users }))
  const ran = { start: Date.parse('2026-03-02T00:00:00Z'), hours: 14 * 24 }
  await box.experiments.importEvents({ body: hourlyEvents(id, counted, ran) })
}

/** The numbers of a row of the table, by variant. */
async function numbersOf(page: Page, label: string): Promise<number[][]> {
  const heading = page.getByRole('rowheader', { name: new RegExp(`^${label}`) })
  const row = page.getByRole('region', { name: 'All figures' }).getByRole('row').filter({ has: heading })
  const texts = await row.locator('data').evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''))
  return texts.map((text) => text.split(' ').map(Number))
}

const verdictOf = (page: Page) => page.getByRole('region', { name: 'What to do' })

it('the numbers on the page are those of the vectors, and the verdict changes with the view', async () => {
  const service = await startService()
  const pair = { A: [200, 1000], B: [250, 1000] }
  const sequential = { A: [1396, 3000], B: [2422, 3461] }
  const [three] = statistics.probabilityBest
  const counts = (all: readonly (readonly number[])[]) => all as unknown as readonly Count[]
  await run(service, 'pair', counts([pair.A, pair.B]))
  await run(service, 'sequential', counts([sequential!.A, sequential!.B]))
  await run(service, 'three', counts(three!.counts))
  const page = await open(`${service.url}/experiments/pair`, { as: service.admin })
  const close = (found: readonly number[] | undefined, expected: readonly number[], digits: number) => {
    expect(found).toHaveLength(expected.length)
    for (const [at, value] of expected.entries()) expect(found![at]).toBeCloseTo(value, digits)
  }

  await verdictOf(page).getByText('Too early to tell').waitFor()
  const [loss, beats] = [statistics.expectedLossOfB[1]!, statistics.probabilityBBeatsA[1]!]
  close((await numbersOf(page, 'p-value'))[0], [0.00742], 5)
  close((await numbersOf(page, 'Difference'))[0], [0.013425, 0.086548], 6)
  close((await numbersOf(page, 'Probability of being best'))[1], [beats.p], 6)
  close((await numbersOf(page, 'Expected loss'))[1], [loss.loss], 9)
  close((await numbersOf(page, 'Credible interval'))[0], statistics.credible95[1]!.interval, 5)
  close((await numbersOf(page, 'Confidence interval'))[0], statistics.wilson95[2]!.interval, 5)
  await page.getByRole('img', { name: /^Rates: A 20\.0%.*B 25\.0%/ }).waitFor()
  const byHour = page.getByRole('img', { name: 'Displayed events by hour, from 2 Mar 00:00 to 15 Mar 23:00' })
  await byHour.locator('canvas').waitFor()
  await page.getByText('The same as a table').click()
  await page.getByRole('row', { name: /^3 Mar 04:00/ }).waitFor()
  await page.getByText('The same as a table').click()

  await page.getByText('Fixed sample size', { exact: true }).first().click()
  await verdictOf(page).getByText('the planned end is 6,347 users in each variant').waitFor()
  await page.getByLabel('Planned users').fill('1000')
  await verdictOf(page).getByRole('heading', { name: 'Ship B: it converts more clients than A.' }).waitFor()
  await axe(page, 'planned end')

  await page.goto(`${service.url}/experiments/sequential`)
  await verdictOf(page).getByRole('heading', { name: 'Ship B: it converts more clients than A.' }).waitFor()
  close((await numbersOf(page, 'Uplift, at any time'))[0], [0.50386, 0.40556, 0.61172], 5)

  await page.goto(`${service.url}/experiments/three`)
  await verdictOf(page).waitFor()
  const best = (await numbersOf(page, 'Probability of being best')).map(([one]) => one!)
  for (const [at, p] of three!.p.entries()) expect(Math.abs(best[at]! - p)).toBeLessThan(three!.tolerance)
})

it('the winner is shipped to every client, with the consequence, and reopened with the same groups', async () => {
  const service = await startService()
  const { box, url, admin } = service
  await run(service, 'shop:button', [
    [1092, 6000],
    [1332, 6000],
  ])
  const bindings = ['A', 'B'].map((variantId) => ({ variantBindingKey: `shop:button:of-${variantId}`, variantId }))
  await box.experiments.importBindings({ body: bindings })
  const variantOf = async (clientId: string) => (await box.experiments.bindVariant({ id: 'shop:button', clientId })).id
  const page = await open(`${url}/experiments/shop:button`, { as: admin })
  await page.getByRole('button', { name: 'Ship B…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ship B to everyone?' })
  await dialog.getByText('6,000 clients who saw A will see B.').waitFor()
  await axe(page, 'ship')
  await dialog.getByRole('button', { name: 'Ship B' }).click()
  await verdictOf(page).getByRole('heading', { name: 'Every client gets B' }).waitFor()
  await page.getByText('Shipped: every client gets B.').waitFor()
  expect([await variantOf('of-A'), await variantOf('new')]).toEqual(['B', 'B'])
  await eachLook(page, (look) => axe(page, `shipped ${look}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Reopen the experiment' }).click()
  await verdictOf(page).getByRole('heading', { name: 'Ship B: it converts more clients than A.' }).waitFor()
  expect([await variantOf('of-A'), await variantOf('of-B')]).toEqual(['A', 'B'])
  expect((await box.experiments.get({ id: 'shop:button' })).shipped).toBeUndefined()
})

it('a split that becomes skewed shows the alarm at once, and hides the verdict and every comparison', async () => {
  const service = await startService()
  const { admin, url, box } = service
  const skewed = statistics.sampleRatioMismatch.find(({ p, traffic }) => p < 0.001 && traffic[0] === 0.9)!
  await run(service, 'skewed', [
    [4000, skewed.observed[0]!],
    [520, skewed.observed[1]!],
  ])
  const traffic = skewed.traffic.map((share, at) => ({
    op: 'replace' as const,
    path: `/variants/${at}/traffic`,
    value: share,
  }))
  await box.experiments.patch({ id: 'skewed', body: traffic })
  const page = await open(`${url}/experiments/skewed`, { as: admin })
  await verdictOf(page).waitFor()
  const byVariant = (of: readonly number[]) => Object.fromEntries(of.map((number, at) => [names[at]!, number]))
  const phases = [{ traffic: byVariant(skewed.traffic), bound: byVariant(skewed.observed) }]
  await box.experiments.importPhases({ body: [{ experimentId: 'skewed', phases }] })
  await box.experiments.bindVariant({ id: 'skewed', clientId: 'the page looks again' })
  const alarm = page.getByRole('region', { name: 'Skewed split' })
  await alarm
    .getByRole('alert')
    .getByText(/^The split is off/)
    .waitFor()
  await alarm
    .getByText('The configured traffic is 90% for A and 10% for B, but 10,000 users are split 89% for A and 11% for B.')
    .waitFor()
  await alarm.getByText('Chance alone would do that in 1 of 1,200 experiments.').waitFor()
  expect(await verdictOf(page).count()).toBe(0)
  for (const hidden of [
    page.getByRole('region', { name: 'All figures' }),
    page.getByRole('img', { name: /^(Rates|Uplift)/ }),
    page.getByText(/has the highest rate/),
  ])
    expect(await hidden.count()).toBe(0)
  await alarm.getByText('Why, and what to do').click()
  await alarm.getByText('Bindings were uploaded for some variants only.').waitFor()
  await eachLook(page, (look) => axe(page, look))
  await page.getByRole('tab', { name: 'Details' }).click()
  await alarm.getByRole('heading', { name: /^The split is off/ }).waitFor()
})

it('without the code of plots, the table of events is offered', async () => {
  const service = await startService()
  await run(service, 'shop:button', [
    [30, 300],
    [33, 300],
  ])
  const page = await open(`${service.url}/`, { as: service.admin, expected: /ERR_FAILED/ })
  await page.route(/draw-series/, (route) => route.abort())
  await page.goto(`${service.url}/experiments/shop:button`)
  await page.getByText('The plot could not be loaded. The table has its numbers.').waitFor()
  await page.getByText('The same as a table').click()
  await page.getByRole('table', { name: /^Displayed events by/ }).waitFor()
})
