import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe, eachLook, open } from '../../../browser.fixture.ts'
import { type GatewayService, gatewayService } from '../../../gateway.fixture.ts'

const id = 'billing'
const slot = (name: string, config: object = {}) => ({
  plugin: `cp:gateway.next.plugins.${name}`,
  config: { ...config },
})
const flow = (id: string, ...slots: ReturnType<typeof slot>[]) => ({ id, name: id, plugins: { slots } })

/** Shows the flows of an API in which the route `invoices` takes the flow `checks`. */
async function show(service: GatewayService): Promise<Page> {
  const { routes = [] } = await service.box.apis.get({ id })
  const body = {
    flows: [
      flow('checks', slot('RateLimit', { rate: 100 }), slot('Cors'), slot('IpAddressBlockList')),
      flow('default_plugin_chain', slot('OverrideHost')),
    ],
    routes: routes.map((route) => (route.id === 'invoices' ? { ...route, flow_ref: 'checks' } : route)),
  }
  await service.box.apis.draft.patch({ id, body })
  const page = await open(`${service.url}/gateway/apis/${id}?part=flows`, { as: service.admin })
  await page.getByRole('list', { name: 'The way through checks' }).waitFor()
  return page
}

/** The plugins of the draft's first flow. */
async function slots({ box }: GatewayService) {
  const { flows } = await box.apis.draft.get({ id })
  return (flows![0]!.plugins?.slots ?? []).map(({ plugin, config, enabled }) => ({
    name: plugin.slice('cp:gateway.next.plugins.'.length),
    config,
    enabled,
  }))
}

async function save(page: Page): Promise<void> {
  const changes = page.getByRole('region', { name: 'Changes' })
  const review = changes.getByRole('button', { name: /^Review/ })
  const isLong = await review.isVisible()
  await (isLong ? review : changes.getByRole('button', { name: /^Save ?Ctrl/ })).click()
  if (isLong) await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
  await changes.waitFor({ state: 'detached' })
}

it('a flow is built, ordered and configured by keyboard, and saved', async () => {
  const service = await gatewayService()
  const page = await show(service)
  await page.getByText('1 route takes it: Invoices').waitFor()
  const key = (keys: string) => page.keyboard.press(keys)

  await page.getByRole('button', { name: 'Add plugin' }).first().focus()
  await key('Enter')
  const catalog = page.getByRole('dialog', { name: 'Add a plugin' })
  await catalog.waitFor()
  await page.keyboard.type('feature is active')
  await catalog.getByRole('listitem').filter({ hasText: 'Feature gate' }).waitFor()
  await expect.poll(() => catalog.getByRole('listitem').count()).toBe(1)
  await key('ArrowDown')
  await key('Enter')
  const added = page.getByRole('button', { name: 'Feature gate', exact: true })
  await expect.poll(() => added.evaluate((one) => one === document.activeElement)).toBe(true)
  await key('Alt+ArrowUp')
  await page.getByText('Feature gate is number 2 of 3 in its stage.').waitFor()
  await page.getByRole('combobox', { name: 'Feature', exact: true }).fill('billing:beta')
  await page.getByLabel('Status').focus()
  await key('Alt+ArrowUp')
  await page.getByLabel('Status').fill('403')
  await save(page)
  expect(await slots(service)).toMatchObject([
    { name: 'RateLimit' },
    { name: 'Cors' },
    { name: 'FeatureGate', config: { feature: 'billing:beta', status: 403 } },
    { name: 'IpAddressBlockList' },
  ])
})

it('a plugin is configured in a form and as JSON, switched off, and removed with undo', async () => {
  const service = await gatewayService()
  const page = await show(service)
  await page.getByRole('button', { name: 'Rate limit', exact: true }).click()
  expect(await page.getByLabel('Rate', { exact: true }).inputValue()).toBe('100')
  expect(await page.getByLabel('Window').getAttribute('placeholder')).toBe('1')
  await page.getByLabel('Window').fill('60')
  await page.getByText('JSON', { exact: true }).click()
  const json = page.getByRole('textbox', { name: 'The configuration' })
  await json.scrollIntoViewIfNeeded() // the editor renders what is in view
  await expect.poll(() => json.textContent()).toContain('"window": 60')
  await eachLook(page, (name) => axe(page, `JSON ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await json.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText('{"rate": 5, "by": "header", "own": [1]')
  await page.getByText(/^Fix \d+ fields? to save$/).waitFor()
  expect(await page.getByRole('radio', { name: 'Form' }).isDisabled()).toBe(true)
  await page.keyboard.insertText('}')
  await page.getByText('Form', { exact: true }).click()
  expect(await page.getByLabel('Rate', { exact: true }).inputValue()).toBe('5')
  await page.getByText('Also set, and edited as JSON: own').waitFor()
  await page.getByLabel('Rate', { exact: true }).fill('10')
  const handle = (name: string) =>
    page
      .locator('.flow-stop')
      .filter({ has: page.getByRole('button', { name, exact: true }) })
      .locator('.handle')
  await page.getByRole('button', { name: 'Rate limit', exact: true }).click()
  await handle('Blocked addresses').hover()
  await page.mouse.down()
  // A browser sees that something is dragged over a place with the second movement.
  await handle('Rate limit').hover()
  await handle('Rate limit').hover({ position: { x: 4, y: 4 } })
  await page.mouse.up()
  await page.getByText('Blocked addresses is number 1 of 2 in its stage.').waitFor()
  await page.getByRole('button', { name: 'Move Blocked addresses down' }).click()
  await page.getByRole('button', { name: 'Remove Blocked addresses' }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await page.getByRole('switch', { name: 'Blocked addresses is on' }).uncheck()
  expect(await slots(service)).toMatchObject([{ config: { rate: 100 } }, {}, { enabled: true }])
  await page.getByRole('region', { name: 'Changes' }).waitFor()
  await axe(page, 'edited')
})

it('saved secrets stay until they are replaced, and plugins that others add appear', async () => {
  const service = await gatewayService()
  const jwt = slot('JwtUserExtractor', { secret: 'the first secret', issuer: 'https://a.example' })
  await service.box.apis.draft.patch({ id, body: { flows: [flow('checks', jwt)] } })
  /** Only the embedding program reads secrets, as lines. */
  const stored = async () => {
    for await (const line of await service.box.apis.draft.export({}))
      return line.api.flows?.[0]?.plugins?.slots?.[0]?.config
    return undefined
  }
  const page = await open(`${service.url}/gateway/apis/${id}?part=flows`, { as: service.admin })
  await page.getByRole('button', { name: 'JSON Web Tokens', exact: true }).click()
  const secret = page.getByLabel('Secret', { exact: true })
  expect([await secret.inputValue(), await secret.getAttribute('placeholder')]).toEqual(['', 'The saved value stays'])
  await page.getByLabel('Issuer').fill('https://b.example')
  await save(page)
  expect(await stored()).toEqual({ secret: 'the first secret', issuer: 'https://b.example' })
  await secret.fill('a slip')
  await secret.fill('')
  expect(await secret.getAttribute('placeholder')).toBe('The saved value stays')
  await secret.fill('the second secret')
  await save(page)
  expect(await stored()).toEqual({ secret: 'the second secret', issuer: 'https://b.example' })
  const added = { op: 'add', path: '/flows/0/plugins/slots/-', value: slot('Compression') } as const
  await service.box.apis.draft.patch({ id, body: [added] })
  await page.getByRole('button', { name: 'Compression', exact: true }).waitFor()
})

it('the flows of an API have nothing that axe-core finds, and a reader has no controls', async () => {
  const service = await gatewayService()
  const page = await show(service)
  await page.getByRole('button', { name: 'CORS', exact: true }).click()
  await page.getByLabel('Allow origin').waitFor()
  await eachLook(page, (name) => axe(page, name))
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  expect(await width()).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Add plugin' }).first().click()
  await page.getByRole('dialog').waitFor()
  await eachLook(page, (name) => axe(page, `catalog ${name}`))
  const reader = await service.addUser('reader', [{ pattern: '*', rights: ['R'], domains: ['Api'] }])
  const other = await open(`${service.url}/gateway/apis/${id}?part=flows`, { as: reader })
  await other.getByRole('button', { name: 'Rate limit', exact: true }).click()
  await other.getByText('100').first().waitFor()
  expect(await other.getByRole('button', { name: /Add plugin|Remove|Move/ }).count()).toBe(0)
})
