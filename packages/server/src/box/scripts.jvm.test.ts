import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient, live } from '@signalbox/client'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { direct } from '../fixtures/command.fixture.ts'
import { call, credentials, known } from '../fixtures/known.fixture.ts'
import { createServer, type Server } from '../serve/create-server.ts'

const jvm = inject('jvm')
const jvmClasspath = 'folder' in jvm ? jvm.folder : ''
const scripts = {
  kotlin: `fun enabled(context: JsonNode, enabled: () -> Unit, disabled: () -> Unit, wsClient: WSClient) {
  if (context.get("user")?.asText() == "ann") enabled() else disabled()
}`,
  scala: `def enabled(context: play.api.libs.json.JsObject, enabled: () => Unit, disabled: () => Unit, http: play.api.libs.ws.WSClient)(implicit ec: ExecutionContext): Unit = {
  if ((context \\ "user").asOpt[String].contains("ann")) enabled() else disabled()
}`,
}
const languages = ['kotlin', 'scala'] as const
type Language = (typeof languages)[number]
const names = { kotlin: 'Kotlin', scala: 'Scala' }
const feature = (id: string, type: Language, script: string = scripts[type]) => ({
  id,
  enabled: true,
  activationStrategy: 'SCRIPT' as const,
  parameters: { type, script },
})

let server: Server
beforeAll(async () => {
  server = await createServer({ port: 0, ...known, jvm: 'java', jvmClasspath, scriptMs: 5_000 })
  for (const type of languages) {
    // The first compilation may take longer than a call waits.
    const debug = () => server.box.scripts.debug({ body: { context: {}, script: { type, script: scripts[type] } } })
    await vi.waitFor(async () => expect(await debug()).toMatchObject({ status: 'Success' }), { timeout: 110_000 })
    await server.box.features.create({ body: feature(`${type}:vip`, type) })
  }
}, 240_000)
afterAll(() => server?.close())

const post = async (path: string, body: unknown) => {
  const headers = { 'Content-Type': 'application/json' }
  const response = await call(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}

describe.each(languages)('a feature with a script in %s', (type) => {
  it.each([
    ['ann', true],
    ['bob', false],
  ])('is checked over HTTP, in a tree, by OFREP and by a live client: %s', async (user, active) => {
    const id = `${type}:vip`
    expect(await post(`/api/features/${id}/check`, { user })).toEqual({ status: 200, body: { active } })
    expect((await post(`/api/tree/features?pattern=${type}:*`, { user })).body).toEqual({ [type]: { vip: { active } } })
    const { body } = await post(`/ofrep/v1/evaluate/flags/${id}`, { context: { targetingKey: user, user } })
    expect(body).toMatchObject({ key: id, value: active, reason: active ? 'TARGETING_MATCH' : 'DEFAULT' })
    const flags = live(createClient({ baseUrl: server.url, ...credentialsOfClient }))
    onTestFinished(() => flags.close())
    expect(await flags.check(id, { user })).toBe(active)
  })

  it('is rejected with the line and column of an error, and debugged with it', async () => {
    const wrong = scripts[type].replace('"ann"', '"ann')
    const { status, body } = await post('/api/features', feature(`${type}:wrong`, type, wrong))
    expect([status, body.detail]).toEqual([400, expect.stringMatching(/line 2, column \d+/)])
    expect(await post('/api/scripts/_debug', { context: {}, script: { type, script: wrong } })).toMatchObject({
      status: 200,
      body: { status: 'Failure', errors: [expect.stringMatching(/^Line 2, column \d+: /)] },
    })
    const good = { type, script: scripts[type].replace('{\n', '{\nprintln("seen")\n') }
    expect((await post('/api/scripts/_debug', { context: { user: 'ann' }, script: good })).body).toEqual({
      status: 'Success',
      result: true,
      logs: ['seen'],
    })
  })

  it('is written by admins only', async () => {
    const { clientSecret = '' } = await server.box.apiKeys.create({
      body: { clientId: `ann-${type}`, name: 'ann', authorizedPatterns: `${type}:*` as never },
    })
    const ann = createClient({ baseUrl: server.url, clientId: `ann-${type}`, clientSecret })
    const creating = ann.features.create({ body: feature(`${type}:other`, type) })
    await expect(creating).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await ann.features.checkWith({ id: `${type}:vip`, body: { user: 'ann' } })).toEqual({ active: true })
  })
})

describe('without a JVM', () => {
  it.each(languages)('scripts in %s are stored, and say how to run them', async (type) => {
    const off = await createServer({ port: 0, ...known })
    onTestFinished(() => off.close())
    await off.box.features.create({ body: feature('a', type, 'not checked (') })
    const { active, explanation } = await off.box.features.checkWith({ id: 'a', body: {}, explain: true })
    expect([active, explanation]).toEqual([
      false,
      expect.objectContaining({
        reason: 'ERROR',
        message: expect.stringMatching(`${names[type]}.*SIGNALBOX_JVM=java`),
      }),
    ])
  })

  it.each([
    [['kotlin', 'scala'], /lacks kotlin-compiler.*and 9 more: run signalbox jvm install/],
    [['scala'], /lacks scala-compiler.*and 9 more: run signalbox jvm install/],
  ])('a server that should run %s does not start if jars are missing', async (jvmLanguages, message) => {
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const starting = createServer({ port: 0, ...known, jvm: 'java', jvmClasspath: folder, jvmLanguages })
    await expect(starting).rejects.toThrow(message)
  })

  it('a server that runs one language says how to run the other', async () => {
    const one = await createServer({ port: 0, ...known, jvm: 'java', jvmClasspath, jvmLanguages: ['kotlin'] })
    onTestFinished(() => one.close())
    const script = { type: 'scala', script: scripts.scala } as const
    expect(await one.box.scripts.debug({ body: { context: {}, script } })).toMatchObject({
      status: 'Failure',
      errors: [expect.stringContaining('add scala to SIGNALBOX_JVM_LANGUAGES')],
    })
  })
})

describe('signalbox jvm', () => {
  it('trust marks what the store has', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const [node, ...command] = direct
    const run = (...args: string[]) =>
      promisify(execFile)(node, [...command, 'jvm', ...args], {
        cwd: folder,
        env: { ...process.env, SIGNALBOX_STORE: 'sqlite:./a.db', SIGNALBOX_JVM_CLASSPATH: jvmClasspath },
      })
    const first = await createServer({ port: 0, ...known, store: `sqlite:${join(folder, 'a.db')}` })
    for (const type of languages) await first.box.features.create({ body: feature(type, type) })
    await first.close()
    expect((await run('trust')).stdout).toBe('marked 0\n')
    await expect(run('instal')).rejects.toMatchObject({ stderr: expect.stringContaining('signalbox jvm install') })
  })
})

const credentialsOfClient = {
  clientId: credentials['Service-Client-Id'],
  clientSecret: credentials['Service-Client-Secret'],
}
