import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Signalbox, Store } from '@signalbox/core'
import { createSignalbox, memoryStore } from '@signalbox/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openToWrite } from './files.ts'
import { exportLines, importFile } from './transfer.ts'
import { kinds } from './transfer-kinds.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
})
afterAll(() => rm(folder, { recursive: true }))

const progress = { show() {}, end() {} }
async function exported(box: Signalbox): Promise<string> {
  let text = ''
  for await (const line of exportLines(box)) text += line
  return text
}
let files = 0

/** Restores a text into a box. */
async function restore(box: Signalbox, text: string, keep = false) {
  const path = join(folder, `${files++}.ndjson`)
  await writeFile(path, text)
  return importFile(box, path, { progress, keep })
}

/** A box that holds something of everything, what its consumers know, and the collections that it wrote. */
async function filled() {
  const collections = new Set<string>()
  const store = memoryStore()
  const watched: Store = {
    ...store,
    commit(changes, events) {
      for (const { op, collection } of changes) if (op === 'put') collections.add(collection)
      return store.commit(changes, events)
    },
  }
  const box = createSignalbox({ store: watched, fetch: async () => new Response() })
  const variants = ['A', 'B'].map((id) => ({ id, name: id, traffic: 0.5 }))
  await box.scripts.create({
    body: { id: 's', name: 's', source: { type: 'javascript', script: 'function enabled() {}' } },
  })
  const ann = box.as({ id: 'ann', kind: 'ApiKey', authorizedPatterns: '*' })
  const parameters = { type: 'javascript' as const, script: 'function enabled() {}' }
  await ann.features.create({ body: { id: 'f', enabled: true, activationStrategy: 'SCRIPT', parameters } })
  await box.configs.create({ body: { id: 'c', value: { deep: [1] } } })
  await box.experiments.create({ body: { id: 'e', name: 'e', enabled: true, variants } })
  for (let n = 0; n < 4; n++)
    await box.experiments.displayed({ id: 'e', clientId: `c${n}` }, { idempotencyKey: `key${n}` })
  await box.experiments.won({ id: 'e', clientId: 'c0' })
  await box.errorTemplates.create({ body: { serviceId: 'global', template40x: '<b>${status}</b>' } })
  await box.backends.create({ body: { id: 'b', backend: { targets: [{ hostname: 'one.tld' }] } } })
  await box.apis.importOpenApi({
    id: 'shop',
    body: {
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1' },
      servers: [{ url: 'https://shop.tld' }],
      paths: { '/orders': { get: { operationId: 'orders', responses: { 200: { description: 'ok' } } } } },
    } as never,
  })
  const plan = { id: 'p', name: 'Keys', status: 'published', access_mode_configuration_type: 'apikey' } as const
  await box.apis.patch({
    id: 'shop',
    body: {
      domain: 'shop.example',
      routes: [{ id: 'r', backend: 'b', frontend: { paths: ['/r'] } }],
      documentation: { plans: [plan] },
    },
  })
  await box.apis.deployments.create({ id: 'shop' })
  await box.apis.draft.patch({ id: 'shop', body: { description: 'drafted' } })
  const subscription = { id: 'sub', api_ref: 'shop', plan_ref: 'p', subscription_kind: 'apikey' as const }
  const { credentials } = await box.subscriptions.create({ body: subscription })
  await box.subscriptions.create({ body: { ...subscription, id: 'paused' } })
  await box.subscriptions.pause({ id: 'paused' })
  await box.workflows.create({
    body: {
      id: 'w',
      name: 'w',
      config: {
        id: 'w',
        kind: 'workflow',
        steps: [{ kind: 'call', function: 'core.store_set', args: { key: 'k', value: 1 } }],
      },
    },
  })
  await box.workflows.run({ id: 'w', body: {} })
  const user = { id: 'ann', name: 'Ann', email: 'ann@shop.example', admin: true, password: 'a long password of Ann' }
  await box.users.create({ body: user })
  await box.login({ body: { userId: 'ann', password: user.password } })
  await box.apiKeys.create({ body: { clientId: 'k', name: 'k', clientSecret: 'a secret of sixteen', admin: true } })
  await box.webhooks.create({ body: { clientId: 'h', callbackUrl: 'https://receiver.example/' } })
  return { box, store, collections, credential: credentials as unknown as Credential }
}
interface Credential {
  readonly clientId: string
  readonly clientSecret: string
}

/** Where the records of each collection are in an export. */
const exportedBy: Readonly<Record<string, string>> = {
  scripts: 'scripts',
  features: 'features',
  configs: 'configs',
  experiments: 'experiments',
  'experiment-clients': 'bindings',
  'experiment-events': 'events',
  'experiment-hours': 'events',
  'experiment-tallies': 'events',
  'error-templates': 'error-templates',
  backends: 'backends',
  'backend-gates': 'apis',
  'backend-uses': 'apis',
  apis: 'apis',
  'api-plans': 'apis',
  'api-deployments': 'deployments',
  'api-definitions': 'deployments',
  'api-drafts': 'drafts',
  'api-documents': 'documents',
  'api-imports': 'documents',
  subscriptions: 'api-subscriptions',
  'subscription-gates': 'api-subscriptions',
  'subscription-places': 'api-subscriptions',
  credentials: 'credentials',
  workflows: 'workflows',
  'workflow-values': 'workflow-values',
  users: 'users',
  apikeys: 'apikeys',
  webhooks: 'webhooks',
}
/** What a restore leaves out on purpose, and why. */
const leftOut: Readonly<Record<string, string>> = {
  sessions: 'users log in again',
  leases: 'tell which process does a work now',
  'experiment-answers': 'answers to idempotency keys are of the last day',
  'script-authors': 'what is restored was written by an admin',
  'webhook-cursors': 'a restored webhook starts at the newest event',
}

describe('an export', () => {
  it('knows every collection of a store: what it holds, and what it leaves out', async () => {
    const { box, collections } = await filled()
    expect([...collections].sort()).toEqual([...Object.keys(exportedBy), ...Object.keys(leftOut)].sort())
    expect(new Set(Object.values(exportedBy))).toEqual(new Set(kinds.map(({ name }) => name)))
    const lines = (await exported(box)).trimEnd().split('\n')
    expect(new Set(lines.map((line) => JSON.parse(line).kind))).toEqual(new Set(kinds.map(({ name }) => name)))
  })

  it('is restored without loss: an export of what was restored is the same text', async () => {
    const { box } = await filled()
    const text = await exported(box)
    const other = createSignalbox()
    const lines = text.trimEnd().split('\n').length
    expect(await restore(other, text)).toEqual({ created: lines, replaced: 0, kept: 0, refused: [] })
    expect(await exported(other)).toBe(text)
    expect(await restore(other, text)).toMatchObject({ created: 0, replaced: lines, kept: 0, refused: [] })
    expect(await exported(other)).toBe(text)
  })

  it('restores what works: credentials, passwords, results, routes', async () => {
    const { box, credential } = await filled()
    const other = createSignalbox()
    await restore(other, await exported(box))
    const { clientId, clientSecret } = credential
    expect(await other.verify(clientId, clientSecret)).toEqual(await box.verify(clientId, clientSecret))
    expect(await other.verify(clientId, clientSecret)).toMatchObject({ isValid: true })
    expect(await other.verify(clientId, 'sbx_of_somebody_else')).toMatchObject({ isValid: false })
    const paused = (await box.credentials.list({ pattern: '*' })).results.find((one) => one.clientId !== clientId)
    expect(await other.verify(paused?.clientId ?? '')).toEqual(await box.verify(paused?.clientId ?? ''))
    expect(await other.routes({})).toEqual(await box.routes({}))
    const { series: _other, ...results } = await other.experiments.results({ id: 'e' })
    const { series: _box, ...expected } = await box.experiments.results({ id: 'e' })
    expect(results).toEqual(expected)
    await other.login({ body: { userId: 'ann', password: 'a long password of Ann' } })
  })
})

describe('an import that keeps', () => {
  it('leaves existing records alone, with everything that belongs to them', async () => {
    const { box } = await filled()
    const text = await exported(box)
    const other = createSignalbox()
    const variants = [{ id: 'A', name: 'A', traffic: 1 }]
    await other.experiments.create({ body: { id: 'e', name: 'mine', enabled: true, variants } })
    await other.apis.create({ body: { id: 'shop', name: 'mine' } })
    await other.configs.create({ body: { id: 'c', value: 'mine' } })
    const before = await exported(other)
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string })
    const own = ['experiments', 'bindings', 'events', 'apis', 'deployments', 'drafts', 'documents', 'configs']
    const kept = lines.filter(({ kind }) => own.includes(kind)).length
    const outcome = await restore(other, text, true)
    expect(outcome).toMatchObject({ replaced: 0, kept })
    // A subscription needs the plan of the API that was restored, and that API was kept.
    expect(outcome.refused).toHaveLength(lines.filter(({ kind }) => /subscriptions|credentials/.test(kind)).length)
    const after = (await exported(other)).split('\n')
    expect(before.split('\n').every((line) => after.includes(line))).toBe(true)
    expect(after.filter((line) => /"kind":"(deployments|drafts|documents|bindings|events)"/.test(line))).toEqual([])
  })

  it('creates what is not there, with everything that belongs to it', async () => {
    const { box } = await filled()
    const text = await exported(box)
    const other = createSignalbox()
    expect(await restore(other, text, true)).toMatchObject({ replaced: 0, kept: 0, refused: [] })
    expect(await exported(other)).toBe(text)
  })
})

it('a file of secrets is for its owner alone, also when it was there before', async () => {
  const path = join(folder, 'secrets')
  await writeFile(path, '', { mode: 0o644 })
  const stream = await openToWrite(path, 0o600)
  await new Promise((resolve) => stream.end('x', () => resolve(undefined)))
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})
