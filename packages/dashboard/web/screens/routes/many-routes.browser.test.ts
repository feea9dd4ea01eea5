import { expect, it } from 'vitest'
import { open, type Service, startService } from '../../browser.fixture.ts'
import { backendAt } from '../../gateway.fixture.ts'
import { heapOf, scrolled, searched } from '../../measure.fixture.ts'

const APIS = 5
const EACH = 2000
const methods = [['GET'], ['POST', 'PUT'], []]

/** An API with many routes, of which every tenth has a warning. */
const manyRoutes = (id: string) => ({
  ...{ id, name: id, domain: `${id}.shop.example`, context_path: '/v1', state: 'staging' as const },
  backends: [backendAt('pool', 9)],
  routes: Array.from({ length: EACH }, (_, i) => ({
    ...{ id: `route-${i}`, backend: 'pool', enabled: i % 10 > 0 },
    frontend: { paths: [`/area-${i % 40}/things-${i}/:id`], methods: methods[i % 3]! },
  })),
  documentation: {
    plans: [
      { id: 'open', name: 'Open', status: 'published' as const, access_mode_configuration_type: 'keyless' as const },
    ],
  },
})

async function fill({ box }: Service): Promise<void> {
  for (let at = 0; at < APIS; at++) {
    const id = `api-${at}`
    await box.apis.create({ body: manyRoutes(id) as never })
    await box.apis.deployments.create({ id, body: { version: '1.0.0' } })
  }
}

it('10,000 routes are shown, searched and scrolled without delay, in little memory, and only changed APIs are read again', async () => {
  const service = await startService()
  await fill(service)
  const page = await open(`${service.url}/gateway/routes`, { as: service.admin })
  await page.locator('[role=treeitem]').first().waitFor()
  const firstAt = await page.evaluate(() => performance.now())
  const sizeOf = () => page.locator('[role=treeitem]').first().getAttribute('aria-setsize')
  await expect.poll(sizeOf, { timeout: 60_000 }).toBe(`${APIS * EACH}`)
  const wholeAt = await page.evaluate(() => performance.now())
  const pages = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/api/routes?'))
      .map(({ startTime }) => startTime),
  )
  expect(pages).toHaveLength((APIS * EACH) / 1000)
  const [first, whole] = [firstAt - pages[0]!, wholeAt - pages[0]!]
  const best = new Map<string, number>()
  for (const words of ['e', 'things-99', 'area-9 api-3', 'api:api-2 method:post', 'is:warned', 'plugin:override', '']) {
    for (let round = 0; round < 3; round++)
      best.set(words, Math.min(await searched(page, words), best.get(words) ?? Number.POSITIVE_INFINITY))
    expect(await page.locator('[role=treeitem]').count(), words).toBeGreaterThan(0)
  }
  const frames = await scrolled(page, 3000)
  const slow = frames.filter((took) => took > 20).length / frames.length
  const rows = await page.locator('[role=treeitem]').count()
  const heap = await heapOf(page)
  const took = [...best].map(([words, ms]) => `"${words}" ${ms.toFixed(0)} ms`).join(', ')
  console.log(
    `${APIS * EACH} routes: first rows ${first.toFixed(0)} ms and all ${whole.toFixed(0)} ms after they were asked for; ` +
      `searches to the drawn frame: ${took}; scrolling: median frame ${frames[frames.length >> 1]!.toFixed(1)} ms, ` +
      `${(slow * 100).toFixed(1)}% over 20 ms; ${rows} rows in the document; heap ${heap.toFixed(1)} MB`,
  )
  expect(Math.max(...best.values())).toBeLessThan(2000)
  expect(rows).toBeLessThan(100)
  expect(heap).toBeLessThan(80)
  await page.evaluate(() => performance.clearResourceTimings())
  await service.box.apis.patch({ id: 'api-4', body: { enabled: false } })
  await expect.poll(sizeOf, { timeout: 30_000 }).toBe(`${(APIS - 1) * EACH}`)
  await page.getByRole('searchbox').fill('is:warned')
  await expect.poll(sizeOf).toBe(`${((APIS - 1) * EACH) / 10}`)
  const again = await page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (name.includes('/api/routes?') ? [name] : [])),
  )
  expect(again.map((url) => new URL(url).searchParams.get('pattern'))).toEqual(['api-4'])
})
