import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe, eachLook, open, startService } from '../../browser.fixture.ts'
import { fillShop } from '../../shop.fixture.ts'

const changes = (page: Page) => page.getByRole('region', { name: 'Changes' })

/** Saves; many changes are reviewed in a dialog first. */
async function save(page: Page): Promise<void> {
  const button = changes(page).getByRole('button', { name: /^(Review and save|Save)/ })
  const isLong = (await button.textContent())?.startsWith('Review')
  await button.click()
  if (isLong) await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
  await changes(page).waitFor({ state: 'detached' })
}

it('a typed config is created and gets a rule with a split; the page reads what the service answers', async () => {
  const service = await startService()
  const page = await open(`${service.url}/configs`, { as: service.admin })
  await page.getByRole('button', { name: 'New config' }).first().click()
  await page.getByLabel('Id').fill('shop:items')
  await page.getByLabel('Type', { exact: true }).selectOption('number')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('spinbutton', { name: 'Value' }).fill('10')
  await changes(page).getByText('Every client reads the new value.').waitFor()
  await page.getByRole('tab', { name: 'Rules' }).click()
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByRole('button', { name: 'Add a condition' }).click()
  await page.getByRole('menuitem', { name: 'Attribute of the context' }).click()
  await page.getByLabel('Attribute', { exact: true }).fill('country')
  await page.getByLabel('Value', { exact: true }).fill('FR')
  await page.getByText('A split', { exact: true }).click()
  await page.getByLabel('Value of B', { exact: true }).fill('40')
  await page.getByLabel('Weight of B').fill('30')
  await page.getByText('70%', { exact: true }).waitFor()
  await page.getByLabel('Context', { exact: true }).fill('{"id": "client-7", "country": "FR"}')
  await changes(page)
    .getByText(/^In a sample of 1,000 clients/)
    .waitFor()
  const verdict = page.locator('.verdict')
  await verdict.getByText(/Rule 1 decides: bucket [\d,]+ of 100,000 lies in/).waitFor()
  const shown = await verdict.locator('b').textContent()
  await save(page)
  const body = { id: 'client-7', country: 'FR' }
  expect(await service.box.configs.evaluate({ id: 'shop:items', body })).toMatchObject({ value: Number(shown) })
  expect(await service.box.configs.get({ id: 'shop:items' })).toMatchObject({
    type: 'number',
    rules: [
      {
        split: [
          { name: 'A', weight: 70, value: 10 },
          { name: 'B', weight: 30, value: 40 },
        ],
      },
    ],
  })
  await page.getByLabel('Context', { exact: true }).fill('{"country": "FR"}')
  await verdict.getByText('TARGETING_KEY_MISSING').waitFor()
})

it('a text that holds JSON stays as it was; large numbers are warned about; a wrong kind is marked', async () => {
  const service = await startService()
  const value = '{"color": "blue",  "big": 1152921504606846977}'
  await service.box.configs.create({ body: { id: 'theme', value } })
  const page = await open(`${service.url}/configs/theme`, { as: service.admin })
  const editor = page.getByRole('textbox', { name: 'Value', exact: true })
  await page.getByText('"color": "blue"').first().waitFor()
  await page.getByText('1152921504606846977 is read as').first().waitFor()
  await page.getByRole('tab', { name: 'Details' }).click()
  await page.getByLabel('Description').fill('Colors')
  await save(page)
  expect(await service.box.configs.get({ id: 'theme' })).toMatchObject({ value, description: 'Colors' })
  await page.getByRole('tab', { name: 'Value' }).click()
  await editor.fill('{"color": "red", "big": 1152921504606846977')
  await changes(page)
    .getByText(/^Fix \d+ fields? to save$/)
    .waitFor()
  await editor.fill('{"color": "red", "big": 1152921504606846977}')
  await save(page)
  expect(await service.box.configs.get({ id: 'theme' })).toMatchObject({
    value: '{"color":"red","big":1152921504606846977}',
  })
  await page.getByLabel('Type').selectOption('number')
  await page.getByText('The type is number, and this value is a string.').waitFor()
  await page.getByLabel('Kind of Value').selectOption('number')
  await page.getByText('The type is number, and').waitFor({ state: 'detached' })
  await page.getByLabel('Type').selectOption('schema')
  await page.getByRole('textbox', { name: 'JSON Schema' }).fill('{"type": "number", "maximum": 5}')
  await page.getByRole('spinbutton', { name: 'Value' }).fill('7')
  await page.getByText('must be at most 5').waitFor()
  await page.getByRole('spinbutton', { name: 'Value' }).fill('5')
  await page.getByText('must be at most 5').waitFor({ state: 'detached' })
})

it('who may read configs alone sees values and rules; the server says what depends on other records', async () => {
  const service = await startService()
  await fillShop(service)
  const reader = await service.addUser('eve', [{ pattern: '*', rights: ['R'], domains: ['Config'] }])
  const page = await open(`${service.url}/configs/shop:search:page-size`, { as: reader, expected: /403/ })
  await page.getByRole('heading', { name: 'Value if no rule decides' }).waitFor()
  await page.getByRole('tab', { name: 'Rules' }).click()
  await page.getByRole('region', { name: 'Rules' }).getByText('"as before"').first().waitFor()
  expect(await page.getByRole('button', { name: /New config|Add a rule/ }).count()).toBe(0)
  await page.getByLabel('Context', { exact: true }).fill('{"id": "ann", "plan": "beta"}')
  await page.locator('.verdict').getByText('Rule 1, “testers”, decides.').waitFor()
  await page.locator('.verdict').getByText('This is the server’s answer now').waitFor()
  await page.getByRole('button', { name: 'More for configs' }).click()
  await page.getByRole('menuitem', { name: 'What programs read…' }).click()
  await page.getByRole('dialog').getByText('"coupons": 3').waitFor()
  await axe(page, 'what programs read')
})

it('a config has nothing that axe-core finds', async () => {
  const service = await startService()
  await fillShop(service)
  const page = await open(`${service.url}/configs/shop:limits`, { as: service.admin })
  await page.getByLabel('Value of coupons').waitFor()
  await eachLook(page, (look) => axe(page, `value ${look}`))
  await page.getByRole('link', { name: 'Configs' }).first().click()
  await page.getByRole('button', { name: 'See as a client…' }).click()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await axe(page, `list with context ${colorScheme}`)
  }
})
