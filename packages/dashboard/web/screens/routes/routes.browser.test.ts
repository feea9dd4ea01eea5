import { describe, expect, it } from 'vitest'
import { axe, eachLook, open } from '../../browser.fixture.ts'
import { routesService } from './routes.fixture.ts'

describe('the routes', () => {
  it('are listed as the router asks them, are searched, and show what they are made of', async () => {
    const { url, admin, box } = await routesService()
    const page = await open(`${url}/gateway/routes`, { as: admin })
    const rows = page.getByRole('treeitem')
    await expect.poll(() => rows.count()).toBe(13)
    expect(await rows.nth(4).textContent()).toContain('testing_shop:order')
    expect(await rows.nth(5).textContent()).toMatch(/^GET.*\/shop\/orders\/:id.*shop:order.*→ pool.*Live$/)
    await eachLook(page, (look) => axe(page, look))
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Routes that refuse every request' }).click()
    await expect.poll(() => rows.count()).toBe(2)
    await expect.poll(() => page.url()).toContain('?q=is%3Arefused')
    await page.getByRole('searchbox').fill('api:shop is:live method:get order')
    await expect.poll(() => rows.first().textContent()).toContain('shop:order')
    await page.getByRole('searchbox').press('ArrowDown')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    const detail = page.getByRole('region', { name: 'shop:order' })
    await detail.getByRole('link', { name: 'pool' }).waitFor()
    for (const text of ['api.shop.example, /shop/orders/:id', 'The whole path must match.', 'FeatureGate', '2.1.0'])
      await detail.getByText(text).first().waitFor()
    await detail.getByRole('heading', { name: 'Access', exact: true }).waitFor()
    const headers = detail.getByRole('listitem').filter({ hasText: 'AdditionalHeadersIn' })
    await headers.getByText('Configuration', { exact: true }).click()
    await detail.getByText(`"X-Api-Key": "********"`).first().waitFor()
    expect(await page.content()).not.toContain('the key of the shop')
    await eachLook(page, (look) => axe(page, look))
    await page.setViewportSize({ width: 1280, height: 900 })
    // Another client changes the API: the list and the route follow, without reading the others again.
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).search))
    const api = await box.apis.get({ id: 'shop' })
    const routes = api.routes!.map((one) => (one.id === 'order' ? { ...one, backend: 'orders' } : one))
    // The secret goes to another backend, so it is sent again.
    const flows = JSON.parse(JSON.stringify(api.flows).replaceAll('********', 'the key of the shop'))
    await box.apis.patch({ id: 'shop', body: { routes, flows } })
    await detail.getByRole('link', { name: 'orders' }).waitFor()
    expect(
      asked.filter((search) => search.includes('pageSize')).every((search) => search.includes('pattern=shop')),
    ).toBe(true)
    await page.getByRole('searchbox').fill('')
    await box.apis.delete({ id: 'shop' })
    await page.getByText('This route no longer exists.').waitFor()
    await expect.poll(() => rows.count()).toBe(2)
  })

  it('of one API are those that its reader sees; a stored backend is named only', async () => {
    const service = await routesService()
    const user = await service.addUser('ada', [{ pattern: 'billing', rights: ['R'], domains: ['Api'] }])
    const page = await open(`${service.url}/gateway/routes`, { as: user })
    await expect.poll(() => page.getByRole('treeitem').count()).toBe(2)
    await page.getByRole('treeitem').last().click()
    await page.getByText('You can’t read this backend, so its targets are not shown.').waitFor()
  })
})
