/**
 * A day in the life of the package, through its entry points. It runs on the sources and on the build, on every
 * runtime, and must return the same everywhere.
 */
import type * as evaluate from './entries/evaluate.ts'
import type * as wire from './entries/wire.ts'
import type * as core from './index.ts'

/** The entries of the package. */
export interface Entries {
  readonly core: typeof core
  readonly wire: typeof wire
  readonly evaluate: typeof evaluate
}

const NOON = Date.UTC(2026, 0, 31, 12)

/** Runs the scenario and returns its results as JSON text. */
export async function runScenario({ core, wire, evaluate }: Entries): Promise<string> {
  const clock = () => NOON
  let drawn = 0
  const random = (bytes: number) => Uint8Array.from({ length: bytes }, () => drawn++ * 37)
  const box = core.createSignalbox({ clock, random, store: core.memoryStore({ clock }), plugins: [guard] })
  const all = [...core.operations(core.contract), ...core.operations(core.contract, 'portal')]
  const find = (name: string) => all.find((one) => one.name.join('.') === name)!
  const call = (name: string, input: object) => outcome(find(name).find(box)({ ...input }))

  await box.configs.create({ body: { id: 'shop:limits', value: { items: 10, currency: 'EUR' } } })
  const created = await box.features.create({
    body: { id: 'shop:pay', enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 50 } },
  })
  const { status, headers } = wire.encodeResponse(find('features.create').operation, created)
  const compiled = evaluate.compileFeature(created, {
    clock,
    zone: { name: 'UTC', offsetAt: () => 0 },
    bucketing: 'murmur3',
  })
  const clients = ['ada', 'bob', 'cem', 'dee', 'eve'].map((id) => ({ id }))
  await box.features.patch({ id: 'shop:pay', body: [{ op: 'replace', path: '/parameters/percentage', value: 100 }] })

  const results = {
    created: { created, status, isTagged: headers.get('ETag') === core.etagOf(created) },
    half: clients.map(compiled.isActive),
    all: clients.map((context) => box.isActive('shop:pay', context)),
    checked: await box.features.checkWith({ id: 'shop:pay', body: { id: 'ada' }, explain: true }),
    tree: await box.configs.tree({}),
    ran: await box.workflows.test({ body: { config: workflow, input: { client: 'ada' } } }),
    imported: await call('features.import', {
      body: [
        { ...simple, id: 'b' },
        { ...simple, id: 'b:' },
      ],
    }),
    moved: await movedBack(box, core.operations(core.contract)),
    routes: await box.servedRoutes(),
    misspelt: await outcome(
      box.apis.patch({ id: 'shop', body: { flows: [{ id: 'f', plugins: slotsOf({ regoin: 'eu' }) }] } }),
    ),
    fetched: [await fetched(core, '{"home":{"title":"Home"}}'), await fetched(core, '{"home":{"title":1}}')],
    people: [
      await outcome(box.developers.create({ body: { id: 'ann', name: 'Ann', email: 'ann@example.com' } })),
      await outcome(box.developers.patch({ id: 'ann', body: { email: 'a"b@example.com' } })),
      await outcome(box.consumers.admit({ id: 'ben', name: 'Ben', email: 'ben@example.com' })),
    ],
    listed: await box.features.list({ active: true }),
    refused: await inOrder(refusedCalls, ([name, input]) => call(name, input)),
    everyOperation: await inOrder(all, async ({ name, operation }) => {
      const body = wire.isStream(operation.body) ? [] : {}
      const answer = await call(name.join('.'), { id: 'none', domain: 'Feature', pattern: 'none', body })
      return [name.join('.'), name[0] === 'about' ? withoutPositions(answer) : answer]
    }),
  }
  await box.close()
  return JSON.stringify(results)
}

/** How far readers of the log have got depends on the speed of the runtime. */
const withoutPositions = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer, (name, value) => (name === 'consumers' ? undefined : value)))

/** Downloads every kind of record and uploads it again. Parsing a line and parsing a body differ. */
async function movedBack(box: core.Signalbox, operations: ReturnType<typeof core.operations>) {
  await box.experiments.create({ body: experiment })
  await box.experiments.displayed({ id: 'shop:button', clientId: 'ada' })
  await box.experiments.won({ id: 'shop:button', clientId: 'ada' })
  await box.apis.create({ body: shop })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  await box.workflows.create({ body: { id: 'limits', config: workflow } })
  const uploads = operations.filter(({ name }) => /^import($|[A-Z](?!penApi))/.test(name.at(-1)!))
  return inOrder(uploads, async ({ name, find }) => {
    const download = name.join('.').replace(/import(\w*)$/, 'export$1')
    const from = operations.find((one) => one.name.join('.') === download)!
    const lines: unknown[] = []
    for await (const line of (await from.find(box)({})) as AsyncIterable<unknown>) lines.push(line)
    return [download, lines, await outcome(find(box)({ body: lines }))]
  })
}

/** What a box says of the source of a documentation: it is validated outside calls. */
async function fetched({ createSignalbox }: Entries['core'], text: string) {
  const bytes = [Uint8Array.from(text, (character) => character.charCodeAt(0))]
  const read = async () => ({ done: bytes.length === 0, value: bytes.pop() })
  const response = { status: 200, headers: { get: () => null }, body: { getReader: () => ({ read }) } }
  const box = createSignalbox({ clock: () => NOON, documentation: { fetch: async () => response as never } })
  const documentation = { source: { url: 'https://docs.example.com/docs.json' } }
  await box.apis.create({ body: { id: 'shop', name: 'Shop', documentation } })
  const report = await box.apis.documentation.refresh({ id: 'shop' })
  await box.close()
  return report
}

/** A plugin of the program. No validator was built for its schema. */
const guard: core.PluginDefinition = {
  id: 'acme.Guard',
  name: 'Guard',
  description: 'Admits a region',
  steps: ['ValidateAccess'],
  categories: ['AccessControl'],
  configSchema: { type: 'object', required: ['region'], properties: { region: { type: 'string' } } } as never,
}

const slotsOf = (config: Record<string, unknown>) => ({ slots: [{ plugin: 'acme.Guard', config }] })

/** Values for schemas that are compiled when the package is built, and for a schema that the program brings. */
const shop = {
  id: 'shop',
  name: 'Shop',
  backends: [{ id: 'b', backend: { targets: [{ hostname: 'shop.internal' }] }, client: 'default_backend_client' }],
  routes: [{ id: 'r', backend: 'b', flow_ref: 'f' }],
  flows: [{ id: 'f', plugins: slotsOf({ region: 'eu' }) }],
}

const experiment = {
  id: 'shop:button',
  name: 'Button',
  enabled: true,
  variants: [
    { id: 'A', name: 'Red', traffic: 0.5 },
    { id: 'B', name: 'Blue', traffic: 0.5 },
  ],
}

async function inOrder<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of items) results.push(await run(item))
  return results
}

async function outcome(answer: Promise<unknown>) {
  try {
    return { answer: await answer }
  } catch (error) {
    const { name, message, code, errors, fieldErrors } = error as core.SignalboxError
    return { name, message, code, errors, fieldErrors }
  }
}

/** Nodes of every kind that check values from outside: arguments of functions and operators, and conditions. */
const workflow = {
  kind: 'workflow',
  steps: [
    { kind: 'call', function: 'core.config_get', args: { id: 'shop:limits' }, result: 'limits' },
    {
      kind: 'call',
      function: 'core.feature_check',
      args: { id: 'shop:pay', context: { id: '${input.client}' } },
      result: 'pays',
    },
    {
      kind: 'if',
      predicate: { $and: ['${pays}', { $gt: ['${limits.items}', 5] }] },
      then: { kind: 'value', value: { $add: ['${limits.items}', 1] } },
    },
  ],
}

const feature = (activationStrategy: string, parameters?: unknown) => ({
  body: { id: 'a', enabled: true, activationStrategy, ...(parameters !== undefined && { parameters }) },
})
const simple = { enabled: true, activationStrategy: 'NO_STRATEGY' }
const dates = { from: '2026-02-30 00:00:00', to: '2026/03/01', timezone: 'Mars/Olympus' }

/** Calls that must be rejected; together they use every keyword and every format of the schemas. */
export const refusedCalls: readonly (readonly [operation: string, input: object])[] = [
  ['features.create', {}],
  ['features.create', { body: {} }],
  ['features.create', { body: [] }],
  [
    'features.create',
    { body: { id: 'a::b', enabled: 'yes', activationStrategy: 'SOMETIMES', tags: ['x', 1], colour: 1 } },
  ],
  ['features.create', { body: { id: 'x'.repeat(513), enabled: true, activationStrategy: 'NO_STRATEGY', active: 1 } }],
  ['features.create', { body: { id: 'é😀'.repeat(300), enabled: true, activationStrategy: 'NO_STRATEGY' } }],
  ['features.create', feature('NO_STRATEGY', { a: 1 })],
  ['features.create', feature('RELEASE_DATE', { releaseDate: '31/02/2026 00:00:00' })],
  ['features.create', feature('DATE_RANGE', dates)],
  ['features.create', feature('DATE_RANGE', { from: '2026-02-02 00:00:00', to: '2026-02-01 00:00:00' })],
  ['features.create', feature('HOUR_RANGE', { startDate: '24:00', endDate: 9 })],
  ['features.create', feature('SCRIPT', { type: 'cobol' })],
  ['features.create', feature('GLOBAL_SCRIPT', { ref: '' })],
  ['features.create', feature('GLOBAL_SCRIPT', { ref: '😀'.repeat(513) })],
  ['features.create', feature('PERCENTAGE', { percentage: 100.5, salt: 1 })],
  ['features.create', feature('PERCENTAGE', { percentage: -1 })],
  ['features.create', feature('CUSTOMERS_LIST', { customers: ['a', 2, null] })],
  ['features.create', feature('CUSTOMERS_LIST')],
  ['features.replace', { id: 'shop:pay', body: { id: 'shop:pay' } }],
  ['features.patch', { id: 'shop:pay', body: [{ op: 'move' }, { op: 'swap', path: 1, value: null, extra: 1 }] }],
  ['features.patch', { id: 'shop:pay', body: Array.from({ length: 1001 }, () => ({ op: 'remove', path: '/tags' })) }],
  ['features.patch', { id: 'shop:pay', body: [{ op: 'replace', path: 'enabled', value: 'no' }] }],
  ['features.list', { page: 0, pageSize: 1001, active: 'maybe', pattern: 7 }],
  ['features.copy', { body: { from: 'a:', to: 1 } }],
  ['features.checkWith', { id: 'shop pay', body: 'ada' }],
  ['features.deleteMany', {}],
  ['features.import', { strategy: 'Merge', dryRun: 'yes', body: [] }],
  ['configs.create', { body: { id: 'c', metadata: [], secret: true } }],
  ['events.streamDomain', { domain: 'Weather', lastEventId: -1 }],
  ['search', { limit: 51 }],
]
