import { expect, it } from 'vitest'
import { axe, eachLook, open, startService } from '../../browser.fixture.ts'

const id = 'shop:button'
const variants = [
  { id: 'A', name: 'green', traffic: 0.5 },
  { id: 'B', name: 'orange', traffic: 0.5 },
]

it('traffic is changed exactly, and a variant with clients is removed after a question', async () => {
  const service = await startService()
  const { experiments } = service.box
  await experiments.create({ body: { id, name: 'Button', enabled: true, variants } })
  for (const clientId of ['ann', 'bob', 'eve']) await experiments.displayed({ id, clientId })
  const page = await open(`${service.url}/experiments/${id}`, { as: service.admin, expected: /409/ })
  await page.getByText('3 clients so far.').waitFor()
  await page.getByRole('tab', { name: 'Variants' }).click()
  const changes = page.getByRole('region', { name: 'Changes' })

  await page.getByLabel('Traffic of variant A in percent').fill('80')
  expect(await page.getByLabel('Traffic of variant B in percent').inputValue()).toBe('20')
  await changes.getByText('A new phase starts').waitFor()
  await changes.getByText('Clients that are bound keep their variant.').waitFor()
  await changes.getByRole('button', { name: /^Save/ }).click()
  await changes.waitFor({ state: 'detached' })
  expect((await experiments.get({ id })).variants).toMatchObject([{ traffic: 0.8 }, { traffic: 0.2 }])

  await page.getByRole('button', { name: 'Add a variant' }).click()
  await page.getByLabel('Name of variant C').fill('blue')
  await page.getByRole('button', { name: 'Split equally' }).click()
  await eachLook(page, (look) => axe(page, `variants ${look}`))
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('button', { name: 'Remove variant A' }).click()
  await changes.getByText('2 clients that are bound to variant A lose it.').waitFor()
  await changes.getByRole('button', { name: /save/i }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove variant A?' })
  await dialog.getByText('2 clients are bound to variant A, and lose it.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await experiments.get({ id })).variants).toHaveLength(2)
  await changes.getByRole('button', { name: /save/i }).click()
  await dialog.getByRole('button', { name: 'Remove and save' }).click()
  await changes.waitFor({ state: 'detached' })
  expect((await experiments.get({ id })).variants).toMatchObject([
    { id: 'B', traffic: 0.5, currentPopulation: 1 },
    { id: 'C', name: 'blue', traffic: 0.5, currentPopulation: 0 },
  ])
})
