import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as otoroshi from '../../../migrate/src/otoroshi/export.fixture.ts'
import { direct, start } from '../fixtures/command.fixture.ts'
import { call } from '../fixtures/known.fixture.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The environment for a store of this test. On a busy machine the thread for scripts may take long to start. */
const over = (file: string) => ({ SIGNALBOX_STORE: `sqlite:${join(folder, file)}`, SIGNALBOX_SCRIPT_MS: '5000' })
const run = (file: string, ...args: string[]) => start({ args, env: over(file), cwd: folder }).ended
const json = (method: string, body: unknown) => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

/** Fills a served store with something of every kind. */
async function filled(file: string): Promise<void> {
  const { serving, signal, ended } = start({ env: over(file), cwd: folder })
  const url = await serving
  const variants = [
    { id: 'A', name: 'A', traffic: 0.5 },
    { id: 'B', name: 'B', traffic: 0.5 },
  ]
  const plan = {
    id: 'p',
    access_mode_configuration_type: 'jwt',
    access_mode_configuration: { secret: 'a secret of plans' },
  }
  const posts: [string, unknown][] = [
    ['/api/features', { id: 'a:b', enabled: true, activationStrategy: 'NO_STRATEGY' }],
    ['/api/configs', { id: 'a:b', value: { c: [1, 2] } }],
    ['/api/scripts', { id: 's', name: 's', source: 'function enabled() {}' }],
    ['/api/experiments', { id: 'e', name: 'e', enabled: true, variants }],
    ['/api/backends', { id: 'b', backend: { targets: [{ hostname: 'one.tld' }] } }],
    ['/api/apis', { id: 'shop', name: 'Shop', routes: [{ id: 'r', backend: 'b' }], documentation: { plans: [plan] } }],
    ['/api/apis/shop/deployments', { version: '1' }],
    ['/api/apikeys', { clientId: 'other', clientSecret: 'another secret of tests', name: 'other', admin: true }],
  ]
  for (const [path, body] of posts) expect((await call(`${url}${path}`, json('POST', body))).status).toBe(201)
  await call(`${url}/api/experiments/e/displayed?clientId=c`, { method: 'POST' })
  await call(`${url}/api/apis/shop/draft`, json('PATCH', { description: 'drafted' }))
  signal('SIGTERM')
  expect((await ended).code).toBe(0)
}

describe('export and import', () => {
  it('move all records to another store, with working secrets', async () => {
    await filled('from.db')
    const file = join(folder, 'all.ndjson')
    await writeFile(file, 'a file that everybody may read', { mode: 0o644 })
    const exported = await run('from.db', 'export', file)
    expect(exported).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('all.ndjson contains secrets in plain text'),
    })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const { code, stdout } = await run('to.db', 'import', file)
    expect([code, stdout]).toEqual([0, 'created 14, replaced 0, kept 0, refused 0\n'])
    expect((await run('to.db', 'import', file)).stdout).toBe('created 0, replaced 14, kept 0, refused 0\n')
    expect((await run('to.db', 'import', '--keep', file)).stdout).toBe('created 0, replaced 0, kept 14, refused 0\n')
    const text = await readFile(file, 'utf8')
    expect((await run('to.db', 'export')).stdout).toBe(text)
    expect(text).not.toContain('another secret of tests')
    const { serving, signal, ended } = start({ env: over('to.db'), cwd: folder })
    const headers = { 'Service-Client-Id': 'other', 'Service-Client-Secret': 'another secret of tests' }
    const results = await call(`${await serving}/api/experiments/e/results`, { headers })
    expect(await results.json()).toMatchObject({ results: [{ displayed: 1, users: 1 }, { displayed: 0 }] })
    const changes = await call(`${await serving}/api/apis/shop/draft/_diff`, { headers })
    expect(await changes.json()).toMatchObject({ changes: [{ text: 'API shop: description is now drafted' }] })
    const lines = await call(`${await serving}/api/apis.ndjson`, { headers })
    expect(await lines.text()).not.toContain('a secret of plans')
    expect(text).toContain('a secret of plans')
    signal('SIGTERM')
    await ended
  })

  it('name rejected lines by their numbers', async () => {
    const file = join(folder, 'bad.ndjson')
    const config = (record: unknown) => JSON.stringify({ kind: 'configs', record })
    await writeFile(file, [config({ id: 'x', value: 1 }), '', config({ id: 'y' })].join('\n'))
    const { code, stdout, stderr } = await run('bad.db', 'import', file)
    expect([code, stdout]).toEqual([1, 'created 1, replaced 0, kept 0, refused 1\n'])
    expect(stderr).toContain('Line 3: The record is invalid: /value is missing')
  })

  it('write nothing of a file with lines of unknown kinds', async () => {
    const file = join(folder, 'later.ndjson')
    const lines = ['{"kind":"configs","record":{"id":"x","value":1}}', '{"kind":"trains","record":{}}', 'no json']
    await writeFile(file, lines.join('\n'))
    const { code, stdout, stderr } = await run('later.db', 'import', file)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('Nothing was imported. Line 2 has the unknown kind "trains"')
    expect(stderr).toContain('Line 3 is not a line of an export')
    expect((await run('later.db', 'export')).stdout).not.toContain('configs')
  })

  it('read a pipe', async () => {
    await writeFile(join(folder, 'piped.ndjson'), '{"kind":"configs","record":{"id":"x","value":1}}')
    const program = ['sh', '-c', 'cat piped.ndjson | "$0" "$@"', ...direct] as const
    const { ended } = start({ program, args: ['import', '/dev/stdin'], env: over('piped.db'), cwd: folder })
    expect(await ended).toMatchObject({ code: 0, stdout: 'created 1, replaced 0, kept 0, refused 0\n' })
  })

  it.each([
    [['import'], 'import requires a file'],
    [
      ['import', 'nowhere.ndjson'],
      'nowhere.ndjson cannot be read: there is no such file or folder; name a file written by',
    ],
    [['import', '.'], '. cannot be read: it is a folder; name a file written by signalbox export'],
    [
      ['import-openapi', 'no.json'],
      'no.json cannot be read: there is no such file or folder; name an OpenAPI document',
    ],
    [['export', 'no/all.ndjson'], 'no/all.ndjson cannot be written: there is no such file or folder; name a file in a'],
    [['export', '.'], '. cannot be written: it is a folder'],
    [['exprot'], 'exprot is not a command (did you mean export?); the commands are '],
  ])('%j is rejected with a message', async (args, sentence) => {
    const { code, stderr } = await run('none.db', ...args)
    expect(code).not.toBe(0)
    expect(stderr).toContain(sentence)
  })
})

describe('backup and restore', () => {
  it('take a store back to an earlier moment, the backup while a server uses it', async () => {
    const server = start({ env: over('shop.db'), cwd: folder })
    const url = await server.serving
    const create = (id: string) => call(`${url}/api/configs`, json('POST', { id, value: 1 }))
    expect((await create('before')).status).toBe(201)
    const backup = await run('shop.db', 'backup', 'shop.backup')
    expect(backup).toMatchObject({ code: 0, stdout: expect.stringMatching(/^wrote shop\.backup, \d+ bytes\n$/) })
    expect((await create('after')).status).toBe(201)
    const inUse = await run('shop.db', 'restore', 'shop.backup')
    expect(inUse).toMatchObject({ code: 1, stderr: expect.stringContaining('shop.db is in use') })
    server.signal('SIGTERM')
    await server.ended
    const { code, stdout } = await run('shop.db', 'restore', 'shop.backup')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/the earlier database is .*shop\.db\.replaced-1$/m)])
    const [restored, earlier] = await Promise.all(
      ['shop.db', 'shop.db.replaced-1'].map(async (name) => (await run(name, 'export')).stdout),
    )
    expect(restored).toContain('"before"')
    expect(restored).not.toContain('"after"')
    expect(earlier).toContain('"after"')
  })

  it.each([
    [['backup'], 'backup requires a file'],
    [['restore'], 'restore requires a file'],
    [['backup', 'none/shop.backup'], 'none/shop.backup cannot be written: there is no such file or folder'],
    [['restore', 'none.backup'], 'none.backup does not exist'],
  ])('%j says what is missing', async (args, sentence) => {
    await run('some.db', 'migrate')
    expect(await run('some.db', ...args)).toMatchObject({ code: 1, stderr: expect.stringContaining(sentence) })
  })

  it.each(['memory:', 'postgres://ann:secret@127.0.0.1:1/box'])('need a file, and %s is none', async (store) => {
    const end = await start({ args: ['backup', 'x'], env: { SIGNALBOX_STORE: store }, cwd: folder }).ended
    expect(end).toMatchObject({ code: 1, stderr: expect.stringContaining('is not a SQLite file') })
    expect(end.stderr).not.toContain('secret')
  })
})

it('migrate brings a store to the newest version', async () => {
  expect(await run('new.db', 'migrate')).toMatchObject({ code: 0, stdout: expect.stringContaining('newest version') })
})

it('a store whose file cannot be opened is named', async () => {
  const { code, stderr } = await run('no/where.db', 'migrate')
  expect([code, stderr]).toEqual([1, expect.stringContaining('no/where.db: The database file cannot be opened')])
})

it('acknowledged writes survive a kill -9', async () => {
  const first = start({ env: over('killed.db'), cwd: folder })
  const url = await first.serving
  const feature = { id: 'kept', enabled: true, activationStrategy: 'NO_STRATEGY' }
  expect((await call(`${url}/api/features`, json('POST', feature))).status).toBe(201)
  first.signal('SIGKILL')
  await first.ended
  const second = start({ env: over('killed.db'), cwd: folder })
  expect(await (await call(`${await second.serving}/api/features/kept/check`)).json()).toEqual({ active: true })
  second.signal('SIGTERM')
  expect((await second.ended).code).toBe(0)
})

describe('import --from otoroshi', () => {
  it('does a dry run, imports, and rejects less protected APIs', async () => {
    const file = join(folder, 'otoroshi.json')
    const guarded = { ...otoroshi.api(otoroshi.flowOf(otoroshi.slot('NgCustomThrottling'))), id: 'guarded' }
    await writeFile(file, JSON.stringify([otoroshi.api(), guarded]))
    const from = ['import', '--from', 'otoroshi']
    const tried = await run('otoroshi.db', ...from, '--dry-run', file)
    expect([tried.code, tried.stderr]).toEqual([1, ''])
    expect(tried.stdout).toContain('apis: created 1, replaced 0, kept 0, refused 1')
    expect(tried.stdout).toContain('API guarded is refused')
    const done = await run('otoroshi.db', ...from, '--drop', 'NgCustomThrottling', file)
    expect(done.code).toBe(0)
    expect(done.stdout).toContain('apis: created 2, replaced 0, kept 0, refused 0')
    expect((await run('otoroshi.db', ...from.slice(0, 2), 'kong', file)).stderr).toContain(
      '--from must be one of otoroshi',
    )
  })
})

describe('import --from another product of feature flags', () => {
  it.each([
    ['unleash', { version: 1, features: [{ name: 'beta', enabled: true, strategies: [{ name: 'default' }] }] }],
    ['flagd', { flags: { beta: { state: 'ENABLED', variants: { on: true, off: false }, defaultVariant: 'on' } } }],
    [
      'launchdarkly',
      {
        flags: {
          beta: { key: 'beta', on: true, variations: [true, false], fallthrough: { variation: 0 }, offVariation: 1 },
        },
      },
    ],
    ['growthbook', { features: { beta: { defaultValue: true } } }],
  ])('%s does a dry run', async (product, document) => {
    const file = join(folder, `${product}.json`)
    await writeFile(file, JSON.stringify(document))
    const tried = await run(`${product}.db`, 'import', '--from', product, '--dry-run', file)
    expect([tried.code, tried.stderr]).toEqual([0, ''])
    expect(tried.stdout).toContain('Nothing was written, because this was a dry run')
  })

  it('imports', async () => {
    const file = join(folder, 'flags.json')
    await writeFile(file, '{"features":{"beta":{"defaultValue":true}}}')
    expect((await run('imported.db', 'import', '--from', 'growthbook', file)).code).toBe(0)
    expect((await run('imported.db', 'export')).stdout).toContain('"beta"')
  })

  it('needs the product, and a file of it', async () => {
    const file = join(folder, 'no-export.json')
    await writeFile(file, '{"other":1}')
    expect((await run('none.db', 'import', '--dry-run', file)).stderr).toContain('need --from PRODUCT')
    expect(await run('none.db', 'import', '--from', 'flagd', file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The file cannot be imported: expected'),
    })
  })
})

describe('import-openapi', () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://shop.example/v1' }],
    paths: { '/orders/{id}': { get: { operationId: 'getOrder' }, delete: {} }, '/{a*}/b': { get: {} } },
  }

  it('creates an API from a document and prints the result', async () => {
    const file = join(folder, 'shop.json')
    await writeFile(file, JSON.stringify(document))
    const { code, stdout, stderr } = await run('shop.db', 'import-openapi', file)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^API api_[0-9a-f-]{36}: Shop, version 1, in staging$/),
      '  GET    /orders/:id  (getOrder)',
      '  DELETE /orders/:id  (delete-orders-id)',
      '  backend default_backend: https://shop.example:443, below /v1',
      '2 routes, 1 backends, 2 warnings',
      expect.stringContaining('  /paths: 1 of 3 operations have no route: '),
      expect.stringContaining('  /paths/~1{a*}~1b/get: '),
      '',
    ])
    expect((await run('shop.db', 'export')).stdout).toContain('"kind":"apis"')
  })

  it('rejects an invalid document with a message', async () => {
    const file = join(folder, 'wrong.yaml')
    await writeFile(file, 'openapi: [}')
    const { code, stderr } = await run('none.db', 'import-openapi', file)
    expect([code, stderr]).toEqual([1, expect.stringContaining('The text is not valid YAML in line 1')])
    expect(await run('none.db', 'import-openapi')).toMatchObject({ code: 1 })
  })
})

describe('migrate scripts', () => {
  const kotlin = `fun enabled(context: JsonNode, enabled: () -> Unit, disabled: () -> Unit) {
  if (context.path("plan").asText() == "pro") enabled() else disabled()
}`

  it('prints what it would write to the store, writes it with --write, and does the same on a server', async () => {
    const store = `sqlite:${join(folder, 'scripts.db')}`
    const { serving, signal, ended } = start({ env: over('scripts.db'), cwd: folder })
    const url = await serving
    const script = { id: 'shop:pro', name: 'Pro', source: { type: 'kotlin', script: kotlin } }
    expect((await call(`${url}/api/scripts`, json('POST', script))).status).toBe(201)
    const typeOf = async () => (await (await call(`${url}/api/scripts/shop:pro`)).json()).source.type
    const plan = await run('scripts.db', 'migrate', 'scripts')
    expect([plan.code, plan.stderr]).toEqual([0, ''])
    expect(plan.stdout).toContain('~ scripts shop:pro: kotlin -> javascript\n')
    expect(await typeOf()).toBe('kotlin')
    const options = ['migrate', 'scripts', '--to', url, '--write', '--pattern', 'shop:*', '--reason', 'no JVM']
    expect((await start({ args: options, cwd: folder }).ended).stdout).toMatch(/\nTranslated 1\n$/)
    expect(await typeOf()).toBe('javascript')
    signal('SIGTERM')
    await ended
    const audit = await start({ args: ['audit'], env: { SIGNALBOX_STORE: store }, cwd: folder }).ended
    expect(audit.stdout).toContain('"reason":"no JVM"')
  })

  it('says what else it takes', async () => {
    const wrong = async (...args: string[]) => (await run('none.db', 'migrate', ...args)).stderr
    expect(await wrong('features')).toContain('use signalbox migrate scripts')
    expect(await wrong('--write')).toContain('signalbox migrate scripts --write')
    expect((await start({ args: ['migrate', 'scripts'], cwd: folder }).ended).stderr).toContain('SIGNALBOX_STORE')
  })
})
