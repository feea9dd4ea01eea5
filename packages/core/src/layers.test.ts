import { describe, expect, it } from 'vitest'
import { arrowsIn, flaws, folderOf, foldersIn, type Table } from './layers.fixture.ts'
import { type Import, importsOf, namesIn, packages, sources } from './sources.fixture.ts'

const imports = sources.flatMap((file) => importsOf(file))
const shown = ({ file, target }: Import) => `${file} imports ${target}`

/** All files that a file loads directly or indirectly, each with the path of imports to it. */
function reached(from: string): Map<string, string> {
  const ways = new Map([[from, from]])
  for (const [file, way] of ways)
    for (const { target, isType, isLate } of imports.filter((one) => one.file === file))
      if (!isType && !isLate && !ways.has(target)) ways.set(target, `${way} → ${target}`)
  return ways
}

interface Rule {
  readonly importer: RegExp
  readonly forbidden: RegExp
  /** `all` includes type imports. */
  readonly kind: 'values' | 'all'
  readonly because: string
}

/** Which files may not import which. Files are relative to `packages`; other imports are named by their specifier. */
const rules: readonly Rule[] = [
  {
    importer: /^core\/src\//,
    forbidden: /^(node:|hono|@hono|signalbox$|@signalbox|(?!core\/)[\w-]+\/src\/)/,
    kind: 'all',
    because: 'the core runs anywhere and knows no adapter',
  },
  {
    importer: /^core\/src\/(.*\/)?(contract|operation|schema|errors)\.ts$/,
    forbidden: /\/(handlers|ports|validate|validators|collection|signalbox)\.ts$|\/memory\//,
    kind: 'values',
    because: 'the contract is data, without what implements it',
  },
  {
    importer: /^core\/src\/(?!flags\/parts\.ts|entries\/flags\.ts|index\.ts|memory\/|rehearsal\/)/,
    forbidden: /^core\/src\/memory\//,
    kind: 'all',
    because: 'only the composition root picks an implementation',
  },
  {
    importer: /^core\/src\/(?!.*(handlers|slice|index)\.ts$)/,
    forbidden: /\/(handlers|signalbox)\.ts$/,
    kind: 'all',
    because: 'handlers are known to their slice alone, which loads them when they are needed',
  },
  {
    importer: /^core\/src\/(?!ports\.ts)/,
    forbidden: /^core\/src\/index\.ts$/,
    kind: 'all',
    because: 'the index of the core is for others',
  },
  {
    importer: /^(client\/src|dashboard\/web)\//,
    forbidden: /^core\/src\/(?!entries\/(wire|evaluate|targeting|grants|gateway)\.ts|contract\.ts)/,
    kind: 'all',
    because: 'a browser loads the codec, the evaluator, the logic of grants and the contract, not the service',
  },
  {
    importer: /^client\/src\//,
    forbidden: /^core\/src\/entries\/gateway\.ts$/,
    kind: 'all',
    because: 'only the dashboard shows APIs, and bundlers keep what it uses of the gateway',
  },
  {
    // What readers see of a page that is being written is made by the code of the portal.
    importer: /^dashboard\/web\/(?!screens\/api\/documentation\/preview\/)/,
    forbidden:
      /^(?!dashboard\/web\/|(core|client)\/src\/|\.|(preact|preact\/hooks|@preact\/signals|vite)(\/|$)|@codemirror\/|@lezer\/|uplot|virtual:)|^client\/src\/(?!index\.ts|live\/rules\.ts)/,
    kind: 'all',
    because: 'the page is an ordinary client of the API, without a kit of components',
  },
  {
    importer: /^dashboard\/web\/(?!main|Frame|screens\.ts|shell\/)/,
    forbidden: /^dashboard\/web\/(main|Frame|screens)\.tsx?$/,
    kind: 'values',
    because: 'the frame knows the screens, and no screen knows the frame',
  },
  {
    importer: /^dashboard\/web\/parts\//,
    forbidden: /^dashboard\/web\/screens\//,
    kind: 'all',
    because: 'parts are for every screen',
  },
  {
    importer: /^(hono|client|sql|scripts|scripts-jvm|migrate|gateway|sinks|testing|dashboard)\/src\/(?!flags\/)/,
    forbidden:
      /^(?!core\/)(hono|client|sql|scripts|scripts-jvm|migrate|gateway|sinks|testing|server|dashboard|portal|bench)\/src\/|^signalbox$/,
    kind: 'all',
    because: 'adapters do not know each other',
  },
  {
    importer: /^portal\/src\//,
    forbidden:
      /^(client|sql|scripts|scripts-jvm|migrate|gateway|sinks|testing|server|dashboard|bench)\/src\/|^hono\/src\/(?!portal\/index\.ts$)|^signalbox$/,
    kind: 'all',
    because: 'the portal knows no adapter but the door that is made for it',
  },
  {
    importer: /^testing\/src\/flags\//,
    forbidden: /^(hono|sql|scripts|migrate|gateway|sinks|server|dashboard|portal|bench)\/src\/|^signalbox$|^vitest/,
    kind: 'all',
    because: 'flags for tests are the very client, and run in any test runner',
  },
  {
    // hono/src/ui.ts and portal/src/fonts.ts read files that the build inlines. hono/src/node is the entry point for servers of node:http.
    // client/src/node.ts is the entry point for file systems, and file-outbox.ts is part of it.
    importer:
      /^(?!hono\/src\/(ui\.ts|node\/)|portal\/src\/fonts\.ts|client\/src\/(node|file-outbox)\.ts)(core|hono|client|dashboard|portal)\/src\//,
    forbidden: /^node:/,
    kind: 'all',
    because: 'core, hono, client, dashboard and portal run where there is no Node',
  },
  {
    // gateway/src/backend/zlib-encoder.ts has types of node:zlib, and asks the runtime for the module.
    importer: /^gateway\/src\/(?!node\/|backend\/zlib-encoder\.ts)/,
    forbidden: /^(node:|undici$|gateway\/src\/node\/)/,
    kind: 'all',
    because: 'the gateway runs on any fetch runtime; only its entry `node` needs Node',
  },
]

describe('imports', () => {
  it.each(rules.map((rule) => [rule.because, rule] as const))('hold that %s', (_, { importer, forbidden, kind }) => {
    const own = (file: string) => file.split('/')[0]
    const broken = imports.filter(
      ({ file, target, isType }) =>
        importer.test(file) &&
        forbidden.test(target) &&
        (kind === 'all' || !isType) &&
        !(own(file) === own(target) && own(file) !== 'core'),
    )
    expect(broken.map(shown)).toEqual([])
  })

  it('use only public entries of other packages', () => {
    const entries = new Set(packages.flatMap((one) => Object.values(one.entries)))
    const folders = new Set(packages.map(({ folder }) => folder))
    const broken = imports.filter(({ file, target }) => {
      const [folder = ''] = target.split('/')
      return folders.has(folder) && target.includes('/src/') && folder !== file.split('/')[0] && !entries.has(target)
    })
    expect(broken.map(shown)).toEqual([])
  })

  it('form no cycle, types included', () => {
    expect(circles()).toEqual([])
  })

  it('name each module once: types stand beside values', () => {
    const early = imports.filter(({ isLate }) => !isLate)
    const named = Map.groupBy(early, ({ file, target }) => `${file} → ${target}`)
    const twice = [...named].filter(([, some]) => some.filter(({ isExport }) => !isExport).length > 1)
    // Its type has the name of its value, which is imported by another one.
    expect(twice.map(([what]) => what)).toEqual(['core/src/machine/keys/sorted-map.ts → sorted-btree'])
  })

  it('name existing files, with extensions', () => {
    const known = new Set(sources)
    const broken = imports.filter(({ target }) => /^[\w-]+\/src\//.test(target) && !known.has(target))
    expect(broken.map(shown)).toEqual([])
  })
})

/** Files that import themselves indirectly, types included. Lists each cycle once. */
function circles(): readonly (readonly string[])[] {
  const order = new Map<string, number>()
  const found: string[][] = []
  const path: string[] = []
  const visit = (file: string): number => {
    const index = order.size
    order.set(file, index)
    path.push(file)
    let lowest = index
    for (const target of targetsOf.get(file) ?? []) {
      if (!order.has(target)) lowest = Math.min(lowest, visit(target))
      else if (path.includes(target)) lowest = Math.min(lowest, order.get(target)!)
    }
    if (lowest === index) {
      const circle = path.splice(path.indexOf(file))
      if (circle.length > 1) found.push(circle.sort())
    }
    return lowest
  }
  for (const file of targetsOf.keys()) if (!order.has(file)) visit(file)
  return found
}
const targetsOf = new Map(
  sources.map((file) => [file, imports.filter((one) => one.file === file).map(({ target }) => target)]),
)

/** The rooms of the machine, which does not know the product, lowest first, each with those it imports. */
const machine: Table = {
  errors: [],
  net: [],
  secrets: [],
  answers: ['errors'],
  guessing: ['errors', 'net'],
  json: ['errors'],
  time: ['errors'],
  schema: ['errors', 'json', 'time'],
  keys: ['errors', 'schema'],
  wire: ['answers', 'errors', 'json', 'schema', 'time'],
  callers: ['answers', 'errors', 'json', 'keys', 'schema', 'time'],
  log: ['answers', 'callers', 'errors', 'schema', 'secrets', 'time'],
  records: ['answers', 'callers', 'errors', 'json', 'keys', 'log', 'schema', 'secrets', 'time'],
  calls: ['answers', 'callers', 'errors', 'net', 'records', 'schema'],
}

/** The other folders of the core, each with the folders it may import. All may import the machine, which imports none. */
const parts: Table = {
  memory: [],
  vectors: [],
  statistics: [],
  uses: [],
  access: [],
  events: [],
  webhooks: [],
  sinks: [],
  search: [],
  conditions: [],
  audiences: ['conditions'],
  reference: ['conditions'],
  targeting: ['conditions', 'uses'],
  scripts: ['targeting'],
  segments: ['conditions', 'targeting'],
  experiments: ['conditions', 'statistics', 'targeting', 'uses'],
  configs: ['conditions', 'targeting'],
  features: ['conditions', 'configs', 'scripts', 'segments', 'targeting'],
  ofrep: ['conditions', 'configs', 'features', 'scripts'],
  health: ['features'],
  'error-pages': [],
  plans: ['conditions'],
  plugins: ['plans'],
  gateway: ['conditions', 'plans', 'plugins', 'uses'],
  usage: ['plans'],
  subscriptions: ['gateway', 'plans', 'usage'],
  serving: ['conditions', 'error-pages', 'experiments', 'gateway', 'plugins', 'subscriptions', 'usage'],
  developers: ['access', 'audiences', 'gateway', 'plans', 'serving', 'subscriptions', 'usage'],
  portal: ['audiences', 'developers', 'gateway', 'plans'],
  workflows: ['configs', 'experiments', 'features', 'uses'],
  telemetry: ['configs', 'experiments', 'features', 'ofrep', 'sinks', 'webhooks', 'workflows'],
  flags: ['conditions', 'configs', 'events', 'experiments', 'features', 'memory', 'scripts', 'segments', 'telemetry'],
  rehearsal: ['flags', 'memory'],
  commits: ['rehearsal', 'targeting'],
  entries: [
    ...['access', 'audiences', 'conditions', 'configs', 'error-pages', 'experiments', 'features', 'flags', 'gateway'],
    ...[
      'memory',
      'ofrep',
      'plans',
      'plugins',
      'reference',
      'scripts',
      'segments',
      'serving',
      'sinks',
      'statistics',
      'subscriptions',
      'targeting',
      'telemetry',
      'usage',
      'webhooks',
      'workflows',
    ],
  ],
}

/** The files next to this test that assemble the parts of the product. */
const roots = ['contract.ts', 'index.ts', 'options.ts', 'signalbox.ts']

describe('the folders of the core', () => {
  it('have a row each', () => {
    expect(['machine', ...Object.keys(parts)].sort()).toEqual(foldersIn('core/src'))
    expect(Object.keys(machine).sort()).toEqual(foldersIn('core/src/machine'))
  })

  it('import each other only as their rows allow, without cycles', () => {
    expect(flaws(machine, arrowsIn('core/src/machine'))).toEqual([])
    const arrows = arrowsIn('core/src')
    expect(arrows.filter(([from]) => from === 'machine')).toEqual([])
    expect(
      flaws(
        parts,
        arrows.filter(([, to]) => to !== 'machine'),
      ),
    ).toEqual([])
  })

  it('are imported by root files only if those assemble the product, or from the machine', () => {
    const knowing = imports.filter(
      ({ file, target }) => /^core\/src\/[^/]+$/.test(file) && Object.hasOwn(parts, folderOf('core/src', target) ?? ''),
    )
    expect([...new Set(knowing.map(({ file }) => file))].sort()).toEqual(roots.map((name) => `core/src/${name}`))
  })

  it('are reported for every violation', () => {
    const table = { a: [], b: ['a'], c: ['d'], d: ['a'] }
    expect(
      flaws(table, [
        ['b', 'a'],
        ['c', 'd'],
        ['d', 'b'],
      ]),
    ).toEqual([
      'd imports b: its row does not allow it',
      'd imports a: in the table alone',
      'c imports d: not above it in the table',
    ])
  })
})

const strategies = sources.filter((file) => file.startsWith('core/src/features/strategies/'))
const pureOfMachine = [
  ...['answers/etag', 'errors/errors', 'json/json', 'json/pointer', 'keys/key', 'keys/pattern', 'records/patch'],
  ...['records/tree', 'schema/schema', 'secrets/hash', 'time/time'],
]
const pure = [
  'core/src/entries/evaluate.ts',
  ...strategies,
  ...pureOfMachine.map((name) => `core/src/machine/${name}.ts`),
  ...['compile', 'trace', 'problems'].map((name) => `core/src/conditions/${name}.ts`),
  'core/src/gateway/compile/compile.ts',
  'core/src/gateway/import-openapi/read-openapi.ts',
]

describe('the runtime imports of a file', () => {
  it.each(pure)('%s is pure: no store, no handler, no stream', (file) => {
    const impure = /\/(handlers|collection|import|live|stream|signalbox)\.ts$|\/memory\/|eventemitter3/
    expect([...reached(file)].filter(([target]) => impure.test(target)).map(([, way]) => way)).toEqual([])
  })

  it.each(['evaluate', 'wire', 'grants', 'openapi'].map((name) => `core/src/entries/${name}.ts`))(
    '%s needs no schemas: no typebox, no ajv',
    (file) => {
      const heavy = [...reached(file)].filter(([target]) => /^(typebox|ajv)(\/|$)/.test(target))
      expect(heavy.map(([, way]) => way)).toEqual([])
    },
  )

  const adapters = packages.filter(({ folder }) =>
    ['gateway', 'hono', 'portal', 'scripts', 'sinks', 'sql'].includes(folder),
  )
  it.each(adapters.flatMap(({ entries }) => Object.values(entries)))(
    '%s does not load the root of the core',
    (file) => {
      const ways = [...reached(file)].filter(([target]) => /^core\/src\/(index|signalbox)\.ts$/.test(target))
      expect(ways.map(([, way]) => way)).toEqual([])
    },
  )

  it.each(['errors', 'access', 'grants', 'sinks', 'store'].map((name) => `core/src/entries/${name}.ts`))(
    '%s loads a few files',
    (file) => {
      const files = [...reached(file).keys()]
      expect(files.filter((target) => !target.startsWith('core/src/'))).toEqual([])
      expect(files.length).toBeLessThan(15)
    },
  )

  it('gateway/src/log/index.ts loads a few files of the gateway', () => {
    const files = [...reached('gateway/src/log/index.ts').keys()].filter((target) => target.startsWith('gateway/'))
    expect(files.length).toBeLessThan(10)
  })

  it('server/src/main.ts loads no command, store or server before it knows what to do', () => {
    const heavy =
      /^core\/src\/(index|signalbox)\.ts$|^server\/src\/(.*\/)?(create-server|serve|open-\w+)\.ts$|^(sql|client)\/|^migrate\/src\/(?!vendors\/vendors\.ts)|^(yaml|typebox)(\/|$)/
    const ways = [...reached('server/src/main.ts')].filter(([target]) => heavy.test(target))
    expect(ways.map(([, way]) => way)).toEqual([])
  })

  it('server/src/serve/create-server.ts loads the portal only if the server has one', () => {
    const ofPortal = [...reached('server/src/serve/create-server.ts')].filter(([target]) =>
      /^portal\/|^markdown-it|open-portal/.test(target),
    )
    expect(ofPortal.map(([, way]) => way)).toEqual([])
  })

  it('the contract needs no implementation', () => {
    const implementation = /\/(handlers|collection|live|stream|signalbox|ports)\.ts$|\/memory\//
    const broken = [...reached('core/src/contract.ts')].filter(([target]) => implementation.test(target))
    expect(broken.map(([, way]) => way)).toEqual([])
  })
})

describe('schemas', () => {
  it('are built without TypeBox, except those of plugins', () => {
    const knowing = imports.filter(({ target }) => /^typebox(\/|$)/.test(target)).map(({ file }) => file)
    expect(knowing).toEqual(['core/src/plugins/interpret.ts'])
  })
})

describe('time', () => {
  it('is awaited by the port `wait`: only wait.ts of the core sets timers', () => {
    const timers = new Set(['setTimeout', 'setInterval', 'setImmediate'])
    const named = sources
      .filter((file) => file.startsWith('core/src/'))
      .filter((file) => namesIn(file).some((name) => timers.has(name)))
    expect(named).toEqual(['core/src/machine/time/wait.ts'])
  })
})

describe('the imports of a text', () => {
  const text = `
    import 'typebox'
    import type { A } from './a.ts'
    import { type B } from '../b.ts'
    import {
      c,
    } from '@signalbox/core/wire'
    export type { D } from './d.ts'
    export * from './e.ts'
    const f = () => import('node:fs')
    const g = "import x from './no.ts'"
  `
  it('are all found, with their targets and whether they are erased', () => {
    const found = importsOf('hono/src/deep/x.ts', text).map(({ target, isType }) => [target, isType])
    expect(found).toEqual([
      ['typebox', false],
      ['hono/src/deep/a.ts', true],
      ['hono/src/b.ts', false],
      ['core/src/entries/wire.ts', false],
      ['hono/src/deep/d.ts', true],
      ['hono/src/deep/e.ts', false],
      ['node:fs', false],
    ])
  })

  it('of the repository are many', () => {
    expect(imports.length).toBeGreaterThan(200)
    expect(reached('core/src/index.ts').has('re2js')).toBe(true)
  })
})
