import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createClient } from '@signalbox/client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { start } from '../fixtures/command.fixture.ts'
import { known } from '../fixtures/known.fixture.ts'
import { createServer } from '../serve/create-server.ts'
import { isWrite, proxyOf, type Request } from './changing-proxy.fixture.ts'

let parent: string
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'signalbox-'))
})
afterAll(() => rm(parent, { recursive: true }))

/** A folder with these files. */
async function folderOf(files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await mkdtemp(join(parent, 'folder-'))
  await write(folder, files)
  return folder
}

async function write(folder: string, files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
}

/** A server in this process, with a client for admins. */
async function served() {
  const server = await createServer({ ...known, port: 0 })
  onTestFinished(() => server.close())
  const { clientId, clientSecret } = known
  return { url: server.url, client: createClient({ baseUrl: server.url, clientId, clientSecret }) }
}

const apply = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  start({ args: ['apply', ...args], env }).ended

const feature = (id: string, enabled = true) => ({ id, enabled, activationStrategy: 'NO_STRATEGY' as const })
const nothing = (count: number) =>
  `No changes: ${count === 1 ? '1 record is as it' : `${count} records are as they`} should be\n`

const shop = {
  'features.yaml': `- id: shop:express
  enabled: true
  activationStrategy: PERCENTAGE
  parameters: {percentage: 20}
`,
  'segments/staff.yaml': 'id: staff\nincluded: [ann]\n',
  'backends/b.json': { id: 'b', backend: { targets: [{ hostname: 'one.example' }] } },
  'apis/shop.yaml': `id: shop
name: Shop
state: published
domain: shop.example
routes: [{id: r, backend: b, frontend: {paths: [/shop]}}]
documentation: {plans: [{id: gold, status: published, access_mode_configuration_type: apikey}]}
`,
  'api-subscriptions.yaml': 'id: s\napi_ref: shop\nplan_ref: gold\n',
  'users/ann.yaml': 'id: ann\nname: Ann\nauthorizedPatterns: [{pattern: "shop:*"}]\n',
}

describe.each(['a store', 'a server'])('signalbox apply on %s', (where) => {
  async function target() {
    if (where === 'a server') {
      const { url, client } = await served()
      return { client, run: (...args: string[]) => apply(['--to', url, ...args]) }
    }
    const env = { SIGNALBOX_STORE: `sqlite:${join(await folderOf({}), 'box.db')}` }
    return { client: undefined, run: (...args: string[]) => apply(args, env) }
  }

  it('creates what is in the folder in the order of references, and does nothing the second time', async () => {
    const { run, client } = await target()
    const folder = await folderOf(shop)
    const first = await run(folder)
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout.split('\n')).toEqual([
      '+ segments staff  (segments/staff.yaml:1)',
      '+ features shop:express  (features.yaml:1)',
      '+ backends b  (backends/b.json:1)',
      '+ apis shop  (apis/shop.yaml:1)',
      '+ api-subscriptions s  (api-subscriptions.yaml:1)',
      '+ users ann  (users/ann.yaml:1)',
      'Plan: 6 to create, 0 to change, 0 to delete, 0 unchanged',
      'Created 6, changed 0, deleted 0',
      '',
    ])
    expect(await run(folder)).toEqual({ code: 0, stdout: nothing(6), stderr: '' })
    expect(await run('--check', folder)).toMatchObject({ code: 0 })
    if (!client) return
    expect((await client.apis.deployments.list({ id: 'shop' })).results).toHaveLength(1)
    expect((await client.events.history({ domains: 'Feature' } as never)).results[0]).toMatchObject({
      reason: 'signalbox apply',
    })
  })

  it('shows changed members, and changes them without --dry-run', async () => {
    const { run } = await target()
    const folder = await folderOf(shop)
    await run(folder)
    await write(folder, { 'features.yaml': shop['features.yaml'].replace('20', '30') })
    const plan = [
      '~ features shop:express  (features.yaml:1)',
      '    parameters/percentage: 20 -> 30',
      'Plan: 0 to create, 1 to change, 0 to delete, 5 unchanged',
      '',
    ].join('\n')
    expect(await run('--dry-run', folder)).toEqual({ code: 0, stdout: plan, stderr: '' })
    expect(await run('--check', folder)).toEqual({ code: 3, stdout: plan, stderr: '' })
    const done = `${plan}Created 0, changed 1, deleted 0\n`
    expect(await run('--reason', 'more', folder)).toEqual({ code: 0, stdout: done, stderr: '' })
    expect(await run(folder)).toMatchObject({ code: 0, stdout: nothing(6) })
  })

  it('deletes with --prune only what the folder claims, in reverse order', async () => {
    const { run } = await target()
    await run(
      await folderOf({
        ...shop,
        'configs.json': [
          { id: 'a', value: 1 },
          { id: 'shop:a', value: 1 },
        ],
      }),
    )
    const rest = { 'backends.json': '[]', 'apis.json': '[]', 'configs.yaml': '- {id: shop:b, value: 2}', users: '' }
    const folder = await folderOf({ ...rest, 'features.json': [feature('x')] })
    expect(await run('--prune', folder)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not say what may be deleted: write the file signalbox.yaml there'),
    })
    await write(folder, { 'signalbox.yaml': 'prune: {configs: "shop:*", api-subscriptions: "*"}' })
    expect(await run('--prune', folder)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('claims api-subscriptions in signalbox.yaml but has no file of that kind'),
    })
    await write(folder, {
      'api-subscriptions.yaml': '[]',
      'signalbox.yaml': 'prune: {configs: "shop:*", api-subscriptions: "*", apis: "*", backends: "*"}',
    })
    const { stdout, code, stderr } = await run('--prune', folder)
    expect(stdout.split('\n').filter((line) => /^[-+~]/.test(line))).toEqual([
      '+ features x  (features.json:1)',
      '+ configs shop:b  (configs.yaml:1)',
      '- api-subscriptions s',
      '- apis shop',
      '- backends b',
      '- configs shop:a',
    ])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(await run('--prune', folder)).toMatchObject({ code: 0, stdout: nothing(2) })
  })

  it('lists all problems with file and line, and writes nothing', async () => {
    const { run } = await target()
    const files = {
      'features/a.yaml': 'id: a\nenabled: true\nactivationStrategy: NO_STRATEGY\n',
      'features/b.yaml': '- id: a\n  enabled: true\n- enabled: true\n- text\n',
      'featuers/c.yaml': 'id: c\n',
      'configs.yaml': 'id: x\nvalue: .nan\n---\nid: [\n',
      'notes.txt': 'not read',
      'signalbox.yaml': 'prune:\n  user: "*"\n',
    }
    const { code, stdout, stderr } = await run(await folderOf(files))
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    for (const problem of [
      'features/b.yaml:1: features a is also in features/a.yaml:1: remove one of them',
      'features/b.yaml:3: the record has no id',
      'features/b.yaml:4: a file of features must contain a record or a list of records',
      'featuers/c.yaml: featuers is not a kind of records (did you mean features?)',
      'signalbox.yaml:2: user is not a kind of records (did you mean users?)',
    ])
      expect(stderr).toContain(problem)
    expect(stderr).toMatch(/^configs\.yaml:\d+: /m)

    const valid = { 'features/a.yaml': files['features/a.yaml'], 'configs.yaml': 'id: x\nvalue: 1\ntagz: [a]\n' }
    const folder = await folderOf(valid)
    const wrong = await run(folder)
    expect(wrong).toMatchObject({ code: 1, stdout: expect.stringContaining('Plan: 2 to create') })
    expect(wrong.stderr).toContain('configs.yaml:3: configs x: The record is invalid: /tagz is an unknown field')
    await rm(join(folder, 'configs.yaml'))
    expect(await run(folder)).toMatchObject({ stdout: expect.stringContaining('Plan: 1 to create') })
  })

  it('masks secrets', async () => {
    const { run } = await target()
    const hook = (secret: string) => ({
      id: undefined,
      clientId: 'ci',
      callbackUrl: 'https://ci.example/hooks',
      headers: { 'X-Any': secret },
    })
    const folder = await folderOf({ 'webhooks.json': hook('first-text') })
    expect(await run(folder)).toMatchObject({ code: 0 })
    expect(await run(folder)).toMatchObject({ code: 0, stdout: nothing(1) })
    await write(folder, { 'webhooks.json': hook('other-text') })
    const { stdout, stderr } = await run(folder)
    expect(stdout).toContain('    headers/X-Any: "********" -> "********"')
    expect(stdout + stderr).not.toMatch(/first-text|other-text/)
    await write(folder, { 'webhooks.json': hook('********') })
    expect(await run(folder)).toMatchObject({ code: 0, stdout: nothing(1) })
  })
})

describe('signalbox apply --to', () => {
  it('writes nothing if records were edited after the plan, and says how they differ', async () => {
    const { url, client } = await served()
    const folder = await folderOf({ 'features.json': ['a', 'b', 'c'].map((id) => feature(id)) })
    expect(await apply(['--to', url, folder])).toMatchObject({ code: 0 })
    await write(folder, { 'features.json': ['a', 'b', 'c', 'd'].map((id) => feature(id, false)) })
    const edit = async (request: Request) => {
      if (!isWrite(request)) return
      await client.features.patch({ id: 'b', body: { description: 'edited by hand' } })
      await client.features.create({ body: feature('d') }).catch(() => {})
    }
    const proxy = await proxyOf(url, { before: edit })
    const { code, stdout, stderr } = await apply(['--to', proxy, folder])
    expect(code).toBe(1)
    expect(stdout).toContain('Created 0, changed 0, deleted 0')
    expect(stderr.split('\n').slice(0, 6)).toEqual([
      'features.json:1: features b was not changed, because someone else has changed it since the plan was made:',
      '    description: (none) -> "edited by hand"',
      'features.json:1: features d was not created, because someone else has changed it since the plan was made:',
      '    it was created in the meantime, and differs from the file:',
      '    enabled: true -> false',
      'Nothing was written, because of 2 in conflict and 0 failed: run the command again to plan anew',
    ])
    expect(await client.features.get({ id: 'b' })).toMatchObject({ enabled: true, description: 'edited by hand' })
    expect(await client.features.get({ id: 'c' })).toMatchObject({ enabled: true })
  })

  it('writes everything in one commit', async () => {
    const { url } = await served()
    const folder = await folderOf({ ...shop, 'features.json': [feature('x')], 'features.yaml': '' })
    const writes: string[] = []
    const proxy = await proxyOf(url, { before: (request) => void (isWrite(request) && writes.push(request.path)) })
    expect(await apply(['--to', proxy, folder])).toMatchObject({ code: 0, stderr: '' })
    expect(writes).toEqual(['/api/_commit'])
  })

  it('says that a server of an earlier version cannot do it', async () => {
    const { url, client } = await served()
    const proxy = await proxyOf(url, { rename: (path) => path.replace('/api/_commit', '/api/_unknown') })
    const { code, stderr } = await apply(['--to', proxy, await folderOf({ 'features.json': [feature('x')] })])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('no operation to write several records at once (POST /api/_commit): update it'),
    })
    expect(await client.features.count()).toEqual({ count: 0 })
  })

  it('writes more than 1,000 changes in several commits, referenced records first, and says so', async () => {
    const { url } = await served()
    const many = Array.from({ length: 1100 }, (_, i) => feature(`f${i}`))
    const folder = await folderOf({ ...shop, 'features.json': many, 'features.yaml': '' })
    const writes: string[] = []
    const proxy = await proxyOf(url, { before: (request) => void (isWrite(request) && writes.push(request.path)) })
    const { code, stdout } = await apply(['--to', proxy, folder])
    expect({ code, writes }).toEqual({ code: 0, writes: ['/api/_commit', '/api/_commit'] })
    expect(stdout).toContain('1105 changes are more than one commit takes: they are written in 2 commits')
    expect(stdout).toContain('Created 1105, changed 0, deleted 0')
  })

  it('says before it writes which rights its API key lacks', async () => {
    const { url, client } = await served()
    const clientSecret = 'a-secret-of-the-shop'
    const authorizedPatterns = [{ pattern: 'shop:*', rights: ['R', 'U'] as const, domains: ['Feature'] as const }]
    await client.features.create({ body: feature('shop:a') })
    await client.apiKeys.create({
      body: { clientId: 'shop', name: 'Shop', clientSecret, authorizedPatterns: authorizedPatterns as never },
    })
    const env = { SIGNALBOX_CLIENT_ID: 'shop', SIGNALBOX_CLIENT_SECRET: clientSecret }
    const files = { 'features.json': [feature('shop:a', false), feature('shop:b')] }
    const both = await apply(['--to', url, await folderOf(files)], env)
    expect(both).toMatchObject({ code: 1, stderr: expect.stringMatching(/features shop:b: .*the right C \(create\)/) })
    expect(await client.features.get({ id: 'shop:a' })).toMatchObject({ enabled: true })
    const settings = { 'signalbox.yaml': 'prune: {features: "shop:*"}' }
    const pruned = await apply(['--prune', '--to', url, await folderOf({ 'features.json': '[]', ...settings })], env)
    expect(pruned).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('features shop:a: the caller lacks the right D'),
    })
    const hidden = await apply(['--to', url, await folderOf({ 'users.json': '[]' })], env)
    expect(hidden).toMatchObject({ code: 1, stderr: expect.stringContaining('the caller may not read users') })
    const refused = await apply(['--to', url, await folderOf(files)], { SIGNALBOX_CLIENT_ID: 'nobody' })
    expect(refused.stderr).toContain('set SIGNALBOX_CLIENT_ID and SIGNALBOX_CLIENT_SECRET')
  })

  it('never deletes the API key that it uses', async () => {
    const { url, client } = await served()
    await client.apiKeys.create({ body: { clientId: 'other', name: 'Other' } })
    const folder = await folderOf({ 'apikeys.json': '[]', 'signalbox.yaml': 'prune: {apikeys: "*"}' })
    expect(await apply(['--prune', '--to', url, folder])).toMatchObject({ code: 0 })
    expect((await client.apiKeys.list()).results).toMatchObject([{ clientId: known.clientId }])
  })

  it('takes a change that someone else made in the same way as done', async () => {
    const { url, client } = await served()
    await client.features.create({ body: feature('a') })
    await client.configs.create({ body: { id: 'shop:old', value: 1 } })
    const folder = await folderOf({
      'features.json': [feature('a', false), feature('b')],
      'configs.json': [{ id: 'shop:new', value: 2 }],
      'signalbox.yaml': 'prune: {configs: "shop:*"}',
    })
    const other = { isDone: false }
    const proxy = await proxyOf(url, {
      async before(request) {
        if (!isWrite(request) || other.isDone) return
        other.isDone = true
        expect(await apply(['--prune', '--to', url, folder])).toMatchObject({ code: 0 })
      },
    })
    const { code, stdout, stderr } = await apply(['--prune', '--to', proxy, folder])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('Created 0, changed 0, deleted 0, 4 already done by someone else\n')
    expect(await apply(['--prune', '--to', url, folder])).toMatchObject({ code: 0, stdout: nothing(3) })
  })
})
