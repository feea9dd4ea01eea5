import { expect, it } from 'vitest'
import { axe, eachLook, open } from '../../browser.fixture.ts'
import { gatewayService } from '../../gateway.fixture.ts'

const shown = 'Sorry, wrong door'

it('pages of an API are begun, written with a preview, and shown by the gateway', async () => {
  const { url, admin, gatewayUrl } = await gatewayService()
  const page = await open(`${url}/gateway/errors`, { as: admin, expected: /img-src data:/ })
  await page.getByText('No error pages yet').waitFor()
  await page.getByRole('button', { name: 'New error page' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('An API', { exact: true }).click()
  await dialog.getByLabel('API', { exact: true }).fill('bil')
  await page.getByRole('option', { name: 'billing' }).click()
  await eachLook(page, (name) => axe(page, `new ${name}`))
  await dialog.getByRole('button', { name: 'Create' }).click()

  const preview = page.getByRole('region', { name: 'Preview' })
  const frame = preview.frameLocator('iframe')
  await preview.getByText('No page is written for errors.service.not.found with 404').waitFor()
  await frame.getByText('There is no service at this address').first().waitFor()
  const editor = page.getByRole('textbox', { name: 'Page: For 4xx' })
  const attack = '<script>top.location = "/"</script><img src="http://127.0.0.1:9/x.png" onerror="top.x = 1">'
  await editor.fill(`<style>h1 { color: rgb(200, 0, 0) }</style><h1>${shown}</h1>\${cause}${attack}`)
  await frame.getByRole('heading', { name: shown }).waitFor()
  expect(await frame.getByRole('heading').evaluate((h1) => getComputedStyle(h1).color)).toBe('rgb(200, 0, 0)')
  await preview.getByText('The page for 4xx: no page for its cause is written.').waitFor()
  await preview.getByLabel('Cause').fill('quota')
  await page.getByRole('option', { name: /^errors\.quota\.exceeded/ }).click()
  await expect.poll(() => preview.getByLabel('Status').inputValue()).toBe('429')
  await frame.getByText('errors.quota.exceeded').waitFor()
  await preview.getByText('JSON', { exact: true }).click()
  await preview.getByText('"gateway-cause": "errors.quota.exceeded"').waitFor()
  await eachLook(page, (name) => axe(page, name))
  expect(page.url()).toBe(`${url}/gateway/errors/billing`)

  await page.keyboard.press('Control+s')
  await page.getByRole('region', { name: 'Changes' }).waitFor({ state: 'detached' })
  const gone = async () => (await fetch(`${gatewayUrl}/billing/invoices`, { headers: { Accept: 'text/html' } })).text()
  await expect.poll(gone).toContain(shown)
  await page.goBack()
  await page.getByText('No error pages yet').waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Error pages' }).getByText('4xx', { exact: true }).waitFor()
})

it('pages for causes and texts are added and removed, and what is wrong stands at its page', async () => {
  const { url, admin, box } = await gatewayService()
  await box.errorTemplates.create({ body: { serviceId: 'global', template50x: '<p>Away</p>' } })
  const page = await open(`${url}/gateway/errors/global`, { as: admin, expected: /400/ })
  await page.getByLabel('For a cause').fill('errors.(')
  await page.getByRole('button', { name: 'Add page' }).click()
  const changes = page.getByRole('region', { name: 'Changes' })
  await changes.getByRole('button', { name: /^Save/ }).click()
  await page.getByRole('button', { name: /errors\.\( invalid/ }).waitFor()
  await page.getByRole('button', { name: 'Remove the page for errors.(' }).click()
  await changes.waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Messages' }).click()
  await page.getByLabel('For', { exact: true }).fill('404')
  await page.getByRole('button', { name: 'Add text' }).click()
  await page.getByRole('textbox', { name: 'The message of 404' }).fill('Nothing here')
  await eachLook(page, (name) => axe(page, `messages ${name}`))
  await page.keyboard.press('Control+s')
  await changes.waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await box.errorTemplates.get({ id: 'global' })).messages)
    .toEqual({
      'message-404': 'Nothing here',
    })
  await box.errorTemplates.patch({ id: 'global', body: { template50x: '<p>Back soon</p>' } })
  await page.getByRole('tab', { name: 'Pages' }).click()
  await page.frameLocator('iframe').getByText('Back soon').waitFor()
})
