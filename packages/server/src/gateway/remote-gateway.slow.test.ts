import { createGateway, followGateway } from '@signalbox/gateway'
import { expect, it, onTestFinished } from 'vitest'
import { apiTo, startBackend } from '../fixtures/backend.fixture.ts'
import { known } from '../fixtures/known.fixture.ts'
import { createServer } from '../serve/create-server.ts'

it('a gateway with a gateway key serves, is listed and reports usage; without the key it serves on', async () => {
  const port = await startBackend()
  const { box, url, close } = await createServer({ port: 0, ...known })
  onTestFinished(() => close())
  const { key = '' } = await box.gatewayKeys.create({ body: { id: 'edge' } })
  const reports: unknown[] = []
  const report = (error: unknown) => void reports.push(error)
  const source = followGateway({ from: url, key, version: '9.9', report })
  const gateway = createGateway({ source, report })
  onTestFinished(() => gateway.close())
  const get = async () => {
    const answer = await gateway.fetch(new Request('http://x.test/shop/a'))
    return [answer.status, answer.status === 200 && (await answer.text())]
  }

  await box.apis.create({ body: apiTo(port) as never })
  await box.apis.patch({ id: 'shop', body: { state: 'published' } })
  await gateway.ready()
  await expect.poll(get, { timeout: 10_000 }).toEqual([200, '/shop/a'])
  await expect
    .poll(async () => (await box.gateway.list()).results, { timeout: 10_000 })
    .toEqual([expect.objectContaining({ gatewayKey: 'edge', version: '9.9', state: 'fresh', lag: 0 })])
  await expect.poll(async () => (await box.gateway.usage()).totals.requests, { timeout: 10_000 }).toBeGreaterThan(0)
  expect(reports).toEqual([])

  await box.gatewayKeys.delete({ id: 'edge' })
  await expect.poll(() => reports.length, { timeout: 10_000 }).toBeGreaterThan(0)
  await box.apis.delete({ id: 'shop', force: true } as never)
  expect(await get()).toEqual([200, '/shop/a'])
}, 60_000)
