#!/usr/bin/env node
// Opens the page of examples/browser.ts, over the packages as built, in a browser: it must show what its flags say, and a
// change without being loaded again. Needs Chromium (CHROMIUM=/path/to/it); without one it says so and looks at nothing.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { executablePath } from './browser.ts'
import { start } from './start.mjs'

if (!existsSync(executablePath)) {
  console.log(`There is no browser at ${executablePath}: the page was not tested`)
  process.exit(0)
}
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
/** What a browser may take to start, and a page to change, where others work too: within the time that this step has. */
const PATIENCE_MS = 60_000
const { url, exit, stop } = await start('examples/browser.ts')
const browser = await chromium.launch({
  executablePath,
  args: [...flags, '--disable-component-update', '--disable-sync'],
  timeout: PATIENCE_MS,
})
try {
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  const complaints = []
  let loaded = 0
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('load', () => loaded++)

  await page.goto(url)
  const shows = (text) => page.locator('#banner', { hasText: text }).waitFor()
  await shows('Welcome')
  assert.equal(await page.locator('#status').textContent(), 'fresh')
  await page.locator('#toggle').click()
  await shows('Everything at half price')
  await fetch(`${url}/toggle`, { method: 'POST' })
  await shows('Welcome')
  assert.deepEqual({ loaded, complaints }, { loaded: 1, complaints: [] })
  console.log('The page showed both changes as they happened')
} finally {
  await browser.close()
  stop()
  await exit
}
