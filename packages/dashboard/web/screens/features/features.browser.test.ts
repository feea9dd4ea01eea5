import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe, eachLook, open, type Service, startService } from '../../browser.fixture.ts'

const row = (page: Page, key: string) => page.locator(`[role=treeitem]:has(.key[title="${key}"])`)
const texts = (page: Page) => page.locator('[role=treeitem] .key').allTextContents()

async function create(box: Service['box'], features: Readonly<Record<string, object>>) {
  for (const [id, rest] of Object.entries(features))
    await box.features.create({ body: { id, enabled: true, activationStrategy: 'NO_STRATEGY', ...rest } as never })
}

it('the tree shows each feature in words, live, and its lever works at once', async () => {
  const { url, box, admin } = await startService()
  await create(box, {
    'shop:checkout:express': { activationStrategy: 'PERCENTAGE', parameters: { percentage: 25 } },
    'shop:checkout:refund': { activationStrategy: 'RELEASE_DATE', parameters: { releaseDate: '01/02/2999 08:00:00' } },
    'shop:checkout': { enabled: false },
    mobile: {
      activationStrategy: 'DATE_RANGE',
      parameters: { from: '2001-01-01 00:00:00', to: '2002-01-01 00:00:00' },
    },
  })
  const page = await open(`${url}/features`, { as: admin })
  await expect.poll(() => row(page, 'shop:checkout:express').textContent()).toMatch(/express\s*25% of clients$/)
  await expect.poll(() => row(page, 'shop:checkout:refund').textContent()).toMatch(/waits/)
  await expect.poll(() => row(page, 'mobile').textContent()).toMatch(/over/)
  await expect.poll(() => row(page, 'shop:checkout').textContent()).toMatch(/off$/)
  expect(await texts(page)).toEqual(['mobile', 'shop', 'checkout', 'express', 'refund'])
  await row(page, 'shop:checkout').getByRole('switch').click()
  await expect.poll(async () => (await box.features.get({ id: 'shop:checkout' })).enabled).toBe(true)
  await expect.poll(() => row(page, 'shop:checkout').textContent()).toMatch(/everyone$/)
  await box.features.create({ body: { id: 'shop:new', enabled: true, activationStrategy: 'NO_STRATEGY' } })
  await row(page, 'shop:new').waitFor()
  await box.features.delete({ id: 'mobile' })
  await row(page, 'mobile').waitFor({ state: 'detached' })
})

it('the list shows what features are for a context, beside another, at another time', async () => {
  const { url, box, admin } = await startService()
  await box.segments.create({ body: { id: 'staff', included: ['ann'] } })
  await create(box, {
    listed: { activationStrategy: 'CUSTOMERS_LIST', parameters: { customers: ['ann'] } },
    later: { activationStrategy: 'RELEASE_DATE', parameters: { releaseDate: '01/02/2999 08:00:00' } },
    ruled: { activationStrategy: 'RULES', parameters: { rules: [{ when: { segment: 'staff' } }] } },
  })
  const page = await open(`${url}/features`, { as: admin })
  await page.getByRole('button', { name: 'See as a client…' }).click()
  await page.getByLabel('Context', { exact: true }).last().fill('{"id": "ann"}')
  await page.getByRole('button', { name: 'Compare with another' }).click()
  await page.getByLabel('Second context').fill('ben')
  await expect.poll(() => row(page, 'listed').locator('.state').allTextContents()).toEqual(['on', 'off'])
  await expect.poll(() => row(page, 'ruled').locator('.state').allTextContents()).toEqual(['on', 'off'])
  await expect.poll(() => row(page, 'later').locator('.state').allTextContents()).toEqual(['off', 'off'])
  await page.getByLabel('At', { exact: true }).fill('2999-03-01T00:00')
  await expect.poll(() => row(page, 'later').locator('.state').allTextContents()).toEqual(['on', 'on'])
  await eachLook(page, (name) => axe(page, name))
})

it('a selection is changed together and taken back together', async () => {
  const { url, box, admin } = await startService()
  await create(box, { 'shop:a': {}, 'shop:b': { enabled: false }, 'shop:c': {}, other: {} })
  const page = await open(`${url}/features?q=shop`, { as: admin })
  await page.getByRole('tree').focus()
  await page.keyboard.press('Control+a')
  await page.getByText('3 features selected').waitFor()
  await axe(page)
  await page.getByRole('button', { name: 'Switch off' }).click()
  await page.getByText('2 features are switched off: nobody gets them anymore. 1 feature is already off.').waitFor()
  await axe(page)
  const enabled = async () => (await box.features.list({})).results.map((one) => one.enabled)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(enabled).toEqual([true, false, false, false])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(enabled).toEqual([true, true, false, true])
})

it('a selection is copied below another key, and deleted and restored', async () => {
  const { url, box, admin } = await startService()
  await create(box, { 'shop:a': { description: 'kept' }, 'shop:b': { enabled: false } })
  const page = await open(`${url}/features`, { as: admin })
  const ids = async () => (await box.features.list({})).results.map((one) => one.id)
  const choose = async (item: string) => {
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('tree').focus()
    await page.keyboard.press('Control+a')
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await row(page, 'shop:b').waitFor()
  await choose('Copy to…')
  await page.getByLabel('To', { exact: true }).fill('store:eu')
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect.poll(ids).toEqual(['shop:a', 'shop:b', 'store:eu:a', 'store:eu:b'])
  await expect.poll(() => page.locator('.listing .bar .muted').first().textContent()).toBe('4')
  await choose('Delete…')
  await page.getByText('4 features are deleted.').waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(ids).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(ids).toEqual(['shop:a', 'shop:b', 'store:eu:a', 'store:eu:b'])
  expect(await box.features.get({ id: 'shop:a' })).toMatchObject({ description: 'kept', enabled: true })
})

it('a new feature begins with a group that exists, is off, and opens', async () => {
  const { url, box, admin } = await startService()
  await create(box, { 'shop:checkout:a': {} })
  const page = await open(`${url}/features`, { as: admin })
  await page.getByRole('button', { name: 'New feature' }).click()
  await page.getByRole('button', { name: 'shop:', exact: true }).click()
  await page.getByRole('button', { name: 'shop:checkout:', exact: true }).click()
  const id = page.getByLabel('Id', { exact: true })
  await id.press('End')
  await id.pressSequentially('a')
  await page.getByText('A feature named shop:checkout:a already exists.').waitFor()
  await axe(page)
  await id.pressSequentially('b')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect.poll(() => page.url()).toBe(`${url}/features/shop:checkout:ab`)
  expect(await box.features.get({ id: 'shop:checkout:ab' })).toMatchObject({ enabled: false })
})

it('an import says first what it would do, and is taken back', async () => {
  const { url, box, admin } = await startService()
  await create(box, { a: { description: 'old' } })
  const page = await open(`${url}/features`, { as: admin })
  await page.getByRole('button', { name: 'More for features' }).click()
  await page.getByRole('menuitem', { name: 'Import…' }).click()
  const feature = { enabled: false, activationStrategy: 'NO_STRATEGY' }
  const lines = [
    { id: 'a', ...feature },
    { id: 'b', ...feature },
    { id: 'bad id', ...feature },
  ]
  await page.getByLabel('Or paste them').fill(lines.map((line) => JSON.stringify(line)).join('\n'))
  await page.getByLabel('If a feature exists').selectOption('Replace')
  await page.getByText('3 features. 1 of them exists and is replaced. 1 is rejected:').waitFor()
  await axe(page)
  expect(await box.features.count({})).toEqual({ count: 1 })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect.poll(() => box.features.count({})).toEqual({ count: 2 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => box.features.count({})).toEqual({ count: 1 })
  await expect.poll(async () => (await box.features.get({ id: 'a' })).description).toBe('old')
})

it('names that are special elsewhere are ids and texts here', async () => {
  const { url, box, admin } = await startService()
  const script = '<script>document.title = "run"</script><img src=x onerror="document.title=1">'
  const texts = { description: `${script}\u2028 עברית`, tags: [script, 'شكرا\u2028'], metadata: { script } }
  await create(box, {
    ['__proto__']: texts,
    constructor: texts,
    'a:active': texts,
    a: texts,
    [`long:${'x'.repeat(507)}`]: texts,
  })
  const page = await open(`${url}/features`, { as: admin })
  for (const id of ['__proto__', 'a:active', `long:${'x'.repeat(507)}`]) {
    await row(page, id).locator('.key').click()
    await expect.poll(() => decodeURIComponent(page.url())).toBe(`${url}/features/${id}`)
    await expect.poll(() => page.locator('.detail h1').textContent()).toBe(id)
  }
  await page.getByRole('searchbox').fill('tag:"شكرا"')
  await page.getByText('Nothing matches', { exact: false }).first().waitFor()
  await page.getByRole('searchbox').fill('__proto__')
  await expect.poll(() => page.locator('[role=treeitem]').count()).toBe(1)
  await page.getByRole('tree').focus()
  await page.keyboard.press('Space')
  await expect.poll(async () => (await box.features.get({ id: '__proto__' })).enabled).toBe(false)
  expect(await page.title()).not.toMatch(/run|^1$/)
})

it('the tree works by keyboard alone', async () => {
  const { url, box, admin } = await startService()
  await create(box, { 'mobile:login': {}, 'shop:checkout:express': {}, 'shop:refund': {} })
  const page = await open(`${url}/features`, { as: admin })
  await row(page, 'shop:refund').waitFor()
  const active = () => page.locator('[role=treeitem][data-active] .key').getAttribute('title')
  await page.keyboard.press('/')
  await page.keyboard.type('re')
  await expect.poll(() => row(page, 'mobile:login').count()).toBe(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await expect.poll(active).toBe('shop:refund')
  await page.keyboard.press('Space')
  await expect.poll(async () => (await box.features.get({ id: 'shop:refund' })).enabled).toBe(false)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(active).toBe('shop')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => row(page, 'shop').getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('End')
  await page.keyboard.press('x')
  await page.getByText('1 feature selected').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toContain('/features/shop:refund')
})

it('who may only read sees no way to change, and no failure', async () => {
  const { url, box, addUser } = await startService()
  await create(box, { 'shop:a': {}, 'mobile:a': {} })
  const reader = await addUser('reader', [{ pattern: 'shop:*', rights: ['R'] }])
  const page = await open(`${url}/features`, { as: reader })
  await row(page, 'shop:a').waitFor()
  expect(await texts(page)).toEqual(['shop', 'a'])
  expect(await page.getByRole('button', { name: 'New feature' }).count()).toBe(0)
  await row(page, 'shop:a').getByRole('switch').click({ force: true })
  await page.getByRole('tree').focus()
  await page.keyboard.press('Space')
  expect((await box.features.get({ id: 'shop:a' })).enabled).toBe(true)
  await axe(page)
})

it('lists without records say how to create the first', async () => {
  const { url, admin } = await startService()
  const page = await open(`${url}/features`, { as: admin })
  await page.getByText('No features yet').waitFor()
  await eachLook(page, (name) => axe(page, name))
  await page.goto(`${url}/segments`)
  await page.getByText('No segments yet').waitFor()
  await axe(page)
})
