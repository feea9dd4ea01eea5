import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe, eachLook, open, type Service, startService } from '../../browser.fixture.ts'

async function show({ url, box, admin }: Service, expected?: RegExp): Promise<Page> {
  await box.segments.create({
    body: { id: 'staff', included: ['ann'], when: { attribute: 'country', operator: 'is', value: 'FR' } },
  })
  const parameters = { rules: [{ when: { segment: 'staff' } }] }
  await box.features.create({
    body: { id: 'shop:express', enabled: true, activationStrategy: 'RULES', parameters },
  })
  const page = await open(`${url}/segments/staff`, { as: admin, ...(expected && { expected }) })
  await page.getByRole('tab', { name: 'Clients' }).waitFor()
  return page
}

const write = (page: Page, context: object) =>
  page.getByRole('textbox', { name: 'Context', exact: true }).fill(JSON.stringify(context))

it('the condition and the lists of a segment are edited, each with its outcome', async () => {
  const service = await startService()
  const page = await show(service)
  const outcome = page.locator('.condition-end')
  await write(page, { id: 'eve', country: 'FR' })
  await outcome.getByText('matches', { exact: true }).waitFor()
  await page.getByText('In the segment.').waitFor()
  await write(page, { id: 'eve', country: 'IT' })
  await outcome.getByText('no match', { exact: true }).waitFor()
  await page.getByText('Not in the segment.').waitFor()
  await page.getByLabel('Value', { exact: true }).fill('IT')
  await page.getByText('In the segment.').waitFor()
  await page.getByLabel('Add never in').fill('eve')
  await page.getByRole('button', { name: 'Add', exact: true }).last().click()
  await page.getByText('This client is never included.').waitFor()
  const changes = page.getByRole('region', { name: 'Changes' })
  await changes.getByText('Features that refer to it follow the new condition at once.').waitFor()
  await changes.getByRole('button', { name: /^Save/ }).click()
  await changes.waitFor({ state: 'detached' })
  await expect
    .poll(() => service.box.segments.get({ id: 'staff' }))
    .toMatchObject({ when: { value: 'IT' }, excluded: ['eve'] })
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByText('excluded').first().waitFor()
  await axe(page, 'history')
})

it('a number of a condition can be typed digit by digit', async () => {
  const service = await startService()
  const page = await show(service)
  await page.getByLabel('Operator').selectOption('atLeast')
  await page.getByLabel('Value', { exact: true }).fill('')
  await page.getByLabel('Value', { exact: true }).pressSequentially('1.05')
  expect(await page.getByLabel('Value', { exact: true }).inputValue()).toBe('1.05')
  await page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: /^Save/ }).click()
  await expect.poll(() => service.box.segments.get({ id: 'staff' })).toMatchObject({ when: { value: 1.05 } })
})

it('a text that is not JSON blocks the save, stays when the tab changes, and is discarded', async () => {
  const service = await startService()
  const page = await show(service)
  await page.getByRole('tab', { name: 'Details' }).click()
  const metadata = page.getByLabel('Metadata')
  await metadata.fill('{"owner": ')
  const changes = page.getByRole('region', { name: 'Changes' })
  await changes.getByText(/^Fix \d+ fields? to save$/).waitFor()
  expect(await changes.getByRole('button', { name: /^Save/ }).isDisabled()).toBe(true)
  await axe(page, 'not JSON')
  await page.getByRole('tab', { name: 'Clients' }).click()
  await page.getByRole('tab', { name: 'Details' }).click()
  expect(await metadata.inputValue()).toBe('{"owner": ')
  await changes.getByRole('button', { name: 'Discard' }).click()
  await changes.waitFor({ state: 'detached' })
  expect(await metadata.inputValue()).toBe('')
})

it('a segment that is used names its users, and is not deleted', async () => {
  const service = await startService()
  const when = { segment: 'staff' }
  await service.box.configs.create({ body: { id: 'shop:limit', value: 10, rules: [{ when, value: 99 }] } })
  const variants = ['A', 'B'].map((id) => ({ id, name: id, traffic: 0.5 }))
  const button = { id: 'button', name: 'button', enabled: true, audience: when, variants }
  await service.box.experiments.create({ body: button })
  const page = await show(service, /409/)
  await page.getByRole('tab', { name: 'Used by' }).click()
  for (const name of ['shop:express', 'shop:limit', 'button']) await page.getByRole('link', { name }).waitFor()
  await axe(page, 'used by')
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByText(/staff.*shop:express/)
    .first()
    .waitFor()
  expect(await service.box.segments.get({ id: 'staff' })).toMatchObject({ id: 'staff' })
})

it('a segment has nothing that axe-core finds', async () => {
  const page = await show(await startService())
  await page.getByText(/^(In the segment\.|Not in the segment\.)$/).waitFor()
  await eachLook(page, (name) => axe(page, name))
})
