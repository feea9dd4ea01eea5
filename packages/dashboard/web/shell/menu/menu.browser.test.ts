import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axe, everyLook, open, startService } from '../../browser.fixture.ts'

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const shown = (page: Page) => menuOf(page).getByRole('link').allTextContents()

/** What stands in the menu of a box without records. */
const empty = ['Overview', 'Features', 'Configs', 'Experiments', 'APIs', 'Events', 'Access', 'Settings']

describe('the menu', () => {
  it('of an empty box is short, and grows with its first records and with what is opened', async () => {
    const { url, admin, box } = await startService()
    const page = await open(url, { as: admin })
    await page.getByText('Live').waitFor()
    expect(await shown(page)).toEqual(empty)
    expect(await menuOf(page).getByRole('button').count()).toBe(0)
    await box.segments.create({ body: { id: 'staff', included: ['ann'] } })
    await menuOf(page).getByRole('link', { name: 'Segments' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').last().fill('Webhooks')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    await menuOf(page).getByRole('link', { name: 'Features' }).click()
    const grown = [...empty.slice(0, 3), 'Segments', ...empty.slice(3, 6), 'Webhooks', ...empty.slice(6)]
    await expect.poll(() => shown(page)).toEqual(grown)
    await page.reload()
    await expect.poll(() => shown(page)).toEqual(grown)
  })

  it('has the entries of the gateway with the first API, and what few need in a fold that is remembered', async () => {
    const { url, admin, box } = await startService()
    await box.apis.create({ body: { id: 'billing', name: 'Billing', context_path: '/billing' } })
    const page = await open(url, { as: admin })
    const advanced = menuOf(page).getByRole('button', { name: 'Advanced' })
    await advanced.waitFor()
    expect(await shown(page)).toEqual([...empty.slice(0, 5), 'Traffic', 'Backends', 'Subscriptions', ...empty.slice(5)])
    await advanced.click()
    const folded = ['Routes', 'Scripts', 'Workflows', 'Error pages']
    expect((await shown(page)).slice(-4)).toEqual(folded)
    await everyLook(page, (name) => axe(page, name))
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.reload()
    await expect.poll(async () => (await shown(page)).slice(-4)).toEqual(folded)
    await advanced.click()
    expect(await shown(page)).not.toContain('Scripts')
    await page.goto(`${url}/scripts`)
    await menuOf(page).getByRole('link', { name: 'Scripts', exact: true }).waitFor()
    expect(await advanced.getAttribute('aria-expanded')).toBe('true')
  })

  it('shows icons where there is little room, which keep their names', async () => {
    const { url, admin } = await startService()
    const page = await open(url, { as: admin, width: 900 })
    const features = menuOf(page).getByRole('link', { name: 'Features' })
    expect((await features.boundingBox())!.width).toBe(40)
    expect(await features.getAttribute('title')).toBe('Features')
    await axe(page)
  })
})
