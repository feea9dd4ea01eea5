import { expect, it } from 'vitest'
import { axe, eachLook, open } from '../../browser.fixture.ts'
import { startService } from '../../service.fixture.ts'

it('a feature that is on is deleted after one question, and restored from its page after a reload', async () => {
  const { url, admin, box } = await startService()
  const body = {
    id: 'shop:express',
    enabled: true,
    activationStrategy: 'NO_STRATEGY',
    description: 'Same day',
  } as const
  await box.features.create({ body })
  const page = await open(`${url}/features/shop:express`, { as: admin, expected: /404/ })
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete shop:express?' })
  await question.getByText('It’s on.').waitFor()
  await axe(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('shop:express is deleted.').waitFor()

  await page.goto(`${url}/features/shop:express`)
  await page.getByText('It was deleted just now by admin.').waitFor()
  await eachLook(page, (name) => axe(page, `missing ${name}`))
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('shop:express is restored.').waitFor()
  expect(await box.features.get({ id: 'shop:express' })).toMatchObject(body)
})

it('an event in the log restores what was deleted, and says what it lacks', async () => {
  const { url, admin, box } = await startService()
  await box.apiKeys.create({
    body: { clientId: 'ci', name: 'CI', authorizedPatterns: [{ pattern: '*', rights: ['R'] }] },
  })
  await box.apiKeys.delete({ id: 'ci' })
  const page = await open(`${url}/events`, { as: admin })
  const line = page.getByRole('listitem').filter({ hasText: 'deleted the API key' })
  await line.getByRole('button', { name: /^Details of event/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('It gets a new secret, which its programs need.').waitFor()
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('dialog', { name: 'The secret of ci' }).waitFor()
  expect(await box.apiKeys.get({ id: 'ci' })).toMatchObject({ name: 'CI', authorizedPatterns: [{ pattern: '*' }] })
})

it('an id that never was has nothing to restore', async () => {
  const { url, admin } = await startService()
  const page = await open(`${url}/features/shop:never`, { as: admin, expected: /404/ })
  await page.getByText('There is no such feature.').waitFor()
  expect(await page.getByRole('button', { name: 'Restore' }).count()).toBe(0)
})

it('an empty list offers what was deleted from it after a reload, and any other list behind a button', async () => {
  const { url, admin, box } = await startService()
  const body = {
    id: 'shop:express',
    enabled: true,
    activationStrategy: 'NO_STRATEGY',
    description: 'Same day',
  } as const
  await box.features.create({ body })
  await box.features.delete({ id: 'shop:express' })
  await box.features.create({ body: { ...body, id: 'shop:again' } })
  await box.features.delete({ id: 'shop:again' })
  const page = await open(`${url}/features`, { as: admin })
  const deleted = page.getByRole('region', { name: 'Deleted recently' })
  await deleted.getByText('shop:express').waitFor()
  expect(await deleted.getByRole('listitem').count()).toBe(2)
  await eachLook(page, (name) => axe(page, `deleted ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await deleted.getByRole('button', { name: 'Restore shop:express' }).click()
  await page.getByText('shop:express is restored.').waitFor()
  expect(await box.features.get({ id: 'shop:express' })).toMatchObject(body)

  await page.goto(`${url}/features`)
  await page.getByRole('button', { name: 'Deleted recently…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deleted recently' })
  await dialog.getByText('shop:again').waitFor()
  expect(await dialog.getByRole('listitem').count()).toBe(1)
  await eachLook(page, (name) => axe(page, `deleted dialog ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog.getByRole('button', { name: 'Restore shop:again' }).click()
  await page.getByText('shop:again is restored.').waitFor()
  expect(await box.features.get({ id: 'shop:again' })).toMatchObject({ description: 'Same day' })
})

it('lists of all kinds offer it, with what does not come back', async () => {
  const { url, admin, box } = await startService()
  await box.configs.create({ body: { id: 'shop:limit', value: 20 } })
  await box.configs.delete({ id: 'shop:limit' })
  await box.apiKeys.create({ body: { clientId: 'ci', name: 'CI' } })
  await box.apiKeys.delete({ id: 'ci' })
  await box.users.create({ body: { id: 'ada', name: 'Ada', password: 'a password for tests' } })
  await box.users.delete({ id: 'ada' })
  const page = await open(`${url}/configs`, { as: admin })
  const deleted = page.getByRole('region', { name: 'Deleted recently' })
  await deleted.getByRole('button', { name: 'Restore shop:limit' }).waitFor()
  await page.goto(`${url}/access?tab=keys`)
  await deleted.getByText('It gets a new secret, which its programs need.').waitFor()
  await page.goto(`${url}/access`)
  await page.getByRole('button', { name: 'Deleted recently…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deleted recently' })
  await dialog.getByRole('button', { name: 'Restore ada' }).waitFor()
  await page.goto(`${url}/segments`)
  await page.getByRole('heading', { name: 'No segments yet' }).waitFor()
  expect(await deleted.count()).toBe(0)
})

it('a deletion is found behind many creations, and renames are none', async () => {
  const { url, admin, box } = await startService()
  const segment = (id: string) => ({ id, included: ['ann'] })
  for (const id of ['gone:precious', 'ren:old', 'ren:lost', 'back:again'])
    await box.segments.create({ body: segment(id) })
  await box.segments.delete({ id: 'gone:precious' })
  await box.segments.delete({ id: 'back:again' })
  await box.segments.replace({ id: 'ren:old', body: segment('ren:new') })
  await box.segments.replace({ id: 'ren:new', body: segment('ren:newer') })
  await box.segments.replace({ id: 'ren:lost', body: { id: 'ren:other', included: ['zoe'] } })
  await box.segments.create({ body: segment('back:again') })
  for (const batch of [0, 1])
    await box.commit({
      body: {
        changes: Array.from({ length: 600 }, (_, i) => ({
          ...{ op: 'put' as const, kind: 'segments', record: segment(`flood:${batch}-${i}`) },
        })),
      },
    })
  const page = await open(`${url}/segments`, { as: admin })
  await page.getByRole('button', { name: 'Deleted recently…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deleted recently' })
  await dialog.getByText('gone:precious').waitFor()
  const labels = await dialog.getByRole('button', { name: /^Restore/ }).allInnerTexts()
  expect([labels.length, await dialog.locator('.key').allInnerTexts()]).toEqual([2, ['ren:lost', 'gone:precious']])
})

it('where the search of the log stops, it says so', async () => {
  const { url, admin, box } = await startService()
  await box.segments.create({ body: { id: 'shop:s', included: ['ann'] } })
  const page = await open(`${url}/segments`, { as: admin })
  const dialog = page.getByRole('dialog', { name: 'Deleted recently' })
  const look = () => page.getByRole('button', { name: 'Deleted recently…' }).click()
  await look()
  await dialog.getByText('The log has no deleted segment.').waitFor()
  await dialog.getByText('Close', { exact: true }).click()
  let pages = 0
  await page.route(/_history\?.*SEGMENT_DELETED/, (route) => {
    pages++
    return route.fulfill({ json: { results: [], next: 90_000 - pages * 10_000 } })
  })
  await look()
  await dialog.getByText(/^None among the newest changes in the log\./).waitFor()
  expect(pages).toBe(5)
})
