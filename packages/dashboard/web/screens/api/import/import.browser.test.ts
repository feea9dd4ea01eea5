import { expect, it } from 'vitest'
import { axe, eachLook, open, startService } from '../../../browser.fixture.ts'
import { startBackend } from '../../../gateway.fixture.ts'
import { newerPetstore, petstoreYaml } from '../../../petstore.fixture.ts'

it('a document becomes an API; a newer one is merged into its draft with what was changed by hand, and published', async () => {
  const port = await startBackend()
  const { url, gatewayUrl, box, admin } = await startService({ gateway: true })
  const page = await open(`${url}/gateway/apis`, { as: admin, expected: /status of (400|412)/ })
  await page.getByRole('button', { name: 'Import OpenAPI' }).click()
  const create = page.getByRole('dialog', { name: 'New API' })
  await create.getByRole('button', { name: 'Create' }).click()
  await create.getByText('Choose a file, or paste a document.').waitFor()
  const large = { name: 'large.yaml', mimeType: 'application/yaml', buffer: Buffer.alloc(4 * 1024 * 1024 + 1, '#') }
  await create.locator('input[type=file]').setInputFiles(large)
  await create.getByText(/the limit for YAML is 4 MiB/).waitFor()
  const file = { name: 'pets.yaml', mimeType: 'application/yaml', buffer: Buffer.from(petstoreYaml(port)) }
  await create.locator('input[type=file]').setInputFiles(file)
  await create.getByText('Petstore 1.0.0: 4 routes and 1 backend.').waitFor()
  expect(await create.getByLabel('Id').inputValue()).toBe('petstore')
  await create.getByRole('region', { name: 'Warnings' }).getByText('GET /{rest*}/all').waitFor()
  await eachLook(page, (look) => axe(page, `from a document ${look}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await create.getByLabel('Context path').fill('/shop')
  await create.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(`${url}/gateway/apis/petstore`)

  const openImport = async () => {
    await page.locator('.record-head').getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Import OpenAPI…' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Import OpenAPI into petstore' })
  await box.apis.draft.patch({ id: 'petstore', body: { description: 'A draft while in staging' } })
  const before = await box.apis.get({ id: 'petstore' })
  await openImport()
  await dialog.getByLabel('Or paste it').fill(newerPetstore(port))
  await dialog.getByText('Its draft stays as it is, and is what will be published.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await box.apis.get({ id: 'petstore' })).toEqual(before)
  await box.apis.draft.delete({ id: 'petstore' })

  await box.apis.deployments.create({ id: 'petstore', body: {} })
  const ask = async (path: string) => {
    const answer = await fetch(`${gatewayUrl}/shop${path}`)
    return answer.ok ? answer.text() : answer.status
  }
  await expect.poll(() => ask('/pets/7')).toMatch('/pets/7')
  expect(await ask('/owners')).toBe(404)
  const renamed = async (name: string) => {
    const { routes = [] } = await box.apis.draft.get({ id: 'petstore' })
    const next = routes.map((route) => (route.id === 'getPet' ? { ...route, name } : route))
    await box.apis.draft.patch({ id: 'petstore', body: { routes: next } })
  }
  await renamed('Our name of the pet')

  await page.getByLabel('Description').fill('Typed before the import, saved after it.')
  await openImport()
  const take = dialog.getByRole('button', { name: 'Import' })
  await dialog.getByLabel('Or paste it').fill('openapi: 3.1.0\ninfo: [')
  await dialog.getByText(/line \d/).waitFor()
  expect(await take.isEnabled()).toBe(false)
  const dataTransfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'petstore-2.json'))
    return data
  }, newerPetstore(port))
  await dialog.locator('.document-drop').dispatchEvent('drop', { dataTransfer })
  await dialog.getByText('petstore-2.json').waitFor()
  await dialog.getByText('Changes that you haven’t saved yet stay in the form.').waitFor()
  const changes = dialog.getByRole('region', { name: 'Changes' })
  await changes.getByText('Route listOwners is added').waitFor()
  await changes.getByText('Route deletePet is removed').waitFor()
  const conflicts = dialog.getByRole('region', { name: 'Conflicts' })
  await conflicts.getByText('Route getPet: name').waitFor()
  await conflicts.getByText('the API keeps its value').waitFor()
  await conflicts.getByText(/A pet by its id.*Our name of the pet/).waitFor()
  await eachLook(page, (look) => axe(page, `import ${look}`))
  await page.setViewportSize({ width: 1280, height: 900 })

  await renamed('Another name meanwhile')
  await take.click()
  await dialog.getByText('The API has changed in the meantime').waitFor()
  await conflicts.getByText(/Another name meanwhile/).waitFor()
  await take.click()
  await page.getByText('The document is imported into the draft of petstore.').waitFor()
  expect(await ask('/owners')).toBe(404)
  const unsaved = page.getByRole('region', { name: 'Changes' })
  await unsaved.locator('button.primary').click()
  await unsaved.waitFor({ state: 'detached' })
  const draft = () => box.apis.draft.get({ id: 'petstore' })
  await expect.poll(draft).toMatchObject({ version: '2.0.0', description: 'Typed before the import, saved after it.' })
  const { routes = [] } = await draft()
  expect(routes.map(({ id, name }) => [id, name])).toEqual([
    ['listPets', 'List the pets'],
    ['createPet', 'Create a pet'],
    ['getPet', 'Another name meanwhile'],
    ['listOwners', 'List the owners'],
  ])

  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await expect.poll(() => ask('/owners')).toMatch('/owners')
})
