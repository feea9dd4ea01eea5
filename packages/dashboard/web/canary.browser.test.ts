import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { open, startService } from './browser.fixture.ts'
import { backendAt, startBackend } from './gateway.fixture.ts'

const id = 'shop:canary'

/** A shop that serves everyone from one backend, a second one, and an experiment that is off. */
async function shop() {
  const [stable, next] = await Promise.all(
    ['stable', 'next'].map((name) => startBackend((_, response) => response.end(name))),
  )
  const service = await startService({ gateway: true })
  const { apis, experiments } = service.box
  await apis.create({
    body: {
      ...{ id: 'shop', name: 'Shop', context_path: '/shop' },
      backends: [backendAt('stable', stable!), backendAt('next', next!)],
      routes: [{ id: 'cart', name: 'Cart', backend: 'stable', frontend: { paths: ['/cart'] } }],
      documentation: { plans: [{ id: 'open', status: 'published', access_mode_configuration_type: 'keyless' }] },
    },
  })
  await apis.deployments.create({ id: 'shop', body: { version: '1.0.0' } })
  const variants = ['stable', 'next'].map((name) => ({ id: name, name, traffic: 0.5 }))
  await experiments.create({ body: { id, name: 'The new cart', enabled: false, variants } })
  return service
}

/** Splits the route by the experiment, and publishes that. */
async function split(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Cart/ }).click()
  await page.getByRole('button', { name: 'Split by an experiment…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Split Cart by an experiment' })
  await dialog.getByRole('combobox', { name: 'Experiment' }).fill(id)
  for (const name of ['stable', 'next']) {
    await dialog.getByRole('combobox', { name: `Variant ${name}` }).fill(name)
    await dialog.getByRole('option', { name }).first().click()
  }
  await dialog.getByLabel('Client id').selectOption('header')
  await dialog.getByLabel('Header name').fill('X-User')
  await dialog.getByRole('button', { name: 'Add the split' }).click()
  await page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: 'Save and publish…' }).click()
  const publish = page.getByRole('dialog', { name: 'Publish shop' })
  await publish
    .getByText(/^Flow .* (is added|changes)/)
    .first()
    .waitFor()
  await publish.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Serving 1.', { exact: false }).first().waitFor()
}

it('a canary is begun, watched and ended', async () => {
  const { url, admin, gatewayUrl } = await shop()
  const visit = async (from: number, to: number) => {
    const users = Array.from({ length: to - from }, (_, i) => `user-${from + i}`)
    const answers = users.map((user) => fetch(`${gatewayUrl}/shop/cart`, { headers: { 'X-User': user } }))
    const texts = await Promise.all((await Promise.all(answers)).map((answer) => answer.text()))
    return {
      stable: texts.filter((text) => text === 'stable').length,
      next: texts.filter((text) => text === 'next').length,
    }
  }
  const page = await open(`${url}/gateway/apis/shop?part=routes`, { as: admin })
  await split(page)
  expect(await visit(0, 20)).toEqual({ stable: 20, next: 0 })

  await page.goto(`${url}/experiments/${id}`)
  const lever = page.locator('.record').getByRole('switch')
  await lever.click()
  await expect.poll(async () => (await visit(0, 20)).next).toBeGreaterThan(0)
  const { stable, next } = await visit(20, 120)
  expect(stable + next).toBe(100)
  expect(Math.min(stable, next)).toBeGreaterThan(20)

  await page.getByRole('tab', { name: 'Routes' }).click()
  await page.getByRole('link', { name: 'shop · Cart' }).waitFor()
  await page.getByRole('tab', { name: 'Results' }).click()
  const shown = async () => {
    const texts = await page
      .getByRole('row', { name: /^Users/ })
      .first()
      .getByRole('cell')
      .allTextContents()
    return texts.map((text) => Number(text) || 0).reduce((sum, users) => sum + users, 0)
  }
  // New clients are bound up to 20 a second beyond the first 100.
  await expect.poll(shown).toBeGreaterThan(80)

  await lever.click()
  await expect.poll(async () => (await visit(0, 120)).next).toBe(0)
  await page.goto(`${url}/gateway/traffic`)
  await page.getByText('Cart').first().waitFor()
})
