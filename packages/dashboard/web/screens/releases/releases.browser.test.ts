import { expect, it } from 'vitest'
import { axe, eachLook, open } from '../../browser.fixture.ts'
import { backendAt, type GatewayService, gatewayService, startBackend } from '../../gateway.fixture.ts'

const id = 'billing'

/** The status of a request to the gateway. */
const statusOf = async ({ gatewayUrl }: GatewayService, path: string) => (await fetch(gatewayUrl + path)).status

/** A service whose API everyone may call, with a feature that is off and an experiment. */
async function opened(): Promise<GatewayService> {
  const service = await gatewayService()
  const { apis, features, experiments } = service.box
  await features.create({ body: { id: 'billing:refunds', enabled: false, activationStrategy: 'NO_STRATEGY' } })
  const variants = ['A', 'B'].map((one) => ({ id: one, name: one, traffic: 0.5 }))
  await experiments.create({ body: { id: 'billing:cta', name: 'Button', enabled: true, variants } })
  await apis.patch({ id, body: [{ op: 'replace', path: '/documentation/plans/0/status', value: 'published' }] })
  return service
}

it('a route is gated by a feature for itself alone, and the gateway obeys after the publication', async () => {
  const service = await opened()
  const { box, url, admin } = service
  await expect.poll(() => statusOf(service, '/billing/refunds')).toBe(200)
  const page = await open(`${url}/gateway/apis/${id}?part=routes`, { as: admin })
  await page.getByRole('button', { name: /Refunds/ }).click()
  await page.getByRole('button', { name: 'Gate by a feature…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Gate Refunds by a feature' })
  await dialog.getByText('1 other route takes the same flow').waitFor()
  await dialog.getByText('This route, and Invoices.').waitFor()
  await dialog.getByRole('button', { name: 'Add the gate' }).click()
  await dialog.getByText('Choose a feature.').waitFor()
  await dialog.getByRole('combobox', { name: 'Feature' }).fill('refu')
  await dialog.getByRole('option', { name: 'billing:refunds' }).click()
  await dialog.getByLabel('Everyone else gets').fill('403')
  await eachLook(page, (name) => axe(page, `gate ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog.getByRole('button', { name: 'Add the gate' }).click()
  const releases = page.getByRole('region', { name: 'Features and experiments' })
  await releases.getByRole('link', { name: 'billing:refunds' }).waitFor()
  await releases.getByText('off', { exact: true }).waitFor()
  await page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: /^Save/ }).first().click()
  await expect.poll(async () => (await box.apis.draft.get({ id })).routes?.[1]?.flow_ref).toBe('refunds')
  expect(await statusOf(service, '/billing/refunds')).toBe(200)
  await box.apis.deployments.create({ id })
  await expect.poll(() => statusOf(service, '/billing/refunds')).toBe(403)
  expect(await statusOf(service, '/billing/invoices')).toBe(200)

  await page.goto(`${url}/features/billing:refunds`)
  await page.getByRole('tab', { name: 'Routes' }).click()
  await page.getByRole('link', { name: 'billing · Refunds' }).waitFor()
  await page.getByText('While it is off, requests get 403.').waitFor()
  await eachLook(page, (name) => axe(page, `feature ${name}`))
  await box.features.patch({ id: 'billing:refunds', body: { enabled: true } })
  await expect.poll(() => statusOf(service, '/billing/refunds')).toBe(200)
})

it('a route is split by an experiment, whose screen shows the backends of its variants', async () => {
  const service = await opened()
  const { box, url, admin } = service
  const port = await startBackend((_, response) => response.end('the new one'))
  await box.backends.create({ body: backendAt('fresh', port) })
  const page = await open(`${url}/gateway/apis/${id}?part=routes`, { as: admin })
  await page.getByRole('button', { name: /Invoices/ }).click()
  await page.getByRole('button', { name: 'Split by an experiment…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Split Invoices by an experiment' })
  await dialog.getByRole('combobox', { name: 'Experiment' }).fill('billing:cta')
  await dialog.getByText('A and B have no backend').waitFor()
  await dialog.getByRole('combobox', { name: 'Variant B' }).fill('fre')
  await dialog.getByRole('option', { name: 'fresh' }).click()
  await dialog.getByLabel('Client id').selectOption('header')
  await dialog.getByLabel('Header name').fill('X-User')
  await eachLook(page, (name) => axe(page, `split ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog.getByText('All of them').click()
  await dialog.getByRole('button', { name: 'Add the split' }).click()
  await page.getByText('A has no backend').waitFor()
  await page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: /^Save/ }).first().click()
  await expect.poll(async () => (await box.apis.draft.get({ id })).flows?.[0]?.plugins?.slots).toHaveLength(2)
  await box.apis.deployments.create({ id })
  const answers = async () => {
    const users = Array.from({ length: 40 }, (_, i) => `user-${i}`)
    const get = (user: string) => fetch(`${service.gatewayUrl}/billing/invoices`, { headers: { 'X-User': user } })
    const texts = await Promise.all(users.map(async (user) => (await get(user)).text()))
    return new Set(texts.map((text) => (text === 'the new one' ? 'B' : 'A')))
  }
  await expect.poll(answers, { timeout: 10_000 }).toEqual(new Set(['A', 'B']))

  await page.goto(`${url}/experiments/billing:cta`)
  await page.getByRole('tab', { name: 'Routes' }).click()
  await page.getByRole('link', { name: 'billing · Invoices' }).waitFor()
  await page.getByText('fresh').first().waitFor()
  await page.getByText('A has no backend of its own.').first().waitFor()
  await axe(page, 'experiment')
  const reader = await service.addUser('reader', [{ pattern: '*', rights: ['R'], domains: ['Experiment'] }])
  const other = await open(`${url}/experiments/billing:cta`, { as: reader })
  await other.getByRole('tab', { name: 'Use' }).waitFor()
  expect(await other.getByRole('tab', { name: 'Routes' }).count()).toBe(0)
})
