import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axe, eachLook, open, startService } from '../../browser.fixture.ts'
import { routesService, TESTING_VALUE } from '../routes/routes.fixture.ts'

const TOKEN = 'a-token-that-is-kept-nowhere'

/** Pastes a text into the URL. */
const paste = (page: Page, text: string) =>
  page.getByLabel('URL').evaluate((input, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

const outcome = (page: Page) => page.locator('.explain-outcome').textContent()

describe('which route takes a request', () => {
  it('is explained with what happens on the way, and again when something changes', async () => {
    const { url, admin, box } = await routesService()
    const page = await open(`${url}/gateway/routes`, { as: admin })
    await page.getByRole('link', { name: 'Test a request' }).click()
    await paste(page, `curl 'https://api.shop.example/shop/orders/7?x=1' \\\n  -H 'Authorization: Bearer ${TOKEN}'`)
    await expect.poll(() => outcome(page)).toContain('shop:order takes this request and sends it to the backend pool.')
    const part = (name: string) => page.getByRole('region', { name })
    const considered = part('Routes that were considered')
    for (const text of [
      'It matches first: api.shop.example, exactly /shop/orders/:id, GET.',
      'It also matches, but has lower precedence: shop:order comes first, because its path is longer.',
      'It requires that the header x-beta is yes; the request has none.',
    ])
      await considered.getByText(text).waitFor()
    await considered.getByText('with the header x-shop-testing').first().waitFor()
    const plugins = await part('Plugins').getByRole('listitem').allTextContents()
    expect(plugins).toContain('SecurityHeadersresponseDoes not run: its patterns do not include the path')
    expect(plugins).toContain('FeatureGateadmitRuns')
    expect(await part('Features and experiments').getByRole('link').getAttribute('href')).toBe('/features/shop:express')
    await part('What the backend gets').getByText('GET /v2/shop/orders/7?x=1').waitFor()
    await part('What the backend gets').getByText('Answering').waitFor()
    expect(await part('Read as').textContent()).toContain(':id7')
    expect(await page.locator('[role=treeitem][aria-current]').textContent()).toContain('shop:order')
    await eachLook(page, (look) => axe(page, look))
    await page.setViewportSize({ width: 1280, height: 900 })
    const kept = await page.evaluate(() =>
      JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }]),
    )
    expect(kept).not.toContain(TOKEN)
    expect(await page.getByLabel('Value of Authorization').getAttribute('type')).toBe('password')
    // Another client turns the feature off.
    await box.features.patch({ id: 'shop:express', body: { enabled: false } })
    await expect.poll(() => outcome(page)).toContain('shop:order takes this request and refuses it')
    await part('Features and experiments').getByText('not active: it is off').waitFor()
    await page.getByLabel('Method').selectOption('DELETE')
    await page.getByText('The request in the form has changed.').waitFor()
    await page.getByLabel('URL').fill('https://api.shop.example/nowhere')
    await page.getByRole('button', { name: 'Explain' }).click()
    await expect.poll(() => outcome(page)).toContain('No route takes this request: the gateway responds 404.')
    // A draft route, with the header that opens it, from the route itself.
    await page.goto(`${url}/gateway/routes/testing_shop:refunds`)
    await page.getByRole('button', { name: 'Explain a request' }).click()
    await expect.poll(() => outcome(page)).toContain('testing_shop:refunds takes this request')
    expect(await page.getByLabel('Value of X-Shop-Testing').inputValue()).toBe(TESTING_VALUE)
    await page.getByRole('button', { name: 'Remove the header X-Shop-Testing' }).click()
    await page.getByLabel('URL').press('Enter')
    await expect.poll(() => outcome(page)).toContain('No route takes this request')
  })

  it('is what the gateway does', async () => {
    const { url, admin, gatewayUrl } = await routesService()
    const page = await open(`${url}/gateway/routes/explain`, { as: admin })
    const host = new URL(gatewayUrl).host
    const cases = [
      ['GET', '/billing/invoices', 'billing:invoices takes this request', 401],
      ['PUT', '/billing/invoices', 'but with GET: the gateway responds 405', 405],
      ['GET', '/billing', 'the gateway responds 404', 404],
    ] as const
    for (const [method, path, text, status] of cases) {
      await paste(page, `${method} ${path} HTTP/1.1\nHost: ${host}`)
      await expect.poll(() => outcome(page)).toContain(text)
      expect((await fetch(gatewayUrl + path, { method })).status).toBe(status)
    }
  })

  it('hides what the caller may not read', async () => {
    const service = await routesService()
    const user = await service.addUser('ada', [{ pattern: 'billing', rights: ['R'], domains: ['Api'] }])
    const page = await open(`${service.url}/gateway/routes/explain`, { as: user })
    await paste(page, 'curl https://api.shop.example/shop/orders/7')
    await expect.poll(() => outcome(page)).toContain('A route of an API that you can’t read takes this request.')
    await page.getByText('It also matches, but has lower precedence.').waitFor()
    expect(await page.locator('.explain').textContent()).not.toMatch(/shop:|hidden|undefined/)
  })

  it('is asked from the search, without a trace in the address', async () => {
    const { url, admin } = await routesService()
    const page = await open(url, { as: admin })
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Find a record or a screen' })
    await field.evaluate((input, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', text)
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, `GET /shop/orders/7 HTTP/1.1\r\nHost: api.shop.example\r\nCookie: session=${TOKEN}`)
    await page.getByRole('option', { name: 'Test a request' }).waitFor()
    await field.press('Enter')
    await expect.poll(() => outcome(page)).toContain('shop:order takes this request')
    expect(await page.getByLabel('Value of Cookie').inputValue()).toBe(`session=${TOKEN}`)
    expect(page.url()).toBe(`${url}/gateway/routes/explain`)
  })

  it('cannot be told without a data plane', async () => {
    const { url, admin } = await startService()
    const page = await open(`${url}/gateway/routes/explain`, { as: admin, expected: /409/ })
    await paste(page, 'GET /a')
    await page.getByRole('heading', { name: 'There is no data plane to ask' }).waitFor()
    await page.getByText('No data plane runs in this process').waitFor()
  })
})
