#!/usr/bin/env node
// Opens the landing page, the page of the API and that of workflows in a browser that reaches nothing but the server. It copies
// a command, searches by keyboard and tries an operation, and looks for anything that was blocked, failed or went elsewhere.
// Needs Chromium (CHROMIUM=/path/to/it); without one it says so and looks at nothing.
// npm run check:ui -- picture.png also takes a picture.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { createServer } from 'signalbox'
import { executablePath } from './browser.ts'

const accessKey = 'a key of the descriptions'
const [picture] = process.argv.slice(2)
if (!existsSync(executablePath)) {
  console.log(`There is no browser at ${executablePath}: the pages were not tested`)
  process.exit(0)
}
const server = await createServer({
  port: 0,
  store: 'memory:',
  dashboard: 'off',
  gatewayDocResourcesAccessKey: accessKey,
  announce: () => {},
})
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
const browser = await chromium.launch({
  executablePath,
  args: [...flags, '--disable-component-update', '--disable-sync'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } })
  const asked = []
  const complaints = []
  await page.route('**', (route) => {
    const url = route.request().url()
    asked.push(url)
    return url.startsWith(server.url) ? route.continue() : route.abort()
  })
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const colorScheme of ['light', 'dark'])
    for (const width of [360, 1200]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.goto(server.url)
      assert.ok(await page.evaluate(() => document.body.scrollWidth <= innerWidth), `/ is wider than ${width}`)
    }
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.match(copied, /^curl -c cookies .* http:\/\/127\.0\.0\.1:\d+\/api\/login$/)

  const url = `${server.url}/apis/openapi/ui`
  assert.equal((await page.request.get(url)).status(), 401)
  await page.goto(`${url}?doc_secret=${encodeURIComponent(accessKey)}`)
  await page.waitForSelector('.opblock-tag')
  const [tags, operations] = [page.locator('.opblock-tag'), page.locator('.opblock')]
  console.log(`${await tags.count()} tags`)
  assert.ok(!(await page.content()).includes(accessKey), 'The page has the key in it')
  const service = page.locator('.opblock-tag[data-tag="service"]')
  if (picture) {
    await page.locator('.opblock-tag[data-tag="features"]').click()
    await operations.filter({ hasText: '/api/features/{id}/check' }).first().locator('.opblock-summary-control').click()
    await operations.filter({ hasText: '/api/features/{id}' }).first().scrollIntoViewIfNeeded()
    await page.evaluate(() => window.scrollTo(0, 330))
    await page.screenshot({ path: picture })
    await page.locator('.opblock-tag[data-tag="features"]').click()
  }
  await page.keyboard.press('/')
  await page.keyboard.type('features whether context')
  await page.waitForFunction(() => document.querySelectorAll('.opblock').length === 2)
  const found = await operations.locator('.opblock-summary-path').allTextContents()
  assert.deepEqual(found, Array(2).fill('/api/features/{id}/check'))
  await page.locator('.operation-filter-input').fill('')
  await page.locator('.authorize').first().click()
  await page.waitForSelector('.auth-container')
  assert.match(await page.locator('.auth-container').first().textContent(), /^basic/)
  await page.locator('.close-modal').click()
  await service.click()
  await operations.filter({ hasText: '/api/_health' }).locator('.opblock-summary-control').click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await page.waitForSelector('.live-responses-table .response-col_status')
  assert.match(await page.locator('.live-responses-table').first().textContent(), /200.*"status": "up"/s)

  await page.goto(`${server.url}/apis/workflows/doc?doc_secret=${encodeURIComponent(accessKey)}`)
  assert.ok(!(await page.content()).includes(accessKey), 'The page of workflows has the key in it')
  const entries = page.locator('article:visible')
  const all = await entries.count()
  await page.keyboard.press('/')
  await page.keyboard.type('base64 decode')
  assert.match(await page.locator('#count').textContent(), /^2 of /)
  assert.deepEqual(await entries.locator('h4 code').allTextContents(), ['$decode_base64', '$decode_base64url'])
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate(() => document.activeElement.hash), '#operator-decode_base64')
  await page.keyboard.press('/')
  await page.keyboard.press('Escape')
  assert.equal(await entries.count(), all)
  for (const width of [360, 1200]) {
    await page.setViewportSize({ width, height: 900 })
    assert.ok(await page.evaluate(() => document.body.scrollWidth <= innerWidth), `The page is wider than ${width}`)
  }
  console.log(`${all} entries of workflows`)

  const elsewhere = asked.filter((one) => !one.startsWith(server.url))
  console.log(`${asked.length} requests: ${asked.map((one) => one.replace(server.url, '').split('?')[0]).join(' ')}`)
  assert.deepEqual({ elsewhere, complaints }, { elsewhere: [], complaints: [] })
} finally {
  await browser.close()
  await server.close()
}
