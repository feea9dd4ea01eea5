import { expect, it } from 'vitest'
import { axe, eachLook, open } from '../../browser.fixture.ts'
import { backendAt, gatewayService, startBackend } from '../../gateway.fixture.ts'

it('a backend that answers 500 is found and named on the overview, the API and the backend within ten seconds', async () => {
  let status = 200
  const port = await startBackend((_, response) => response.writeHead(status).end())
  const { url, gatewayUrl, admin, box } = await gatewayService()
  await box.apis.create({
    body: {
      ...{ id: 'pet-store', name: 'Pets', context_path: '/pets', backends: [backendAt('pets', port)] },
      routes: [{ id: 'all', backend: 'pets', frontend: { paths: ['/'] } }],
    },
  })
  await box.apis.deployments.create({ id: 'pet-store', body: {} })
  const call = async (times: number) => {
    let id = ''
    for (let i = 0; i < times; i++) id = (await fetch(`${gatewayUrl}/pets`)).headers.get('x-request-id') ?? ''
    return id
  }
  const page = await open(url, { as: admin })
  const needs = page.getByRole('region', { name: 'Needs attention' })
  await needs.getByText('Nothing needs attention.').waitFor()
  await call(10)
  status = 500
  const id = await call(10)
  const line = needs.getByText(
    /10 of the last 20 requests to pet-store failed: 500 from 127\.0\.0\.1:\d+ since \d\d:\d\d\./,
  )
  await line.waitFor({ timeout: 10_000 })
  await axe(page)

  await needs.getByRole('link', { name: 'Explain' }).click()
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog', { name: 'One request' })
  await dialog.getByText(id, { exact: true }).waitFor()
  await page.goto(`${url}/gateway/apis/pet-store`)
  await main.getByText('10 of the last 20 requests failed.').waitFor()
  await main.getByText('Failing', { exact: true }).filter({ visible: true }).first().waitFor()
  await eachLook(page, (name) => axe(page, `failing ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await main.getByRole('tab', { name: 'Backends' }).click()
  await main.getByText('Failing', { exact: true }).filter({ visible: true }).nth(1).waitFor()
  await main.getByRole('tab', { name: 'Traffic' }).click()
  await main.getByText('20 requests in the last hour').waitFor()
  await main.getByRole('link', { name: 'Explain' }).click()
  await dialog.getByText('The backend answered 500. The gateway passed that on.').waitFor()
  await dialog.getByText(id, { exact: true }).waitFor()
  await axe(page)
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find a record or a screen' }).fill(id)
  await page.getByRole('option', { name: `Explain the request ${id}` }).click()
  await dialog.getByText(id, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  expect(new URL(page.url()).searchParams.has('request')).toBe(false)

  await page.goto(`${url}/gateway/routes`)
  await main.getByText('Failing', { exact: true }).waitFor()
  await main.getByRole('treeitem').filter({ hasText: 'Failing' }).click()
  await main.getByText('10 of the last 20 requests failed.').waitFor()
  await axe(page)

  status = 200
  await call(6)
  await page.goto(`${url}/gateway/apis/pet-store?part=backends`)
  await main.getByText('Answering', { exact: true }).waitFor()
  await expect.poll(() => main.getByText('of the last 20 requests failed').count(), { timeout: 10_000 }).toBe(0)
})
