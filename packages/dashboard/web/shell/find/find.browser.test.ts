import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe, eachLook, open, startService } from '../../browser.fixture.ts'

const found = 'shop:checkout:express'

async function find(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Find' }).waitFor()
}

async function started() {
  const service = await startService({ webhookPrivate: true })
  for (const id of [found, 'shop:express-banner', 'mobile:login', '__proto__'])
    await service.box.features.create({ body: { id, enabled: true, activationStrategy: 'NO_STRATEGY' } })
  await service.box.segments.create({ body: { id: 'shop:express-clients' } })
  await service.box.configs.create({ body: { id: 'shop:express-hours', value: { from: 8 } } })
  await service.box.webhooks.create({
    body: { clientId: 'shop:express-sync', callbackUrl: 'http://127.0.0.1:9/closed' },
  })
  await service.box.apiKeys.create({ body: { clientId: 'express-app', name: 'app' } })
  return service
}

it('finds features, records of other kinds and screens, by keyboard alone', async () => {
  const { url, admin } = await started()
  const page = await open(url, { as: admin })
  await page.getByText('Live').waitFor()
  await find(page)
  await page.keyboard.type('express')
  await page.getByRole('option', { name: `${found} feature` }).waitFor()
  for (const other of [
    'shop:express-clients segment',
    'shop:express-hours config',
    'shop:express-sync webhook',
    'express-app API key',
  ])
    await page.getByRole('option', { name: other, exact: true }).waitFor()
  await eachLook(page, (name) => axe(page, name))
  await page.setViewportSize({ width: 1280, height: 900 })
  expect(await page.getByRole('option', { selected: true }).textContent()).toContain(found)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/features/${found}`)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')

  await find(page)
  expect(await page.getByRole('group', { name: 'Last visited' }).textContent()).toContain(found)
  await page.keyboard.type('sett')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/settings`)

  await find(page)
  await page.keyboard.type('new config')
  await page.getByRole('option', { name: 'New config action' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'New config' }).waitFor()
  expect(page.url()).toBe(`${url}/configs`)
})

it('offers to evaluate with a context that is pasted', async () => {
  const { url, admin } = await started()
  const page = await open(url, { as: admin })
  await page.getByText('Live').waitFor()
  await find(page)
  await page.keyboard.insertText('{"id": "client-7", "plan": "gold"}')
  await page.getByRole('option', { name: 'Evaluate the features with this context' }).click()
  await page.waitForURL(`${url}/features`)
  await expect.poll(() => page.getByRole('textbox', { name: 'Context' }).inputValue()).toContain('client-7')
})

it('keeps what the page knows when the service cannot search', async () => {
  const { url, admin } = await started()
  const page = await open(`${url}/features`, { as: admin, expected: /500/ })
  await page.getByText('Live').waitFor()
  await page.route('**/api/_search*', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: '{"code":"INTERNAL","detail":"It broke"}',
    }),
  )
  await find(page)
  await page.keyboard.type('express')
  await page.getByText('Other records could not be searched: It broke').waitFor({ timeout: 60_000 })
  await expect.poll(() => page.getByRole('option').count()).toBe(4)
})

it('takes any text without harm', async () => {
  const { url, admin } = await started()
  const page = await open(`${url}/features`, { as: admin })
  await page.getByText('Live').waitFor()
  await find(page)
  for (const text of ['<script>alert(1)</script>', '\u2028\u202e', '*,!*', 'x'.repeat(600), '{"a":'])
    await page.getByRole('combobox').last().fill(text)
  await page.getByRole('combobox').last().fill('__proto__')
  await page.getByRole('option', { name: '__proto__' }).click()
  await page.waitForURL(`${url}/features/__proto__`)
})
