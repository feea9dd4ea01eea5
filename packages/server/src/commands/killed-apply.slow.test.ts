import { randomInt } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@signalbox/client'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { start } from '../fixtures/command.fixture.ts'
import { known } from '../fixtures/known.fixture.ts'
import { createServer, type Server } from '../serve/create-server.ts'
import { isWrite, proxyOf, type Request } from './changing-proxy.fixture.ts'

let parent: string
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'signalbox-'))
})
afterAll(() => rm(parent, { recursive: true }))

async function folderOf(files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await mkdtemp(join(parent, 'folder-'))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), JSON.stringify(content))
  }
  return folder
}

async function open(store: string) {
  const server = await createServer({ ...known, port: 0, store })
  onTestFinished(() => server.close())
  const { clientId, clientSecret } = known
  return { server, client: createClient({ baseUrl: server.url, clientId, clientSecret }) }
}

const feature = (id: string, enabled: boolean) => ({ id, enabled, activationStrategy: 'NO_STRATEGY' as const })
const named = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i}`)
const api = (id: string, name: string) => ({
  ...{ id, name, state: 'published', domain: `${id}.example` },
  routes: [{ id: 'r', backend: `${id}-backend`, frontend: { paths: ['/'] } }],
  documentation: { plans: [{ id: 'gold', status: 'published', access_mode_configuration_type: 'apikey' }] },
})
const backend = (id: string) => ({ id: `${id}-backend`, backend: { targets: [{ hostname: `${id}.example` }] } })
const subscription = (id: string) => ({ id: `of-${id}`, api_ref: id, plan_ref: 'gold' })

const before = {
  'signalbox.yaml': { prune: { features: '*' } },
  'features.json': [...named('stays', 2), ...named('changes', 3), ...named('goes', 3)].map((id) => feature(id, true)),
  'segments.json': [{ id: 'staff', included: ['ann'] }],
  'backends.json': ['shop', 'old'].map(backend),
  'apis.json': [api('shop', 'Shop'), api('old', 'Old')],
  'api-subscriptions.json': ['shop', 'old'].map(subscription),
  'users.json': [{ id: 'ann', name: 'Ann', authorizedPatterns: [{ pattern: 'shop:*' }] }],
}

/** Changes, creates and deletes records, in the order of their references. */
const after = {
  ...before,
  'features.json': [
    ...named('stays', 2).map((id) => feature(id, true)),
    ...[...named('changes', 3), ...named('comes', 3)].map((id) => feature(id, false)),
  ],
  'backends.json': ['shop', 'next'].map(backend),
  'apis.json': [api('shop', 'The shop'), api('next', 'Next')],
  'api-subscriptions.json': ['shop', 'next'].map(subscription),
  'signalbox.yaml': { prune: { features: '*', backends: '*', apis: '*', 'api-subscriptions': '*' } },
}

const nothing = 'No changes: 16 records are as they should be\n'

/** How often each record was created, changed and deleted, and how often each API was published. */
async function historyOf({ server, client }: { server: Server; client: ReturnType<typeof createClient> }) {
  const { results } = await server.box.events.history({ limit: 1000 })
  const events = results
    .map(({ type, key }) => `${type} ${key}`)
    .filter((one) => !/^(USER|CREDENTIAL|API_?KEY)/.test(one))
  const deployments = await Promise.all(
    ['shop', 'next'].map(async (id) => (await client.apis.deployments.list({ id })).results.length),
  )
  return { events: events.toSorted(), deployments }
}

/**
 * Applies a folder by as many runs as it takes, all killed around their commit but the last one. Resolves with the number of
 * kills. After each, the server has all changes or none.
 */
async function applyKilled({ server, client }: Awaited<ReturnType<typeof open>>, folder: string): Promise<number> {
  const { url } = server
  const isWhole = async () => {
    const found = await Promise.all([
      client.features.count({ pattern: 'comes*' }),
      client.features.count({ pattern: 'goes*' }),
    ])
    const counts = found.map(({ count }) => count)
    expect([
      [0, 3],
      [3, 0],
    ]).toContainEqual(counts)
  }
  for (let kills = 0; ; kills++) {
    // The first request is lost, so that there are at least two kills.
    const [isBefore, isLost] = kills === 0 ? [true, true] : [randomInt(2) === 0, randomInt(2) === 0]
    const strike = async (request: Request) => {
      if (!isWrite(request)) return true
      command.signal('SIGKILL')
      await command.ended
      return !isLost
    }
    const proxy = await proxyOf(url, isBefore ? { before: strike } : { after: strike })
    const command = start({ args: ['apply', '--prune', '--to', proxy, folder] })
    const { code, stderr } = await command.ended
    if (code === 0) return kills
    expect({ code, stderr }).toEqual({ code: null, stderr: '' })
    await isWhole()
  }
}

it('a run that is killed at any point is completed by the next ones, which repeat nothing', {
  timeout: 600_000,
}, async () => {
  const folders = [await folderOf(before), await folderOf(after)] as const
  const [whole, killed] = [await open('memory:'), await open('memory:')]
  const run = (url: string, folder: string) => start({ args: ['apply', '--prune', '--to', url, folder] }).ended
  for (const { server } of [whole, killed])
    expect(await run(server.url, folders[0])).toMatchObject({ code: 0, stderr: '' })
  expect(await run(whole.server.url, folders[1])).toMatchObject({ code: 0, stderr: '' })
  expect(await applyKilled(killed, folders[1])).toBeGreaterThan(1)
  expect(await run(killed.server.url, folders[1])).toEqual({ code: 0, stdout: nothing, stderr: '' })
  expect(await historyOf(killed)).toEqual(await historyOf(whole))
})

it('a run on a store that is killed has written all changes or none', { timeout: 300_000 }, async () => {
  const store = `sqlite:${join(await folderOf({}), 'box.db')}`
  const ids = named('f', 1000)
  const folder = await folderOf({ 'features.json': ids.map((id) => feature(id, true)) })
  const { server } = await open(store)
  const count = async () => (await server.box.features.count()).count
  const run = () => start({ args: ['apply', folder], env: { SIGNALBOX_STORE: store } })
  const first = run()
  await expect.poll(() => first.printed().includes('Plan: 1000 to create')).toBe(true)
  await delay(randomInt(1, 1000))
  first.signal('SIGKILL')
  await first.ended
  const before = await count()
  expect([0, 1000]).toContain(before)
  const { code, stdout } = await run().ended
  expect(code).toBe(0)
  expect(stdout).toContain(before === 0 ? 'Created 1000, changed 0, deleted 0' : 'No changes: 1000 records')
  expect(await count()).toBe(1000)
})

it('an export that is killed leaves whole files, and the next one completes it', { timeout: 300_000 }, async () => {
  const store = `sqlite:${join(await folderOf({}), 'box.db')}`
  const { server } = await open(store)
  const ids = named('f', 3000)
  await server.box.features.import({ body: ids.map((id) => feature(id, true)) })
  const folder = await folderOf({})
  const run = () => start({ args: ['export', '--dir', folder], env: { SIGNALBOX_STORE: store } })
  const files = () => readdir(join(folder, 'features')).catch(() => [])
  const first = run()
  const some = randomInt(1, 2500)
  await expect.poll(async () => (await files()).length).toBeGreaterThan(some)
  first.signal('SIGKILL')
  await first.ended
  const whole = (await files()).filter((name) => !name.startsWith('.'))
  expect(whole.length).toBeLessThan(3000)
  for (const name of whole)
    expect(await readFile(join(folder, 'features', name), 'utf8')).toMatch(
      /^# Written by signalbox export\.\nid: f\d+\n.*STRATEGY\n$/s,
    )
  const done = `wrote ${3000 - whole.length}, removed 0, unchanged ${whole.length}\n`
  expect(await run().ended).toEqual({ code: 0, stdout: done, stderr: '' })
  expect((await files()).toSorted()).toEqual(ids.map((id) => `${id}.yaml`).toSorted())
})
