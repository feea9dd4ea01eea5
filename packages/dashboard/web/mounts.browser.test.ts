import { request } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type DashboardOptions, dashboard } from '@signalbox/dashboard'
import { toHono } from '@signalbox/hono'
import { Hono } from 'hono'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axe, eachLook, open, startService } from './browser.fixture.ts'
import { serve } from './serve.fixture.ts'

/** A proxy that removes a prefix from the paths of requests, and tells nobody. */
const stripping = (prefix: string, target: string) =>
  serve((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming
    if (!url.startsWith(`${prefix}/`)) return void outgoing.writeHead(404).end()
    const asked = request(target + url.slice(prefix.length), { method: method!, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    outgoing.on('close', () => asked.destroy())
    asked.on('error', () => outgoing.destroy())
    incoming.pipe(asked)
  })

const mounts = {
  '/': async () => {
    const { url, admin, box } = await startService()
    return { box, admin, api: url, path: '/' }
  },
  '/admin': async () => {
    const { admin, box } = await startService()
    const app = new Hono().route('/', toHono(box)).route('/admin', dashboard({ api: '..' }))
    return { box, admin, api: await serve(getRequestListener(app.fetch)), path: '/admin/' }
  },
  'a path that a proxy removes': async () => {
    const { url, admin, box } = await startService()
    return { box, admin, api: `${await stripping('/tools/flags', url)}/tools/flags`, path: '/' }
  },
  'a path below one that a proxy removes': async () => {
    const { admin, box } = await startService()
    const app = new Hono().route('/', toHono(box)).route('/admin', dashboard({ api: '..' }))
    const url = await serve(getRequestListener(app.fetch))
    return { box, admin, api: `${await stripping('/tools', url)}/tools`, path: '/admin/' }
  },
}

describe.each(Object.keys(mounts) as (keyof typeof mounts)[])('mounted at %s', (mount) => {
  it('shows an error page in a frame', async () => {
    const { box, admin, api, path } = await mounts[mount]()
    await box.errorTemplates.create({ body: { serviceId: 'global', template40x: '<h1>Wrong door</h1>' } })
    const page = await open(`${api}${path}gateway/errors/global`, { as: admin, api })
    await page.frameLocator('iframe').getByRole('heading', { name: 'Wrong door' }).waitFor()
  })

  it.each([
    ['features', 'shop'],
    ['features/shop%3Aexpress', 'express'],
    ['settings', 'Settings'],
  ])('the link %s opens its screen, and leads to others', async (link, shown) => {
    const { box, admin, api, path } = await mounts[mount]()
    const seen = api + path
    const body = { id: 'shop:express', enabled: true, activationStrategy: 'NO_STRATEGY' } as const
    await box.features.create({ body })
    const page = await open(seen + link, { as: admin, api })
    await page.getByRole('main').getByText(shown).first().waitFor()
    await page.getByRole('link', { name: 'Configs' }).first().click()
    await page.getByRole('heading', { name: 'Configs', exact: true }).waitFor()
    expect(page.url()).toBe(`${seen}configs`)
    await page.reload()
    await page.getByRole('heading', { name: 'Configs', exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('main').getByText(shown).first().waitFor()
  })
})

describe('a page', () => {
  it('asks to sign in first', async () => {
    const { url } = await startService()
    const page = await open(`${url}/features/shop:express`)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await eachLook(page, (name) => axe(page, name))
  })
})

describe('the options of a mount', () => {
  /** Serves a dashboard with options at /admin, and a feature whose changes are confirmed. */
  async function mounted(options: DashboardOptions) {
    const { admin, box } = await startService()
    const app = new Hono().route('/', toHono(box)).route('/admin', dashboard({ api: '..', ...options }))
    const api = await serve(getRequestListener(app.fetch))
    for (const id of ['prod:express', 'shop:express'])
      await box.features.create({ body: { id, enabled: true, activationStrategy: 'NO_STRATEGY' } })
    return { box, admin, api, url: `${api}/admin/` }
  }

  /** Types the id into the only question, and confirms it. */
  async function confirm(page: Page, title: string, action: string): Promise<void> {
    const dialog = page.getByRole('dialog', { name: title })
    const button = dialog.getByRole('button', { name: action, exact: true })
    await button.waitFor()
    expect(await button.isDisabled()).toBe(true)
    await dialog.getByLabel('To confirm, type the id').fill('prod:express')
    await button.click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByRole('dialog').count()).toBe(0)
  }

  it('ask for the id before a record is saved, once for each change', async () => {
    const { box, admin, api, url } = await mounted({ confirm: ['prod:*'] })
    const page = await open(`${url}features/prod:express`, { as: admin, api })
    const stored = () => box.features.get({ id: 'prod:express' }).catch(() => undefined)
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByLabel('Description').fill('Same day')
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog', { name: 'Save prod:express?' }).waitFor()
    await eachLook(page, (name) => axe(page, name))
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.keyboard.press('Escape')
    expect((await stored())?.description).toBeUndefined()
    await page.getByLabel('Reason').fill('Legal asked for it')
    await page.getByRole('button', { name: 'Save' }).click()
    const asked = page.getByRole('dialog', { name: 'Save prod:express?' })
    expect(await asked.getByLabel('Reason').inputValue()).toBe('Legal asked for it')
    await confirm(page, 'Save prod:express?', 'Save')
    await page.getByText('prod:express is saved.').waitFor()
    expect((await stored())?.description).toBe('Same day')
    await page.getByRole('button', { name: 'Undo' }).click()
    await confirm(page, 'Undo the changes of prod:express?', 'Undo the changes')
    await expect.poll(async () => (await stored())?.description).toBeUndefined()

    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Go back to this' }).first().click()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Save' }).click()
    await confirm(page, 'Save prod:express?', 'Save')
    await expect.poll(async () => (await stored())?.description).toBe('Same day')
  })

  it('ask for the id before a record is deleted, restored or renamed', async () => {
    const { box, admin, api, url } = await mounted({ confirm: ['prod:*'] })
    // The page may ask once more for the id that was deleted or renamed.
    const page = await open(`${url}features/prod:express`, { as: admin, api, expected: /404/ })
    const stored = () => box.features.get({ id: 'prod:express' }).catch(() => undefined)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByLabel('Reason').fill('Replaced by prod:slow')
    await confirm(page, 'Delete prod:express?', 'Delete')
    await expect.poll(stored).toBeUndefined()
    const { results } = await box.events.history({ domains: 'Feature', key: 'prod:express', limit: 1 })
    expect(results).toMatchObject([{ type: 'FEATURE_DELETED', reason: 'Replaced by prod:slow' }])
    await page.getByRole('button', { name: 'Undo' }).click()
    await confirm(page, 'Restore prod:express?', 'Restore')
    await expect.poll(stored).toBeDefined()

    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Rename…' }).click()
    await page.getByLabel('New id').fill('prod:slow')
    await confirm(page, 'Rename prod:express', 'Rename')
    await expect.poll(stored).toBeUndefined()
  })

  it('ask for the id before an import, and not for other ids', async () => {
    const { box, admin, api, url } = await mounted({ confirm: ['prod:*'] })
    const page = await open(`${url}features`, { as: admin, api })
    await page.getByRole('button', { name: 'More for features' }).click()
    await page.getByRole('menuitem', { name: 'Import…' }).click()
    const records = ['prod:express', 'prod:new', 'shop:new'].map((id) => ({ id, enabled: false }))
    const lines = records.map((one) => JSON.stringify({ ...one, activationStrategy: 'NO_STRATEGY' }))
    await page.getByLabel('Or paste them').fill(lines.join('\n'))
    await page.getByLabel('If a feature exists').selectOption('Replace')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Import 3 features?' })
    await dialog.getByText('2 of the ids need this confirmation. Type the first one.').waitFor()
    await axe(page)
    await dialog.getByLabel('To confirm, type the id').fill('prod:express')
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect.poll(async () => (await box.features.list({})).results.length).toBe(4)
    await page.goto(`${url}features/shop:express`)
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByLabel('Description').fill('Same day')
    await page.keyboard.press('Control+s')
    await page.getByText('shop:express is saved.').waitFor()
  })

  it('hide every change with readOnly', async () => {
    const { admin, api, url } = await mounted({ readOnly: true })
    const page = await open(`${url}features/shop:express`, { as: admin, api })
    await page.getByRole('heading', { name: 'express' }).waitFor()
    const names = async () => (await page.getByRole('main').getByRole('button').allTextContents()).join(' ')
    const acting = page.getByRole('main').locator('[role=switch]:not([aria-disabled=true]), [type=radio]:enabled')
    expect(await acting.count()).toBe(0)
    await page.keyboard.press('Control+s')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Copy as JSON'])
    await page.keyboard.press('Escape')
    expect(await names()).not.toMatch(/New|Save|Delete|Rename|Duplicate/)
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('The log goes back to').waitFor()
    expect(await names()).not.toMatch(/Go back|Restore/)
    await page.getByRole('button', { name: 'More for features' }).click()
    expect(await page.getByRole('menuitem').allTextContents()).not.toContain('Import…')
    await page.goto(`${url}settings`)
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      expect(await names()).not.toMatch(/password|Import|Check the file/)
    }
  })

  it('name the installation, mark its edge, and lead to the page where users sign in', async () => {
    const { admin, api, url } = await mounted({ title: 'Production', mark: 'rgb(220, 20, 60)', signIn: '../my-login' })
    const page = await open(url, { api, expected: /404/ })
    await page.waitForURL(/\/my-login\?to=%2Fadmin%2F$/)
    const other = await open(`${url}features`, { as: admin, api })
    await other.getByRole('link', { name: 'Production' }).first().waitFor()
    expect(await other.title()).toMatch(/Production$/)
    const edge = await other.locator('.frame').evaluate((frame) => getComputedStyle(frame).borderBlockStart)
    expect(edge).toBe('3px solid rgb(220, 20, 60)')
    await axe(other)
  })
})
