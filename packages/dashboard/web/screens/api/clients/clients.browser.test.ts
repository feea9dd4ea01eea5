import { expect, it } from 'vitest'
import { axe, eachLook, open } from '../../../browser.fixture.ts'
import { gatewayService } from '../../../gateway.fixture.ts'

it('a client lists its subscriptions; owners are picked from clients and applications; APIs are filtered by group', async () => {
  const { url, admin, box } = await gatewayService()
  await box.developers.create({ body: { id: 'ann', name: 'Ann' } })
  await box.applications.create({
    body: { id: 'app-1', name: 'Checkout', members: [{ developer: 'ann', role: 'owner' }] },
  })
  await box.apis.patch({
    id: 'billing',
    body: { clients: [{ id: 'acme', name: 'Acme' }, { id: 'globex' }], groups: ['Payments'] },
  })
  await box.apis.create({ body: { id: 'shop', name: 'Shop' } })

  const page = await open(`${url}/gateway/apis/billing?part=clients&client=acme`, { as: admin })
  const heading = page.getByRole('heading', { name: 'Subscriptions' })
  await heading.waitFor()
  await eachLook(page, (look) => axe(page, `client ${look}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('link', { name: 'Acme', exact: true }).click()
  await page.waitForURL(`${url}/gateway/subscriptions/acme-billing`)

  await page.getByRole('tab', { name: 'Details' }).click()
  await page.getByLabel('Owner').fill('check')
  await page.getByRole('option', { name: 'app-1' }).click()
  expect(await page.getByLabel('Owner').inputValue()).toBe('app-1')

  await page.goto(`${url}/gateway/apis/billing?part=clients&client=globex`)
  await page.getByText('This client has no subscriptions to the API.').waitFor()

  await page.goto(`${url}/gateway/apis`)
  const row = (id: string) => page.getByRole('treeitem', { name: id })
  await row('shop').waitFor()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Group payments' }).click()
  await row('shop').waitFor({ state: 'detached' })
  expect(await row('billing').count()).toBe(1)
})
