#!/usr/bin/env node
// Opens the documentation site as built in a browser that reaches nothing but its own server. The main pages must have no
// violation that axe finds in either color scheme, fit on a phone, and be found by the search.
// Needs Chromium (CHROMIUM=/path/to/it); without one it says so and looks at nothing.
// npm run check:docs -- FOLDER also takes pictures.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { chromium } from 'playwright-core'
import { executablePath } from './browser.ts'

const site = join(import.meta.dirname, '../packages/docs/dist')
const axe = readFileSync(join(import.meta.dirname, '../node_modules/axe-core/axe.min.js'), 'utf8')
const [pictures] = process.argv.slice(2)
/** Each shows something that the others do not. */
const paths = [
  ...['index', 'start/what', 'start/in-process', 'start/server', 'concepts', 'evaluation', 'gateway/consumers'],
  ...['server/settings', 'packages/core', 'changelog', 'http/features', 'typescript/core', 'typescript/sql'],
  ...['workflow-language', 'guides/react'],
]

if (!existsSync(executablePath)) {
  console.log(`There is no browser at ${executablePath}: the site was not tested`)
  process.exit(0)
}

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}
const server = createServer((request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, 'http://site').pathname))
  const file = join(site, path.endsWith('/') ? `${path}index.html` : path)
  if (!existsSync(file)) return response.writeHead(404).end()
  response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' })
  response.end(readFileSync(file))
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${server.address().port}`

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
const browser = await chromium.launch({ executablePath, args: flags, timeout: 60_000 })
try {
  const page = await browser.newPage()
  page.setDefaultTimeout(60_000)
  const asked = []
  const complaints = []
  await page.route('**', (route) => {
    asked.push(route.request().url())
    return route.request().url().startsWith(url) ? route.continue() : route.abort()
  })
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))

  const violations = []
  const narrow = []
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const path of paths) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(`${url}/${path}.html`)
      await page.locator('h1, .VPHero').first().waitFor()
      for (const violation of await look()) violations.push(`${path}, ${colorScheme}: ${violation}`)
      await picture(`${path}-${colorScheme}`)
      await page.setViewportSize({ width: 375, height: 800 })
      if (!(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))) narrow.push(path)
      await picture(`${path}-${colorScheme}-phone`)
    }
  }
  assert.deepEqual({ violations, narrow }, { violations: [], narrow: [] })

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${url}/start/what.html`)
  for (const [words, title] of [
    ['segment', 'Segment'],
    ['percentage hashed', 'How a percentage is hashed'],
  ]) {
    const input = page.locator('.VPLocalSearchBox input')
    // The page listens to its keys once its script has started.
    while (!(await input.isVisible())) {
      await page.keyboard.press('Control+k')
      await input.waitFor({ timeout: 1000 }).catch(() => {})
    }
    await input.fill(words)
    await page.locator('.VPLocalSearchBox .result', { hasText: title }).first().waitFor()
    assert.deepEqual(await look('.VPLocalSearchBox'), [])
    await picture(`search-${words.split(' ')[0]}`)
    await page.keyboard.press('Escape')
  }

  const elsewhere = asked.filter((one) => !one.startsWith(url) && !one.startsWith('data:'))
  console.log(`${paths.length} pages in two color schemes, ${asked.length} requests`)
  assert.deepEqual({ elsewhere, complaints }, { elsewhere: [], complaints: [] })

  /** What axe finds in a part of the page. Only that is returned: all it passes are thousands of elements. */
  async function look(part = 'html') {
    await page.evaluate(axe)
    return page.evaluate(async (part) => {
      const { violations } = await window.axe.run(part, { resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160))}`)
    }, part)
  }

  async function picture(name) {
    if (pictures) await page.screenshot({ path: join(pictures, `${name.replaceAll('/', '-')}.png`) })
  }
} finally {
  await browser.close()
  server.close()
}
