import { expect, it } from 'vitest'
import { axe, eachLook, open } from '../../../browser.fixture.ts'
import { gatewayService } from '../../../gateway.fixture.ts'

it('the address and the routes of an API are edited in its draft, and served once they are published', async () => {
  const { url, admin, box, gatewayUrl } = await gatewayService()
  const page = await open(`${url}/gateway/apis/billing?part=exposition`, { as: admin, expected: /400 \(Bad Request\)/ })
  const main = page.getByRole('main')
  const changes = page.getByRole('region', { name: 'Changes' })
  const press = () => changes.getByRole('button', { name: /^Save/ }).first().click()
  const save = async () => {
    await press()
    await changes.waitFor({ state: 'detached' })
  }
  await main.getByText(`Published at ${gatewayUrl}/billing/invoices.`).waitFor()
  await main.getByText('The API has no domain').last().waitFor()
  await eachLook(page, (name) => axe(page, `exposition ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await main.getByLabel('Context path').fill('pay')
  await changes.getByRole('button', { name: /^Save/ }).first().click()
  await main.locator('.field .problem').getByText('must begin with /').waitFor()
  await main.getByLabel('Context path').fill('/pay')
  await main.getByText(`Its address is ${gatewayUrl}/pay/invoices once you publish.`).waitFor()
  await main.getByRole('switch', { name: 'Capture requests' }).click()
  await main.getByText('The last 100 requests are kept in memory').waitFor()
  await save()

  await main.getByRole('tab', { name: 'Routes' }).click()
  await main.getByRole('button', { name: 'Add a route' }).click()
  const route = main.getByRole('region', { name: /^Route / })
  await route.getByLabel('Id', { exact: true }).fill('one-invoice')
  await route.getByLabel('Path 1').fill('/invoices/{id')
  await press()
  await route.locator('.text-list-row .problem').getByText('{name}').waitFor()
  await route.getByLabel('Path 1').fill('/invoices/:id')
  await route.getByLabel('Forwards').selectOption('The path without the context path')
  await route.getByText('GET /pay/invoices/42 on any domain reaches orders at /invoices/42.').waitFor()
  await route.getByRole('combobox', { name: 'Backend' }).fill('')
  await page.getByRole('option', { name: /^main/ }).click()
  await route.getByLabel('Name of a header').fill('X-Beta')
  await route.getByLabel('Name of a header').press('Enter')
  await route.getByLabel('How the header X-Beta is compared').selectOption('matches')
  await route.getByLabel('What the header X-Beta is compared with').fill('[0-9]+')
  await route.getByText('Only if the header X-Beta matches [0-9]+.').waitFor()
  await eachLook(page, (name) => axe(page, `routes ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await save()
  const { routes = [] } = await box.apis.draft.get({ id: 'billing' })
  expect(routes[2]).toEqual({
    ...{ id: 'one-invoice', enabled: true, backend: 'main' },
    frontend: {
      ...{ domains: [], paths: ['/invoices/:id'], methods: ['GET'], query: {} },
      headers: { 'X-Beta': 'Regex([0-9]+)' },
      ...{ strip_path: false, strip_context_path: true, exact: false },
    },
  })

  await route.getByRole('button', { name: 'More for this route' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await main.getByRole('region', { name: 'Route one-invoice-2' }).waitFor()
  await main.getByRole('button', { name: /refunds/ }).click()
  await route.getByRole('button', { name: 'More for this route' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await route.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await main.getByRole('region', { name: 'Route refunds' }).waitFor()
  await page.keyboard.press('Control+z')
  await changes.waitFor({ state: 'detached' })

  await box.apis.draft.patch({ id: 'billing', body: { description: 'Changed by another' } })
  await main.getByText('Changed by another').first().waitFor()
  await box.apis.deployments.create({ id: 'billing', body: {} })
  const ask = async (headers: Record<string, string>) => {
    const { status } = await fetch(`${gatewayUrl}/pay/invoices/42`, { headers })
    return status
  }
  await expect.poll(() => ask({ 'X-Beta': '7' })).toBe(401) // the plan wants a key: the route took the request
})

it('500 routes are searched, opened and read without being allowed to change them', async () => {
  const { url, addUser, box } = await gatewayService()
  const routes = Array.from({ length: 500 }, (_, i) => ({
    ...{ id: `r${i}`, backend: i % 2 ? 'main' : 'orders' },
    frontend: { paths: [`/r${i}/:id`], methods: ['GET'] },
  }))
  await box.apis.patch({ id: 'billing', body: { routes } })
  const reader = await addUser('ada', [{ pattern: '*', rights: ['R'], domains: ['Api'] }])
  const page = await open(`${url}/gateway/apis/billing?part=routes`, { as: reader })
  const main = page.getByRole('main')
  await main.getByText('500 routes', { exact: true }).waitFor()
  expect(await main.locator('.api-item-row').count()).toBeLessThan(40)
  await main.getByLabel('Search the routes').fill('r499')
  await main.getByRole('button', { name: '/r499/:id' }).click()
  await main.getByText('GET /billing/r499/42 on any domain reaches main at /billing/r499/42.').waitFor()
  expect(await main.getByRole('button', { name: /Add a|More for this route/ }).count()).toBe(0)
  await axe(page, 'read only')
})
