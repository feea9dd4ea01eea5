import fc from 'fast-check'

/** Ids from a small set, so that records refer to each other and replace each other. */
export const id = fc.constantFrom('a', 'a:b', 'b', 'shop:express', 'Shop:Express', '__proto__')
/** Ids of records that are in no hierarchy. */
export const plain = fc.constantFrom('a', 'b', 'C')
/** Texts that YAML could take for something else. */
export const text = fc.oneof(
  fc.constantFrom('', 'no', '1e3', '~', '# a', '- b', '\u0085', '2026-01-01', '<<', 'a\nb\n', '********'),
  fc.string({ unit: 'binary', maxLength: 6 }),
)

const name = fc.constantFrom('One', 'no', '1e3', '# a', '- b', '********', ' two\nlines ')
const json = fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' })
const texts = fc.array(text, { maxLength: 2 })
const metadata = fc.dictionary(fc.constantFrom('a', '__proto__', '********'), json, { maxKeys: 2 })
const noted = { description: text, tags: texts, metadata }
const percentage = fc.constantFrom(0, 20, 50, 100)

/** Records that have the members of `needed`, and some of the members of `more`. */
function some(needed: Model, more: Model = {}): fc.Arbitrary<object> {
  return fc.record({ ...needed, ...more }, { requiredKeys: Object.keys(needed) })
}
type Model = Readonly<Record<string, fc.Arbitrary<unknown>>>

const condition: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 2 },
    fc.record({ attribute: fc.constantFrom('plan', '/a/b'), operator: fc.constant('is'), value: text }),
    fc.record({ attribute: fc.constantFrom('plan', '/a/b'), operator: fc.constantFrom('exists', 'missing') }),
    fc.record({ segment: id }),
    fc.record({ feature: id, active: fc.boolean() }),
    fc.record({ not: tie('node') }),
    fc.record({ any: fc.array(tie('node'), { maxLength: 2 }) }),
  ),
})).node

const rules = fc.array(some({ when: condition }, { name, percentage, active: fc.boolean() }), { maxLength: 2 })
const parametersOf: Readonly<Record<string, fc.Arbitrary<object> | undefined>> = {
  NO_STRATEGY: undefined,
  PERCENTAGE: fc.record({ percentage }),
  CUSTOMERS_LIST: fc.record({ customers: texts }),
  HOUR_RANGE: fc.constant({ startDate: '08:00', endDate: '17:30' }),
  RELEASE_DATE: fc.constant({ releaseDate: '01/01/2026 00:00:00' }),
  SCRIPT: fc.constant({ type: 'javascript', script: 'function enabled() {}' }),
  GLOBAL_SCRIPT: fc.record({ ref: id }),
  RULES: fc.record({ rules }),
}
const strategy = fc.oneof(
  ...Object.entries(parametersOf).map(([activationStrategy, parameters]) =>
    fc.record({ activationStrategy: fc.constant(activationStrategy), ...(parameters && { parameters }) }),
  ),
)

export const feature = fc
  .tuple(some({ id, enabled: fc.boolean() }, noted), strategy)
  .map(([own, decides]) => ({ ...own, ...decides }))

export const segment = some({ id }, { when: condition, included: texts, excluded: texts, description: text })

export const config = fc.oneof(
  some({ id, value: json }, { rules: fc.array(some({ when: condition, value: json }, { name }), { maxLength: 2 }) }),
  fc.record({ id, type: fc.constant('number'), value: fc.integer() }),
)

const layer = fc.record({ name: plain, from: fc.constantFrom(0, 0.5), to: fc.constant(1) })
export const experiment = fc
  .tuple(
    some({ id, name, enabled: fc.boolean() }, { description: text, tags: texts, layer, audience: condition }),
    fc.constantFrom(0, 0.1, 0.5),
  )
  .map(([own, share]) => ({
    ...own,
    variants: [
      { id: 'A', name: 'A', traffic: share },
      { id: 'B', name: 'B', traffic: 1 - share, description: 'The other one' },
    ],
  }))

const javascript = { type: 'javascript', script: 'function enabled() {}\n' }
export const script = some({ id, name, source: fc.constantFrom(javascript, 'function enabled() {}') })

const target = some(
  { hostname: fc.constantFrom('one.example', '10.0.0.1') },
  { port: fc.constantFrom(80, 8443), weight: fc.constant(2), drained: fc.boolean() },
)
const targets = some(
  { targets: fc.array(target, { minLength: 1, maxLength: 2 }) },
  { root: fc.constantFrom('', '/v1') },
)
export const backend = some({ id: plain, backend: targets }, { name })

const plan = (planId: string) =>
  fc.record({
    id: fc.constant(planId),
    status: fc.constantFrom('staging', 'published', 'published', 'deprecated'),
    access_mode_configuration_type: fc.constantFrom('apikey', 'keyless'),
  })

/** An API, with a route to its own backend and perhaps one to a stored one. */
export const api = fc
  .tuple(
    some({ id: plain, name }, { ...noted, version: fc.constantFrom('1', '2'), enabled: fc.boolean() }),
    targets,
    fc.option(plain),
    fc.tuple(plan('gold'), plan('silver')),
  )
  .map(([own, backend, stored, plans]) => {
    const { id } = own as { readonly id: string }
    const routes = ['own', ...(stored === null ? [] : [stored])]
    return {
      ...own,
      id,
      domain: `${id.toLowerCase()}.example`,
      routes: routes.map((one) => ({ id: one, backend: one, frontend: { paths: [`/${one}`] } })),
      backends: [{ id: 'own', backend }],
      documentation: { plans },
    }
  })

export const subscription = some(
  { id: plain, api_ref: plain, plan_ref: fc.constantFrom('gold', 'silver') },
  { owner_ref: plain, name, enabled: fc.boolean(), tags: texts, metadata },
)

const byCode = (...codes: string[]) => fc.dictionary(fc.constantFrom(...codes), text, { maxKeys: 2 })
export const errorTemplate = some(
  { serviceId: fc.constantFrom('global', 'a', 'b') },
  {
    ...{ name, template40x: text, template50x: text },
    ...{ genericTemplates: byCode('errors.*', 'own'), messages: byCode('message-404', 'own') },
  },
)

const call = (name: string, args: object) => ({ kind: 'call', function: `core.${name}`, args })
const node = fc.oneof(
  json.map((value) => ({ kind: 'value', value: { $raw: value } })),
  id.map((key) => call('store_set', { key, value: '${input}' })),
  plain.map((workflow_id) => call('workflow_call', { workflow_id })),
)
const steps = fc.array(node, { maxLength: 2 })
export const workflow = some({ id: plain, config: fc.record({ kind: fc.constant('workflow'), steps }) }, { name })

export const webhook = some(
  { clientId: plain, callbackUrl: fc.constantFrom('https://a.example/hook', 'https://b.example/') },
  {
    domains: fc.constantFrom([], ['Feature', 'Config']),
    patterns: fc.constantFrom([], ['a:*', '!b']),
    headers: fc.constantFrom({}, { Authorization: 'Bearer of tests' }),
    isBanned: fc.boolean(),
    secret: fc.constant(`whsec_${'A'.repeat(32)}`),
  },
)

const shop = [{ pattern: 'shop:*', rights: ['R'], domains: ['Feature', 'Config'] }]
const rights = { admin: fc.boolean(), authorizedPatterns: fc.constantFrom('*', 'a:*$$$RU,b', shop) }
export const user = some({ id: plain, name }, { ...rights, email: text, password: fc.constant('a long password') })
export const apiKey = some({ clientId: plain, name }, { ...rights, clientSecret: fc.constant('a-secret-of-tests') })
export const gatewayKey = some({ id: plain }, { name })
export const developer = some(
  { id: plain, name },
  { email: fc.constantFrom('a@b.de', 'c@d.de'), password: fc.constant('a long password'), tags: texts, metadata },
)
export const application = some(
  { id: plain, name },
  { ...noted, members: fc.array(fc.record({ developer: plain, role: fc.constant('owner') }), { maxLength: 1 }) },
)
