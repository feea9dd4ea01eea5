import { expect, it } from 'vitest'
import { axe, eachLook, open } from '../../browser.fixture.ts'
import { gatewayService } from '../../gateway.fixture.ts'

it('an API shows where it answers: the address is opened, copied, and told after publishing', async () => {
  const { url, admin, box, gatewayUrl } = await gatewayService()
  await box.apis.draft.patch({ id: 'billing', body: { context_path: '/pay' } })
  const page = await open(`${url}/gateway/apis/billing`, { as: admin })
  const main = page.getByRole('main')
  const address = `${gatewayUrl}/billing`
  await main.getByRole('link', { name: 'Open in a new tab' }).first().waitFor()
  expect(await main.getByRole('link', { name: 'Open in a new tab' }).first().getAttribute('href')).toBe(address)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await main.getByRole('button', { name: 'Copy', exact: true }).first().click()
  await expect.poll(copied).toBe(address)
  await main.getByRole('button', { name: 'Copy as curl' }).first().click()
  await expect.poll(copied).toBe(`curl ${address}`)
  await eachLook(page, (name) => axe(page, `address ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await main.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText(`is published. ${gatewayUrl}/pay answers.`).waitFor()
  expect((await fetch(`${gatewayUrl}/pay/invoices`)).status).toBe(401)

  await main.getByRole('tab', { name: 'Routes' }).click()
  await main
    .getByRole('button', { name: /invoices/ })
    .first()
    .click()
  await main.getByText(`${gatewayUrl}/pay/invoices`).waitFor()
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
