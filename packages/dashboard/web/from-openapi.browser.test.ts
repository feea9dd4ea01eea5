import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { open, startService } from './browser.fixture.ts'
import { startBackend } from './gateway.fixture.ts'
import { petstoreYaml } from './petstore.fixture.ts'

/** Creates an API from a document. */
async function importPetstore(page: Page, document: string): Promise<void> {
  await page.getByRole('button', { name: 'Import OpenAPI' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API' })
  await dialog.getByLabel('Or paste it').fill(document)
  await dialog.getByText(/^Petstore 1\.0\.0: \d routes/).waitFor()
  await dialog.getByLabel('Context path').fill('/pets-api')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Adds a plan whose consumers send an API key, and saves it. */
async function addPlan(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Plans' }).click()
  await page.getByRole('button', { name: 'Add a plan' }).click()
  const plan = page.getByRole('region', { name: 'Plan new-plan' })
  await plan.getByLabel('Access').selectOption('API key')
  await page.keyboard.press('Control+s')
  await page.getByRole('region', { name: 'Changes' }).waitFor({ state: 'detached' })
  await plan.getByRole('button', { name: 'Publish…' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish/ })
    .click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Subscribes to the only plan. Returns the client id and the secret, which are shown once. */
async function subscribe(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'New subscription' }).click()
  const dialog = page.getByRole('dialog', { name: 'New subscription' })
  await dialog.getByLabel('API').click()
  await page.getByRole('option', { name: 'petstore' }).click()
  await dialog.getByLabel('Owner').fill('acme')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const shown = page.getByRole('dialog', { name: /^The secret of/ })
  const clientId = await shown.getByLabel('Client id', { exact: true }).inputValue()
  const secret = await shown.getByLabel('Secret', { exact: true }).inputValue()
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'I stored it' }).click()
  expect(await page.content()).not.toContain(secret)
  return btoa(`${clientId}:${secret}`)
}

it('an OpenAPI document becomes an API that a subscriber calls, without leaving the page', async () => {
  const port = await startBackend()
  const { url, admin, gatewayUrl } = await startService({ gateway: true })
  const page = await open(`${url}/gateway/apis`, { as: admin })
  const loads: string[] = []
  page.on('domcontentloaded', ({ url }) => loads.push(url()))
  await importPetstore(page, petstoreYaml(port))
  await addPlan(page)
  await page.getByRole('button', { name: 'Publish…' }).first().click()
  const publish = page.getByRole('dialog', { name: 'Publish petstore' })
  await publish.getByText('It is published for the first time.').waitFor()
  await publish.getByText('Its documentation becomes readable in the portal.').waitFor()
  await publish.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Serving 1.0.0').waitFor()
  await page.getByRole('link', { name: 'Subscriptions' }).click()
  const key = await subscribe(page)
  const call = (headers: Record<string, string> = {}) => fetch(`${gatewayUrl}/pets-api/pets/7`, { headers })
  await expect.poll(async () => (await call({ Authorization: `Basic ${key}` })).status).toBe(200)
  expect(await (await call({ Authorization: `Basic ${key}` })).text()).toMatch(/\/pets\/7$/)
  expect((await call()).status).toBe(401)
  expect(loads).toEqual([])
})
