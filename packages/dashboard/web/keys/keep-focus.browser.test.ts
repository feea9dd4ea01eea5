import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { open, startService } from '../browser.fixture.ts'
import { fillShop } from '../shop.fixture.ts'

const focused = (page: Page) => () => page.evaluate(() => document.activeElement!.textContent)

const startAt = async (id: string) => {
  const service = await startService()
  await fillShop(service)
  return open(`${service.url}/features/${id}`, { as: service.admin })
}

describe('the focus', () => {
  it('stays on the form after Discard, and after Undo in a message', async () => {
    const page = await startAt('shop:checkout:express')
    const share = page.getByLabel('Share', { exact: true }).first()
    await share.fill('40')
    await page.getByRole('button', { name: 'Discard' }).press('Enter')
    await expect.poll(focused(page)).toBe('Strategy')
    await share.fill('50')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await page.getByText('is as before').waitFor()
    await expect.poll(focused(page)).toBe('Strategy')
    await share.fill('60')
    await expect.poll(() => page.getByText('is as before').count()).toBe(0)
  })

  it('moves to the first field of a condition that was added', async () => {
    const page = await startAt('shop:search:new')
    await page.getByRole('button', { name: 'Add a condition' }).first().click()
    await page.getByRole('menuitem', { name: 'Attribute of the context' }).press('Enter')
    await expect
      .poll(() => page.evaluate(() => document.activeElement!.matches('.condition :is(input, select)')))
      .toBe(true)
  })
})
