import { chromium } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { executablePath } from '../../../.ci/browser.ts'
import { startService } from './browser.fixture.ts'

it('where scripts are off, the page says what it needs, and links the API', async () => {
  const { url } = await startService()
  // Emulation leaves `noscript` hidden, so this browser is another one.
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--blink-settings=scriptEnabled=false'],
  })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.goto(`${url}/features/a`, { waitUntil: 'commit' })
  const session = await page.context().newCDPSession(page)
  /** The texts in the accessibility tree: what is shown, read without a script. */
  const shown = async () => {
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    return nodes.map(({ role, name }) => `${role?.value}: ${name?.value}`)
  }
  await expect.poll(shown).toContain('link: API')
  expect((await shown()).join('\n')).toContain('The dashboard needs JavaScript. Allow it for this page, or use the')
})
