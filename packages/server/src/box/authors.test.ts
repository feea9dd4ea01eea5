import { createClient } from '@signalbox/client'
import type { ChangeEvent, Signalbox } from '@signalbox/core'
import { eventTypes } from '@signalbox/core/contract'
import { toHono } from '@signalbox/hono'
import { expect, it } from 'vitest'
import { fill, observedBox } from '../fixtures/full-box.fixture.ts'

const HOUR = 60 * 60_000
const admin = { clientId: 'auditor', clientSecret: 'a secret of the auditor' }
const reason = 'OPS-42: «Größe»'

/** Event types that nothing emits: the API has no bulk delete of these kinds, gateway keys do not change, and none reports what does not exist. */
const unused = [
  ...[
    'ERRORTEMPLATES',
    'APIS',
    'BACKENDS',
    'SUBSCRIPTIONS',
    'CREDENTIALS',
    'DEVELOPERS',
    'APPLICATIONS',
    'WORKFLOWS',
  ].map((kind) => `${kind}_DELETED`),
  ...['GATEWAYKEY_UPDATED', 'GATEWAYKEYS_DELETED', 'API_DOCUMENTATION_REFRESHED', 'GATEWAYKEY_REPORT_REFUSED'],
]

/** Changes, replaces and deletes what `fill` has created, one by one and in bulk, and uploads everything again. */
async function change(api: Signalbox, { clientId }: { clientId: string }): Promise<void> {
  const plain = (id: string) => ({ id, enabled: true, activationStrategy: 'NO_STRATEGY' }) as const
  const replace = (path: string, value: unknown) => [{ op: 'replace' as const, path, value }]
  await api.features.patch({ id: 'shop:express', body: replace('/enabled', false) })
  await api.features.patchMany({ body: { pattern: 'shop:*', patch: replace('/enabled', true) } } as never)
  await api.features.copy({ body: { from: 'shop:express', to: 'copied', default: true } as never })
  await api.features.import({ body: [plain('uploaded')], strategy: 'Replace' })
  await api.features.import({ body: [{ ...plain('uploaded'), enabled: false }], strategy: 'Replace' })
  await api.segments.patch({ id: 'staff', body: replace('/included', ['bob']) })
  await api.configs.replace({ id: 'shop:limit', body: { id: 'shop:limits', value: 5 } })
  await api.configs.patch({ id: 'shop:limits', body: replace('/value', 6) })
  await api.scripts.patch({ id: 's', body: replace('/name', 'renamed') })
  await api.errorTemplates.patch({ id: 'global', body: { template50x: 'Sorry!' } as never })
  await api.backends.patch({ id: 'b', body: { name: 'Backend' } as never })
  await api.apis.deployments.create({ id: 'shop', body: { version: '2' } as never })
  await api.apis.draft.patch({ id: 'shop', body: { description: 'drafted again' } as never })
  await api.apis.draft.patch({ id: 'shop', body: { description: 'and again' } as never })
  await api.apis.draft.delete({ id: 'shop' })
  const { results } = await api.subscriptions.list()
  const subscription = results.find(({ id }) => id !== 'ended')?.id
  await api.subscriptions.pause({ id: subscription as string })
  await api.credentials.patch({ id: clientId, body: { description: 'of the shop' } as never })
  await api.workflows.patch({ id: 'count', body: { name: 'Counts' } as never })
  await api.apiKeys.patch({ id: 'shop', body: { name: 'The shop' } as never })
  await api.users.patch({ id: 'ann', body: { name: 'Ann B.' } as never })
  await api.webhooks.patch({ id: 'ci', body: { isBanned: true } as never })
  await api.experiments.bindVariant({ id: 'shop:button', clientId: 'someone' } as never)
  await api.experiments.eraseClient({ id: 'shop:button', clientId: 'someone' })

  await api.developers.patch({ id: 'dev', body: { name: 'Dev D.' } })
  await api.applications.patch({ id: 'checkout', body: { name: 'The checkout' } })
  await api.applications.delete({ id: 'checkout' })
  await api.developers.delete({ id: 'dev' })

  await api.experiments.delete({ id: 'shop:button' })
  await api.experiments.deleteMany({ pattern: '*' })
  await api.features.delete({ id: 'uploaded' })
  await api.features.deleteMany({ pattern: '*', force: true } as never)
  await api.segments.deleteMany({ pattern: '*', force: true } as never)
  await api.configs.deleteMany({ pattern: '*' })
  await api.scripts.deleteMany({ pattern: '*', force: true } as never)
  await api.errorTemplates.delete({ id: 'global' })
  await api.credentials.delete({ id: clientId })
  for (const { id } of (await api.subscriptions.list()).results) await api.subscriptions.delete({ id: id as string })
  for (const { id } of (await api.apis.list()).results)
    await api.apis.delete({ id: id as string, force: true } as never)
  for (const { id } of (await api.backends.list()).results) await api.backends.delete({ id: id as string } as never)
  await api.workflows.delete({ id: 'count' })
  await api.webhooks.deleteMany({ pattern: '*' })
  await api.gatewayKeys.delete({ id: 'edge' })
  await api.apiKeys.deleteMany({ pattern: 'shop' })
  await api.users.create({ body: { id: 'bob', name: 'Bob' } })
  await api.users.deleteMany({ pattern: 'bob' })
  await api.traces.erase({ id: 'bob' })
}

it('every event has its author and the reason of its call, whatever the operation', async () => {
  const { box, now, store } = observedBox()
  await box.apiKeys.create({ body: { ...admin, name: 'Auditor', admin: true } })
  const app = toHono(box)
  const client = createClient({
    baseUrl: 'http://localhost',
    ...admin,
    headers: { 'X-Change-Reason': encodeURIComponent(reason) },
    fetch: (request) => app.fetch(request),
  })
  const api = { ...client, as: () => client } as unknown as Signalbox
  const secrets = await fill({ box: api, now })
  now.instant += 48 * HOUR
  await box.verify(secrets.clientId, secrets.clientSecret) // says that the secret is due to be rotated
  await change(api, secrets)

  const events: ChangeEvent[] = []
  for await (const event of store.read({ after: 0 })) events.push(event as ChangeEvent)
  const seen = new Set<string>(events.map(({ type }) => type))
  expect(eventTypes.filter((type) => !seen.has(type))).toEqual(unused)
  const author = { id: 'auditor', name: 'Auditor', kind: 'ApiKey' }
  const system = { id: 'signalbox', name: 'Signalbox', kind: 'System' }
  for (const event of events) {
    const isOwn =
      event.key === 'auditor' || event.type === 'CREDENTIAL_ROTATION_DUE' || event.domain === ('SigningKey' as string)
    expect(event).toMatchObject(isOwn ? { authInfo: system } : { authInfo: author, reason })
  }
  await box.close()
})
