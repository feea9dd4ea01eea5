import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe, eachLook, open, startService } from '../../browser.fixture.ts'

const banner = (page: Page) => page.getByRole('region', { name: 'Demo', exact: true })

const own = { kind: 'configs', id: 'demo:contents' }

async function remove(page: Page): Promise<void> {
  await banner(page).getByRole('button', { name: 'Remove the demo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
}

it('the overview says that it shows a demo, and removes it with one question: the first steps come back', async () => {
  const { url, box, admin } = await startService({ demo: true })
  const page = await open(`${url}/`, { as: admin, expected: /404/ }) // of the record that is gone
  await banner(page).getByText('This server shows a demo shop.').waitFor()
  await eachLook(page, (look) => axe(page, `demo ${look}`))
  await page.setViewportSize({ width: 1280, height: 900 })

  await banner(page).getByRole('button', { name: 'Remove the demo' }).click()
  await page.getByRole('dialog').getByText('Your own records stay.').waitFor()
  await page
    .getByRole('dialog')
    .getByText(/^Show the \d+ records$/)
    .click()
  await page.getByRole('dialog').getByText('2 segments: demo:testers, demo:regulars').waitFor()
  await page.getByRole('dialog').getByText('1 API: demo-shop').waitFor()
  await axe(page, 'question')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect((await box.features.count({})).count).toBeGreaterThan(0)

  await box.features.delete({ id: 'demo:sale' }) // what is gone already is no obstacle
  await remove(page)
  await page.getByRole('heading', { name: 'Get your first flag into a program' }).waitFor()
  const kinds = [box.features, box.segments, box.configs, box.experiments, box.apis, box.backends, box.subscriptions]
  expect(await Promise.all(kinds.map((kind) => kind.count({})))).toEqual(kinds.map(() => ({ count: 0 })))
})

it('a record that refers to the demo keeps it, and the banner names that record', async () => {
  const { url, box, admin } = await startService({ demo: true })
  const parameters = { rules: [{ when: { segment: 'demo:testers' } }] }
  await box.features.create({ body: { id: 'own', enabled: true, activationStrategy: 'RULES', parameters } })
  const page = await open(`${url}/`, { as: admin, expected: /409/ }) // of the refused removal
  await remove(page)
  await banner(page)
    .getByRole('alert')
    .getByText(/\bown\b/)
    .waitFor()
  await eachLook(page, (look) => axe(page, `kept ${look}`))
  expect((await box.features.count({})).count).toBe(7)

  await box.features.delete({ id: 'own' })
  await box.configs.create({ body: { id: 'mine', value: 1 } })
  await page.setViewportSize({ width: 1280, height: 900 })
  await remove(page)
  await banner(page).waitFor({ state: 'detached' })
  expect(await box.configs.count({})).toEqual({ count: 1 })
})

it('a list of the demo that names what no demo writes shows no banner', async () => {
  const { url, box, admin } = await startService()
  const on = { enabled: true, activationStrategy: 'NO_STRATEGY' } as const
  for (const id of ['prod:checkout', 'prod:pay']) await box.features.create({ body: { id, ...on } })
  await box.users.create({ body: { id: 'alice', name: 'Alice', admin: true, password: 'a password for tests' } })
  const records = [
    ...['prod:checkout', 'prod:pay'].map((id) => ({ kind: 'features', id })),
    ...[{ kind: 'users', id: 'alice' }, { kind: 'apikeys', id: 'narrow' }, own],
  ]
  const value = { at: 1, records }
  await box.configs.create({ body: { id: own.id, value } })
  const page = await open(`${url}/`, { as: admin })
  const missing = { kind: 'features', id: 'demo:none' }
  for (const list of [records, [null, own], ['x', own], Array(1001).fill(missing), [own]]) {
    await box.configs.replace({ id: own.id, body: { id: own.id, value: { ...value, records: list } as never } })
    const asked = page.waitForResponse((answer) => answer.url().includes('pattern=demo'))
    await page.reload()
    await (await asked).finished()
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await expect.poll(() => banner(page).count()).toBe(list.length === 1 ? 1 : 0)
  }
  await remove(page)
  await banner(page).waitFor({ state: 'detached' })
  expect((await box.features.count({})).count).toBe(2)
})

it('only admins see it', async () => {
  const { url, addUser } = await startService({ demo: true })
  const user = await addUser('reader', [{ pattern: '*', rights: ['R'] }])
  const page = await open(`${url}/`, { as: user })
  await page.getByRole('heading', { name: 'At a glance' }).waitFor()
  await page.getByText('Features', { exact: true }).first().waitFor()
  expect(await banner(page).count()).toBe(0)
})

it('its API was published, and its consumer has a credential; without either, the pages do not invent a past', async () => {
  const { url, box, admin } = await startService({ demo: true })
  const page = await open(`${url}/gateway/apis/demo-shop?part=deployments`, { as: admin })
  const main = page.getByRole('main')
  await main.locator('.deployment-list').getByText('Serving').waitFor()
  expect(await main.getByText('never been published').count()).toBe(0)
  await page.goto(`${url}/gateway/subscriptions/demo-acme?part=credentials`)
  await main.locator('.credentials li').first().waitFor()
  const [credential] = (await box.subscriptions.credentials({ id: 'demo-acme' })).results
  await box.credentials.delete({ id: credential!.clientId as string })
  await main.getByText('This subscription has no credential: none was issued, or it was deleted.').waitFor()

  const record = { id: 'set', name: 'Set', state: 'published', backends: [], routes: [] }
  await box.commit({ body: { changes: [{ op: 'put', kind: 'apis', record }] } })
  await page.goto(`${url}/gateway/apis/set?part=deployments`)
  await main.getByText('It is served as it is saved: its state was set without a publication.').waitFor()
})
