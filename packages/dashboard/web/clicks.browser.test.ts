import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { deletedBy, type Grant, open, type Service } from './browser.fixture.ts'
import { filledService } from './filled-service.fixture.ts'

/** A record of each kind that grants cover. */
const records = [
  ...['features/shop:express', 'segments/shop:staff', 'configs/shop:limits', 'experiments/shop:cta'],
  'scripts/shop:rule',
]

/** The screens of the gateway with what can be changed there. */
const gateway = [
  ...['gateway/apis/billing', 'gateway/subscriptions/acme', 'gateway/backends/stock', 'gateway/routes'],
  'gateway/traffic',
]

const domains = ['Api' as const, 'Subscription' as const, 'Backend' as const]

type Caller = readonly [who: string, grants: readonly Grant[] | 'admin', paths: readonly string[]]

const callers: readonly Caller[] = [
  ['a reader', [{ pattern: '*', rights: ['R'] }], ['', 'features/shop:express', 'experiments/shop:cta', 'settings']],
  ['an editor of shop:*', [{ pattern: 'shop:*' }], records],
  ['an editor of configs', [{ pattern: '*', domains: ['Config'] }], ['configs/shop:limits', 'settings']],
  ['an operator of the gateway', [{ pattern: '*', domains }], gateway],
  ['a reader of one API', [{ pattern: 'billing', rights: ['R'], domains }], ['gateway/apis/billing', 'gateway/routes']],
  ['an admin of pages and workflows', 'admin', ['gateway/errors/billing', 'workflows/hello']],
  ['an admin', 'admin', ['', 'hooks/sync', 'access', 'access?tab=keys', 'access/users/admin']],
]

it.each(callers)('%s clicks everything in sight, and nothing is rejected', async (_, grants, paths) => {
  const service = await filledService()
  const user = grants === 'admin' ? service.admin : await service.addUser('ada', grants)
  // No data plane runs that could explain a route, and what was deleted by a click is not found by what is under way.
  const page = await open(service.url, { as: user, expected: /404|409/ })
  const rejected: string[] = []
  const clicked = new Set<string>()
  let last = 'the page'
  const isDeleted = deletedBy(page)
  page.on('response', (response) => {
    const isGone = response.status() === 404 && isDeleted(response.url())
    if ([403, 404].includes(response.status()) && !isGone)
      rejected.push(`${last}: ${response.request().method()} ${response.url()}`)
  })
  for (const path of paths) {
    const restore = await keep(service, path)
    const go = async () => {
      await restore()
      await page.goto(`${service.url}/${path}`)
      await page.getByRole('main').getByRole('heading', { level: 1 }).last().waitFor()
    }
    await go()
    await clickAll(page, page.locator('main').locator(clickable), async (name) => {
      last = `/${path}: ${name}`
      clicked.add(last)
      if (!page.url().endsWith(`/${path}`)) await go()
    })
  }
  expect(rejected).toEqual([])
  expect(clicked.size).toBeGreaterThan(3 * paths.length)
})

/** The groups of operations on records, by where their screens are. */
const groups = {
  features: 'features',
  segments: 'segments',
  configs: 'configs',
  experiments: 'experiments',
  scripts: 'scripts',
  backends: 'backends',
  errors: 'errorTemplates',
  workflows: 'workflows',
  hooks: 'webhooks',
} as const

/** Resolves with a function that creates the record of a screen again if a click has deleted it. */
async function keep({ box }: Service, path: string): Promise<() => Promise<void>> {
  const [id = '', group = ''] = path.split('/').toReversed()
  if (!Object.hasOwn(groups, group)) return async () => {}
  const operations = box[groups[group as keyof typeof groups]] as unknown as Keeping
  const record = await operations.get({ id })
  return async () => {
    await operations.get({ id }).catch(() => operations.create({ body: record }))
  }
}

interface Keeping {
  get(input: { readonly id: string }): Promise<object>
  create(input: { readonly body: object }): Promise<object>
}

const clickable = '[role=tab]:visible, button:enabled:visible, input[role=switch]:enabled:visible'

/** Clicks each element that is there, and each item of the menus that this opens. Closes what opens. */
async function clickAll(page: Page, elements: Locator, before: (name: string) => Promise<void>): Promise<void> {
  for (let index = 0; await isThere(elements.nth(index)); index++) {
    const element = elements.nth(index)
    const items = page.locator('[role=menuitem]:visible:not([aria-disabled=true])')
    for (let item = 0, count = 1; item < count; item++) {
      await before(await nameOf(element))
      if (!(await click(element))) break
      count = Math.max(1, await items.count())
      if (await items.count()) await click(items.nth(item))
      // Esc also leaves a record, so it is pressed only for what is open above the page.
      for (let tries = 0; tries < 3 && (await page.locator('dialog[open], :popover-open').count()) > 0; tries++)
        await page.keyboard.press('Escape')
    }
  }
}

/** Whether an element is there, or appears within a moment: screens load their records after their headings. */
const isThere = (element: Locator): Promise<boolean> =>
  element.waitFor({ timeout: 1000 }).then(
    () => true,
    () => false,
  )

const nameOf = async (element: Locator): Promise<string> =>
  (await element.getAttribute('aria-label', { timeout: 500 }).catch(() => null)) ??
  (await element.textContent({ timeout: 500 }).catch(() => null)) ??
  'a control'

/** Whether an element could be clicked. Some vanish by what was clicked before, or are behind what it opened. */
const click = (element: Locator): Promise<boolean> =>
  element.click({ timeout: 500 }).then(
    () => true,
    () => false,
  )
