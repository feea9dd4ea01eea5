import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { open } from '../../browser.fixture.ts'
import { backendAt, gatewayService } from '../../gateway.fixture.ts'

it('names of APIs and routes have room, beside an open panel too', async () => {
  const { url, admin, box, backendPort } = await gatewayService()
  await box.apis.create({
    body: {
      ...{ id: 'bookshop-api', name: 'Book Shop Public', context_path: '/books' },
      backends: [backendAt('the-default-backend-of-all-books', backendPort)],
      routes: [
        { id: 'list', name: 'List books', backend: 'the-default-backend-of-all-books', frontend: { paths: ['/'] } },
      ],
    },
  })
  const page = await open(`${url}/gateway/apis`, { as: admin })
  const main = page.getByRole('main')
  const name = main.locator('.api-name').filter({ hasText: 'Book Shop Public' })
  await name.waitFor()
  expect(await isCut(name)).toBe(false)
  await page.goto(`${url}/gateway/apis/bookshop-api?part=routes&route=list`)
  await page.getByRole('region', { name: 'Route list' }).waitFor()
  expect(await isCut(main.locator('.item-goes > bdi').first())).toBe(false)
})

it('the ways to begin an API stay clear of its document, whose buttons stay together', async () => {
  const { url, admin } = await gatewayService()
  const page = await open(`${url}/gateway/apis`, { as: admin })
  await page.getByRole('button', { name: 'New API' }).click()
  await page.getByText('OpenAPI', { exact: false }).last().click()
  const dialog = page.getByRole('dialog', { name: 'New API' })
  const drop = dialog.locator('.document-drop')
  const [ways, zone] = [await dialog.locator('.segmented').boundingBox(), await drop.boundingBox()]
  expect(zone!.y - ways!.y - ways!.height).toBeGreaterThan(7)
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: {} })
  const file = { name: 'a-document-of-a-shop.json', mimeType: 'application/json', buffer: Buffer.from(text) }
  await drop.getByLabel('File').setInputFiles(file)
  const [other, remove] = await Promise.all(
    ['Choose another file', 'Remove'].map((label) => drop.getByRole('button', { name: label }).boundingBox()),
  )
  expect(remove!.y).toBe(other!.y)
})

const isCut = (one: Locator): Promise<boolean> => one.evaluate((shown) => shown.scrollWidth > shown.clientWidth)
