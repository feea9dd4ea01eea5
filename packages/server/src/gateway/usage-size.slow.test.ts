import { createGateway, followGateway } from '@signalbox/gateway'
import { folderState } from '@signalbox/gateway/node'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../fixtures/data-plane.fixture.ts'
import { known } from '../fixtures/known.fixture.ts'
import { createServer } from '../serve/create-server.ts'

const ROUTES = 40
const prefix = 'cp:gateway.next.plugins.'
const shop = {
  ...{ id: 'shop', name: 'Shop', domain: 'shop.example' },
  flows: [
    {
      id: 'f',
      plugins: {
        slots: [{ plugin: `${prefix}StaticResponse`, config: { status: 200 } }],
      },
    },
  ],
  routes: Array.from({ length: ROUTES }, (_, i) => ({
    ...{ id: `route-${i}`, flow_ref: 'f' },
    frontend: { paths: [`/${i}/`] },
  })),
}

it.each([
  ['without a state', false],
  ['with a state', true],
])('usage that is larger than the control plane accepts is sent in parts, %s', async (_, hasState) => {
  const { box, url, close } = await createServer({ port: 0, ...known, bodyLimit: 2000 })
  onTestFinished(() => close())
  const { key = '' } = await box.gatewayKeys.create({ body: { id: 'edge' } })
  await box.apis.create({ body: shop as never })
  const reported: unknown[] = []
  const report = (error: unknown) => void reported.push(error)
  const statuses: number[] = []
  const counting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    statuses.push(response.status)
    return response
  }
  const state = hasState ? await folderState(await temporaryFolder()) : undefined
  onTestFinished(() => state?.close())
  const source = followGateway({ from: url, key, report, state, fetch: counting })
  const gateway = createGateway({ source, report, ...(state && { state }) })
  onTestFinished(() => gateway.close())
  await box.apis.deployments.create({ id: 'shop', body: {} })
  await gateway.ready()
  const status = async (i: number) => (await gateway.fetch(new Request(`http://shop.example/${i}/`))).status
  await expect.poll(() => status(0)).toBe(200)
  for (let i = 1; i < ROUTES; i++) expect(await status(i)).toBe(200)
  const usage = async () => (await box.gateway.usage({ pageSize: 100 } as never)).results
  await expect.poll(async () => (await usage()).filter(({ statusClass }) => statusClass === 2).length).toBe(ROUTES)
  await expect.poll(() => /usage_unsent (\d+)/.exec(gateway.metrics())?.[1]).toBe('0')
  for (const { route, statusClass, requests } of await usage()) if (statusClass === 2) expect(requests, route).toBe(1)
  expect(statuses).toContain(413)
  expect(reported).toEqual([])
})
