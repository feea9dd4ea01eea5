import { expect, it } from 'vitest'
import { axe, eachLook, open, twoLooks } from '../../../browser.fixture.ts'
import { gatewayService } from '../../../gateway.fixture.ts'

it('closing a plan shows what stops, and then the gateway refuses the key', async () => {
  const { url, admin, box, gatewayUrl } = await gatewayService()
  const { credentials } = await box.subscriptions.create({
    body: { id: 'globex-billing', api_ref: 'billing', plan_ref: 'free', owner_ref: 'globex' },
  })
  const key = btoa(`${credentials?.clientId}:${credentials?.clientSecret}`)
  const status = async () =>
    (await fetch(`${gatewayUrl}/billing/invoices`, { headers: { Authorization: `Basic ${key}` } })).status
  await expect.poll(status).toBe(200)
  await box.apis.draft.patch({ id: 'billing', body: { description: 'In the draft.' } })
  const page = await open(`${url}/gateway/apis/billing?part=plans`, { as: admin })
  const row = page.getByRole('row', { name: /^Free/ })
  await row.getByRole('link', { name: '2' }).waitFor()
  await row.getByRole('button', { name: 'Free' }).click()
  const plan = page.getByRole('region', { name: 'Plan Free' })
  await eachLook(page, (name) => axe(page, `plans ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })

  await plan.getByRole('button', { name: 'Close…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close the plan Free?' })
  await dialog.getByText('2 subscriptions and 2 credentials stop working.').waitFor()
  await dialog.getByRole('list', { name: 'Subscriptions that stop' }).getByText('globex-billing').waitFor()
  await dialog.getByText('It applies at once: the API is published with it').waitFor()
  await twoLooks(page, (name) => axe(page, `close ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  const act = dialog.getByRole('button', { name: 'Close', exact: true }).last()
  expect(await act.isDisabled()).toBe(true)
  await dialog.getByLabel('To confirm, type the name of the plan').fill('Free')
  await act.click()
  await row.getByText('Closed').waitFor()
  await expect.poll(status).toBe(401)
  expect((await box.subscriptions.get({ id: 'globex-billing' })).status).toBe('closed')
  const draft = await box.apis.draft.get({ id: 'billing' })
  expect([draft.description, draft.documentation?.plans?.[1]?.status]).toEqual(['In the draft.', 'closed'])
  expect(await plan.getByRole('button', { name: /^(Publish|Deprecate|Close)…$/ }).count()).toBe(0)
})

it('plans are edited in the draft, announced and priced, and their secrets are never shown', async () => {
  const { url, admin, box } = await gatewayService()
  const page = await open(`${url}/gateway/apis/billing?part=plans`, { as: admin })
  await page.getByRole('button', { name: 'Free' }).click()
  const free = page.getByRole('region', { name: 'Plan Free' })
  await free.getByText('Quota', { exact: false }).first().click()
  await free.getByLabel('Requests a day').fill('1000')
  await page.getByRole('row', { name: /^Free/ }).getByText('1,000 requests a day').waitFor()
  await free.locator('summary', { hasText: 'Price' }).click()
  await free.getByLabel('Price', { exact: true }).fill('9.5')
  await free.getByLabel('Currency').fill('EUR')
  await page.getByRole('row', { name: /^Free/ }).getByText('9.50 EUR').waitFor()
  await page.getByRole('button', { name: 'Add a plan' }).click()
  const added = page.getByRole('region', { name: 'Plan new-plan' })
  await added.getByLabel('Access').selectOption('JWT')
  await added.getByText('the plugin JwtUserExtractor').waitFor()
  await added.getByLabel('Shared secret').fill('a secret of thirty-two characters')
  const changes = page.getByRole('region', { name: 'Changes' })
  await changes.getByText('It is saved in the draft').waitFor()
  await changes
    .getByRole('button', { name: /^(Save|Review and save)/ })
    .first()
    .click()
  const review = page.getByRole('dialog')
  expect(await page.textContent('body')).not.toContain('thirty-two')
  if (await review.count()) await review.getByRole('button', { name: /^Save/ }).last().click()
  await changes.waitFor({ state: 'detached' })
  const { documentation } = await box.apis.draft.get({ id: 'billing' })
  expect(documentation?.plans?.slice(1)).toMatchObject([
    { id: 'free', pricing: { price: 9.5, currency: 'EUR' }, access_mode_configuration: { quota: { perDay: 1000 } } },
    { id: 'new-plan', access_mode_configuration_type: 'jwt', access_mode_configuration: { secret: '********' } },
  ])
  expect(await added.getByLabel('Shared secret', { exact: true }).inputValue()).toBe('')
  expect(await page.content()).not.toContain('thirty-two')

  await page.getByRole('button', { name: 'Free' }).click()
  await free.getByRole('button', { name: 'Deprecate…' }).click()
  await page.getByLabel('Sunset').fill('2030-01-01T00:00')
  await page.getByRole('dialog').getByText('With the next publication').click()
  await page.getByText('Until then, nothing changes.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Deprecate', exact: true }).click()
  await page.getByRole('row', { name: /^Free/ }).getByText('Deprecated').waitFor()
  await free.getByText('Saved: published.').waitFor()
  expect((await box.apis.get({ id: 'billing' })).documentation?.plans?.[1]?.status).toBe('published')
})

it('a reader sees plans without controls', async () => {
  const { url, addUser } = await gatewayService()
  const reader = await addUser('ada', [{ pattern: '*', rights: ['R'], domains: ['Api', 'Subscription'] }])
  const page = await open(`${url}/gateway/apis/billing?part=plans`, { as: reader })
  await page.getByRole('button', { name: 'Free' }).click()
  const free = page.getByRole('region', { name: 'Plan Free' })
  await free.getByText('Each consumer subscribes').waitFor()
  await axe(page)
  expect(await free.getByRole('button').allTextContents()).toEqual([''])
  expect(await page.getByRole('button', { name: 'Add a plan' }).count()).toBe(0)
})
