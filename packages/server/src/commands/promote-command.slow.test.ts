import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@signalbox/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { start } from '../fixtures/command.fixture.ts'
import { known } from '../fixtures/known.fixture.ts'
import { createServer, type Server } from '../serve/create-server.ts'

const feature = (id: string, percentage: number) => ({
  id,
  enabled: true,
  activationStrategy: 'PERCENTAGE' as const,
  parameters: { percentage },
})

let folder: string
let servers: readonly Server[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
  servers = [await createServer({ ...known, port: 0 }), await createServer({ ...known, port: 0 })]
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await rm(folder, { recursive: true })
})

const urls = () => servers.map(({ url }) => url) as [string, string]
const clients = () => urls().map((baseUrl) => createClient({ ...admin, baseUrl })) as [Client, Client]
type Client = ReturnType<typeof createClient>
const admin = { clientId: known.clientId, clientSecret: known.clientSecret }

beforeEach(async () => {
  const [staging, production] = clients()
  for (const box of [staging, production]) {
    await box.features.deleteMany({ pattern: '*' })
    await box.users.deleteMany({ pattern: '*,!admin' })
  }
  for (const one of [feature('shop:express', 50), feature('shop:new', 10), feature('site:a', 1)])
    await staging.features.create({ body: one })
  await staging.users.create({ body: { id: 'ann', name: 'Ann' } })
  for (const one of [feature('shop:express', 20), feature('shop:old', 1)])
    await production.features.create({ body: one })
})

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => start({ args, env }).ended
const sides = () => ['--from', urls()[0], '--to', urls()[1]]

const changes = `~ features shop:express
    parameters/percentage: 20 -> 50
+ features shop:new
`

describe('signalbox promote', () => {
  it('makes the records of a pattern equal to those of another server', async () => {
    const plan = `${changes}Plan: 1 to create, 1 to change, 0 to delete, 0 unchanged\n`
    expect(await run(['promote', ...sides(), '--dry-run', 'shop:*'])).toEqual({ code: 0, stdout: plan, stderr: '' })
    expect(await run(['promote', ...sides(), '--check', 'shop:*'])).toMatchObject({ code: 3, stdout: plan })
    const done = `${plan}Created 1, changed 1, deleted 0\n`
    expect(await run(['promote', ...sides(), 'shop:*'])).toEqual({ code: 0, stdout: done, stderr: '' })
    expect(await run(['promote', ...sides(), 'shop:*'])).toMatchObject({ stdout: expect.stringMatching(/^No changes/) })
    const [, production] = clients()
    expect((await production.features.list()).results.map(({ id }) => id)).toEqual([
      'shop:express',
      'shop:new',
      'shop:old',
    ])
    expect((await production.users.count()).count).toBe(1)
  })

  it('deletes with --prune what the source does not have, among what its key may read', async () => {
    const [staging, production] = clients()
    const clientSecret = 'a-secret-of-the-shop'
    const body = { clientId: 'reader', name: 'Reader', clientSecret, authorizedPatterns: 'shop:e*$$$' as never }
    await staging.apiKeys.create({ body }).catch(() => {})
    const reader = { SIGNALBOX_FROM_CLIENT_ID: 'reader', SIGNALBOX_FROM_CLIENT_SECRET: clientSecret }
    const own = await run(['promote', ...sides(), '--prune', '*'], reader)
    expect(own).toMatchObject({ code: 0, stdout: expect.stringContaining('Created 0, changed 1, deleted 0') })
    expect(await run(['promote', ...sides(), '--prune', '--kinds', 'features', 'shop:*'])).toMatchObject({
      stdout: expect.stringContaining('- features shop:old\nPlan: 1 to create, 0 to change, 1 to delete, 1 unchanged'),
    })
    expect((await production.features.list()).results.map(({ id }) => id)).toEqual(['shop:express', 'shop:new'])
  })

  it('writes nothing if its key lacks a right', async () => {
    const [, production] = clients()
    const clientSecret = 'a-secret-of-the-shop'
    const body = { clientId: 'writer', name: 'Writer', clientSecret, authorizedPatterns: 'shop:*$$$U' as never }
    await production.apiKeys.create({ body })
    const env = {
      SIGNALBOX_CLIENT_ID: 'writer',
      SIGNALBOX_CLIENT_SECRET: clientSecret,
      SIGNALBOX_FROM_CLIENT_ID: known.clientId,
      SIGNALBOX_FROM_CLIENT_SECRET: known.clientSecret,
    }
    const { code, stderr } = await run(['promote', ...sides(), 'shop:*'], env)
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/features shop:new: .*right C/) })
    expect(await production.features.get({ id: 'shop:express' })).toMatchObject({ parameters: { percentage: 20 } })
    await production.apiKeys.delete({ id: 'writer' })
  })

  it('says what is missing or wrong', async () => {
    for (const [args, problem] of [
      [['promote', ...sides()], 'Two instances and a pattern of ids are required'],
      [['promote', '--from', 'store', '--to', 'store', '*'], 'Both sides are store'],
      [['promote', ...sides(), '--kinds', 'feature', '*'], 'feature is not a kind of records (did you mean features?)'],
      [['diff', ...sides(), '--prune', '*'], 'does not take the option --prune'],
    ] as const) {
      const { code, stderr } = await run(args)
      expect(code).not.toBe(0)
      expect(stderr).toContain(problem)
    }
  })
})

describe('signalbox diff', () => {
  it('shows all differences to a key that may only read', async () => {
    const [, production] = clients()
    const clientSecret = 'a-secret-of-a-reader'
    const body = {
      clientId: 'viewer',
      name: 'Viewer',
      clientSecret,
      authorizedPatterns: [{ pattern: '*', rights: [] }],
    }
    await production.apiKeys.create({ body: body as never })
    const env = {
      SIGNALBOX_CLIENT_ID: 'viewer',
      SIGNALBOX_CLIENT_SECRET: clientSecret,
      SIGNALBOX_FROM_CLIENT_ID: known.clientId,
      SIGNALBOX_FROM_CLIENT_SECRET: known.clientSecret,
    }
    const args = ['diff', ...sides(), '--kinds', 'features', '--check', 'shop:*']
    const plan = `${changes}- features shop:old\nPlan: 1 to create, 1 to change, 1 to delete, 0 unchanged\n`
    expect(await run(args, env)).toEqual({ code: 3, stdout: plan, stderr: '' })
    await production.apiKeys.delete({ id: 'viewer' })
  })

  it('compares a folder that was exported from a server with a store', async () => {
    const dir = join(folder, 'exported')
    const args = ['export', '--dir', dir, '--from', urls()[0], '--kinds', 'features', '--pattern', 'shop:*']
    expect(await run(args)).toMatchObject({ code: 0, stdout: 'wrote 2, removed 0, unchanged 0\n' })
    expect(await readdir(join(dir, 'features'))).toEqual(['shop+express.yaml', 'shop+new.yaml'])
    const env = { SIGNALBOX_STORE: `sqlite:${join(folder, 'box.db')}` }
    expect(await run(['apply', dir], env)).toMatchObject({ code: 0 })
    const same = await run(['diff', '--from', dir, '--to', 'store', '*'], env)
    expect(same).toMatchObject({ code: 0, stdout: 'No changes: 2 records are as they should be\n' })
    const other = await run(['diff', '--from', 'store', '--to', urls()[1], '--kinds', 'features', 'shop:e*'], env)
    expect(other.stdout).toContain('    parameters/percentage: 20 -> 50')
  })
})
