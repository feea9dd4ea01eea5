import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe, eachLook, open, startService } from '../browser.fixture.ts'

const script = 'function enabled(context, enabled, disabled) {\n  enabled()\n}'

async function start(onPage: (page: Page) => Promise<unknown> = async () => {}, expected?: RegExp) {
  const service = await startService()
  const { box, url, admin } = service
  const parameters = { type: 'javascript', script } as const
  await box.features.create({ body: { id: 'greet', enabled: true, activationStrategy: 'SCRIPT', parameters } })
  const page = await open(`${url}/`, { as: admin, ...(expected && { expected }) })
  await onPage(page)
  await page.goto(`${url}/features/greet`)
  const saved = async () => {
    const { parameters } = await box.features.get({ id: 'greet' })
    return (parameters as { script: string }).script
  }
  return { page, saved, text: page.getByRole('textbox', { name: 'Script' }) }
}

it('code is edited by keyboard: letters, Tab and Ctrl Z belong to the editor, Ctrl S to the page', async () => {
  const { page, saved, text } = await start()
  await page.locator('.code-editor .cm-content').waitFor()
  await text.click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('// ge')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('"')
  const changes = page.getByRole('region', { name: 'Changes' })
  await changes.waitFor()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+s')
  await changes.waitFor({ state: 'detached' })
  expect(await saved()).toMatch(/^\/\/ ge\n/)
  expect(await text.evaluate((element) => element.matches(':focus'))).toBe(true)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  expect(await text.evaluate((element) => element.matches(':focus'))).toBe(false)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  expect(await text.evaluate((element) => element.matches(':focus'))).toBe(false)
})

it('the text follows the draft, and is found by what is wrong with it', async () => {
  const { page, text } = await start(undefined, /400/)
  await text.fill('function enabled(context) {\n  nonsense nonsense\n}')
  const changes = page.getByRole('region', { name: 'Changes' })
  await changes.getByRole('button', { name: /^Save/ }).click()
  await page.getByRole('button', { name: 'Go to line 2' }).click()
  await page.locator('.wrong-line', { hasText: 'nonsense' }).waitFor()
  await eachLook(page, async (name) => {
    await axe(page, name)
  })
  await changes.getByRole('button', { name: 'Discard' }).click()
  await page.locator('.cm-line', { hasText: /^ {2}enabled\(\)$/ }).waitFor()
  expect(await page.locator('.wrong-line').count()).toBe(0)
})

it('without the code of the editor, the text is edited in a text field', async () => {
  const block = (page: Page) => page.route(/create-editor/, (route) => route.abort())
  const { page, saved, text } = await start(block, /ERR_FAILED|dynamically imported/)
  await text.fill('function enabled(c, e) { e() }')
  await page.keyboard.press('Control+s')
  await expect.poll(saved).toBe('function enabled(c, e) { e() }')
  expect(await page.locator('.cm-content').count()).toBe(0)
})
