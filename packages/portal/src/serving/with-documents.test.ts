import { expect, it } from 'vitest'
import { createBox, openPortal, publish } from '../published.fixture.ts'

const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'http://10.0.0.1/api' }],
  paths: { '/orders': { get: {} } },
}

it('the document of an import is a page, without its backends', async () => {
  const box = createBox()
  await box.apis.importOpenApi({ body: { openapi: document, id: 'shop' } as never })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  const ask = openPortal(box)
  expect(await (await ask('/shop/openapi/')).text()).toContain('<a href="../../shop/openapi.json">OpenAPI document</a>')
  const found = await (await ask('/shop/openapi.json')).json()
  expect(found).toMatchObject({
    info: document.info,
    servers: [{ url: expect.stringMatching(/^https:\/\/api\.example\.com/) }],
  })
  expect(JSON.stringify(found)).not.toContain('10.0.0.1')
})

it('a document in YAML is JSON at openapi.json, and itself at its own address', async () => {
  const text = 'openapi: 3.1.0\ninfo:\n  title: Shop\n  version: "1"\npaths:\n  /orders:\n    get: {}\n'
  const box = createBox()
  await publish(box, {
    documentation: { resources: [{ path: ['api.yaml'], content_type: 'application/yaml', text_content: text }] },
  })
  const ask = openPortal(box)
  expect(await (await ask('/billing/openapi.json')).json()).toEqual({
    ...{ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: { '/orders': { get: {} } } },
    servers: [{ url: 'https://api.example.com/v1' }],
  })
  expect(await (await ask('/billing/api.yaml/?raw')).text()).toBe(text)
})

it('a document that cannot be read, or is gone, breaks no page', async () => {
  const box = createBox()
  const resources = [
    { path: ['a'], title: 'A', content_type: 'application/yaml', text_content: 'openapi: [\n' },
    { path: ['b'], title: 'B', content_type: 'application/json', url: `/api/apis/billing/documents/${'0'.repeat(64)}` },
    { path: ['c'], title: 'C', content_type: 'application/json', url: `/api/apis/other/documents/${'0'.repeat(64)}` },
  ]
  await publish(box, { documentation: { resources } })
  const ask = openPortal(box)
  for (const path of ['/billing/', '/billing/a/', '/billing/b/', '/billing/c/'])
    expect((await ask(path)).status).toBe(200)
  expect(await (await ask('/billing/c/')).text()).toContain('its address does not begin with https://')
  expect((await ask('/billing/openapi.json')).status).toBe(404)
})
