import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe, eachLook, open } from '../../browser.fixture.ts'
import { gatewayService, startBackend } from '../../gateway.fixture.ts'

/** Saves what is edited, through the dialog if there is one. */
async function save(page: Page) {
  const changes = page.getByRole('region', { name: 'Changes' })
  const button = changes.getByRole('button', { name: /^(Review and save|Save(?! and))/ })
  const isReviewed = (await button.textContent())?.startsWith('Review')
  await button.click()
  if (isReviewed) await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
  await changes.waitFor({ state: 'detached' })
}

it('a stored backend shows its health and its users, is edited, and stays while it is used', async () => {
  const { url, admin, box, backendPort } = await gatewayService()
  const page = await open(`${url}/gateway/backends`, { as: admin, expected: /40[09] \((Bad Request|Conflict)\)/ })
  const main = page.getByRole('main')
  const changes = page.getByRole('region', { name: 'Changes' })
  const row = main.getByRole('treeitem', { name: 'orders' })
  await row.getByText('billing').waitFor()
  await row.getByText('Not checked').waitFor()
  await row.getByText(`127.0.0.1:${backendPort}`).waitFor()
  await row.click()
  await main.getByText('Used by billing.').waitFor()
  await main.getByRole('listitem').getByText('Not checked').first().waitFor()
  await eachLook(page, (name) => axe(page, `backend ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })

  const dead = await startBackend()
  await main.getByRole('button', { name: 'Add a target' }).click()
  const second = main.locator('.target-card').nth(1)
  await second.getByLabel('Address', { exact: true }).fill('or ders')
  await second.getByText('or ders is not a host name').waitFor()
  await second.getByLabel('Address', { exact: true }).fill(`https://127.0.0.1:${dead}/v2/`)
  expect(await second.getByLabel('Address', { exact: true }).inputValue()).toBe(`127.0.0.1:${dead}`)
  expect(await second.getByLabel('TLS', { exact: true }).isChecked()).toBe(true)
  await second.getByLabel('Weight').fill('3')
  await second.getByText('It gets 75% of the requests.').waitFor()
  await second.getByRole('switch', { name: 'In service' }).click()
  await main.getByText('/v2 and the path of the request').waitFor()
  await main.getByText('Load balancing').click()
  await main.getByLabel('A request goes to').selectOption('By header')
  await main.getByLabel('Header', { exact: true }).fill('X-User-Id')
  await main.getByText('Health checks').click()
  await main.getByRole('switch', { name: 'Targets are not called' }).click()
  await main.getByLabel('Path', { exact: true }).fill('/health')
  await main.getByLabel('Healthy', { exact: true }).fill('200-204, 4')
  await main.locator('.problem').getByText('4 is not a status').waitFor()
  await main.getByLabel('Healthy', { exact: true }).fill('200-202, 404')
  await eachLook(page, (name) => axe(page, `settings ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await changes.getByText('It takes effect at once for the routes of billing.').waitFor()
  await save(page)
  const { backend } = await box.backends.get({ id: 'orders' })
  expect(backend).toEqual({
    targets: [
      { hostname: '127.0.0.1', port: backendPort },
      { hostname: '127.0.0.1', port: dead, tls: true, weight: 3, drained: true },
    ],
    ...{ root: '/v2', rewrite: false },
    load_balancing: { type: 'HeaderHash', header_name: 'X-User-Id' },
    health_check: { enabled: true, url: '/health', healthyStatuses: [200, 201, 202, 404] },
  })
  await second.getByText('Drained', { exact: true }).waitFor()
  await row.getByText('1 of 2 answering').waitFor()

  await box.backends.patch({ id: 'orders', body: { name: 'Renamed by another' } })
  await expect.poll(() => main.getByLabel('Name', { exact: true }).inputValue()).toBe('Renamed by another')
  await page.locator('.record-head').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const refusal = page.getByRole('dialog', { name: 'orders is in use' })
  await refusal.getByText('give their routes another backend first').waitFor()
  await eachLook(page, (name) => axe(page, `in use ${name}`))
  await refusal.getByRole('link', { name: 'billing' }).click()
  await page.waitForURL(/gateway\/apis\/billing\?part=routes/)
})

it('the backends of an API have their health, client settings and keys that nobody reads', async () => {
  const { url, admin, box } = await gatewayService()
  const tls_config = { key: '-----BEGIN PRIVATE KEY-----\nsecret\n-----END PRIVATE KEY-----', house: 'kept' }
  const targets = [{ hostname: 'orders.internal', tls: true, tls_config }]
  await box.apis.draft.patch({
    id: 'billing',
    body: [{ op: 'add', path: '/backends/-', value: { id: 'safe', backend: { targets, house: 'kept' } } }],
  })
  const page = await open(`${url}/gateway/apis/billing?part=backends&backend=safe`, { as: admin })
  const main = page.getByRole('main')
  const card = main.getByRole('region', { name: /^Backend / })
  await card.getByText('TLS of this target').click()
  await card.getByText('A key is saved. It is never shown').waitFor()
  expect(await page.content()).not.toContain('PRIVATE KEY')
  await card.getByText('Timeouts and retries').click()
  await card.getByText('main uses them, too.').waitFor()
  await eachLook(page, (name) => axe(page, `backends ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await card.getByRole('button', { name: 'Use a copy' }).click()
  await card.getByLabel('To answer').fill('45000')
  await card.getByText('ms, 45 s').waitFor()
  await main.getByRole('button', { name: /^main/ }).click()
  await card.getByLabel('Id', { exact: true }).first().fill('primary')
  await card.getByRole('button', { name: 'More for this backend' }).click()
  expect(await page.getByRole('menuitem', { name: 'Remove' }).getAttribute('title')).toBe('invoices uses it.')
  await page.keyboard.press('Escape')
  await save(page)
  const { backends, routes, clients_backend_config: clients } = await box.apis.draft.get({ id: 'billing' })
  expect(backends?.[1]).toMatchObject({
    ...{ id: 'safe', client: 'safe' },
    backend: {
      house: 'kept',
      targets: [{ hostname: 'orders.internal', tls_config: { key: '********', house: 'kept' } }],
    },
  })
  expect([backends?.[0]?.id, routes?.[0]?.backend]).toEqual(['primary', 'primary'])
  expect(clients?.at(-1)).toMatchObject({ id: 'safe', client: { callTimeout: 45_000, retries: 1 } })
})

it('clients and the documentation of an API are edited; the plans stay as they are', async () => {
  const { url, admin, box } = await gatewayService()
  const page = await open(`${url}/gateway/apis/billing?part=clients`, { as: admin })
  const main = page.getByRole('main')
  await main.getByRole('tabpanel').getByText('who is not a client').waitFor()
  await main.getByRole('button', { name: 'Add a client' }).click()
  const card = main.getByRole('region', { name: /^Client / })
  await card.getByLabel('Id', { exact: true }).fill('acme')
  await card.getByLabel('Name', { exact: true }).fill('Acme Inc.')
  await save(page)
  await eachLook(page, (name) => axe(page, `clients ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await main.getByRole('tab', { name: 'Documentation' }).click()
  await main.getByRole('tab', { name: 'As JSON' }).click()
  const text = main.getByRole('textbox', { name: 'Documentation as JSON' })
  await text.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('{"home": {"title": "Billing"}}')
  await save(page)
  await eachLook(page, (name) => axe(page, `documentation ${name}`))
  const { clients, documentation } = await box.apis.draft.get({ id: 'billing' })
  expect(clients).toMatchObject([{ id: 'acme', name: 'Acme Inc.' }])
  expect(documentation?.home).toMatchObject({ title: 'Billing' })
  expect(documentation?.plans?.map(({ id }) => id)).toEqual(['open', 'free'])
})
