import { beforeEach, describe, expect, it } from 'vitest'
import { type Identity, memoryStore, type Signalbox, type Store } from '../index.ts'
import { collect, testBox, testTime } from '../machine/callers/access.fixture.ts'

let time: ReturnType<typeof testTime>
let store: Store
let box: Signalbox

beforeEach(() => {
  time = testTime()
  store = memoryStore({ clock: time.clock })
  box = testBox({ store, ...time.ports })
})

const created = async (body: { id?: string; name?: string } = { id: 'edge', name: 'Edge' }) =>
  (await box.gatewayKeys.create({ body })) as { id: string; name: string; key: string }

describe('a gateway key', () => {
  it('is shown only by the call that creates it', async () => {
    const events = (await box.events.stream())[Symbol.asyncIterator]()
    const next = events.next()
    const { key, ...rest } = await created()
    expect(key).toMatch(/^sbxg_edge_[a-z2-9]{52}$/)
    expect(rest).toEqual({ id: 'edge', name: 'Edge' })
    expect(await box.gatewayKeys.get({ id: 'edge' })).toEqual(rest)
    expect((await box.gatewayKeys.list()).results).toEqual([rest])
    const { value } = await next
    expect(value).toMatchObject({ type: 'GATEWAYKEY_CREATED', key: 'edge', payload: rest })
    expect(JSON.stringify(value)).not.toContain('sbxg_')
    await events.return?.()
  })

  it('runs the workflows that deployed APIs name, and no others', async () => {
    const { key } = await created()
    for (const id of ['quote', 'other'])
      await box.workflows.create({ body: { id, config: { kind: 'workflow', steps: [] } } })
    const run = async (id: string) =>
      box
        .as((await box.identify({ gatewayKey: key })) as Identity)
        .workflows.run({ id, body: {} })
        .then(
          () => 'ran',
          ({ code }) => code,
        )
    expect(await run('quote')).toBe('FORBIDDEN')
    const slot = { plugin: 'cp:gateway.next.plugins.WorkflowBackend', config: { workflow: 'quote' } }
    await box.apis.create({ body: { id: 'shop', name: 'Shop', flows: [{ id: 'f', plugins: { slots: [slot] } }] } })
    await box.apis.deployments.create({ id: 'shop', body: {} })
    expect([await run('quote'), await run('other')]).toEqual(['ran', 'FORBIDDEN'])
  })

  it('is stored as a hash, which is all that an export has', async () => {
    const { key } = await created()
    const [line] = await collect(box.gatewayKeys.export())
    expect(line).toEqual({ id: 'edge', name: 'Edge', keyHash: expect.stringMatching(/^hmac-sha256\$/) })
    const stored = await collect(store.scan('gateway-keys'))
    expect(JSON.stringify(stored)).not.toContain(key.slice(-52))
    expect(stored.map(({ value }) => value)).toEqual([line])
  })

  it('opens another service to which it was imported', async () => {
    const { key } = await created()
    const other = testBox()
    await other.gatewayKeys.import({ body: await collect(box.gatewayKeys.export()) })
    expect(await other.identify({ gatewayKey: key })).toMatchObject({ id: 'edge', kind: 'GatewayKey' })
  })

  it('gets an id, and has one for ever', async () => {
    expect(await created({})).toEqual({
      id: expect.stringMatching(/^[a-z2-9]{16}$/),
      name: '',
      key: expect.stringMatching(/^sbxg_[a-z2-9]{16}_/),
    })
    await created()
    await expect(created()).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(box.gatewayKeys.create({ body: { id: 'a', keyHash: 'x' } as never })).rejects.toMatchObject({
      code: 'INVALID',
    })
  })
})

describe('the caller with a gateway key', () => {
  it('is identified by it, until it is deleted', async () => {
    const { key } = await created()
    expect(await box.identify({ gatewayKey: key })).toEqual({
      id: 'edge',
      name: 'Edge',
      kind: 'GatewayKey',
      authorizedPatterns: [{ pattern: '*', rights: ['R'], domains: ['Feature', 'Segment', 'Config', 'Experiment'] }],
      version: expect.any(String),
    })
    await box.gatewayKeys.delete({ id: 'edge' })
    expect(await box.identify({ gatewayKey: key })).toBeUndefined()
  })

  it.each([
    ['another secret', (key: string) => `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`],
    ['another id', (key: string) => key.replace('edge', 'core')],
    ['less', (key: string) => key.slice(0, -1)],
    ['more', (key: string) => `${key}a`],
    ['nothing', () => ''],
    ['the hash', () => 'hmac-sha256$'],
  ])('is not identified by %s', async (_, change) => {
    const { key } = await created()
    await created({ id: 'core' })
    expect(await box.identify({ gatewayKey: change(key) })).toBeUndefined()
  })

  it('is another one after the key was created again', async () => {
    const { key } = await created()
    await box.identify({ gatewayKey: key })
    await box.gatewayKeys.delete({ id: 'edge' })
    const again = await created()
    expect(await box.identify({ gatewayKey: key })).toBeUndefined()
    expect(await box.identify({ gatewayKey: again.key })).toBeDefined()
  })

  it('is throttled for guesses, together with guesses of API keys', async () => {
    const { key } = await created()
    const guess = (i: number) =>
      box.identify(
        i % 2
          ? { gatewayKey: `sbxg_edge_${'a'.repeat(50)}${i}2`.replace(/[01]/g, '2').slice(0, 62), address: '10.0.0.1' }
          : { clientId: `k${i}`, clientSecret: 'wrong', address: '10.0.0.1' },
      )
    let codes = 0
    for (let i = 0; i < 200; i++) await guess(i).catch(() => codes++)
    expect(codes).toBeGreaterThan(50)
    expect(await box.identify({ gatewayKey: key, address: '10.0.0.1' })).toBeDefined()
  })

  it('has no root of a sealing key that a log could tell', async () => {
    const { key } = await created()
    const identity = (await box.identify({ gatewayKey: key })) as Identity
    expect(Object.keys(identity).sort()).toEqual(['authorizedPatterns', 'id', 'kind', 'name', 'version'])
    expect(Object.getOwnPropertySymbols(identity)).toEqual([])
  })
})
