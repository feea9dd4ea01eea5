import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type Grant, open } from './browser.fixture.ts'
import { filledService } from './filled-service.fixture.ts'

interface Caller {
  readonly who: string
  /** Absent: an admin. */
  readonly grants?: readonly Grant[]
  /** The lists in the navigation, and whether records below shop can be created and deleted there. */
  readonly lists: Readonly<Record<string, 'edit' | 'read'>>
  /** The rows in the list of features, and whether their levers can be pulled. */
  readonly levers?: Readonly<Record<string, boolean>>
  readonly create?: boolean
}

const reading = { Features: 'read', Segments: 'read', Configs: 'read', Experiments: 'read', Scripts: 'read' } as const
const editing = { Features: 'edit', Segments: 'edit', Configs: 'edit', Experiments: 'edit' } as const

const gateway = {
  APIs: 'edit',
  Routes: 'read',
  Traffic: 'read',
  Subscriptions: 'edit',
  Backends: 'edit',
  Requests: 'edit',
} as const

const callers: readonly Caller[] = [
  {
    who: 'an admin',
    lists: {
      ...{ ...editing, Scripts: 'edit' },
      ...{ ...gateway, 'Error pages': 'edit', Workflows: 'edit' },
      ...{ Webhooks: 'edit', Access: 'edit', Developers: 'edit', Applications: 'edit' },
    },
    levers: { 'shop:express': true, 'other:express': true },
    create: true,
  },
  {
    who: 'a reader',
    grants: [{ pattern: '*', rights: ['R'] }],
    lists: reading,
    levers: { 'shop:express': false, 'other:express': false },
  },
  {
    who: 'an editor of shop:*',
    grants: [{ pattern: 'shop:*' }],
    lists: { ...editing, Scripts: 'read' },
    levers: { 'shop:express': true },
    create: true,
  },
  {
    who: 'a reader of all who may pull levers below shop',
    grants: [
      { pattern: '*', rights: ['R'] },
      { pattern: 'shop:*', rights: ['U'], domains: ['Feature'] },
    ],
    lists: reading,
    levers: { 'shop:express': true, 'other:express': false },
  },
  { who: 'an editor of configs', grants: [{ pattern: '*', domains: ['Config'] }], lists: { Configs: 'edit' } },
  {
    who: 'an operator of the gateway',
    grants: [{ pattern: '*', domains: ['Api', 'Subscription', 'Backend'] }],
    lists: gateway,
  },
  {
    who: 'a reader of one API',
    grants: [{ pattern: 'billing', rights: ['R'], domains: ['Api', 'Subscription'] }],
    lists: { APIs: 'read', Routes: 'read', Traffic: 'read', Subscriptions: 'read', Requests: 'read' },
  },
  {
    who: 'somebody who cares for developers',
    grants: [{ pattern: '*', domains: ['Developer', 'Application'] }],
    lists: { Developers: 'edit', Applications: 'edit' },
  },
  { who: 'a user without grants', grants: [], lists: {} },
]

/** The lists, the button that creates a record, and a record of each. */
const screens: Readonly<Record<string, { readonly path: string; readonly create?: string; readonly record: string }>> =
  {
    Features: { path: '/features', create: 'New feature', record: '/features/shop:express' },
    Segments: { path: '/segments', create: 'New segment', record: '/segments/shop:staff' },
    Configs: { path: '/configs', create: 'New config', record: '/configs/shop:limits' },
    Experiments: { path: '/experiments', create: 'New experiment', record: '/experiments/shop:cta' },
    Scripts: { path: '/scripts', create: 'New script', record: '/scripts/shop:rule' },
    APIs: { path: '/gateway/apis', create: 'New API', record: '/gateway/apis/billing' },
    Subscriptions: {
      ...{ path: '/gateway/subscriptions', create: 'New subscription' },
      record: '/gateway/subscriptions/acme',
    },
    Backends: { path: '/gateway/backends', create: 'New backend', record: '/gateway/backends/stock' },
    Developers: { path: '/gateway/developers', record: '/gateway/developers/grace' },
    Applications: { path: '/gateway/applications', record: '/gateway/applications/ledger' },
    'Error pages': { path: '/gateway/errors', create: 'New error page', record: '/gateway/errors/billing' },
    Workflows: { path: '/workflows', create: 'New workflow', record: '/workflows/hello' },
    Webhooks: { path: '/hooks', create: 'New webhook', record: '/hooks/sync' },
    Access: { path: '/access', create: 'New user', record: '/access/users/eve' },
  }

describe.each(callers)('$who', ({ grants, lists, levers, create = false }) => {
  it('sees what the grants allow', async () => {
    const service = await filledService()
    const user = grants ? await service.addUser('ada', grants) : service.admin
    const page = await open(`${service.url}/features`, { as: user })
    const main = page.getByRole('main')
    await main.getByRole('heading', { level: 1 }).waitFor()
    const menu = page.getByRole('navigation', { name: 'Main' })
    const others = /Overview|Events|Settings/
    const shown = async () => {
      const fold = menu.getByRole('button', { name: 'Advanced', expanded: false })
      if (await fold.isVisible()) await fold.click()
      return (await menu.getByRole('link').allTextContents()).filter((text) => !others.test(text)).sort()
    }
    await expect.poll(shown).toEqual(Object.keys(lists).sort())
    if (!levers) return main.getByText('You don’t have access to features').waitFor()
    const switches = main.getByRole('tree').getByRole('switch')
    await expect.poll(() => switches.count()).toBe(Object.keys(levers).length)
    for (const [id, isEnabled] of Object.entries(levers))
      expect([id, await main.getByRole('switch', { name: id }).isEnabled()]).toEqual([id, isEnabled])
    expect(await main.getByRole('button', { name: 'New feature' }).count()).toBe(create ? 1 : 0)
    for (const [id, isEnabled] of Object.entries(levers)) {
      await page.goto(`${service.url}/features/${id}`)
      await main.getByRole('heading', { name: id }).waitFor()
      await main.getByRole('tab', { name: 'Who gets it' }).waitFor()
      expect(await main.getByRole('combobox', { name: 'Who gets it', exact: true }).count()).toBe(isEnabled ? 1 : 0)
    }
  })
})

describe.each(callers.filter(({ who }) => !who.includes('levers')))('$who', ({ grants, lists, levers }) => {
  it('opens every screen, every record and all of their parts without being refused', async () => {
    const service = await filledService()
    await service.addUser('eve')
    const user = grants ? await service.addUser('ada', grants) : service.admin
    const page = await open(`${service.url}/`, { as: user })
    const main = page.getByRole('main')
    await main.getByRole('heading', { name: 'Overview' }).waitFor()
    const refused: string[] = []
    page.on('response', (answer) => void (answer.status() === 403 && refused.push(answer.url())))
    for (const [name, { path, create, record }] of Object.entries(screens)) {
      const may = lists[name]
      await go(page, path)
      if (may === undefined) {
        await main.getByRole('heading', { name: /You don’t have access to|only for admins/ }).waitFor()
        continue
      }
      await main.getByRole('region', { name }).getByRole('treeitem').first().waitFor()
      if (create !== undefined)
        expect([name, await main.getByRole('button', { name: create }).count()]).toEqual([name, may === 'edit' ? 1 : 0])
      await go(page, record)
      await main
        .locator('.record-head')
        .filter({ hasText: record.split('/').at(-1)! })
        .waitFor()
      await openParts(page)
      await page.locator('.record-head').getByRole('button', { name: 'More', exact: true }).click()
      const remove = page.getByRole('menuitem', { name: 'Delete' })
      expect([name, await remove.count()]).toEqual([name, may === 'edit' ? 1 : 0])
    }
    const others = {
      ...{ Events: '/events', Settings: '/settings', Routes: '/gateway/routes', Traffic: '/gateway/traffic' },
      Requests: '/gateway/requests',
    }
    for (const [name, path] of Object.entries(others)) {
      await go(page, path)
      if (path.startsWith('/gateway/') && lists[name] === undefined) {
        await main.getByRole('heading', { name: /You don’t have access to/ }).waitFor()
        continue
      }
      await main.getByRole('heading', { name, exact: true }).waitFor()
      for (const tab of await main.getByRole('tab').all()) await tab.click()
    }
    if (lists.Features !== undefined && levers !== undefined && !('other:express' in levers)) {
      await go(page, '/features/other:express')
      await main.getByText('You don’t have permission to read the feature other:express.').waitFor()
      expect(await main.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    }
    expect(refused).toEqual([])
  })
})

it('grants that change while the page is open shape it at once', async () => {
  const service = await filledService()
  const page = await open(`${service.url}/features`, { as: await service.addUser('ada', [{ pattern: '*' }]) })
  const main = page.getByRole('main')
  const levers = main.getByRole('tree').getByRole('switch')
  await expect.poll(() => levers.count()).toBe(2)
  const create = main.getByRole('button', { name: 'New feature' })
  await create.waitFor()
  const grants = [{ pattern: 'shop:*', rights: ['R' as const] }]
  await service.box.users.patch({ id: 'ada', body: { authorizedPatterns: grants } })
  await create.waitFor({ state: 'detached' })
  await expect.poll(() => levers.count()).toBe(1)
})

/** Goes to a path without loading the page again, as links do. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Opens each part of a record, and waits for what it shows. */
async function openParts(page: Page): Promise<void> {
  const parts = page.locator('.record').getByRole('tab')
  await parts.first().waitFor()
  for (const part of await parts.all()) {
    await part.click()
    await page.locator('.record').getByRole('tabpanel').first().waitFor()
  }
  await page.getByText(/^The log goes back to|^Only admins see the history/).waitFor()
}
