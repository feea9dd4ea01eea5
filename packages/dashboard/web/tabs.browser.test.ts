import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { open, type Service, startService } from './browser.fixture.ts'

/** HTTP/1.1 gives a browser six connections to a server; each visible tab keeps one for its stream, hidden tabs none. */
it('twenty tabs, of which one is visible, all work and show a change', { timeout: 300_000 }, async () => {
  const { url, admin, box } = await startService()
  await box.features.create({ body: { id: 'shop:express', enabled: false, activationStrategy: 'NO_STRATEGY' } })
  const first = await open(`${url}/features`, { as: admin })
  await hide(first)
  const tabs = [first]
  for (let number = 2; number <= 20; number++) {
    const tab = await open(`${url}/features`, { beside: first })
    await lever(tab).waitFor()
    if (number < 20) await hide(tab)
    tabs.push(tab)
  }
  await box.features.patch({ id: 'shop:express', body: [{ op: 'replace', path: '/enabled', value: true }] })
  await expect.poll(() => lever(tabs.at(-1)!).isChecked()).toBe(true)
  await tabs.at(-1)!.getByRole('link', { name: 'Configs' }).first().click()
  await tabs.at(-1)!.getByRole('heading', { name: 'Configs', exact: true }).waitFor()
})

it('of eight tabs opened one after the other all work; what one changes the others show once they are shown', async () => {
  const { tabs, box } = await eightTabs()
  const [first, last] = [tabs[0]!, tabs[7]!]
  await hide(last)
  await show(first)
  await lever(first).click()
  await expect.poll(async () => (await box.features.get({ id: 'shop:express' })).enabled).toBe(true)
  await hide(first)
  await show(last)
  await expect.poll(() => lever(last).isChecked()).toBe(true)

  await last.getByRole('button', { name: 'admin' }).first().click()
  await last.getByRole('menuitem', { name: 'Sign out' }).click()
  await last.getByRole('button', { name: 'Sign in' }).waitFor()
  await hide(last)
  await show(first)
  await first.getByRole('button', { name: 'Sign in' }).waitFor()
})

it('a tab opened in the background loads its records without a stream, and follows changes once it is shown', async () => {
  const { service, admin, box } = await express()
  const first = await open(`${service.url}/features`, { as: admin })
  await hide(first)
  const streams: string[] = []
  const context = first.context()
  await context.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
  })
  context.on('request', (request) => isStream(request.url()) && streams.push(request.url()))
  const tab = await open(`${service.url}/features`, { beside: first })
  await lever(tab).waitFor()
  expect(streams).toEqual([])
  await box.features.patch({ id: 'shop:express', body: { enabled: true } })
  await show(tab)
  await expect.poll(() => lever(tab).isChecked()).toBe(true)
  expect(streams).toHaveLength(1)
})

it('a page that is left for another closes its stream, and resumes it after a return by the history', async () => {
  const { service, admin, box } = await express()
  const page = await open(`${service.url}/features`, { as: admin })
  await page.getByText('Live').first().waitFor()
  const ended = page.waitForEvent('requestfailed', (request) => isStream(request.url()))
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await ended
  await box.features.patch({ id: 'shop:express', body: { enabled: true } })
  const resumed = page.waitForRequest((request) => isStream(request.url()))
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  expect((await resumed).headers()['last-event-id']).toMatch(/^\d+$/)
  await expect.poll(() => lever(page).isChecked()).toBe(true)
})

it('of eight visible windows three hold a stream; the others read again, and take a stream that is freed', async () => {
  const { service, admin, box } = await express()
  const first = await open(`${service.url}/features`, { as: admin })
  const windows = [first]
  while (windows.length < 8) windows.push(await open(`${service.url}/features`, { beside: first }))
  for (const one of windows) await lever(one).waitFor()
  await expect.poll(() => lamps(windows)).toEqual([...Array(3).fill('Live'), ...Array(5).fill('Updated every 10 s')])

  await lever(windows[7]!).click()
  await expect.poll(async () => (await box.features.get({ id: 'shop:express' })).enabled).toBe(true)
  for (const one of windows)
    await expect.poll(() => lever(one).isChecked(), { timeout: 20_000, message: 'each window shows it' }).toBe(true)

  await hide(first)
  await windows[1]!.close()
  await expect
    .poll(() => lamps(windows.slice(2)), { timeout: 20_000 })
    .toEqual([...Array(3).fill('Live'), ...Array(3).fill('Updated every 10 s')])
  await box.features.patch({ id: 'shop:express', body: { enabled: false } })
  await expect.poll(() => lever(windows[4]!).isChecked()).toBe(false)
}, 120_000)

const lamps = (pages: readonly Page[]) => Promise.all(pages.map((page) => page.locator('.lamp').first().textContent()))

const isStream = (url: string) => new URL(url).pathname === '/api/events'

/** A service with a feature that is off. */
async function express() {
  const service: Service = await startService()
  const { admin, box } = service
  await box.features.create({ body: { id: 'shop:express', enabled: false, activationStrategy: 'NO_STRATEGY' } })
  return { service, admin, box }
}

/** Eight tabs of a browser, of which the last is visible. */
async function eightTabs() {
  const { service, admin, box } = await express()
  const tabs = [await open(`${service.url}/features`, { as: admin, expected: /401/ })]
  while (tabs.length < 8) {
    await hide(tabs.at(-1)!)
    tabs.push(await open(`${service.url}/features`, { beside: tabs[0]! }))
    await lever(tabs.at(-1)!).waitFor()
  }
  return { tabs, box }
}

const lever = (tab: Page) => tab.getByRole('switch', { name: 'shop:express' })

const hide = (tab: Page) => setHidden(tab, true)
const show = (tab: Page) => setHidden(tab, false)

/** Tells a page whether its tab is hidden: without windows, Chromium takes all tabs for visible. */
const setHidden = (tab: Page, isHidden: boolean): Promise<void> =>
  tab.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
