import { createSignalbox } from '@signalbox/core'
import { expect, it, onTestFinished } from 'vitest'
import type { AnyRecord } from '../kinds/kinds.ts'
import { definitionOf, type ListedKind, listedKinds } from '../kinds/kinds.ts'
import { restoring } from '../kinds/restoring.ts'
import { deletionIn } from '../log/deletion-in.ts'
import { idOf } from '../values/id-of.ts'
import { restorable } from './restorable.ts'

it('masks are left out, and named', () => {
  const payload = { id: 'a', headers: { X: '********' }, list: ['********', { key: '********', b: 1 }], status: 'x' }
  expect(restorable(payload, ['status'])).toEqual({
    body: { id: 'a', headers: {}, list: [{ b: 1 }] },
    again: ['/headers/X', '/list/0', '/list/1/key'],
  })
})

const backend = { targets: [{ hostname: 'a.example' }], tls_config: { key: 'secret' } }
const samples: Record<ListedKind, object> = {
  features: { id: 'shop:a', enabled: true, activationStrategy: 'NO_STRATEGY', tags: ['t'] },
  segments: { id: 'shop:s', included: ['ann'] },
  configs: { id: 'shop:c', value: '{"a":1}' },
  experiments: {
    ...{ id: 'shop:e', name: 'E', enabled: true },
    variants: ['A', 'B'].map((id) => ({ id, name: id, traffic: 0.5 })),
  },
  scripts: { id: 'shop:x', name: 'X', source: { type: 'javascript', script: 'function enabled() { return true }' } },
  errorTemplates: { serviceId: 'shop', name: 'Shop' },
  apis: {
    ...{ id: 'shop', name: 'Shop', context_path: '/shop' },
    backends: [{ id: 'b', backend }],
    routes: [{ id: 'all', backend: 'b', frontend: { paths: ['/'] } }],
    documentation: { plans: [{ id: 'p', status: 'published', access_mode_configuration_type: 'apikey' }] },
  },
  backends: { id: 'b', name: 'B', backend },
  subscriptions: { id: 's', api_ref: 'base', plan_ref: 'p', owner_ref: 'acme' },
  developers: { id: 'dev', name: 'Dev', email: 'dev@a.example', groups: ['partners'] },
  applications: { id: 'app', name: 'App', description: 'An app' },
  workflows: definitionOf('workflows').blank('w'),
  apiKeys: { clientId: 'ci', name: 'CI', authorizedPatterns: [{ pattern: '*', rights: ['R'] }] },
  users: { id: 'ann', name: 'Ann', password: 'a password for tests' },
  webhooks: { clientId: 'hook', callbackUrl: 'https://a.example', headers: { Authorization: 'Bearer x', A: 'b' } },
}

it.each(listedKinds)('deleted %s are created again from the event in the log', async (kind) => {
  const box = createSignalbox()
  onTestFinished(() => box.close())
  const base = { ...(samples.apis as { id: string }), id: 'base', context_path: '/base' }
  if (kind === 'subscriptions') {
    await box.apis.create({ body: base as never })
    await box.apis.deployments.create({ id: 'base', body: {} })
  }
  const { domain, operations } = definitionOf(kind)
  const all = operations({ api: box as never, showCredential: () => {} }) as Record<
    'create' | 'get' | 'delete',
    (input: object) => Promise<AnyRecord>
  >
  const id = idOf((await all.create({ body: samples[kind] })) as AnyRecord)
  if (kind === 'apis') await box.apis.deployments.create({ id, body: {} })
  const { served = [] } = restoring[kind] ?? {}
  const before = restorable(await all.get({ id }), served).body
  await all.delete({ id, ...(kind === 'apis' && { force: true }) })
  const { results } = await box.events.history({ domains: domain, key: id, limit: 20 })
  const { body } = restorable(deletionIn(results)?.payload as object, served)
  const password = kind === 'users' ? { password: 'another password' } : {}
  await all.create({ body: { ...body, ...password } })
  const after = restorable(await all.get({ id }), served).body
  expect(after).toEqual(before)
})
