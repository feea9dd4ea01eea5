import { contract } from '@signalbox/core/contract'
import { type Operation, operations } from '@signalbox/core/wire'
import { beforeEach, describe, expect, it } from 'vitest'
import { feature, mounted, pair, seeded } from './access.fixture.ts'

let box: Awaited<ReturnType<typeof seeded>>
let call: ReturnType<typeof mounted>
let headers: { Authorization: string }

beforeEach(async () => {
  box = await seeded()
  call = mounted(box)
  const { key = '' } = await box.gatewayKeys.create({ body: { id: 'edge' } })
  headers = { Authorization: `Bearer ${key}` }
})

/** What a gateway key allows: reading these domains, following, and what only gateway keys may do. */
function isAllowed({ access }: Operation): boolean {
  if (access === 'open' || access === 'known' || access === 'gateway') return true
  if (typeof access === 'string') return false
  return (
    access.gateway === true ||
    (access.right === 'R' && ['Feature', 'Segment', 'Config', 'Experiment'].includes(access.domain))
  )
}

const plane = { id: 'p1', state: 'fresh', revision: 1, routes: 0, since: 1, notes: [], version: '1' }

/** The path of an operation, with ids. */
const pathOf = ({ path }: Operation) =>
  path
    .replace('{domain}', 'Feature')
    .replace(/\{\w+\}/g, 'a')
    .replace('/changes', '/changes?after=0')

describe('a gateway key', () => {
  const all = operations(contract).map(({ name, operation }) => [name.join('.'), operation] as const)

  it('may call nothing else', async () => {
    const others = all.filter(([, operation]) => !isAllowed(operation))
    const statuses = await Promise.all(
      others.map(async ([name, operation]) => {
        const json = operation.method !== 'GET' && { json: {} }
        return [name, (await call(operation.method, pathOf(operation), { headers, ...json })).status]
      }),
    )
    expect(others.length).toBeGreaterThan(150)
    expect(statuses.filter(([, status]) => status !== 403)).toEqual([])
  })

  it('may call exactly these operations', () => {
    const names = all
      .filter(([, operation]) => isAllowed(operation) && operation.access !== 'open')
      .map(([name]) => name)
    expect(names.filter((name) => !/^(features|segments|configs|experiments|ofrep)\./.test(name))).toEqual(
      [
        'gateway.snapshot',
        'gateway.changes',
        'gateway.report',
        'workflows.run',
        'events.stream',
        'events.streamDomain',
      ].sort((a, b) => names.indexOf(a) - names.indexOf(b)),
    )
    expect(names.filter((name) => /(create|replace|patch|delete|import|copy)/i.test(name))).toEqual([])
    expect(names).toContain('experiments.displayed')
    expect(names).toContain('experiments.won')
  })

  it('reads flags and configs, and records what clients of experiments do', async () => {
    const variants = [{ id: 'A', name: 'A', traffic: 1 }]
    await box.experiments.create({ body: { id: 'e', name: 'E', enabled: true, variants } })
    expect((await call('GET', '/api/features/a:x/check', { headers })).status).toBe(200)
    expect((await call('POST', '/api/experiments/e/displayed?clientId=c', { headers })).status).toBe(200)
    const records = [{ kind: 'won', experiment: 'e', clientId: 'c', idempotencyKey: 'k' }]
    expect((await call('POST', '/api/experiments/_records', { headers, json: { records } })).status).toBe(200)
  })

  it('runs the workflows that deployed APIs and drafts name, and no others', async () => {
    for (const id of ['quote', 'other'])
      await box.workflows.create({ body: { id, config: { kind: 'workflow', steps: [] } } as never })
    const slot = { plugin: 'cp:gateway.next.plugins.WorkflowBackend', config: { workflow: 'quote' } }
    const flows = [{ id: 'f', plugins: { slots: [slot] } }]
    await box.apis.create({ body: { id: 'shop', name: 'Shop', flows } as never })
    const run = async (id: string) => (await call('POST', `/api/workflows/${id}/_run`, { headers, json: {} })).status
    expect(await run('quote')).toBe(403)
    await box.apis.deployments.create({ id: 'shop', body: {} })
    expect([await run('quote'), await run('other'), await run('unknown')]).toEqual([200, 403, 403])
    expect((await call('GET', '/api/workflows/quote', { headers })).status).toBe(403)
  })

  it('sees only events of what it reads', async () => {
    const stream = await call('GET', '/api/events?domains=Feature,ApiKey,GatewayKey,Webhook', { headers })
    await box.apiKeys.create({ body: { clientId: 'new', name: 'new' } })
    await box.gatewayKeys.create({ body: { id: 'other' } })
    await box.features.create({ body: feature('b:x') })
    await box.gatewayKeys.delete({ id: 'edge' })
    const text = await stream.text()
    expect([...text.matchAll(/"key":"([^"]*)"/g)].map(([, key]) => key)).toEqual(['b:x'])
  })

  it('is shown once, in a response that is not stored', async () => {
    const made = await call('POST', '/api/gateway/keys', { headers: pair('admin'), json: { id: 'new', name: 'New' } })
    expect([made.status, made.headers.get('Cache-Control')]).toEqual([201, 'no-store'])
    const { key, ...rest } = (await made.json()) as { key: string }
    expect(key).toMatch(/^sbxg_new_/)
    for (const path of ['/api/gateway/keys/new', '/api/gateway/keys', '/api/gateway/keys.ndjson']) {
      const text = await (await call('GET', path, { headers: pair('admin') })).text()
      expect(text).toContain('"new"')
      expect(text).not.toContain(key.slice(-52))
    }
    expect(rest).toEqual({ id: 'new', name: 'New' })
    expect((await call('GET', '/api/features', { headers: { Authorization: `Bearer ${key}` } })).status).toBe(200)
  })

  it('is asked for also where everybody may do everything', async () => {
    const open = mounted(box, { access: 'open' })
    expect((await open('POST', '/api/gateway/reports', { json: { plane } })).status).toBe(403)
    expect((await open('POST', '/api/gateway/reports', { json: { plane }, headers })).status).toBe(200)
    const wrong = { Authorization: `${headers.Authorization.slice(0, -1)}!` }
    expect((await open('POST', '/api/gateway/reports', { json: { plane }, headers: wrong })).status).toBe(401)
    expect((await open('GET', '/api/apis', {})).status).toBe(200)
  })

  it('is not accepted as an API key, nor the other way round', async () => {
    const key = headers.Authorization.slice('Bearer '.length)
    for (const other of [
      { Authorization: `Bearer edge:${key}` },
      { Authorization: `Bearer ${key}:` },
      { 'X-API-Key': key },
      pair('edge', key),
      { Authorization: `Basic ${btoa(`edge:${key}`)}` },
    ])
      expect((await call('GET', '/api/features', { headers: other })).status).toBe(401)
  })
})
