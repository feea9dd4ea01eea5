import { expect, it } from 'vitest'
import { testBox } from '../../machine/callers/access.fixture.ts'

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

it('settings that are named like secrets of any kind are masked, come back whole, and leave the others alone', async () => {
  const box = testBox()
  const told = {
    passThrough: 'yes',
    statusCode: 'x',
    countryCode: 'DE',
    className: 'Pool',
    pinned: 'no',
    code: 'errors.x',
  }
  const hidden = {
    dbPwd: 'hide-1',
    pass: 'hide-2',
    sentry_dsn: 'hide-3',
    connectionString: 'hide-4',
    client_assertion: 'hide-5',
  }
  const session = { cookieName: 'told', secret: 'hide-6', sessionId: 'hide-7' }
  const body = { id: 'b', backend: { targets: [{ hostname: 'h' }], pool: { ...told, ...hidden }, session } }
  const made = await box.backends.create({ body })
  expect(JSON.stringify(made)).not.toContain('hide-')
  expect(made).toMatchObject({ backend: { pool: told, session: { cookieName: 'told' } } })
  expect(await box.backends.replace({ id: 'b', body: { ...made, name: 'renamed' } })).toEqual({
    ...made,
    name: 'renamed',
  })
  for await (const line of await box.backends.export({})) expect(line).toMatchObject(body)
})
