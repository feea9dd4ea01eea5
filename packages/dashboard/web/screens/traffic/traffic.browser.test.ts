import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { axe, eachLook, open } from '../../browser.fixture.ts'
import { gatewayService } from '../../gateway.fixture.ts'

const cors = { plugin: 'cp:gateway.next.plugins.Cors', config: { allow_origin: '*' } }

it('requests appear as they end, with how they were decided and what was captured', async () => {
  const { url, gatewayUrl, admin, box } = await gatewayService()
  await box.apis.create({
    body: {
      ...{ id: 'shop', name: 'Shop', context_path: '/shop', capture: true, debug_flow: true },
      flows: [
        {
          id: 'main',
          plugins: {
            slots: [cors, { plugin: 'cp:gateway.next.plugins.StaticResponse', config: { body: '{"token":"t"}' } }],
          },
        },
      ],
      routes: [{ id: 'all', flow_ref: 'main', frontend: { paths: ['/'] } }],
    },
  })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  const call = async (path: string) => void (await (await fetch(`${gatewayUrl}${path}`)).text())

  const page = await open(`${url}/gateway/traffic`, { as: admin })
  await page.getByText('Collecting data…').waitFor()
  await page.getByRole('tab', { name: 'Tail' }).click()
  const live = page.getByRole('tabpanel').getByText('Live', { exact: true })
  await live.waitFor()
  await call('/billing/invoices')
  await call('/shop/orders?access_token=secret')
  await call('/nowhere')
  const rows = page.getByRole('region', { name: 'Requests' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(3)
  expect(await rows.allTextContents()).toEqual([
    expect.stringMatching(/^404GET \/nowhere.*no route/),
    expect.stringMatching(/^200GET \/shop\/orders.*shop:all.*3 plugins/),
    expect.stringMatching(/^401GET \/billing\/invoices.*credentials are missing.*billing:invoices/),
  ])
  await eachLook(page, (name) => axe(page, `tail ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })

  await rows.nth(1).getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: 'GET /shop/orders' })
  await dialog.getByText('StaticResponse').waitFor()
  await dialog.getByText('responded with 200').waitFor()
  await dialog.getByText('Response', { exact: true }).waitFor()
  expect(await dialog.locator('pre').textContent()).toBe('{"token":"redacted"}')
  await dialog.getByText('GET /shop/orders?access_token=redacted').waitFor()
  await eachLook(page, (name) => axe(page, `request ${name}`))
  expect(await dialog.textContent()).not.toContain('secret')
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Pause' }).click()
  await call('/shop/late')
  await page.getByText('Paused: 1 request has passed').waitFor()
  expect(await rows.count()).toBe(3)
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('1 request passed while the list was paused').waitFor()

  await page.getByLabel('API', { exact: true }).fill('sho')
  await page.getByRole('option', { name: 'shop' }).click()
  await page.getByLabel('Status').selectOption('2xx')
  await page.waitForURL(/api=shop.*status=2xx/)
  await page.getByText('Requests appear here as they end.').waitFor()
  await live.waitFor()
  await call('/nowhere')
  await call('/shop/last')
  await expect.poll(() => rows.allTextContents()).toEqual([expect.stringMatching(/^200GET \/shop\/last/)])

  await page.getByLabel('API', { exact: true }).fill('')
  await page.getByRole('tab', { name: 'Now' }).click()
  const table = page.getByRole('region', { name: 'APIs and routes' })
  const shop = table.getByRole('row').filter({ has: page.getByRole('link', { name: 'shop', exact: true }) })
  await shop
    .getByText(/^(≤|>) /)
    .first()
    .waitFor()
  await page.getByText('2 × no route').first().waitFor()
  await page.getByText('1 × credentials are missing').first().waitFor()
  await eachLook(page, (name) => axe(page, `now ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  const names = () => table.getByRole('rowheader').allTextContents()
  await table.getByRole('button', { name: 'API and routes' }).click()
  expect(await names()).toEqual([
    'Without a route2 × no route',
    'billing',
    'invoices1 × credentials are missing',
    'shop',
    'all',
  ])
  await table.getByRole('button', { name: 'Routes of billing' }).click()
  await page.getByLabel('Search', { exact: true }).fill('billing')
  expect(await names()).toEqual(['billing'])

  await page.getByRole('tab', { name: 'Usage' }).click()
  const used = page.getByRole('region', { name: 'Usage', exact: true })
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click()
      return used
        .getByRole('row', { name: /^Total/ })
        .getByRole('cell')
        .allTextContents()
    })
    .toEqual(['4', '3', '0', '1', '0', '0', '0 bytes', expect.stringMatching(/ kB$/), '0 ms'])
  await page.getByRole('img', { name: /^4 requests by hour/ }).waitFor()
  await page.getByLabel('API', { exact: true }).fill('billing')
  await page.getByLabel('Range').selectOption('month')
  await page.getByRole('img', { name: /^1 request by day/ }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as nd-json' }).click()
  expect(await text((await (await download).createReadStream()) as never)).toMatch(
    /^\{.*"route":"billing:invoices".*\}\n$/,
  )
  await eachLook(page, (name) => axe(page, `used ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.goto(`${url}/gateway/apis/shop?part=traffic`)
  await page.getByText('Collecting data…').waitFor()
  await call('/shop/again')
  await page.getByText('95% took').waitFor()
  await axe(page, 'traffic of an API')
  await page.getByRole('link', { name: 'By route' }).click()
  await page.waitForURL(/traffic\?tab=now&api=shop/)
})

it('data planes are listed in words, and gateway keys are made and deleted', async () => {
  const { url, admin, box, addUser } = await gatewayService()
  const page = await open(`${url}/gateway/traffic?tab=planes`, { as: admin })
  const planes = page.getByRole('list', { name: 'Data planes' }).getByRole('listitem')
  await planes.getByText('Fresh').waitFor()
  await planes.getByText('In this process').waitFor()
  await planes.getByText(/^Up to date: revision \d+$/).waitFor()
  await page.getByText('No gateway keys yet.').waitFor()
  await page.getByRole('button', { name: 'New gateway key' }).click()
  await page.getByLabel('Id', { exact: true }).fill('edge')
  await page.getByRole('button', { name: 'Create' }).click()
  const shown = page.getByRole('dialog', { name: 'The gateway key of edge' })
  const key = await shown.getByLabel('Gateway key').inputValue()
  expect(key).toMatch(/^sbxg_edge_/)
  await shown.getByText(`SIGNALBOX_GATEWAY_KEY=${key}`).waitFor()
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'I stored it' }).click()

  const report = await fetch(`${url}/api/gateway/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      plane: { id: 'edge-1', state: 'stale', revision: 1, routes: 2, since: Date.now(), notes: [], version: '1.0.0' },
    }),
  })
  expect([report.status, await report.text()]).toEqual([200, expect.any(String)])
  await page.getByText('It serves what it has, but can’t receive changes.').waitFor()
  await page.getByText('Used by edge-1').waitFor()
  await eachLook(page, (name) => axe(page, `planes ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  expect(await page.content()).not.toContain(key)

  await page.getByRole('button', { name: 'Delete the gateway key edge' }).click()
  await page.getByText('1 data plane can no longer receive changes: edge-1.').waitFor()
  await page.getByLabel('To confirm, type the id').fill('edge')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('No gateway keys yet.').waitFor()
  expect((await box.gatewayKeys.list({})).results).toEqual([])

  const reader = await open(`${url}/gateway/traffic?tab=planes`, {
    as: await addUser('ada', [{ pattern: '*', rights: ['R'], domains: ['Api'] }]),
  })
  await reader.getByText('edge-1').waitFor()
  expect(await reader.getByText('Gateway keys').count()).toBe(0)
})

it('without a data plane, the page says how to start one', async () => {
  const { url, admin } = await gatewayService({ gateway: false })
  const page = await open(`${url}/gateway/traffic?tab=planes`, { as: admin })
  await page.getByRole('heading', { name: 'No data plane runs' }).waitFor()
  await page.getByText('SIGNALBOX_GATEWAY_PORT=9080 npx signalbox').waitFor()
  await axe(page)
  await page.getByRole('tab', { name: 'Tail' }).click()
  await page.getByText('No data plane runs in this process').waitFor()
})
