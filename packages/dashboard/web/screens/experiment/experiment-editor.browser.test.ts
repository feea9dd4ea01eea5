import { expect, it } from 'vitest'
import { axe, eachLook, open, startService } from '../../browser.fixture.ts'

const id = 'shop:button'
const variants = [
  { id: 'A', name: 'green', traffic: 0.5 },
  { id: 'B', name: 'orange', traffic: 0.5 },
]

it('an experiment is created and enabled, its traffic is changed exactly, and a variant with clients is removed after a question', async () => {
  const service = await startService()
  const { experiments } = service.box
  const variantsNow = async () => (await experiments.get({ id })).variants
  const page = await open(`${service.url}/experiments`, { as: service.admin, expected: /409/ })
  await page.getByRole('button', { name: 'New experiment' }).click()
  const form = page.getByRole('dialog', { name: 'New experiment' })
  await form.getByLabel('Id', { exact: true }).fill(id)
  await form.getByLabel('Name', { exact: true }).fill('Button')
  await axe(page, 'new')
  await form.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Not yet enabled: it takes no clients.').waitFor()
  await page.getByRole('switch', { name: 'Disabled' }).click()
  await page.getByText(`${id} is on.`).waitFor()
  await page.getByText('No clients yet.').waitFor()
  expect(await experiments.get({ id })).toMatchObject({
    ...{ name: 'Button', enabled: true },
    variants: [
      { id: 'A', traffic: 0.5 },
      { id: 'B', traffic: 0.5 },
    ],
  })
  for (const clientId of ['ann', 'bob', 'eve']) await experiments.displayed({ id, clientId })
  await page.getByText('3 clients have a variant.').waitFor()
  await page.getByRole('tab', { name: 'Variants' }).click()
  const changes = page.getByRole('region', { name: 'Changes' })

  await page.getByLabel('Traffic of variant A in percent').fill('80')
  await expect.poll(() => page.getByLabel('Traffic of variant B in percent').inputValue()).toBe('20')
  await changes.getByText('A new phase starts').waitFor()
  await changes.getByText('Clients that are bound keep their variant.').waitFor()
  await changes.getByRole('button', { name: /^Save/ }).click()
  await changes.waitFor({ state: 'detached' })
  await expect.poll(variantsNow).toMatchObject([{ traffic: 0.8 }, { traffic: 0.2 }])

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
  expect(await variantsNow()).toHaveLength(2)
  await changes.getByRole('button', { name: /save/i }).click()
  await dialog.getByRole('button', { name: 'Remove and save' }).click()
  await changes.waitFor({ state: 'detached' })
  await expect.poll(variantsNow).toMatchObject([
    { id: 'B', traffic: 0.5, currentPopulation: 1 },
    { id: 'C', name: 'blue', traffic: 0.5, currentPopulation: 0 },
  ])
})

it('an audience shows its outcome, and a range that overlaps another is rejected at its field', async () => {
  const service = await startService()
  const { experiments } = service.box
  const layer = { name: 'checkout', from: 0, to: 0.4 }
  await experiments.create({ body: { id: 'shop:price', name: 'Price', enabled: true, variants, layer } })
  await experiments.create({ body: { id, name: 'Button', enabled: true, variants } })
  const page = await open(`${service.url}/experiments/${id}`, { as: service.admin, expected: /409/ })
  await page.getByRole('tab', { name: 'Audience' }).click()
  const changes = page.getByRole('region', { name: 'Changes' })

  await page.getByText('Everyone can take part.').waitFor()
  await page.getByRole('button', { name: 'Add a condition' }).click()
  await page.getByRole('menuitem', { name: 'Attribute of the context' }).click()
  await page.getByLabel('Attribute', { exact: true }).fill('country')
  await page.getByLabel('Value', { exact: true }).fill('FR')
  await page.getByRole('textbox', { name: 'Context', exact: true }).fill('{"id": "eve", "country": "IT"}')
  await page.getByText('Not in the audience.').waitFor()
  await page.getByRole('textbox', { name: 'Context', exact: true }).fill('{"id": "eve", "country": "FR"}')
  await page.getByText('In the audience.', { exact: true }).waitFor()
  await changes.getByText('New clients take part only if the audience is true for them.').waitFor()

  await page.getByText('In a layer', { exact: true }).click()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('checkout')
  expect(await page.getByLabel('Range', { exact: true }).inputValue()).toBe('40')
  await page.getByLabel('Range', { exact: true }).fill('30')
  await page.getByText('It overlaps the range of shop:price.').waitFor()
  await changes.getByRole('button', { name: /save/i }).click()
  const field = page.locator('.field', { has: page.getByLabel('Range', { exact: true }) })
  await field.getByText(/^The range 0\.3 to 1 of layer checkout overlaps that of experiment shop:price/).waitFor()
  await eachLook(page, (look) => axe(page, `audience ${look}`))
  await page.getByRole('button', { name: /^Take 40/ }).click()
  await changes.getByRole('button', { name: /save/i }).click()
  await changes.waitFor({ state: 'detached' })
  await expect
    .poll(() => experiments.get({ id }))
    .toMatchObject({
      audience: { attribute: 'country', operator: 'is', value: 'FR' },
      layer: { name: 'checkout', from: 0.4, to: 1 },
    })
})

it('a client is tried without being bound, and recorded only after a question', async () => {
  const service = await startService()
  const { experiments } = service.box
  const audience = { attribute: 'country', operator: 'is', value: 'FR' } as const
  await experiments.create({ body: { id, name: 'Button', enabled: true, variants, audience } })
  const page = await open(`${service.url}/experiments/${id}`, { as: service.admin, expected: /404/ })
  await page.getByRole('tab', { name: 'Try' }).click()
  const context = page.getByRole('textbox', { name: 'Context', exact: true })
  await context.fill('{"id": "eve", "country": "IT"}')
  await page.getByText('The audience is not true for the context.').waitFor()
  await context.fill('{"id": "eve", "country": "FR"}')
  await page.getByText('It would get green.').waitFor()
  await page.getByRole('button', { name: 'Look up its binding' }).click()
  await page.getByText('It is not bound to a variant yet.').waitFor()
  await page.getByText('Record something for this client').click()
  await eachLook(page, (look) => axe(page, `try ${look}`))
  await page.getByRole('button', { name: 'It saw its variant…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('You can’t undo this.').waitFor()
  expect((await experiments.results({ id })).results[0]).toMatchObject({ users: 0 })
  await dialog.getByRole('button', { name: 'Record it' }).click()
  await page.getByText('Bound to green.').waitFor()
  await context.fill('{"id": "eve", "country": "IT"}')
  await page.getByText('It keeps this variant, whatever its context is.').waitFor()
  expect((await experiments.results({ id })).results[0]).toMatchObject({ users: 1 })
  await page.getByRole('tab', { name: 'Use' }).click()
  await page.getByText(`flags.variant('${id}', 'client-1041', { context })`).waitFor()
  await axe(page, 'use')
})
