import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collect, testBox } from '../machine/callers/access.fixture.ts'
import { copyJson, type JsonObject } from '../machine/json/json.ts'
import { memoryStore } from '../memory/store.ts'
import { type ApiDefinition, apiDefinitionSchema } from './apis/api.ts'
import type { StoredBackend } from './backends/backend.ts'
import { compile } from './compile/compile.ts'
import type { CompiledBackend, CompiledRoute } from './compile/compiled-route.ts'
import type { Slot } from './flows/flow.ts'

const plugin = (name: string) => `cp:gateway.next.plugins.${name}`
const adding = (secret: string) => ({
  plugin: plugin('AdditionalHeadersIn'),
  config: { headers: { Authorization: secret } },
})
const at = (hostname: string, more: object = {}) => ({ targets: [{ id: 't', hostname, ...more }] })
const key = (name: string) => `-----BEGIN PRIVATE KEY-----\n${name}\n-----END PRIVATE KEY-----`

/** Each secret, and the hosts that its owner gave it for. */
const given: Readonly<Record<string, readonly string[]>> = {
  'secret of f': ['one.tld', 'mirror.tld', 'shared.tld'],
  'secret of g': ['two.tld'],
  'secret of idp': ['https://idp.tld/introspect'],
  [key('of two')]: ['two.tld'],
  [key('of shared')]: ['shared.tld'],
}

const owned = {
  id: 'a',
  name: 'A',
  domain: 'a.tld',
  routes: [
    { id: 'r', backend: 'one', flow_ref: 'f' },
    { id: 's', backend: 'two', flow_ref: 'g' },
    { id: 'open', backend: 'other' },
  ],
  flows: [
    {
      id: 'f',
      plugins: {
        slots: [
          adding('secret of f'),
          { plugin: plugin('TrafficMirror'), config: { backend: 'mirror' } },
          { plugin: plugin('Canary'), config: { backend: 'shared', percent: 1 } },
          {
            plugin: plugin('OIDCJwtVerifier'),
            config: {
              introspectionUrl: 'https://idp.tld/introspect',
              clientId: 'c',
              clientSecret: 'secret of idp',
            },
          },
        ],
      },
    },
    { id: 'g', plugins: { slots: [adding('secret of g')] } },
  ],
  backends: [
    { id: 'one', backend: at('one.tld') },
    { id: 'two', backend: { ...at('two.tld', { tls: true }), tls_config: { key: key('of two') } } },
    { id: 'mirror', backend: at('mirror.tld') },
    { id: 'other', backend: at('other.tld') },
  ],
}
const shared = { id: 'shared', backend: { ...at('shared.tld', { tls: true }), tls_config: { key: key('of shared') } } }

async function opened() {
  const store = memoryStore()
  const box = testBox({ store })
  await box.backends.create({ body: shared })
  await box.backends.create({ body: { id: 'theirs', backend: at('evil.tld') } })
  await box.apis.create({ body: owned })
  await box.apis.patch({ id: 'a', body: { state: 'published' } })
  return { store, box, editor: box.as({ id: 'ed', admin: true }) }
}
type Opened = Awaited<ReturnType<typeof opened>>

/** Where each secret that is stored would be sent: to a host, a URL, or the caller of the gateway. */
async function* sendings({ store, box }: Opened): AsyncGenerator<readonly [secret: string, place: string]> {
  const backends = new Map<string, StoredBackend>()
  for await (const { key, value } of store.scan('backends')) backends.set(key, value as StoredBackend)
  for (const collection of ['apis', 'api-drafts', 'api-definitions'])
    for await (const { value } of store.scan(collection)) {
      const definition = (collection === 'api-drafts' ? (value as { api: unknown }).api : value) as ApiDefinition
      const api = { ...definition, state: 'published', enabled: true } as const
      for (const route of compile(api, { backends, plugins: box.plugins }).routes) yield* sentBy(route)
    }
}

function* sentBy({ backend, plugins }: CompiledRoute): Generator<readonly [string, string]> {
  const reached = [backend, ...plugins.flatMap((slot) => Object.values(slot.backends ?? {}))]
  for (const { tls_config, targets } of reached)
    for (const { hostname } of targets) if (tls_config?.key) yield [tls_config.key, hostname]
  for (const { plugin: id, config } of plugins) {
    const headers = Object.values((config.headers ?? {}) as Record<string, string>)
    const places = id === plugin('AdditionalHeadersIn') ? reached.flatMap(hostsOf) : ['the caller']
    for (const header of headers) for (const place of places) yield [header, place]
    if (config.clientSecret) yield [String(config.clientSecret), String(config.introspectionUrl)]
  }
}
const hostsOf = ({ targets }: CompiledBackend) => targets.map(({ hostname }) => hostname)

type Edit = (api: Definition) => void
type Definition = ApiDefinition & { [K in 'routes' | 'flows' | 'backends']-?: NonNullable<ApiDefinition[K]> }

const hosts = fc.constantFrom('evil.tld', 'one.tld', 'two.tld', 'mirror.tld', 'other.tld')
const backendIds = fc.constantFrom('one', 'two', 'mirror', 'other', 'shared', 'theirs', 'new')
const flowIds = fc.constantFrom('f', 'g', 'default_plugin_chain', undefined)
const place = fc.nat(4)
const set = (object: object, name: string, value: unknown) =>
  value === undefined ? Reflect.deleteProperty(object, name) : Reflect.set(object, name, value)

/** What someone who never learns a secret may do with what is shown to them. */
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(place, hosts).map(
    ([i, hostname]): Edit =>
      ({ backends }) => {
        const target = backends[i]?.backend?.targets?.[0]
        if (target) target.hostname = hostname
      },
  ),
  fc.tuple(place, hosts).map(
    ([i, hostname]): Edit =>
      ({ backends }) => {
        backends[i]?.backend?.targets?.push({ hostname })
      },
  ),
  hosts.map(
    (hostname): Edit =>
      ({ backends }) => {
        backends.push({ id: 'new', backend: at(hostname) })
      },
  ),
  fc.tuple(backendIds, hosts).map(
    ([id, hostname]): Edit =>
      ({ backends }) => {
        backends.push({ id, backend: at(hostname) })
      },
  ),
  fc.tuple(place, backendIds).map(
    ([i, id]): Edit =>
      ({ backends }) => {
        if (backends[i]) backends[i].id = id
      },
  ),
  fc.tuple(place, place).map(
    ([i, j]): Edit =>
      ({ backends }) => {
        const [one] = backends.splice(i, 1)
        if (one) backends.splice(j, 0, one)
      },
  ),
  fc.tuple(place, backendIds).map(
    ([i, id]): Edit =>
      ({ routes }) => {
        if (routes[i]) routes[i].backend = id
      },
  ),
  fc.tuple(place, flowIds).map(
    ([i, id]): Edit =>
      ({ routes }) => {
        if (routes[i]) set(routes[i], 'flow_ref', id)
      },
  ),
  fc.tuple(backendIds, flowIds).map(
    ([backend, flow_ref]): Edit =>
      ({ routes }) => {
        routes.push({ id: `n${routes.length}`, backend, ...(flow_ref && { flow_ref }) })
      },
  ),
  place.map(
    (i): Edit =>
      ({ routes }) => {
        routes.splice(i, 1)
      },
  ),
  fc.tuple(place, place, fc.constantFrom('StaticResponse', 'AdditionalHeadersOut', 'JwtUserExtractor')).map(
    ([i, j, name]): Edit =>
      ({ flows }) => {
        const slot = flows[i]?.plugins?.slots?.[j]
        if (slot) slot.plugin = plugin(name)
      },
  ),
  fc.tuple(place, fc.constantFrom('TrafficMirror', 'Canary'), backendIds).map(
    ([i, name, backend]): Edit =>
      ({ flows }) => {
        flows[i]?.plugins?.slots?.push({ plugin: plugin(name), config: { backend } })
      },
  ),
  fc.tuple(place, place, place, place).map(
    ([i, j, k, l]): Edit =>
      ({ flows }) => {
        const [slot] = flows[i]?.plugins?.slots?.splice(j, 1) ?? []
        if (slot) flows[k]?.plugins?.slots?.splice(l, 0, slot)
      },
  ),
  fc.tuple(place, fc.constantFrom('f', 'g', 'h', 'default_plugin_chain')).map(
    ([i, id]): Edit =>
      ({ flows }) => {
        if (flows[i]) flows[i].id = id
      },
  ),
  fc.tuple(place, fc.constantFrom('default_plugin_chain', 'x')).map(
    ([i, name]): Edit =>
      ({ flows }) => {
        if (flows[i]) flows[i].name = name
      },
  ),
  fc.constantFrom('https://evil.tld', 'https://idp.tld/introspect').map(
    (url): Edit =>
      ({ flows }) => {
        for (const { plugins } of flows)
          for (const { config } of plugins?.slots ?? []) if (config?.introspectionUrl) config.introspectionUrl = url
      },
  ),
)

const ways = ['replace', 'draft', 'upload', 'upload of a draft', 'upload of a deployment', 'duplicate'] as const
const step = fc.record({ edits: fc.array(edit, { minLength: 1, maxLength: 3 }), way: fc.constantFrom(...ways) })
const move = fc.oneof(
  { weight: 5, arbitrary: step },
  fc.constantFrom('publish' as const, 'restore' as const, 'import' as const),
  fc.record({ backend: hosts }),
)

/** Does one thing as an editor. Refusals are expected. */
async function act({ editor }: Opened, moved: typeof move extends fc.Arbitrary<infer M> ? M : never): Promise<unknown> {
  if (moved === 'publish') return editor.apis.deployments.create({ id: 'a', body: {}, force: true })
  if (moved === 'restore') {
    const { results } = await editor.apis.deployments.list({ id: 'a' })
    return editor.apis.deployments.restore({ id: 'a', deploymentId: String(results.at(-1)?.id) })
  }
  if (moved === 'import') return editor.apis.importOpenApi({ body: document, into: 'a' })
  if ('backend' in moved) {
    const stored = (await editor.backends.get({ id: 'shared' })) as unknown as typeof shared
    return editor.backends.replace({
      id: 'shared',
      body: { ...stored, backend: { ...stored.backend, ...at(moved.backend) } },
    })
  }
  const { way, edits } = moved
  const isDraft = way === 'draft' || way === 'upload of a draft'
  const { deployments: _, ...shown } = isDraft
    ? await editor.apis.draft.get({ id: 'a' })
    : await editor.apis.get({ id: 'a' })
  const body = copyJson(shown, apiDefinitionSchema) as Definition
  for (const one of edits) one(body)
  const line = body as Definition & { id: string }
  if (way === 'draft') return editor.apis.draft.replace({ id: 'a', body })
  if (way === 'replace') return editor.apis.replace({ id: 'a', body })
  if (way === 'duplicate') return editor.apis.create({ body: { ...body, id: 'copy' } })
  if (way === 'upload') return editor.apis.import({ body: [line], strategy: 'Replace' })
  if (way === 'upload of a draft') return editor.apis.draft.import({ body: [{ api: line }], strategy: 'Replace' })
  const [newest] = await collect(await editor.apis.deployments.export({}))
  if (!newest) return undefined
  return editor.apis.deployments.import({ body: [{ ...newest, apiDefinition: line }], strategy: 'Replace' })
}

const document: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'A', version: '2' },
  servers: [{ url: 'https://evil.tld' }],
  paths: { '/x': { get: { responses: {} } } },
}

const MASK = '********'
const refusal = (pointer: string, at: string, address: string) => ({
  code: 'INVALID',
  message: `The secrets are invalid: ${pointer} is ${MASK}, but the secret was not sent to ${address} (${at}) before: send the secret again`,
  fieldErrors: { [pointer]: [{ message: 'error.secret.address', args: [at, address] }] },
})
const header = '/flows/0/plugins/slots/0/config/headers/Authorization'

describe('a secret', () => {
  it('in a flow is demanded again if a route with it gets a new target, and kept if one is removed', async () => {
    const { editor } = await opened()
    const added = [{ op: 'add' as const, path: '/backends/0/backend/targets/-', value: { hostname: 'Evil.tld' } }]
    const refused = refusal(header, '/backends/0/backend/targets/1', 'http://evil.tld:80')
    await expect(editor.apis.patch({ id: 'a', body: added })).rejects.toMatchObject(refused)
    await expect(editor.apis.draft.patch({ id: 'a', body: added })).rejects.toMatchObject(refused)
    const sent = [...added, { op: 'replace' as const, path: header, value: 'known to the caller' }]
    await editor.apis.patch({ id: 'a', body: sent })
    await editor.apis.patch({ id: 'a', body: [{ op: 'remove', path: '/backends/0/backend/targets/0' }] })
  })

  it.each([
    ['another port', { port: 81 }, 'http://one.tld:81'],
    ['TLS', { tls: true }, 'https://one.tld:443'],
    ['another address', { ip_address: '10.0.0.9' }, 'http://one.tld:80 at 10.0.0.9'],
    ['another protocol', { protocol: 'h2c' }, 'http://one.tld:80 by h2c'],
  ])('is not kept for %s of the same target', async (_, change, address) => {
    const { editor } = await opened()
    const body = [
      { op: 'replace' as const, path: '/backends/0/backend/targets/0', value: { hostname: 'one.tld', ...change } },
    ]
    const refused = refusal(header, '/backends/0/backend/targets/0', address)
    await expect(editor.apis.patch({ id: 'a', body })).rejects.toMatchObject(refused)
  })

  it('is kept for the same address in other words, and if its target is only weighted or named otherwise', async () => {
    const { editor } = await opened()
    const value = { id: 'x', hostname: 'ONE.tld', port: 80, tls: false, protocol: 'HTTP/1.1', weight: 3 }
    const path = '/backends/0/backend/targets/0'
    await expect(editor.apis.patch({ id: 'a', body: [{ op: 'replace', path, value }] })).resolves.toMatchObject({
      id: 'a',
    })
  })

  it('in a flow is not kept for another stored backend, another flow, or a host that OverrideHost names', async () => {
    const { editor } = await opened()
    const patch = (...body: object[]) => editor.apis.patch({ id: 'a', body: body as never })
    await expect(patch({ op: 'replace', path: '/routes/0/backend', value: 'theirs' })).rejects.toMatchObject(
      refusal(header, '/routes/0/backend', 'the stored backend theirs'),
    )
    await expect(patch({ op: 'replace', path: '/routes/1/flow_ref', value: 'f' })).rejects.toMatchObject(
      refusal(header, '/backends/1/backend/targets/0', 'https://two.tld:443'),
    )
    const slot = { plugin: plugin('OverrideHost'), config: { host: 'evil.tld' } }
    await expect(patch({ op: 'add', path: '/flows/1/plugins/slots/-', value: slot })).rejects.toMatchObject({
      code: 'INVALID',
      fieldErrors: { '/flows/1/plugins/slots/0/config/headers/Authorization': expect.anything() },
    })
  })

  it('of a plugin does not become one of another plugin', async () => {
    const { editor } = await opened()
    const path = '/flows/0/plugins/slots/0/plugin'
    const body = [{ op: 'replace' as const, path, value: plugin('AdditionalHeadersOut') }]
    await expect(editor.apis.patch({ id: 'a', body })).rejects.toMatchObject({
      fieldErrors: { [header]: [{ message: 'error.secret.missing', args: [] }] },
    })
  })

  it('of a stored backend is not kept for another target', async () => {
    const { editor } = await opened()
    const body = { backend: { targets: [{ hostname: 'evil.tld' }] } }
    await expect(editor.backends.patch({ id: 'shared', body })).rejects.toMatchObject(
      refusal('/backend/tls_config/key', '/backend/targets/0', 'http://evil.tld:80'),
    )
  })

  it('is not sent to a server that an OpenAPI document names, in the API or its draft', async () => {
    const { editor } = await opened()
    const of = (url: string) => ({ ...document, servers: [{ url }] })
    const id = 'followed'
    await editor.apis.importOpenApi({ body: of('https://one.tld'), id })
    const flows = [{ id: 'default_plugin_chain', plugins: { slots: [adding('secret')] } }]
    await editor.apis.patch({ id, body: { flows } })
    for (const query of [{}, { draft: true }, { draft: true, dryRun: true }, { dryRun: true }])
      await expect(
        editor.apis.importOpenApi({ body: of('https://evil.tld'), into: id, ...query }),
      ).rejects.toMatchObject(refusal(header, '/backends/0/backend/targets/0', 'https://evil.tld:443'))
    await editor.apis.importOpenApi({
      body: { ...of('https://one.tld'), info: { title: 'B', version: '3' } },
      into: id,
    })
  })

  it('leaves no mask where a patch copies or moves what is shown of it', async () => {
    const { box, editor } = await opened()
    const other = header.replace('Authorization', 'X-Other')
    for (const op of ['copy', 'move'] as const)
      for (const path of ['/name', '/description', other, '/backends/0/backend/theirs']) {
        const patch = [{ op, from: header, path }]
        const refused = { code: 'INVALID', fieldErrors: { [path]: [{ message: 'error.secret.missing', args: [] }] } }
        await expect(editor.apis.patch({ id: 'a', body: patch })).rejects.toMatchObject(refused)
        await expect(editor.apis.draft.patch({ id: 'a', body: patch })).rejects.toMatchObject(refused)
      }
    await expect(editor.apis.patch({ id: 'a', body: { name: MASK } })).rejects.toMatchObject({ code: 'INVALID' })
    const name = [{ op: 'copy' as const, from: '/backend/tls_config/key', path: '/name' }]
    await expect(editor.backends.patch({ id: 'shared', body: name })).rejects.toMatchObject({
      fieldErrors: { '/name': expect.anything() },
    })
    expect((await box.apis.get({ id: 'a' })).name).toBe('A')
  })

  it('is kept in a record that has a text like a mask', async () => {
    const { store, editor } = await opened()
    const { value, version } = (await store.get('apis', 'a')) as { value: object; version: string }
    await store.commit(
      [{ op: 'put', collection: 'apis', key: 'a', value: { ...value, name: MASK }, expected: version }],
      [],
    )
    expect(await editor.apis.patch({ id: 'a', body: { description: 'x' } })).toMatchObject({ name: MASK })
    expect((await store.get('apis', 'a'))?.value).toMatchObject({ name: MASK, description: 'x' })
  })

  it('that only verifies signatures is kept, whatever the targets', async () => {
    const { editor } = await opened()
    const guard = { plugin: plugin('JwtUserExtractor'), config: { secret: 'of signatures' } }
    const flows = [{ id: 'f', plugins: { slots: [guard] } }]
    const body = { id: 'b', name: 'B', flows, routes: [{ id: 'r', backend: 'b', flow_ref: 'f' }] }
    await editor.apis.create({ body: { ...body, backends: [{ id: 'b', backend: at('one.tld') }] } })
    await editor.apis.patch({ id: 'b', body: { backends: [{ id: 'b', backend: at('two.tld') }] } })
  })

  it('of a plugin that another program brings is bound to every other text of its configuration', async () => {
    const configSchema = {
      type: 'object',
      properties: { token: { type: 'string', writeOnly: true }, where: { type: 'string' } },
    }
    const common = {
      name: 'Theirs',
      description: 'Calls a service',
      steps: ['ValidateAccess'],
      categories: [],
    } as const
    const box = testBox({ plugins: [{ ...common, id: 'theirs', configSchema: configSchema as never }] })
    const slot = (config: object) => ({ plugin: 'theirs', config: { ...config } })
    const body = (config: object) => ({ id: 'a', name: 'A', flows: [{ id: 'f', plugins: { slots: [slot(config)] } }] })
    await box.apis.create({ body: body({ token: 'secret', where: 'one.tld' }) })
    await box.apis.replace({ id: 'a', body: body({ token: MASK, where: 'one.tld' }) })
    await expect(box.apis.replace({ id: 'a', body: body({ token: MASK, where: 'evil.tld' }) })).rejects.toMatchObject(
      refusal('/flows/0/plugins/slots/0/config/token', '/flows/0/plugins/slots/0/config/where', 'evil.tld'),
    )
  })

  it('in a flow is not kept if clients or targets come to name the host that is called', async () => {
    const box = testBox()
    const all = { enabled: true, include: [], exclude: [] }
    const host = { plugin: plugin('OverrideHost'), ...all, config: { host: 'one.tld' } }
    const body = (...slots: Slot[]) => ({
      ...{ id: 'a', name: 'A', routes: [{ id: 'r', backend: 'one', flow_ref: 'f' }] },
      flows: [{ id: 'f', plugins: { slots: [{ ...all, ...adding(MASK) }, ...slots] as Slot[] } }],
      backends: [{ id: 'one', backend: at('one.tld') }],
    })
    const first = body(host)
    first.flows[0]!.plugins.slots[0] = { ...all, ...adding('secret') }
    await box.apis.create({ body: first })
    const put = (...slots: Slot[]) => box.apis.replace({ id: 'a', body: body(...slots) })
    const client = refusal(header, '/flows/0/plugins', 'whatever host the client names')
    await expect(put()).rejects.toMatchObject(client)
    for (const more of [{ enabled: false }, { include: ['/x'] }, { exclude: ['/x'] }])
      await expect(put({ ...host, ...more })).rejects.toMatchObject(client)
    for (const slot of [{ ...host, config: {} }, { plugin: host.plugin }])
      await expect(put(slot)).rejects.toMatchObject(
        refusal(header, '/flows/0/plugins/slots/1/config', 'the host of the target'),
      )
    const other = { plugin: plugin('Cors'), config: { allow_origin: '*' } }
    for (const slots of [[host, other], [other, { ...host, enabled: true, include: [] }], [host]]) await put(...slots)
  })

  it('in a flow without a host of its own is kept if the host becomes that of the target', async () => {
    const { editor } = await opened()
    const value = { plugin: plugin('OverrideHost'), config: {} }
    await editor.apis.patch({ id: 'a', body: [{ op: 'add', path: '/flows/0/plugins/slots/-', value }] })
  })

  it.each([
    ['another authority', { ca: ['other'] }, /with the authorities [0-9a-f]{16} /],
    ['no authority of its own', { ca: undefined }, /with the pins [0-9a-f]{16}$/],
    ['another server name', { sni: 'evil.tld' }, /with the server name evil.tld/],
    ['another pin', { pins: ['sha256/b', 'sha256/a'] }, /with the pins/],
    ['no verification', { verify: false }, /without verification$/],
  ])('of a backend and of a flow is not kept for %s', async (_, change, address) => {
    const box = testBox()
    const tls = { key: MASK, ca: ['one', 'two'], pins: ['sha256/a', 'sha256/c'] }
    const body = (tls_config: JsonObject, secret: string) => ({
      ...{ id: 'a', name: 'A', routes: [{ id: 'r', backend: 'one', flow_ref: 'f' }] },
      flows: [{ id: 'f', plugins: { slots: [adding(secret)] } }],
      backends: [{ id: 'one', backend: { ...at('one.tld', { tls: true }), tls_config } }],
    })
    await box.apis.create({ body: body({ ...tls, key: key('one') }, 'secret') })
    const changed = JSON.parse(JSON.stringify({ ...tls, ...change }))
    const found = [
      { message: 'error.secret.address', args: ['/backends/0/backend/targets/0', expect.stringMatching(address)] },
    ]
    await expect(box.apis.replace({ id: 'a', body: body(changed, MASK) })).rejects.toMatchObject({
      fieldErrors: { [header]: found, '/backends/0/backend/tls_config/key': found },
    })
    const same = { ...tls, ca: ['two', 'one'], minVersion: 'TLSv1.3', verify: true }
    await box.apis.replace({ id: 'a', body: body(same, MASK) })
  })

  describe('beside members that nobody describes', () => {
    const common = {
      name: 'Theirs',
      description: 'Calls a service',
      steps: ['ValidateAccess'],
      categories: [],
    } as const
    const configSchema = { type: 'object', properties: {}, additionalProperties: true } as never
    const first = {
      credentials: { url: 'https://one.tld', password: 'p', port: 1 },
      ...{ port: 80, plain: false, to: { 'one.tld': {} }, a: 'x', b: 'y', list: [1, 'z'] },
    }
    const shown = { ...first, credentials: { url: MASK, password: MASK, port: 1 } }
    const changes: [string, object][] = [
      ['a masked address', { ...shown, credentials: { ...shown.credentials, url: 'https://evil.tld' } }],
      ['a number', { ...shown, port: 81 }],
      ['a number below a secret name', { ...shown, credentials: { ...shown.credentials, port: 2 } }],
      ['a flag', { ...shown, plain: true }],
      ['null', { ...shown, plain: null }],
      ['the name of a member', { ...shown, to: { 'evil.tld': {} } }],
      ['a new member', { ...shown, proxy: 80 }],
      ['a new secret member', { ...shown, tokens: { url: 'https://evil.tld' } }],
      ['exchanged texts', { ...shown, a: 'y', b: 'x' }],
    ]

    it.each(changes)('in a plugin of another program, is not kept for %s', async (_, config) => {
      const box = testBox({ plugins: [{ ...common, id: 'theirs', configSchema }] })
      const body = (of: object, enabled = true) => ({
        ...{ id: 'a', name: 'A' },
        flows: [{ id: 'f', plugins: { slots: [adding('s'), { plugin: 'theirs', enabled, config: { ...of } }] } }],
      })
      await box.apis.create({ body: body(first) })
      const refused = { fieldErrors: { '/flows/0/plugins/slots/1/config/credentials/password': expect.anything() } }
      await expect(box.apis.replace({ id: 'a', body: body(config) })).rejects.toMatchObject(refused)
      const patch = [{ op: 'replace' as const, path: '/flows/0/plugins/slots/1/config', value: config }]
      await expect(box.apis.patch({ id: 'a', body: patch })).rejects.toMatchObject(refused)
      await box.apis.replace({ id: 'a', body: body({ ...shown, list: ['z', 1] }, false) })
    })

    it.each(changes)('in an extension of a backend, is not kept for %s', async (_, theirs) => {
      const box = testBox()
      const body = (of: object) => ({ id: 'b', backend: { targets: [{ hostname: 'one.tld' }], theirs: of } })
      await box.backends.create({ body: body(first) })
      const refused = { fieldErrors: { '/backend/theirs/credentials/password': expect.anything() } }
      await expect(box.backends.replace({ id: 'b', body: body(theirs) })).rejects.toMatchObject(refused)
      const { backend } = body(shown)
      await box.backends.replace({ id: 'b', body: { id: 'b', backend: { ...backend, outlier: { interval: 5 } } } })
    })

    it('is kept by a patch of another secret in another slot, and by one that leaves its configuration alone', async () => {
      const box = testBox({ plugins: [{ ...common, id: 'theirs', configSchema }] })
      const slots = [adding('s'), { plugin: 'theirs', config: { ...first } }]
      await box.apis.create({ body: { id: 'a', name: 'A', flows: [{ id: 'f', plugins: { slots } }] } })
      const set = (path: string, value: unknown) =>
        box.apis.patch({ id: 'a', body: [{ op: 'replace', path: `/flows/0/plugins/slots${path}`, value }] as never })
      await set('/0/config/headers/Authorization', 'new')
      await set('/1/enabled', false)
      const all = { ...first, credentials: { ...first.credentials, password: 'p2', url: 'https://two.tld' } }
      await set('/1/config', { ...all, port: 81 })
    })
  })

  it('is sent to no address that its owner did not give, whatever an editor does who does not know it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 6 }), async (moves) => {
        const all = await opened()
        for (const one of moves) {
          await act(all, one).catch((error) =>
            expect(error).toMatchObject({ code: expect.stringMatching(/^(INVALID|CONFLICT|NOT_FOUND)$/) }),
          )
          for await (const [secret, place] of sendings(all))
            if (given[secret]) expect([secret, given[secret]]).toEqual([secret, expect.arrayContaining([place])])
        }
      }),
      { numRuns: 60 },
    )
  })
})
