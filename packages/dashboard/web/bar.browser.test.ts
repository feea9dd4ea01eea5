import { describe, expect, it } from 'vitest'
import { axe, open, picture, startService } from './browser.fixture.ts'
import { fillShop } from './shop.fixture.ts'

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 640, height: 400 },
]

describe('the bar of changes', () => {
  it.each(sizes)('covers nothing that is focused, in $width×$height', async (size) => {
    const service = await startService()
    await fillShop(service)
    const page = await open(`${service.url}/features/shop:checkout:express`, { as: service.admin, width: size.width })
    await page.setViewportSize(size)
    await page.getByLabel('Share', { exact: true }).first().fill('40')
    const bar = page.getByRole('region', { name: 'Changes' })
    await bar.getByText('About 15 of 100 clients would gain it').waitFor()
    await axe(page)
    await picture(page, `bar-${size.width}`)
    await page.getByRole('tab', { name: 'Who gets it' }).focus()
    const seen: string[] = []
    while (!seen.some((name) => name.startsWith('Save'))) {
      await page.keyboard.press('Tab')
      const { name, covering } = await page.evaluate(() => {
        const focused = document.activeElement as HTMLInputElement
        const { x, y, width, height } = focused.getBoundingClientRect()
        // Of a panel that is higher than the window, the beginning must be seen.
        const found = document.elementFromPoint(x + width / 2, y + Math.min(height, 80) / 2)
        const isClear = found !== null && (focused.contains(found) || found.contains(focused))
        const name = focused.textContent || focused.ariaLabel || focused.labels?.[0]?.textContent || focused.tagName
        return { name, covering: isClear ? undefined : (found?.outerHTML ?? 'the edge of the window') }
      })
      expect(covering, name).toBeUndefined()
      seen.push(name)
      expect(seen.length, seen.join(', ')).toBeLessThan(40)
    }
    expect(seen).toEqual(expect.arrayContaining(['Try a list of ids', 'Discard']))

    const verdict = page.locator('.verdict').first()
    await verdict.scrollIntoViewIfNeeded()
    const [shown, above] = [(await verdict.boundingBox())!, (await bar.boundingBox())!]
    expect(shown.y + shown.height).toBeLessThanOrEqual(above.y)
  })
})
