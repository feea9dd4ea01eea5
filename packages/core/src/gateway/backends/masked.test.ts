import { expect, it } from 'vitest'
import { testBox } from '../../callers/access.fixture.ts'

const key = '-----BEGIN PRIVATE KEY-----\nnot to be seen\n-----END PRIVATE KEY-----'
const backend = {
  targets: [{ hostname: 'h', tls: true, tls_config: { key } }],
  tls_config: { key },
  load_balancing: { type: 'Sticky', cookie: 'shop' },
}
const canary = { plugin: 'cp:gateway.next.plugins.Canary', config: { backend: 'shared', cookie: 'canary' } }

it('exports of backends and APIs have masked private keys, and settings that only look like secrets', async () => {
  const box = testBox()
  await box.backends.create({ body: { id: 'shared', backend } })
  const flows = [{ id: 'f', plugins: { slots: [canary] } }]
  const routes = [{ id: 'r', backend: 'own', flow_ref: 'f' }]
  await box.apis.create({ body: { id: 'a', name: 'A', backends: [{ id: 'own', backend }], flows, routes } })
  await box.apis.draft.patch({ id: 'a', body: { description: 'drafted' } })
  await box.apis.deployments.create({ id: 'a', body: {} })
  await box.apis.draft.patch({ id: 'a', body: { description: 'drafted again' } })
  const caller = box.as({ id: 'ann', admin: true })
  const exported = await Promise.all([
    caller.backends.export(),
    caller.apis.export(),
    caller.apis.draft.export(),
    caller.apis.deployments.export(),
  ])
  for (const stream of exported) {
    let text = ''
    for await (const line of stream) text += JSON.stringify(line)
    expect(text).not.toContain('not to be seen')
    expect(text.split('"key":"********"')).toHaveLength(3)
    expect(text).toContain('"cookie":"shop"')
  }
})
