import { expect, it } from 'vitest'
import { axe, eachLook, open } from '../../browser.fixture.ts'
import { backendAt, gatewayService } from '../../gateway.fixture.ts'

it('an API shows where it answers: the address is opened, copied, and told after publishing', async () => {
  const { url, admin, box, gatewayUrl } = await gatewayService()
  await box.apis.draft.patch({ id: 'billing', body: { context_path: '/pay' } })
  const page = await open(`${url}/gateway/apis/billing`, { as: admin })
  const main = page.getByRole('main')
  const address = `${gatewayUrl}/billing`
  await main.getByText(address, { exact: true }).waitFor()
  const opened = await main.getByRole('link', { name: 'Open /billing/invoices in a new tab' }).getAttribute('href')
  expect(opened).toBe(`${address}/invoices`)
  // biome-ignore lint/performance/useDomNodeTextContent: the layout may drop the space
  const shown = await main.getByRole('link', { name: 'Open /billing/invoices in a new tab' }).innerText()
  expect(shown).toContain('Open /billing/invoices')
  expect((await fetch(opened!)).status).toBe(401)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await main.getByRole('button', { name: 'Copy', exact: true }).first().click()
  await expect.poll(copied).toBe(address)
  await main.getByRole('button', { name: 'Copy as curl' }).first().click()
  await expect.poll(copied).toBe(`curl ${address}/invoices`)
  await eachLook(page, (name) => axe(page, `address ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await main.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText(`is published at ${gatewayUrl}/pay/invoices.`).waitFor()
  expect((await fetch(`${gatewayUrl}/pay/invoices`)).status).toBe(401)

  await main.getByRole('tab', { name: 'Routes' }).click()
  await main
    .getByRole('button', { name: /invoices/ })
    .first()
    .click()
  await main.getByText(`${gatewayUrl}/pay/invoices`).waitFor()
})

it('an API whose routes all need more than an address has no link, and says why', async () => {
  const { url, admin, box, gatewayUrl, backendPort } = await gatewayService()
  await box.apis.create({
    body: {
      ...{ id: 'pets', name: 'Pets', context_path: '/pets', backends: [backendAt('main', backendPort)] },
      routes: [{ id: 'one', backend: 'main', frontend: { paths: ['/:id'] } }],
    },
  })
  await box.apis.deployments.create({ id: 'pets', body: {} })
  const page = await open(`${url}/gateway/apis/pets`, { as: admin })
  const main = page.getByRole('main')
  await main.getByText(`${gatewayUrl}/pets`, { exact: true }).first().waitFor()
  await main.getByText('Each of its routes needs a parameter or a header').waitFor()
  expect(await main.getByRole('link', { name: /^Open .*in a new tab/ }).count()).toBe(0)
  expect(await main.getByRole('button', { name: 'Copy as curl' }).count()).toBe(0)
  await axe(page)
  await box.apis.draft.patch({
    id: 'pets',
    body: [{ op: 'add', path: '/routes/-', value: { id: 'all', backend: 'main', frontend: { paths: ['/all'] } } }],
  })
  await box.apis.deployments.create({ id: 'pets', body: {} })
  await main.getByRole('link', { name: 'Open /pets/all in a new tab' }).waitFor()
})

it('an API says where consumers read it, or why they can’t', async () => {
  const { url, admin, box } = await gatewayService()
  const page = await open(`${url}/gateway/apis/billing`, { as: admin })
  const main = page.getByRole('main')
  await main.getByText(`${url}/portal/billing/`, { exact: true }).waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await main.getByRole('button', { name: 'Copy the address of the pages' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toBe(`${url}/portal/billing/`)
  const href = await main.getByRole('link', { name: 'Open the pages of the API' }).getAttribute('href')
  expect((await fetch(href!)).status).toBe(200)
  await eachLook(page, (name) => axe(page, `portal ${name}`))
  await box.apis.patch({ id: 'billing', body: { documentation: { enabled: false } } })
  await main.getByText('Consumers can’t read it: its documentation is off.').waitFor()
  const off = await gatewayService({ portal: 'off' })
  const other = await open(`${off.url}/gateway/apis/billing`, { as: off.admin })
  await other.getByText('The portal is off: set SIGNALBOX_PORTAL=read').waitFor()
  const apart = await gatewayService({ portalUrl: 'https://developers.example.com/' })
  const third = await open(`${apart.url}/gateway/apis/billing`, { as: apart.admin })
  await third.getByText('https://developers.example.com/billing/', { exact: true }).waitFor()
})

it('with a public address of the gateway, that one is shown; without any, the page names the setting', async () => {
  const told = await gatewayService({ gatewayUrl: 'https://api.example.com' })
  const page = await open(`${told.url}/gateway/apis/billing`, { as: told.admin })
  await page.getByText('https://api.example.com/billing', { exact: true }).first().waitFor()
  const none = await gatewayService({ gateway: false })
  const other = await open(`${none.url}/gateway/apis/billing`, { as: none.admin })
  await other.getByText('Its address isn’t known here: set SIGNALBOX_GATEWAY_URL').first().waitFor()
  await axe(other)
})
