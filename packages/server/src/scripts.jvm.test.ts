import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient, live } from '@signalbox/client'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import type { Server } from './create-server.ts'
import { createServer } from './create-server.ts'
import { call, credentials, known } from './known.fixture.ts'

const jvm = inject('jvm')
const jvmClasspath = 'folder' in jvm ? jvm.folder : ''
const script = `fun enabled(context: JsonNode, enabled: () -> Unit, disabled: () -> Unit, wsClient: WSClient) {
  if (context.get("user")?.asText() == "ann") enabled() else disabled()
}`
const feature = (id: string, text = script) => ({
  id,
  enabled: true,
  activationStrategy: 'SCRIPT' as const,
  parameters: { type: 'kotlin' as const, script: text },
})

let server: Server
beforeAll(async () => {
  server = await createServer({ port: 0, ...known, jvm: 'java', jvmClasspath, scriptMs: 5_000 })
  // The first compilation may take longer than a call waits.
  const debug = () => server.box.scripts.debug({ body: { context: {}, script: { type: 'kotlin', script } } })
  await vi.waitFor(async () => expect(await debug()).toMatchObject({ status: 'Success' }), { timeout: 110_000 })
  await server.box.features.create({ body: feature('shop:vip') })
}, 120_000)
afterAll(() => server?.close())

const post = async (path: string, body: unknown) => {
  const headers = { 'Content-Type': 'application/json' }
  const response = await call(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}

describe('a feature with a Kotlin script', () => {
  it.each([
    ['ann', true],
    ['bob', false],
  ])('is checked over HTTP, in a tree, by OFREP and by a live client: %s', async (user, active) => {
    expect(await post('/api/features/shop:vip/check', { user })).toEqual({ status: 200, body: { active } })
    expect((await post('/api/tree/features?pattern=shop:*', { user })).body).toEqual({ shop: { vip: { active } } })
    const { body } = await post('/ofrep/v1/evaluate/flags/shop:vip', { context: { targetingKey: user, user } })
    expect(body).toMatchObject({ key: 'shop:vip', value: active, reason: active ? 'TARGETING_MATCH' : 'DEFAULT' })
    const flags = live(createClient({ baseUrl: server.url, ...credentialsOfClient }))
    onTestFinished(() => flags.close())
    expect(await flags.check('shop:vip', { user })).toBe(active)
  })

  it('is rejected with the line and column of an error, and debugged with it', async () => {
    const wrong = script.replace('"ann"', '"ann')
    const { status, body } = await post('/api/features', feature('shop:wrong', wrong))
    expect([status, body.detail]).toEqual([400, expect.stringMatching(/line 2, column \d+/)])
    expect(await post('/api/scripts/_debug', { context: {}, script: { type: 'kotlin', script: wrong } })).toMatchObject(
      {
        status: 200,
        body: { status: 'Failure', errors: [expect.stringMatching(/^Line 2, column \d+: /)] },
      },
    )
    const good = { type: 'kotlin', script: script.replace('{\n', '{\nprintln("seen")\n') }
    expect((await post('/api/scripts/_debug', { context: { user: 'ann' }, script: good })).body).toEqual({
      status: 'Success',
      result: true,
      logs: ['seen'],
    })
  })

  it('is written by admins only', async () => {
    const { clientSecret = '' } = await server.box.apiKeys.create({
      body: { clientId: 'ann', name: 'ann', authorizedPatterns: 'shop:*' as never },
    })
    const ann = createClient({ baseUrl: server.url, clientId: 'ann', clientSecret })
    await expect(ann.features.create({ body: feature('shop:other') })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await ann.features.checkWith({ id: 'shop:vip', body: { user: 'ann' } })).toEqual({ active: true })
  })
})

describe('without a JVM', () => {
  it('scripts in Kotlin are stored, and say how to run them', async () => {
    const off = await createServer({ port: 0, ...known })
    onTestFinished(() => off.close())
    await off.box.features.create({ body: feature('a', 'not checked (') })
    const { active, explanation } = await off.box.features.checkWith({ id: 'a', body: {}, explain: true })
    expect([active, explanation]).toEqual([
      false,
      expect.objectContaining({ reason: 'ERROR', message: expect.stringContaining('SIGNALBOX_JVM=java') }),
    ])
  })

  it('a server that should have it does not start if jars are missing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const starting = createServer({ port: 0, ...known, jvm: 'java', jvmClasspath: folder })
    await expect(starting).rejects.toThrow(/lacks kotlin-compiler.*and 9 more: run signalbox jvm install/)
  })
})

describe('signalbox jvm', () => {
  it('trust marks what the store has', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const run = (...args: string[]) =>
      promisify(execFile)(
        process.execPath,
        ['--conditions=@signalbox/source', join(import.meta.dirname, 'main.ts'), 'jvm', ...args],
        {
          cwd: folder,
          env: { ...process.env, SIGNALBOX_STORE: 'sqlite:./a.db', SIGNALBOX_JVM_CLASSPATH: jvmClasspath },
        },
      )
    const first = await createServer({ port: 0, ...known, store: `sqlite:${join(folder, 'a.db')}` })
    await first.box.features.create({ body: feature('a') })
    await first.close()
    expect((await run('trust')).stdout).toBe('marked 0\n')
    await expect(run('instal')).rejects.toMatchObject({ stderr: expect.stringContaining('signalbox jvm install') })
  })
})

const credentialsOfClient = {
  clientId: credentials['Service-Client-Id'],
  clientSecret: credentials['Service-Client-Secret'],
}
