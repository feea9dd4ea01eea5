import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { start } from '../fixtures/command.fixture.ts'
import { known } from '../fixtures/known.fixture.ts'
import { createServer } from '../serve/create-server.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
})
afterAll(() => rm(folder, { recursive: true }))

const types = (args: readonly string[], env: Record<string, string> = {}) =>
  start({ args: ['types', ...args], env, cwd: folder }).ended

const features = [
  { id: 'shop:sale', enabled: true, activationStrategy: 'NO_STRATEGY' },
  { id: 'shop:cart.v-2', enabled: false, activationStrategy: 'NO_STRATEGY' },
] as const
const configs = [
  { id: 'shop:theme', value: { color: 'red', sizes: [1, 2] } },
  { id: 'shop:text', value: '{"limit":20}' },
  { id: 'shop:name', value: 'The shop' },
]
const variants = [
  { id: 'B', name: 'B', traffic: 0.5 },
  { id: 'A', name: 'A', traffic: 0.5 },
]
const experiment = { id: 'shop:button', name: 'Button', enabled: true, variants }

/** The expected output for these records. */
const written = `// Written by \`signalbox types\` from the records of a Signalbox. Do not edit it: run the command again.

/** What programs may name: \`live<Flags>(…)\` of @signalbox/client refuses everything else. */
export interface Flags {
  /** The ids of features. */
  readonly features:
    | "shop:cart.v-2"
    | "shop:sale"
  /** Configs by id, with the type of their values. */
  readonly configs: {
    readonly "shop:name": string
    readonly "shop:text": {
      readonly limit: number
    }
    readonly "shop:theme": {
      readonly color: string
      readonly sizes: ReadonlyArray<number>
    }
  }
  /** Experiments by id, with the ids of their variants. */
  readonly experiments: {
    readonly "shop:button": "A" | "B"
  }
}
`

const lines = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('')
const exported = lines([
  { kind: 'scripts', record: { id: 's', name: 's', source: { type: 'javascript', script: '' } } },
  ...features.map((record) => ({ kind: 'features', record })),
  ...configs.map((record) => ({ kind: 'configs', record })),
  { kind: 'experiments', record: experiment },
])

describe('signalbox types', () => {
  it('reads the file of an export', async () => {
    await writeFile(join(folder, 'all.ndjson'), exported)
    expect(await types(['--from', 'all.ndjson'])).toEqual({
      code: 0,
      stdout: written,
      stderr: '2 features, 3 configs, 1 experiments\n',
    })
  })

  it('reads downloaded lines, in any order', async () => {
    await writeFile(join(folder, 'some.ndjson'), lines([experiment, ...configs.toReversed(), ...features.toReversed()]))
    expect((await types(['--from', 'some.ndjson'])).stdout).toBe(written)
  })

  it('reads a store, and checks whether its file is up to date', async () => {
    const env = { SIGNALBOX_STORE: `sqlite:${join(folder, 'own.db')}` }
    await writeFile(join(folder, 'all.ndjson'), exported)
    expect(await start({ args: ['import', 'all.ndjson'], env, cwd: folder }).ended).toMatchObject({ code: 0 })
    const early = await types(['--out', 'flags.d.ts', '--check'], env)
    expect([early.code, early.stderr]).toEqual([1, expect.stringMatching(/^flags.d.ts is out of date: /)])
    expect(await types(['--out', 'flags.d.ts'], env)).toMatchObject({ code: 0, stdout: '' })
    expect(await readFile(join(folder, 'flags.d.ts'), 'utf8')).toBe(written)
    expect(await types(['--from', env.SIGNALBOX_STORE, '--out', 'flags.d.ts', '--check'])).toMatchObject({ code: 0 })
    await writeFile(join(folder, 'flags.d.ts'), `${written}// mine\n`)
    expect(await types(['--out', 'flags.d.ts', '--check'], env)).toMatchObject({ code: 1 })
    expect(await readFile(join(folder, 'flags.d.ts'), 'utf8')).toBe(`${written}// mine\n`)
  })

  it('reads a server, with the configured headers and API key', async () => {
    const server = await createServer({ port: 0, ...known, clientIdHeader: 'X-Id', clientSecretHeader: 'X-Secret' })
    onTestFinished(() => server.close())
    await server.box.features.import({ body: [...features] })
    await server.box.configs.import({ body: configs })
    await server.box.experiments.create({ body: experiment })
    const env = { SIGNALBOX_CLIENT_ID_HEADER: 'X-Id', SIGNALBOX_CLIENT_SECRET_HEADER: 'X-Secret' }
    expect((await types(['--from', server.url], env)).stdout).toBe(written)
    const refused = await types(['--from', server.url], { ...env, SIGNALBOX_CLIENT_SECRET: 'another secret of it' })
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/cannot be read: it requires a valid API key: set SIGNALBOX_CLIENT_ID and/),
    ])
    expect(refused.stderr).toContain(server.url)
    expect(refused.stderr).not.toContain('another secret')
  })

  it.each<[what: string, args: readonly string[], sentence: string]>([
    ['a file that is not there', ['--from', 'nowhere.ndjson'], 'nowhere.ndjson cannot be read: there is no such file'],
    ['no file, and says what is', ['--from', '.'], 'it is a folder; pass the URL of a server, an nd-json file,'],
    [
      'a folder that is not there',
      ['--from', 'memory:', '--out', 'no/x.d.ts'],
      'no/x.d.ts cannot be written: there is',
    ],
    [
      'a folder to look at',
      ['--from', 'memory:', '--out', '.', '--check'],
      '. cannot be read: it is a folder; name an existing file',
    ],
    ['a server that is not there', ['--from', 'http://127.0.0.1:1'], 'The flags of http://127.0.0.1:1 cannot be read'],
    ['a check of nothing', ['--check'], '--check requires a file'],
    ['a file without --from', ['all.ndjson'], 'signalbox types --from all.ndjson'],
    ['a line that is none', ['--from', 'bad.ndjson'], 'Line 2 of bad.ndjson is invalid: expected a feature'],
  ])('rejects %s with a message', async (_, args, sentence) => {
    await writeFile(join(folder, 'bad.ndjson'), '{"id":"a","value":1}\n{"id":"a"}\n')
    const { code, stdout, stderr } = await types(args)
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(sentence)])
  })

  it('has options that no other command takes', async () => {
    const { code, stderr } = await start({ args: ['migrate', '--out', 'x'], cwd: folder }).ended
    expect([code, stderr]).toEqual([2, expect.stringContaining('signalbox migrate does not take the option --out')])
  })
})

it('the generated types reject wrong names and types', () => {
  const path = (file: string) => join(folder, file)
  const source = (entry: string) => fileURLToPath(new URL(`../../../${entry}`, import.meta.url))
  ts.sys.writeFile(path('flags.d.ts'), written)
  ts.sys.writeFile(
    path('program.ts'),
    `import { live } from '@signalbox/client'
import type { Flags } from './flags.d.ts'

const flags = live<Flags>(undefined)
flags.isActive('shop:sale')
flags.config('shop:theme')?.sizes[0]?.toFixed()
flags.config('shop:text')?.limit.toFixed()
flags.isActive('shop:sail')
flags.config('shop:name')?.limit
`,
  )
  const program = ts.createProgram([path('program.ts')], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: [],
    lib: ['lib.es2024.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    customConditions: ['@signalbox/source'],
    paths: { '@signalbox/client': [source('client/src/index.ts')] },
  })
  const file = program.getSourceFile(path('program.ts'))
  const messages = program
    .getSemanticDiagnostics(file)
    .map(({ start = 0, messageText }) => [
      file!.getLineAndCharacterOfPosition(start).line + 1,
      ts.flattenDiagnosticMessageText(messageText, '\n'),
    ])
  expect(messages).toEqual([
    [8, expect.stringContaining(`'"shop:sail"' is not assignable`)],
    [9, expect.stringContaining(`'limit' does not exist on type 'string'`)],
  ])
})
