import fc from 'fast-check'
import { json } from './arbitraries.fixture.ts'

/** Gateway ids from a small set, so that records collide. */
export const gatewayId = fc.constantFrom('a', 'b', 'ab', '__proto__')

const text = fc.string({ unit: 'binary', maxLength: 6 })
const texts = fc.array(text, { maxLength: 2 })
const metadata = fc.dictionary(fc.string({ unit: 'binary', maxLength: 5 }), json, { maxKeys: 2 })
const optional = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(model, { requiredKeys: [] })
const withId = <T extends { id: string }>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.uniqueArray(fc.record(model as never, { requiredKeys: ['id'] as never }) as fc.Arbitrary<T>, {
    maxLength: 3,
    selector: ({ id }) => id,
  })
const condition = fc.constantFrom('', 'a', 'Exists()', 'Regex(a+)')
const kept = { metadata, tags: texts }

const target = fc.record(
  {
    id: gatewayId,
    hostname: fc.constantFrom('one.tld', 'two.tld', '10.0.0.1', '::1'),
    port: fc.integer({ min: 1, max: 65_535 }),
    tls: fc.boolean(),
    weight: fc.integer({ min: 1, max: 3 }),
    drained: fc.boolean(),
    backup: fc.boolean(),
    protocol: fc.constantFrom('HTTP/1.1', 'HTTP/2', 'h2c'),
    tls_config: optional({ sni: fc.constant('one.tld'), verify: fc.boolean(), more: json }),
    more: json,
  },
  { requiredKeys: ['hostname'] },
)
const balancing = optional({
  type: fc.constantFrom('RoundRobin', 'Sticky', 'HeaderHash', 'WeightedBestResponseTime', 'NaiveFailover', 'theirs'),
  cookie: fc.constant('shop'),
  ttl: fc.nat(),
  header_name: fc.constant('X-A'),
  ratio: fc.double({ min: 0, max: 1, noNaN: true }),
  seed: json,
})
const ms = fc.integer({ min: 100, max: 10_000 })
const backend = {
  id: gatewayId,
  name: text,
  backend: fc.record({
    targets: fc.array(target, { maxLength: 2 }),
    root: fc.constantFrom('', '/', '/v1'),
    rewrite: fc.boolean(),
    load_balancing: balancing,
    health_check: optional({ enabled: fc.boolean(), url: fc.constantFrom('/up', 'up'), interval: ms, more: json }),
    outlier: optional({ consecutiveFailures: fc.integer({ min: 1, max: 9 }), baseEjection: ms, more: json }),
  }),
  client: fc.constantFrom('default_backend_client', 'c'),
}
const slot = fc.record(
  {
    plugin: fc.constant('cp:gateway.next.plugins.OverrideHost'),
    enabled: fc.boolean(),
    include: texts,
    exclude: texts,
    config: optional({ host: fc.constantFrom('one.tld', 'two.tld:8080') }),
  },
  { requiredKeys: ['plugin'] },
)
const plan = fc.oneof(
  fc.record({ ...planCommon(), access_mode_configuration_type: fc.constant('keyless') }),
  fc.record({
    ...planCommon(),
    access_mode_configuration_type: fc.constant('apikey'),
    access_mode_configuration: optional({ enabled: fc.boolean(), tags: texts, metadata }),
  }),
  fc.record({
    ...planCommon(),
    access_mode_configuration_type: fc.constant('jwt'),
    access_mode_configuration: fc.record(
      {
        publicKey: fc.constant('a public key'),
        algorithms: fc.constantFrom(['RS256'], ['ES256', 'EdDSA']),
        issuer: text,
      },
      { requiredKeys: ['publicKey'] },
    ),
  }),
)
function planCommon() {
  return {
    id: gatewayId,
    status: fc.constantFrom('staging', 'published', 'deprecated', 'closed'),
    pricing: optional({ price: fc.integer({ min: 0 }), currency: fc.constant('EUR'), params: metadata }),
  }
}
const page = optional({
  path: texts,
  title: text,
  content_type: text,
  text_content: text,
  json_content: json,
  site_page: fc.boolean(),
  more: json,
})

const members = {
  id: gatewayId,
  name: fc.constantFrom('one', 'other'),
  description: text,
  domain: fc.constantFrom('api.one.tld', 'api.two.tld'),
  context_path: fc.constantFrom('', '/', '/v1'),
  version: fc.constantFrom('1', '2'),
  versions: texts,
  enabled: fc.boolean(),
  state: fc.constant('staging'),
  blueprint: fc.constantFrom('REST', 'GraphQL', 'gRPC', 'Http', 'Websocket'),
  debug_flow: fc.boolean(),
  capture: fc.boolean(),
  export_reporting: fc.boolean(),
  groups: texts,
  ...kept,
  routes: withId({
    id: gatewayId,
    name: text,
    enabled: fc.boolean(),
    frontend: optional({
      domains: fc.constantFrom([], ['api.tld/x']),
      paths: fc.array(fc.constantFrom('/', '/a', '/a/:id', '/{name}.json', '/a/*'), { maxLength: 2 }),
      headers: fc.dictionary(fc.constantFrom('accept', 'X-A'), condition, { maxKeys: 2 }),
      methods: fc.constantFrom([], ['GET']),
      query: fc.dictionary(fc.constantFrom('a', 'ü'), condition, { maxKeys: 2 }),
      strip_path: fc.boolean(),
      exact: fc.boolean(),
    }),
    flow_ref: fc.constantFrom('default_plugin_chain', 'f'),
  }),
  backends: withId(backend),
  flows: fc.constant([{ id: 'f', name: 'f', plugins: { slots: [] } }]).chain(([flow]) =>
    fc.array(slot, { maxLength: 2 }).map((slots) => [
      { ...flow, plugins: { slots } },
      { id: 'default_plugin_chain', plugins: { slots } },
    ]),
  ),
  clients_backend_config: metadata.map((more) => [
    { id: 'c', client: { ...more, callTimeout: 5, retries: 1 } },
    { id: 'default_backend_client' },
  ]),
  documentation: optional({
    enabled: fc.boolean(),
    source: fc.record({ url: text, more: json }),
    home: page,
    logo: page,
    references: fc.array(optional({ title: text, link: text, icon: json }), { maxLength: 2 }),
    resources: fc.array(page, { maxLength: 2 }),
    navigation: fc.array(metadata, { maxLength: 2 }),
    redirections: fc.array(optional({ from: text, to: text }), { maxLength: 2 }),
    footer: page,
    search: optional({ enabled: fc.boolean(), more: json }),
    banner: page,
    plans: fc.uniqueArray(plan, { maxLength: 3, selector: ({ id }) => id }),
    ...kept,
  }),
  clients: withId({ id: gatewayId, name: text, description: text, ...kept }),
  testing: fc.record({ enabled: fc.boolean(), headerKey: fc.constant('X-Test'), headerValue: fc.constant('a-value') }),
}

/** APIs with every member an API can have: valid, without secrets. */
export const wholeApi = fc.record(members)

/** APIs with some of the members: valid, without secrets. */
const partialApi = fc
  .record(members, { requiredKeys: ['id', 'name', 'flows', 'clients_backend_config'] })
  .map((api) => api as Record<string, unknown>)

const wrong = fc.tuple(
  partialApi,
  fc.constantFrom('id', 'state', 'version', 'routes', 'flows', 'contextPath', 'deployments', 'documentation', 'colour'),
  json,
)

/** APIs: some have one invalid, forged or unknown member, some refer to a stored backend. */
export const maybeApi: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: partialApi, weight: 6 },
  { arbitrary: partialApi.map((api) => ({ ...api, state: 'published' })), weight: 2 },
  {
    arbitrary: fc.tuple(partialApi, gatewayId).map(([api, id]) => ({ ...api, routes: [{ id: 'r', backend: id }] })),
    weight: 2,
  },
  { arbitrary: wrong.map(([api, member, value]) => ({ ...api, [member]: value })), weight: 2 },
  { arbitrary: json, weight: 1 },
)

/** Stored backends, some of them invalid. */
export const maybeBackend: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: fc.record(backend, { requiredKeys: ['id'] }), weight: 6 },
  { arbitrary: json, weight: 1 },
)

/** Merge patches of APIs. */
export const apiMerge = fc.oneof(
  optional({
    description: fc.constantFrom('one', 'other', null),
    state: fc.constantFrom('staging', 'published', 'deprecated', 'removed'),
    metadata: fc.constantFrom({ a: 1 }, { a: null }),
  }),
  json,
)

/** nd-json lines of deployments, some of them invalid. */
export const maybeDeployment: fc.Arbitrary<unknown> = fc.oneof(
  {
    arbitrary: fc.tuple(partialApi, fc.constantFrom('d', 'e'), fc.integer({ min: 0, max: 3 })).map(([api, id, at]) => ({
      id,
      apiRef: api.id,
      at,
      version: '1',
      apiDefinition: api,
    })),
    weight: 6,
  },
  { arbitrary: json, weight: 1 },
)

/** nd-json lines of drafts, some of them invalid. */
export const maybeDraft: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: partialApi.map((api) => ({ api, base: {} })), weight: 6 },
  { arbitrary: json, weight: 1 },
)

const openApi = fc.record({
  openapi: fc.constantFrom('3.0.3', '3.1.0', '4.0'),
  info: fc.record({ title: fc.constantFrom('one', 'other'), version: fc.constantFrom('1', '2') }),
  servers: fc.array(fc.record({ url: fc.constantFrom('https://one.tld/v1', '/v1', 'https://two.tld') }), {
    maxLength: 2,
  }),
  paths: fc.dictionary(
    fc.constantFrom('/a', '/a/{id}', '/a/{name}', '/b', '/{x}.{y}'),
    optional({ get: optional({ operationId: text, summary: text }), put: fc.constant({}) }),
    { maxKeys: 4 },
  ),
})

/** Uploads of OpenAPI documents: bare or in an envelope, as values or as text, some of them invalid. */
export const maybeOpenApi = fc.oneof(
  { arbitrary: openApi as fc.Arbitrary<unknown>, weight: 4 },
  { arbitrary: openApi.map((openapi) => ({ openapi, into: 'a' })), weight: 2 },
  { arbitrary: openApi.map((document) => ({ openapi: JSON.stringify(document), dryRun: true })), weight: 2 },
  { arbitrary: openApi.map((openapi) => ({ openapi, colour: 'red' })), weight: 1 },
  { arbitrary: json, weight: 1 },
)

/** Selections for lists: some paths exist in the records, some do not. */
export const selection = {
  filter: fc.dictionary(
    fc.constantFrom('state', 'name', 'tags', 'documentation.plans.status', 'metadata.a', 'colour', 'deployments', ''),
    fc.constantFrom('staging', 'one', '1', ''),
    { maxKeys: 2 },
  ),
  sorted: fc.constantFrom('name', 'name:desc', 'version:asc,name:desc', 'tags', 'colour', 'name:up', ''),
}
