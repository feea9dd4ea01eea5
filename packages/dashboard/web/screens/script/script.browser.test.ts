import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe, eachLook, open, startService } from '../../browser.fixture.ts'

const script = 'function enabled(context, enabled, disabled) {\n  context.staff ? enabled() : disabled()\n}\n'

async function start() {
  const service = await startService()
  const source = { type: 'javascript', script } as const
  await service.box.scripts.create({ body: { id: 'shop:staff', name: 'Staff only', source } })
  const parameters = { ref: 'shop:staff' }
  for (const id of ['shop:beta', 'shop:tools'])
    await service.box.features.create({ body: { id, enabled: true, activationStrategy: 'GLOBAL_SCRIPT', parameters } })
  return service
}

const fill = (page: Page, name: string, text: string) => page.getByRole('textbox', { name, exact: true }).fill(text)

it('a new script begins with a template, is run in several contexts, and is saved', async () => {
  const { url, box, admin } = await start()
  const page = await open(`${url}/scripts`, { as: admin })
  await page.getByText('2 features', { exact: true }).waitFor()
  await page.getByText('Staff only, JavaScript').waitFor()
  await page.getByRole('button', { name: 'New script' }).click()
  await page.getByRole('dialog').getByLabel('Id').fill('shop:country')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'By an attribute' }).click()
  const run = page.getByRole('region', { name: 'Run it' })
  await fill(page, 'Context', '{"country": "FR"}')
  await run.getByRole('button', { name: /^Run/ }).click()
  await run.getByText('Active.', { exact: true }).waitFor()
  await fill(page, 'Context', '{"country": "IT"}')
  await run.getByText('The script or the context has changed since.').waitFor()
  await page.keyboard.press('Control+Enter')
  await run.getByText('Not active.').waitFor()
  await run.getByRole('button', { name: '{"country": "FR"}' }).click()
  await page.getByRole('textbox', { name: 'Script', exact: true }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('context.cou')
  await page.getByRole('option', { name: 'country' }).waitFor()
  await axe(page, 'completions')
  await fill(
    page,
    'Script',
    'function enabled(context, enabled) {\n  console.log("in", context.country)\n  enabled()\n}',
  )
  await page.keyboard.press('Control+Enter')
  await run.getByText('in FR').waitFor()
  const changes = page.getByRole('region', { name: 'Changes' })
  await changes.getByText('No feature uses it.').waitFor()
  await page.keyboard.press('Control+s')
  await changes.waitFor({ state: 'detached' })
  await expect
    .poll(() => box.scripts.get({ id: 'shop:country' }))
    .toMatchObject({
      source: { script: expect.stringMatching('in') },
    })
  await page.reload()
  await page.getByRole('button', { name: '{"country": "IT"}' }).waitFor()
  await fill(page, 'Script', '')
  await page.getByRole('button', { name: 'Ask a service' }).click()
  await page.keyboard.press('Control+Enter')
  await run.getByText(/plans\.example\.com/).waitFor()
})

it('errors stand at their line, whether the script is run or saved, and the difference is shown before', async () => {
  const { url, admin } = await start()
  const page = await open(`${url}/scripts/shop:staff`, { as: admin, expected: /400/ })
  await fill(page, 'Script', script.replace('context.staff ?', 'context staff ?'))
  await page.keyboard.press('Control+Enter')
  const run = page.getByRole('region', { name: 'Run it' })
  await run.getByText(/^Line 2, column \d+/).waitFor()
  await page.locator('.wrong-line', { hasText: 'context staff' }).waitFor()
  const changes = page.getByRole('region', { name: 'Changes' })
  await changes.getByText('It decides shop:beta and shop:tools from the moment it is saved.').waitFor()
  await changes.getByText('Show the change').click()
  await changes.getByText('+   context staff ? enabled() : disabled()').waitFor()
  await changes.getByRole('button', { name: /^Save/ }).click()
  await changes.getByText('Not saved').waitFor()
  await page.getByRole('button', { name: 'Go to line 2' }).first().click()
  await eachLook(page, (name) => axe(page, name))
})

it('a script that features use names them, also before it is deleted', async () => {
  const { url, box, admin } = await start()
  const page = await open(`${url}/scripts/shop:staff`, { as: admin })
  await page.getByRole('tab', { name: 'Used by' }).click()
  await page.getByText('2 features use it:').waitFor()
  await page.getByRole('link', { name: 'shop:tools' }).waitFor()
  await axe(page, 'used by')
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('2 features use it: shop:beta and shop:tools.').waitFor()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('shop:staff is deleted.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() =>
      box.scripts.get({ id: 'shop:staff' }).then(
        ({ name }) => name,
        () => undefined,
      ),
    )
    .toBe('Staff only')
  await page.getByRole('treeitem', { name: /staff/ }).press('x')
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await dialog.getByText('2 features use it: shop:beta and shop:tools.').waitFor()
})

it('who is not an admin reads a script, and is told why it cannot be changed', async () => {
  const service = await start()
  const reader = await service.addUser('ann', [{ pattern: '*', rights: ['C', 'R', 'U', 'D'] }])
  const page = await open(`${service.url}/scripts/shop:staff`, { as: reader })
  await page.getByText(/^Only admins can change and try shared scripts/).waitFor()
  await page.locator('.cm-line', { hasText: 'context.staff' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Script', exact: true }).getAttribute('aria-readonly')).toBe('true')
  expect(await page.getByRole('button', { name: /^(Run|New script)/ }).count()).toBe(0)
  await eachLook(page, (name) => axe(page, name))
})
