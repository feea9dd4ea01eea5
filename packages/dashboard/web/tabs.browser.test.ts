import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { open, startService } from './browser.fixture.ts'

/** HTTP/1.1 gives a browser six connections to a server; each visible tab keeps one for its stream. */
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

const lever = (tab: Page) => tab.getByRole('switch', { name: 'shop:express' })

/** Tells a page that its tab is hidden, and that the 30 seconds passed in which it keeps its stream. */
async function hide(tab: Page): Promise<void> {
  await tab.clock.install()
  await tab.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await tab.clock.runFor(31_000)
}
