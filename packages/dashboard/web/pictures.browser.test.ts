import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axe, everyLook, open, picture, type Service, startService } from './browser.fixture.ts'
import { fillExperiments } from './experiments.fixture.ts'
import { fillGatewayShop } from './gateway-shop.fixture.ts'
import { fillShop } from './shop.fixture.ts'

/** A screen, and what it shows when it is ready. */
interface Shown {
  readonly name: string
  readonly path: string
  /** What it shows. @default the records of the small shop */
  readonly fill?: (service: Service) => Promise<void>
  /** What is done before the page is looked at. */
  readonly begin?: (page: Page) => Promise<void>
  readonly shown: string
  /** The looks that are pictures, such as `dark-1280`. */
  readonly pictures?: readonly string[]
}

/** Asks which route takes a request. */
async function explain(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Test a request' }).click()
  await page.getByLabel('URL').fill('https://api.shop.example/billing/invoices/42')
  await page.keyboard.press('Enter')
}

/** The screens, and which of their looks are pictures of the READMEs. They are stored if the variable PICTURES is set. */
const screens: readonly Shown[] = [
  { name: 'overview', path: '/', shown: 'Overview', pictures: ['light-1280', 'dark-1280'] },
  {
    name: 'features',
    path: '/features/shop:checkout:express',
    shown: 'Try a client',
    pictures: ['light-390', 'dark-390'],
  },
  {
    name: 'rules',
    path: '/features/shop:search:new',
    shown: 'Try a client',
    pictures: ['light-1280', 'dark-1280'],
  },
  { name: 'segment', path: '/segments/shop:testers', shown: 'Who is in it' },
  {
    name: 'config',
    path: '/configs/shop:search:page-size',
    begin: (page) => page.getByRole('tab', { name: 'Rules' }).click(),
    shown: 'What this client reads',
    pictures: ['light-1280', 'dark-1280'],
  },
  {
    name: 'experiment',
    path: '/experiments/shop:checkout:button',
    shown: 'it converts more clients',
    fill: fillExperiments,
    pictures: ['light-1280', 'dark-1280'],
  },
  {
    name: 'api',
    path: '/gateway/apis/billing?part=routes',
    shown: 'Draft, 3 changes',
    fill: fillGatewayShop,
    pictures: ['light-1280', 'dark-1280'],
  },
  {
    name: 'explain',
    path: '/gateway/routes',
    begin: explain,
    shown: 'takes this request',
    fill: fillGatewayShop,
    pictures: ['light-1280', 'dark-1280'],
  },
  { name: 'events', path: '/events', shown: 'shop:search:new' },
  { name: 'settings', path: '/settings', shown: 'Settings' },
]

describe('the screen', () => {
  it.each(screens)('$name is accessible and fits, in light and dark, on a desk and on a phone', async (screen) => {
    const { name, path, begin, shown, fill = fillShop, pictures = [] } = screen
    const service = await startService({ gateway: fill === fillGatewayShop })
    await fill(service)
    const page = await open(service.url + path, { as: service.admin })
    await begin?.(page)
    await everyLook(page, async (look) => {
      await page.getByRole('main').getByText(shown).first().waitFor()
      await axe(page, `${name} ${look}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      if (pictures.includes(look)) await picture(page, `${name}-${look}`)
    })
  })

  it('features shows what a change means before it is saved', async () => {
    const service = await startService()
    await fillShop(service)
    const page = await open(`${service.url}/features/shop:checkout:express`, { as: service.admin })
    await page.getByLabel('Share', { exact: true }).first().fill('40')
    await page.getByRole('button', { name: 'Save' }).first().waitFor()
    await page.getByText('About 15 of 100 clients would gain it').waitFor()
    await page.getByText('Currently saved').first().waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await picture(page, `change-${colorScheme}`)
    }
  })
})
