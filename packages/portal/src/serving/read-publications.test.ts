import { describe, expect, it } from 'vitest'
import { change, createBox, openPortal, publish } from '../published.fixture.ts'

const document = (paths: object) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'http://10.0.0.9' }],
  paths,
})

async function setUp() {
  const box = createBox()
  const plans = [{ id: 'free', name: 'Free', status: 'published', access_mode_configuration_type: 'apikey' }]
  const hidden = { id: 'secret-plan', status: 'staging', access_mode_configuration_type: 'apikey' }
  await publish(box, {
    documentation: { plans: [...plans, hidden], resources: [{ path: ['guide'], title: 'Guide', text_content: 'x' }] },
    backends: [{ id: 'secret-backend', name: 'b', backend: { targets: [{ hostname: '10.0.0.9', port: 80 }] } }],
    clients: [{ id: 'secret-client', name: 'secret-client' }],
  })
  await change(box, 'billing', {
    version: '2.0.0',
    documentation: { plans: [{ ...plans[0], access_mode_configuration: { quota: { perDay: 5 } } }] },
    flows: [{ id: 'secret-flow', name: 'secret-flow', plugins: { slots: [] } }],
  })
  await box.apis.deployments.create({ id: 'billing', body: { owner: 'secret-deployer' } })
  return { box, ask: openPortal(box, { portalUrl: 'https://dev.example.com/portal' }) }
}

describe('changes', () => {
  it('have an entry for each publication, the newest first', async () => {
    const { ask } = await setUp()
    const text = await (await ask('/billing/changes/')).text()
    expect(text.indexOf('Version 2.0.0')).toBeLessThan(text.indexOf('Version 0.0.1'))
    expect(text).toContain('<strong>Breaking</strong>: The plan Free: quota changed from “none” to “5 requests a day”')
    expect(text).toContain('The page Guide was removed')
    expect(text).toContain('The first publication.')
    const markdown = await (await ask('/billing/changes.md')).text()
    expect(markdown).toContain('- **Breaking**: The plan Free')
    expect((await ask('/billing/changes')).headers.get('Location')).toBe('./changes/')
  })

  it('are a feed with links of the portal', async () => {
    const { box, ask } = await setUp()
    const answer = await ask('/billing/changes.atom')
    expect(answer.headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8')
    const text = await answer.text()
    const { deployments = [] } = await box.apis.get({ id: 'billing' })
    expect(text).toContain('<updated>2026-12-01T12:00:00.000Z</updated>')
    expect(text).toContain(`<id>urn:x-signalbox:billing:${deployments[0]?.id}</id>`)
    expect(text).toContain('href="https://dev.example.com/portal/billing/changes/#h-')
    expect(text).toContain('Breaking: The plan Free')
    expect((text.match(/<entry>/g) ?? []).length).toBe(3)
  })

  it('tell nothing of backends, flows, clients, deployers and plans in preparation', async () => {
    const { ask } = await setUp()
    for (const path of ['changes/', 'changes.md', 'changes.atom'])
      expect(await (await ask(`/billing/${path}`)).text()).not.toMatch(/secret-|10\.0\.0/)
  })

  it('follow the documents of imports', async () => {
    const box = createBox()
    await box.apis.importOpenApi({
      body: { openapi: document({ '/a': { get: {} }, '/b': { get: {} } }), id: 'shop' } as never,
    })
    await box.apis.deployments.create({ id: 'shop', body: {} })
    const ask = openPortal(box)
    await ask('/shop/changes/')
    await box.apis.importOpenApi({ into: 'shop', body: document({ '/a': { get: {} }, '/c': { get: {} } }) } as never)
    await box.apis.deployments.create({ id: 'shop', body: {} })
    const text = await (await ask('/shop/changes/')).text()
    expect(text).toContain('<strong>Breaking</strong>: GET /b was removed')
    expect(text).toContain('GET /c was added')
    expect(text).not.toContain('was changed')
  })

  it('are 404 where the API has no pages, and 503 while the store is away', async () => {
    const { box, ask } = await setUp()
    const get: typeof box.apis.get = (input) =>
      input.deployments === 'full' ? Promise.reject(new Error('away')) : box.apis.get(input)
    const broken = openPortal({ ...box, apis: { ...box.apis, get } } as typeof box, { report: () => {} })
    expect((await broken('/billing/changes/')).status).toBe(503)
    expect((await broken('/billing/guide/')).status).toBe(404)
    await change(box, 'billing', { documentation: { enabled: false } })
    for (const path of ['changes/', 'changes.md', 'changes.atom'])
      expect((await ask(`/billing/${path}`)).status).toBe(404)
  })
})
