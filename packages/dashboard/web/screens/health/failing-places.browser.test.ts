import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { open } from '../../browser.fixture.ts'
import { backendAt, gatewayService, startBackend } from '../../gateway.fixture.ts'

/** Each place that shows an API, a route or a backend with its state, as a row or as a head. */
const places: Readonly<Record<string, { readonly at: string; find(main: Locator): Locator }>> = {
  'list of APIs': { at: '/gateway/apis', find: (main) => main.getByRole('treeitem').filter({ hasText: 'pets' }) },
  'head of the API': { at: '/gateway/apis/pets', find: (main) => main.locator('.api-standing') },
  'routes of the API': {
    at: '/gateway/apis/pets?part=routes',
    find: (main) => main.locator('.api-item-row').filter({ hasText: '/cats' }),
  },
  'deployments of the API': {
    at: '/gateway/apis/pets?part=deployments',
    find: (main) => main.locator('.deployment-list li').first(),
  },
  'backends of the API': {
    at: '/gateway/apis/pets?part=backends',
    find: (main) => main.locator('.api-item-row').filter({ hasText: 'own' }),
  },
  'list of routes': {
    at: '/gateway/routes',
    find: (main) => main.getByRole('treeitem').filter({ hasText: '/pets/cats' }),
  },
  'head of the route': { at: '/gateway/routes/pets%3Acats', find: (main) => main.locator('.route-state') },
  'list of backends': {
    at: '/gateway/backends',
    find: (main) => main.getByRole('treeitem').filter({ hasText: 'all' }),
  },
}

const sizes = { wide: { width: 1280, height: 900 }, narrow: { width: 390, height: 844 } }

it('each place that shows an API, a route or a backend says that it fails, and shows nothing green', async () => {
  const port = await startBackend((_, response) => response.writeHead(500).end())
  const { url, gatewayUrl, admin, box } = await gatewayService()
  await box.backends.create({ body: { ...backendAt('all', port) } })
  await box.apis.create({
    body: {
      ...{ id: 'pets', name: 'Pets', context_path: '/pets', backends: [backendAt('own', port)] },
      routes: [
        { id: 'cats', backend: 'own', frontend: { paths: ['/cats'] } },
        { id: 'dogs', backend: 'all', frontend: { paths: ['/dogs'] } },
      ],
    },
  })
  await box.apis.deployments.create({ id: 'pets', body: {} })
  for (let i = 0; i < 10; i++) for (const path of ['cats', 'dogs']) await fetch(`${gatewayUrl}/pets/${path}`)

  const page = await open(url, { as: admin })
  const silent: string[] = []
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    for (const [name, { at, find }] of Object.entries(places)) {
      await page.goto(`${url}${at}`)
      if (!(await saysFailing(page, find))) silent.push(`${name}, ${size}`)
    }
  }
  expect(silent).toEqual([])

  await page.setViewportSize(sizes.wide)
  await page.goto(`${url}/gateway/apis/pets?part=routes&route=cats`)
  const card = page.getByRole('region', { name: 'Route cats' })
  await card.getByText('All of the last 10 requests failed.').waitFor()
  await card.getByRole('link', { name: 'Explain' }).waitFor()
}, 60_000)

async function saysFailing(page: Page, find: (main: Locator) => Locator): Promise<boolean> {
  const place = find(page.getByRole('main'))
  await place.waitFor()
  const said = place.getByText('Failing', { exact: true })
  try {
    await said.waitFor({ timeout: 5000 })
  } catch {
    return false
  }
  const green = await place.locator('.aspect.clear').all()
  return !(await Promise.all(green.map((one) => one.isVisible()))).some(Boolean)
}
