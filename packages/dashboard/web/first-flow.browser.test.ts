import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { createServer } from 'signalbox'
import { expect, it, onTestFinished } from 'vitest'
import { open, startService } from './browser.fixture.ts'

const next = 'a password of my own'
const program = { clientId: 'shop', clientSecret: 'a-secret-of-the-shop' }

/** A server that starts for the first time, and what a program asks it. */
async function firstStart() {
  const server = await createServer({ port: 0, store: 'memory:', ...program })
  onTestFinished(() => server.close())
  const headers = { 'Service-Client-Id': program.clientId, 'Service-Client-Secret': program.clientSecret }
  const isActive = async () => {
    const answer = await fetch(`${server.url}/api/features/shop:express/check`, { headers })
    return ((await answer.json()) as { active: boolean }).active
  }
  return { url: server.url, printed: server.firstAdmin!.password, isActive }
}

it('first start: sign in with the printed password, replace it, create a feature, pull its lever, take it back', async () => {
  const { url, printed, isActive } = await firstStart()
  const page = await open(`${url}/features`)
  await page.getByLabel('User').fill('admin')
  await page.getByLabel('Password').fill(printed)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('New password').fill(next)
  await page.getByRole('button', { name: 'Change password' }).click()

  await page.getByRole('button', { name: 'New feature' }).first().click()
  await page.getByLabel('Id').fill('shop:express')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/\/features\/shop:express$/)
  expect(await isActive()).toBe(false)
  await page.getByRole('switch', { name: 'Disabled' }).click()
  await page.getByText('shop:express is on.').waitFor()
  expect(await isActive()).toBe(true)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(isActive).toBe(false)
  await page.getByRole('switch', { name: 'Disabled' }).waitFor()
})

it('the snippets of an empty list run with a key that is a click away', async () => {
  const { url, box, admin } = await startService()
  const page = await open(`${url}/features`, { as: admin })
  const curl = (await page.locator('figure.code-lines code').first().textContent())!
  await page.getByRole('link', { name: 'Create an API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByLabel('Name').fill('Deployments')
  await dialog.getByLabel('Id').fill('ci')
  await dialog.getByText('CI', { exact: true }).click()
  await dialog.getByText('It can’t delete anything.').waitFor()
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  const secret = await page.getByRole('dialog').getByLabel('Secret', { exact: true }).inputValue()
  const { stdout } = await promisify(execFile)('sh', ['-c', curl.replace('ID:SECRET', `ci:${secret}`)])
  const created = JSON.parse(stdout) as { readonly id: string }
  expect(await box.features.get({ id: created.id })).toMatchObject({ id: created.id })
})

it('the same by keyboard alone', async () => {
  const { url, printed, isActive } = await firstStart()
  const page = await open(`${url}/features`)
  const { keyboard } = page
  await page.getByLabel('User').waitFor()
  await keyboard.type('admin')
  await keyboard.press('Tab')
  await keyboard.type(printed)
  await keyboard.press('Enter')
  await page.getByLabel('New password').waitFor()
  await keyboard.type(next)
  await keyboard.press('Enter')
  await page.getByText('Live').waitFor()

  await tabTo(page, 'New feature')
  await keyboard.press('Enter')
  await page.getByLabel('Id').waitFor()
  await keyboard.type('shop:express')
  await keyboard.press('Enter')
  await page.waitForURL(/\/features\/shop:express$/)
  await expect.poll(() => focused(page)).toBe('shop:express')
  expect(await isActive()).toBe(false)
  await tabTo(page, 'Disabled')
  await keyboard.press('Space')
  await page.getByText('shop:express is on.').waitFor()
  expect(await isActive()).toBe(true)
  await tabTo(page, 'Undo')
  await keyboard.press('Enter')
  await expect.poll(isActive).toBe(false)
})

/** The name of the focused control, as far as it is written on the page. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement as HTMLInputElement
    return (active.labels?.[0]?.textContent || active.ariaLabel || active.textContent || '').trim()
  })

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = []
  for (let presses = 0; presses < 60; presses++) {
    const current = await focused(page)
    if (current === name) return
    passed.push(current)
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${name}, but to ${passed.join(', ')}`)
}
