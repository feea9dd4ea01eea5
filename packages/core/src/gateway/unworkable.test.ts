import { describe, expect, it } from 'vitest'
import type { SignalboxError } from '../errors.ts'
import { createSignalbox } from '../signalbox.ts'

const backends = [{ id: 'b', backend: { targets: [{ hostname: 'one.tld' }] } }]
const routes = [{ id: 'r', frontend: { paths: ['/'] }, backend: 'b', flow_ref: 'f' }]

/** An API whose flow has one plugin. */
const withSlot = (plugin: string, config: object) => ({
  ...{ id: 'a', name: 'a', domain: 'a.tld', routes, backends },
  flows: [{ id: 'f', plugins: { slots: [{ plugin: `cp:gateway.next.plugins.${plugin}`, config }] } }],
})
/** An API with one backend. */
const withBackend = (backend: object) => ({ id: 'a', name: 'a', backends: [{ id: 'b', backend }] })
/** An API with one plan. */
const withPlan = (access_mode_configuration_type: string, access_mode_configuration: object) => ({
  id: 'a',
  name: 'a',
  documentation: {
    plans: [{ id: 'p', name: 'p', status: 'published', access_mode_configuration_type, access_mode_configuration }],
  },
})

/** Where the API is refused; nothing of one that is saved. */
async function refusedAt(body: object): Promise<string[]> {
  const { apis } = createSignalbox()
  return apis.create({ body: body as never }).then(
    () => [],
    ({ code, fieldErrors }: SignalboxError) => (code === 'INVALID' ? Object.keys(fieldErrors) : [code]),
  )
}

const config = '/flows/0/plugins/slots/0/config'
const mode = '/documentation/plans/0/access_mode_configuration'

describe('a configuration that cannot work is refused, by its place', () => {
  it.each<[plugin: string, config: object, place: string]>([
    ['IpAddressAllowedList', { adresses: ['10.0.0.0/8'] }, '/adresses'],
    ['IpAddressBlockList', { addresses: ['999.999.999.999/999'] }, '/addresses/0'],
    ['IpAddressBlockList', { addresses: ['::::'] }, '/addresses/0'],
    ['RateLimit', { rate: 5, window: 1, by: 'header' }, '/header'],
    ['AdditionalHeadersIn', { headers: { a: 'x\r\ny' } }, '/headers/a'],
    ['AdditionalHeadersIn', { headers: { 'Bad Name': 'x' } }, '/headers/Bad Name'],
    ['OverrideHost', { host: 'a b\r\nX: y' }, '/host'],
    ['Redirection', { to: 'javascript:alert(1)' }, '/to'],
    ['StaticResponse', { body_base64: '***' }, '/body_base64'],
    ['JwtUserExtractor', { publicKey: 'x', algorithms: ['none'] }, '/algorithms/0'],
    ['Cors', { allow_origin: '*', allow_credentials: true }, '/allow_credentials'],
    ['ExperimentSplit', { experiment: 'x', backends: { a: 'b', z: 'nowhere' } }, '/backends/z'],
  ])('of the plugin %s: %j', async (plugin, given, place) => {
    expect(await refusedAt(withSlot(plugin, given))).toEqual([config + place])
  })

  it.each<[backend: object, place: string]>([
    [{ targets: [{ hostname: 'https://x.tld/path' }] }, '/targets/0/hostname'],
    [{ targets: [{ hostname: 'a b' }] }, '/targets/0/hostname'],
    [{ targets: [{ hostname: 'a', weight: 0 }] }, '/targets'],
    [{ targets: [{ hostname: 'a' }], root: 'noslash' }, '/root'],
  ])('of a backend: %j', async (backend, place) => {
    expect(await refusedAt(withBackend(backend))).toEqual([`/backends/0/backend${place}`])
  })

  it.each<[type: string, configuration: object, place: string]>([
    ['jwt', { publicKey: 'x', algorithms: ['none'] }, '/algorithms/0'],
    ['jwt', { publicKey: 'x', algorithms: ['HS256'] }, '/algorithms/0'],
    ['jwt', { secret: 'x'.repeat(40), algorithms: ['RS256'] }, '/algorithms/0'],
    ['jwt', { jwksUrl: 'not a url' }, '/jwksUrl'],
    ['apikey', { restrictions: { enabled: true, alowed: [] } }, '/restrictions/alowed'],
    ['apikey', { quota: { window: 60 } }, '/quota/perWindow'],
    ['apikey', { quota: { perWindow: 5 } }, '/quota/window'],
    ['apikey', { rotation: { enabled: true } }, '/rotation/rotationEvery'],
    ['apikey', { validUntil: 1 }, '/validUntil'],
  ])('of a plan of the mode %s: %j', async (type, configuration, place) => {
    expect(await refusedAt(withPlan(type, configuration))).toEqual([mode + place])
  })

  it('of a route: a host in the place of a path', async () => {
    const bare = {
      id: 'a',
      name: 'a',
      backends,
      routes: [{ ...routes[0], flow_ref: undefined, frontend: { domains: ['users'] } }],
    }
    expect(await refusedAt(JSON.parse(JSON.stringify(bare)))).toEqual(['/routes/0/frontend/domains/0'])
  })

  it('and one that works is saved', async () => {
    expect(await refusedAt(withSlot('IpAddressAllowedList', { addresses: ['10.0.0.0/8', '2001:db8::1'] }))).toEqual([])
    expect(await refusedAt(withBackend({ targets: [{ hostname: 'a', weight: 2 }], root: '/v1' }))).toEqual([])
    expect(await refusedAt(withPlan('jwt', { publicKey: 'x', algorithms: ['RS256'] }))).toEqual([])
  })
})

it('a plugin that nobody has is saved, is an error of lint, and refuses every request', async () => {
  const { apis } = createSignalbox()
  await apis.create({ body: withSlot('NobodyHasThis', {}) as never })
  await apis.deployments.create({ id: 'a' })
  const { problems } = await apis.lint({ id: 'a' })
  expect(problems).toContainEqual(
    expect.objectContaining({ severity: 'error', pointer: '/flows/0/plugins/slots/0/plugin' }),
  )
  const { routes: compiled } = await apis.routes({ id: 'a' })
  expect(compiled[0]?.refusal).toMatchObject({ cause: 'errors.plugin.unknown' })
})

it('secrets for upstreams are shown to nobody, and stay when their mask is sent back', async () => {
  const box = createSignalbox()
  const { apis } = box
  const body = {
    ...withSlot('AdditionalHeadersIn', { headers: { Authorization: 'Bearer of-upstream', 'X-Open': 'shown' } }),
    backends: [{ id: 'b', backend: { targets: [{ hostname: 'one.tld' }], tls_config: { key: 'a-private-key' } } }],
  }
  await apis.create({ body: body as never })
  await apis.deployments.create({ id: 'a' })
  const shown = await apis.get({ id: 'a' })
  await apis.replace({ id: 'a', body: shown as never })
  const answers = JSON.stringify([
    shown,
    await apis.get({ id: 'a' }),
    await apis.routes({ id: 'a' }),
    await box.routes({}),
  ])
  expect(answers).toContain('"X-Open":"shown"')
  expect(answers).not.toMatch(/of-upstream|a-private-key/)
  let stored = ''
  for await (const line of await apis.export({})) stored += JSON.stringify(line)
  expect(stored).toContain('Bearer of-upstream')
  expect(stored).toContain('a-private-key')
})

describe('a stored backend', () => {
  const lim = { id: 'lim', authorizedPatterns: [{ pattern: 'mine-*', domains: ['*'] }] } as never
  const naming = (id: string, backend: string) => ({
    body: { id, name: 'x', domain: 'x.tld', routes: [{ id: 'r', backend, frontend: { paths: ['/o'] } }] },
  })

  it('is named by an API only if its writer may read it; one that is not there is refused alike', async () => {
    const box = createSignalbox()
    for (const id of ['theirs', 'mine-own'])
      await box.backends.create({ body: { id, backend: { targets: [{ hostname: 'secret.internal' }] } } })
    const { apis } = box.as(lim)
    const refusal = (backend: string) =>
      apis
        .create(naming('mine-api', backend))
        .catch(({ code, message, fieldErrors }: SignalboxError) => [
          code,
          message.replaceAll(backend, '<id>'),
          Object.keys(fieldErrors),
        ])
    const [foreign, unknown] = [await refusal('theirs'), await refusal('nowhere')]
    expect(foreign).toEqual(unknown)
    expect(foreign).toMatchObject(['INVALID', expect.any(String), ['/routes/0/backend']])
    await apis.create(naming('mine-api', 'mine-own'))
    const draft = apis.draft.patch({
      id: 'mine-api',
      body: [{ op: 'replace', path: '/routes/0/backend', value: 'theirs' }],
    })
    await expect(draft).rejects.toMatchObject({ code: 'INVALID' })
  })

  it('of others is not shown by routes', async () => {
    const box = createSignalbox()
    await box.backends.create({ body: { id: 'theirs', backend: { targets: [{ hostname: 'secret.internal' }] } } })
    await box.apis.create(naming('mine-api', 'theirs'))
    await box.apis.deployments.create({ id: 'mine-api' })
    expect(JSON.stringify(await box.routes({}))).toContain('secret.internal')
    const shown = await box.as(lim).routes({})
    expect(shown.routes).toHaveLength(1)
    expect(JSON.stringify(shown)).not.toContain('secret.internal')
  })
})
