import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { known } from '../fixtures/known.fixture.ts'
import { createServer, type Server } from './create-server.ts'
import { earlier, exportOf, hashOf, linesOf, PASSWORD, toLines, versions } from './earlier.fixture.ts'

let server: Server
beforeAll(async () => {
  server = await createServer({
    port: 0,
    ...known,
    bucketing: 'classic',
    assignment: 'classic',
    earlierForm: true,
    clientIdHeader: 'Earlier-Client-Id',
    clientSecretHeader: 'Earlier-Client-Secret',
    scriptMs: 5000,
  })
  for (const kind of Object.keys(earlier)) {
    const headers = { 'Content-Type': 'application/nd-json' }
    const answer = await call(`/api/${kind}.ndjson?strategy=Replace`, { method: 'POST', headers, body: linesOf(kind) })
    const errors = { errors: [], fieldErrors: {} }
    expect([kind, await answer.json()]).toEqual([kind, { success: earlier[kind]!.length, errors }])
  }
})
afterAll(() => server.close())

const admin = { 'Earlier-Client-Id': known.clientId, 'Earlier-Client-Secret': known.clientSecret }
const shop = { 'Earlier-Client-Id': 'shop', 'Earlier-Client-Secret': 'the-secret-of-the-shop' }

/** Makes a call as a client of the previous feature service. */
const call = (path: string, { headers, ...init }: RequestInit = {}, who: object = admin) =>
  fetch(server.url + path, { ...init, headers: { ...who, ...(headers as object) } })

/** Calls the API with an application's own key. Returns the response, after its status if that is not 200. */
async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await call(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }, shop)
  expect([path, answer.status]).toEqual([path, 200])
  return answer.json()
}

const idOf = (line: Record<string, unknown>) => line.id ?? line.clientId ?? line.variantBindingKey

describe.each(versions)('an export of version 1.%d', (minor) => {
  it('loads completely', async () => {
    const { url, close } = await createServer({ port: 0, ...known, earlierForm: true })
    onTestFinished(close)
    const headers = {
      'Service-Client-Id': known.clientId,
      'Service-Client-Secret': known.clientSecret,
      'Content-Type': 'application/nd-json',
    }
    for (const [kind, lines] of Object.entries(exportOf(minor))) {
      const address = `${url}/api/${kind}.ndjson`
      const answer = await fetch(address, { method: 'POST', headers, body: toLines(lines) })
      const errors = { errors: [], fieldErrors: {} }
      expect([kind, await answer.json()]).toEqual([kind, { success: lines.length, errors }])
    }
    for (const [kind, lines] of Object.entries(exportOf(minor))) {
      const text = await (await fetch(`${url}/api/${kind}.ndjson`, { headers })).text()
      const stored: Record<string, unknown>[] = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
      for (const { sent, kept } of lines) {
        const { passwordId: _own, ...line } = stored.find((one) => idOf(one) === idOf(sent)) ?? {}
        expect([kind, line]).toEqual([kind, { ...sent, ...kept }])
      }
    }
  })
})

describe('a user of an export', () => {
  const logIn = async (password: string) => {
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({ userId: 'ann@shop.example', password })
    return (await call('/api/login', { method: 'POST', headers, body }, {})).status
  }

  it('has no password after the import', async () => {
    expect(await logIn(hashOf(PASSWORD))).toBe(401)
    expect(await logIn(PASSWORD)).toBe(401)
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify([{ op: 'add', path: '/password', value: 'a password of now' }])
    const set = await call('/api/users/ann@shop.example', { method: 'PATCH', headers, body })
    expect(await set.json()).toMatchObject({ admin: true, temporary: true })
    expect(await logIn('a password of now')).toBe(200)
  })
})

describe('an export of the previous feature service', () => {
  it('equals an export of Signalbox', async () => {
    for (const kind of [
      'scripts',
      'features',
      'configs',
      'experiments',
      'experiments/bindings',
      'experiments/events',
    ]) {
      const body = await (await call(`/api/${kind}.ndjson`)).text()
      const headers = { 'Content-Type': 'application/nd-json' }
      const again = await call(`/api/${kind}.ndjson?strategy=Replace`, { method: 'POST', headers, body })
      expect(await again.json()).toMatchObject({ success: earlier[kind]!.length })
      expect(await (await call(`/api/${kind}.ndjson`)).text()).toBe(body)
    }
  })
})

/** Clients with their buckets (out of a hundred) in the previous feature service. */
const buckets: readonly (readonly [client: string, bucket: number])[] = [
  ['client1', 20],
  ['client2', 33],
  ['été', 43],
  ['ragnar.lodbrok@gmail.com', 60],
  ['id1', 92],
  ['😀', 9],
]

describe('a client of the previous feature service', () => {
  it.each([
    [{ 'Service-Client-Id': 'shop', 'Service-Client-Secret': 'the-secret-of-the-shop' }],
    [{ ...shop, 'Earlier-Client-Secret': 'another-secret-of-it' }],
  ])('is identified by its headers and secret, not by %j', async (headers) => {
    expect((await call('/api/features/shop:plain/check', {}, headers)).status).toBe(401)
  })

  it('checks a feature without a context, and with one', async () => {
    expect(await ask('GET', '/api/features/shop:plain/check')).toEqual({ active: true })
    expect(await ask('GET', '/api/features/shop:off/check')).toEqual({ active: false })
    expect(await ask('GET', '/api/features/shop:share/check')).toEqual({ active: false })
    expect(await ask('POST', '/api/features/shop:script/check', { id: 'ann' })).toEqual({ active: true })
    expect(await ask('POST', '/api/features/shop:shared/check', { id: 'ben' })).toEqual({ active: false })
  })

  it.each(buckets)('finds %s in the bucket %d of a percentage', async (id, bucket) => {
    expect(await ask('POST', '/api/features/shop:share/check', { id })).toEqual({ active: bucket < 60 })
  })

  it('reads the list of features, and many checks at once', async () => {
    const active = expect.arrayContaining([expect.objectContaining({ id: 'shop:plain', active: true })])
    const metadata = { page: 1, pageSize: 5, count: 11, nbPages: 3 }
    const page = 'pattern=shop:*&page=1&pageSize=5'
    expect(await ask('GET', `/api/features?${page}&active=true`)).toMatchObject({ metadata })
    expect(await ask('POST', `/api/features/_checks?pattern=shop:plain,shop:off`, {})).toMatchObject({
      results: active,
    })
  })

  it('reads the tree of features in a context', async () => {
    expect(await ask('POST', '/api/tree/features?pattern=shop:*', { id: 'ann' })).toEqual({
      shop: {
        plain: { active: true },
        off: { active: false },
        odd: { active: true },
        null: { active: true },
        release: { active: true },
        dates: { active: true },
        hours: { active: expect.any(Boolean) },
        share: { active: expect.any(Boolean) },
        customers: { active: true },
        script: { active: true },
        shared: { active: true },
      },
    })
  })

  it('reads the tree of configs, with parsed JSON texts', async () => {
    expect(await ask('GET', '/api/tree/configs?pattern=shop:*')).toEqual({
      shop: {
        text: { color: 'red', sizes: [1, 2] },
        object: { color: 'blue', nested: { deep: null } },
        list: [1, 2, 3],
        plain: 'only a text',
      },
    })
  })

  it.each(buckets)('finds the variant of %s by the bucket %d, before and after it is displayed', async (id, bucket) => {
    const variant = bucket <= 30 ? 'A' : 'B'
    const of = (verb: string) => `/api/experiments/shop:button/${verb}?clientId=${encodeURIComponent(id)}`
    expect(await ask('GET', of('variant'))).toMatchObject({ id: variant })
    const tree = await ask('GET', `/api/tree/experiments?pattern=shop:button&clientId=${encodeURIComponent(id)}`)
    expect(tree).toEqual({ shop: { button: { variant } } })
    const common = { experimentId: 'shop:button', clientId: id, variantId: variant }
    expect(await ask('POST', of('displayed'))).toMatchObject({ ...common, '@type': 'VariantDisplayedEvent' })
    expect(await ask('POST', of('won'), {})).toMatchObject({ ...common, '@type': 'VariantWonEvent' })
    expect(await ask('GET', of('variant'))).toMatchObject({ id: variant })
  })

  it('keeps the variants that clients were bound to', async () => {
    expect(await ask('GET', '/api/experiments/shop:button/variant?clientId=ann')).toMatchObject({ id: 'A' })
    expect(await ask('GET', '/api/experiments/shop:button/variant?clientId=org:7')).toMatchObject({ id: 'B' })
  })

  it('receives 404 for the variant of an unknown experiment', async () => {
    expect((await call('/api/experiments/shop:none/variant?clientId=ann', {}, shop)).status).toBe(404)
  })

  it('that uploads its defaults at each start does not undo changes', async () => {
    const feature = { id: 'shop:switch', enabled: true, activationStrategy: 'NO_STRATEGY' }
    const body = `${JSON.stringify(feature)}\n${JSON.stringify({ ...feature, id: 'shop:other' })}`
    const headers = { 'Content-Type': 'application/nd-json; charset=UTF-8' }
    const upload = () => call('/api/features.ndjson', { method: 'POST', headers, body }, shop)
    expect(await (await upload()).json()).toMatchObject({ success: 2 })
    await ask('PATCH', '/api/features/shop:switch', [{ op: 'replace', path: '/enabled', value: false }])
    const again = await upload()
    expect([again.headers.get('Import-Kept'), await again.json()]).toEqual([
      '2',
      { success: 0, errors: { errors: [], fieldErrors: {} } },
    ])
    expect(await ask('GET', '/api/features/shop:switch/check')).toEqual({ active: false })
    const gone = await call('/api/features?pattern=shop:switch,shop:other', { method: 'DELETE' }, shop)
    expect(await gone.json()).toEqual({ count: 2 })
  })

  it('creates a missing feature', async () => {
    const feature = { id: 'shop:new', enabled: false, activationStrategy: 'NO_STRATEGY', parameters: {} }
    const headers = { 'Content-Type': 'application/json' }
    const created = await call('/api/features', { method: 'POST', headers, body: JSON.stringify(feature) }, shop)
    expect(created.status).toBe(201)
    const outside = JSON.stringify({ ...feature, id: 'other:new' })
    expect((await call('/api/features', { method: 'POST', headers, body: outside }, shop)).status).toBe(403)
  })
})
