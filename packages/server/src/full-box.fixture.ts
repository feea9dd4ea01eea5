import type { Change, Signalbox, SignalboxOptions, Store } from '@signalbox/core'
import { createSignalbox, memoryStore } from '@signalbox/core'
import { scryptPasswords } from './scrypt-passwords.ts'

/** Secrets that are shown only when they are created, to be verified later. */
export interface Secrets {
  readonly clientId: string
  readonly clientSecret: string
  /** The previous secret, which the plan accepts for a while. */
  readonly previousSecret: string
}

const DAY = 24 * 60 * 60_000
/** The password of the only user and the secret of the only API key. */
export const PASSWORD = 'a password of tests'
export const KEY_SECRET = 'a secret of tests'

/** Creates a box on a store that remembers which collections were written. */
export function observedBox(now = { instant: Date.UTC(2026, 0, 1) }, sinks: SignalboxOptions['sinks'] = {}) {
  const memory = memoryStore({ clock: () => now.instant })
  const collections = new Set<string>()
  const store: Store = {
    ...memory,
    commit(changes, events) {
      for (const change of changes) if (isWritten(change)) collections.add(change.collection)
      return memory.commit(changes, events)
    },
  }
  const box = createSignalbox({
    store,
    clock: () => now.instant,
    passwords: scryptPasswords,
    scripts: {
      javascript: {
        check: async () => [],
        run: async () => ({ active: true, logs: [] }),
        close: async () => {},
      } as never,
    },
    fetch: async () => new Response('', { status: 200 }),
    sinks,
  })

  /** Returns all records of a collection by key. */
  async function dump(collection: string): Promise<Record<string, unknown>> {
    const found: Record<string, unknown> = {}
    for await (const { key, value } of memory.scan(collection)) found[key] = value
    return found
  }

  return { box, store: memory, collections, dump, now }
}

const isWritten = ({ op }: Change): boolean => op === 'put'

const plan = (id: string, status: 'published' | 'closed' = 'published') => ({
  id,
  status,
  access_mode_configuration_type: 'apikey' as const,
  access_mode_configuration: { rotation: { enabled: true, rotationEvery: 24, gracePeriod: 2 } },
})

/** Fills a box with records of every kind. */
export async function fill({ box, now }: Pick<ReturnType<typeof observedBox>, 'box' | 'now'>): Promise<Secrets> {
  await flags(box)
  await experiments(box)
  await box.users.create({ body: { id: 'ann', name: 'Ann', password: PASSWORD, admin: true } })
  await box.login({ body: { userId: 'ann', password: PASSWORD } })
  await box.apiKeys.create({ body: { clientId: 'shop', name: 'Shop', clientSecret: KEY_SECRET } })
  await box.gatewayKeys.create({ body: { id: 'edge', name: 'Edge' } })
  await box.errorTemplates.create({ body: { serviceId: 'global', template50x: 'Sorry' } as never })
  await workflows(box)
  await box.webhooks.create({
    body: { clientId: 'ci', callbackUrl: 'https://ci.example/hooks', headers: { Authorization: 'Bearer of tests' } },
  })
  return gateway({ box, now })
}

async function flags(box: Signalbox): Promise<void> {
  await box.segments.create({ body: { id: 'staff', when: { feature: 'later' }, included: ['ann'] } })
  await box.scripts.create({ body: { id: 's', name: 's', source: 'function enabled() {}' as never } })
  await box.scripts.create({ body: { id: 'k', name: 'k', source: { type: 'kotlin', script: 'fun enabled() {}' } } })
  await box.features.create({
    body: { id: 'shop:express', enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 40 } },
  })
  const ben = box.as({ id: 'ben', authorizedPatterns: 'shop:*' })
  const parameters = { type: 'javascript', script: 'function enabled() {}' } as const
  const scripted = { id: 'shop:scripted', enabled: true, activationStrategy: 'SCRIPT', parameters } as const
  await ben.features.create({ body: scripted }).catch(() => box.features.create({ body: scripted }))
  await box.configs.create({ body: { id: 'shop:colours', value: { primary: 'red' } } })
  await box.configs.create({ body: { id: 'shop:limit', type: 'number', value: 10 } })
}

async function experiments(box: Signalbox): Promise<void> {
  const of = (traffic: readonly [number, number]) => ({
    id: 'shop:button',
    name: 'Button',
    enabled: true,
    variants: [
      { id: 'A', name: 'A', traffic: traffic[0] },
      { id: 'B', name: 'B', traffic: traffic[1] },
    ],
  })
  await box.experiments.create({ body: of([0.5, 0.5]) })
  const display = (clientId: string) => box.experiments.displayed({ id: 'shop:button', clientId })
  for (const client of ['a', 'b', 'c', 'org:7']) await display(client)
  await box.experiments.won({ id: 'shop:button', clientId: 'a' }, { idempotencyKey: 'once' })
  await box.experiments.replace({ id: 'shop:button', body: of([0.1, 0.9]) })
  for (const client of ['d', 'e']) await display(client)
  await box.experiments.create({ body: { ...of([0.5, 0.5]), id: 'shop' } })
  await box.experiments.displayed({ id: 'shop', clientId: 'button:a' })
  const layer = { name: 'shop:page', from: 0, to: 0.5 }
  await box.experiments.patch({ id: 'shop', body: { layer, audience: { attribute: 'country', operator: 'exists' } } })
}

async function workflows(box: Signalbox): Promise<void> {
  const call = (name: string, args: object) => ({ kind: 'call', function: `core.${name}`, args })
  const steps = [call('store_set', { key: 'n', value: 1 }), call('emit_event', { name: 'counted', payload: {} })]
  const config = { kind: 'workflow', steps }
  await box.workflows.create({ body: { id: 'count', config } })
  await box.workflows.run({ id: 'count', body: {} })
}

const openapi = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  servers: [{ url: 'https://orders.example' }],
  paths: { '/orders/{id}': { get: { operationId: 'getOrder' } } },
}

async function gateway({ box, now }: Pick<ReturnType<typeof observedBox>, 'box' | 'now'>): Promise<Secrets> {
  await box.backends.create({ body: { id: 'b', backend: { targets: [{ hostname: 'one.example' }] } } as never })
  await box.apis.importOpenApi({ body: openapi, domain: 'orders.example' } as never)
  const documentation = { plans: [plan('gold'), plan('old')] }
  const routes = [{ id: 'r', backend: 'b', frontend: { paths: ['/shop'] } }]
  await box.apis.create({ body: { id: 'shop', name: 'Shop', domain: 'shop.example', routes, documentation } as never })
  await box.apis.patch({ id: 'shop', body: { state: 'published' } as never })
  const { id, credentials } = await box.subscriptions.create({ body: { api_ref: 'shop', plan_ref: 'gold' } })
  await box.subscriptions.create({ body: { id: 'ended', api_ref: 'shop', plan_ref: 'old' } })
  const { clientId, clientSecret: previousSecret } = credentials as { clientId: string; clientSecret: string }
  const { clientSecret } = await box.subscriptions.rotate({ id: id as string })
  now.instant += DAY / 24
  await box.apis.patch({
    id: 'shop',
    body: [{ op: 'replace', path: '/documentation/plans/1/status', value: 'closed' }],
  })
  await box.apis.draft.patch({ id: 'shop', body: { description: 'drafted' } as never })
  return { clientId, clientSecret, previousSecret }
}
