import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { createClient } from '@signalbox/client'
import { createSignalbox } from '@signalbox/core'
import { contract, operations } from '@signalbox/core/contract'
import { isSafe, isStream } from '@signalbox/core/wire'
import { openSqlite } from '@signalbox/sql'
import { describe, expect, it, onTestFinished } from 'vitest'
import { start } from '../fixtures/command.fixture.ts'
import { type Era, jsonOf, overHttp, overStdio } from './client.fixture.ts'
import { sampleArguments } from './sample.fixture.ts'
import { admin, headersOf, type Key, openService, reader } from './service.fixture.ts'
import { type OperationTool, toolsOf } from './tools.ts'
import { writingArguments, writingInOrder } from './writing.fixture.ts'

const all = toolsOf(operations(contract), { write: true })
const keyOf = ({ clientId, clientSecret }: Key) => ({
  SIGNALBOX_CLIENT_ID: clientId,
  SIGNALBOX_CLIENT_SECRET: clientSecret,
})

async function opened() {
  const service = await openService()
  onTestFinished(() => service.close())
  return service
}

/** Starts the command with a port, and returns its address. */
const served = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  start({ args: ['mcp', '--port', '0', ...args], env })

/** Answers that differ from call to call. */
const moving = ['about', 'health', 'gateway_traffic', 'errorTemplates_render']

type Service = Awaited<ReturnType<typeof openService>>

const deciding = ['subscriptions_approve', 'subscriptions_refuse']

/**
 * Calls every tool, or every tenth. Tools that only read must answer as the API does; then the others must succeed. A tool
 * knows nothing of protocol and transport, so that each of these meets all tools once.
 */
async function callAll(client: Client, service: Service, each: 'tool' | 'tenth'): Promise<void> {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([...all.keys()])
  const some = <T>(all: readonly T[]) => (each === 'tool' ? all : all.filter((_, at) => at % 10 === 0))
  const reading = some([...all.values()].filter(({ operation }) => isSafe(operation)))
  for (const one of reading)
    expect(moving.includes(one.tool.name) || (await answersAsTheApi(client, service, { one }))).toBe(true)
  const call = async (name: string, args: object) =>
    client.callTool({ name, arguments: args as Record<string, unknown> })
  const read = async (name: string, args: object) => jsonOf(await call(name, args))
  const failed: unknown[] = []
  const writing = writingInOrder(all.values())
  // The first ones create what others change.
  for (const one of each === 'tool' ? writing : writing.slice(0, 5)) {
    const result = await call(one.tool.name, await writingArguments(one, read))
    // Only a consumer makes a subscription that waits for a decision.
    if (result.isError && !deciding.includes(one.tool.name)) failed.push([one.tool.name, jsonOf(result)])
  }
  expect(failed).toEqual([])
}

/** Calls a tool and its operation over HTTP with one key. Expects that both give the same answer or problem. */
async function answersAsTheApi(
  client: Client,
  { url }: Service,
  { one, key = admin }: { one: OperationTool; key?: Key },
): Promise<true> {
  const args = sampleArguments(one)
  const result = await client.callTool({ name: one.tool.name, arguments: args })
  if (isStream(one.operation.response) && !result.isError) {
    expect(jsonOf(result).results, one.tool.name).toBeInstanceOf(Array)
    return true
  }
  const { clientId, clientSecret } = key
  const { seconds: _, ...input } = args
  const answer = await one
    .find(createClient({ baseUrl: url, clientId, clientSecret }))(input)
    .catch(({ code, message }) => ({ code, detail: message }))
  if (answer !== undefined) expect(jsonOf(result), one.tool.name).toMatchObject(answer as object)
  return true
}

describe.each<Era>(['legacy', 'modern'])('signalbox mcp, to a client of the %s protocol', (era) => {
  it('offers every tool over standard input and output', async () => {
    const service = await opened()
    const { client, errors, stderr } = await overStdio(['--to', service.url, '--write'], { env: keyOf(admin), era })
    await callAll(client, service, era === 'legacy' ? 'tool' : 'tenth')
    expect([errors, stderr()]).toEqual([[], ''])
  })

  it('offers every tool over HTTP', async () => {
    const service = await opened()
    const url = await served(['--to', service.url, '--write']).serving
    const client = await overHttp(url, { headers: headersOf(admin), era })
    await callAll(client, service, era === 'modern' ? 'tool' : 'tenth')
  })
})

describe('signalbox mcp --to', () => {
  it('has the rights of the key of the settings', async () => {
    const service = await opened()
    const { client } = await overStdio(['--to', service.url], { env: keyOf(reader) })
    expect(jsonOf(await client.callTool({ name: 'me' }))).toMatchObject({ id: 'reader' })
    const refused = await client.callTool({ name: 'configs_list' })
    const response = await fetch(`${service.url}/api/configs`, { headers: headersOf(reader) })
    expect([refused.isError, jsonOf(refused)]).toEqual([true, await response.json()])
  })

  it('refuses every tool to a key without grants as the API does', async () => {
    const service = await opened()
    const nobody: Key = { clientId: 'nobody', clientSecret: 'a-secret-of-nobody' }
    await service.box.apiKeys.create({ body: { name: 'Nobody', ...nobody } })
    const { client } = await overStdio(['--to', service.url, '--write'], { env: keyOf(nobody) })
    const answered = new Map<string, { readonly results?: unknown[]; readonly unresolved?: unknown[] }>()
    for (const one of all.values()) {
      const result = await client.callTool({ name: one.tool.name, arguments: sampleArguments(one) })
      if (result.isError) await answersAsTheApi(client, service, { one, key: nobody })
      else answered.set(one.tool.name, jsonOf(result))
    }
    // What answers shows nothing but the caller and the state of the server.
    const visible = [...answered].filter(([, { results, unresolved }]) => (results ?? unresolved)?.length !== 0)
    expect(visible.map(([name]) => name)).toEqual(['me', 'health', 'liveness', 'readiness'])
    expect(
      [...answered.keys()].filter((name) => !['lint', 'search'].includes(name) && !name.startsWith('events_')),
    ).toEqual(visible.map(([name]) => name))
  })

  it('says what is wrong if the server is not there', async () => {
    const { client } = await overStdio(['--to', 'http://127.0.0.1:1'], { env: keyOf(reader) })
    expect(jsonOf(await client.callTool({ name: 'me' }))).toMatchObject({ code: 'UNAVAILABLE' })
  })
})

describe('signalbox mcp on a store', () => {
  it('is an admin for whoever starts it, and needs a key for requests', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'mcp.db')
    const box = createSignalbox({ store: await openSqlite(file) })
    await box.features.create({ body: { id: 'shop:express', enabled: true, activationStrategy: 'NO_STRATEGY' } })
    const authorizedPatterns = [{ pattern: 'shop:*', rights: [], domains: ['Feature' as const] }]
    await box.apiKeys.create({ body: { name: 'Reader', authorizedPatterns, ...reader } })
    await box.close()
    const env = { SIGNALBOX_STORE: `sqlite:${file}` }

    const { client, errors, stderr } = await overStdio(['--write', '--only', 'features,apiKeys,events'], { env })
    expect((await client.listTools()).tools.some(({ name }) => name.startsWith('configs_'))).toBe(false)
    const patch = { id: 'shop:express', body: { enabled: false }, reason: 'OPS-1' }
    expect(jsonOf(await client.callTool({ name: 'features_patch', arguments: patch }))).toMatchObject({
      enabled: false,
    })
    expect(jsonOf(await client.callTool({ name: 'apiKeys_list' })).results).toHaveLength(1)
    const { results } = jsonOf(await client.callTool({ name: 'events_history', arguments: { limit: 1 } }))
    expect(results).toMatchObject([{ type: 'FEATURE_UPDATED', reason: 'OPS-1' }])
    expect([errors, stderr()]).toEqual([[], ''])

    const url = await served([], env).serving // beside the other process
    const known = await overHttp(url, { headers: headersOf(reader) })
    expect(jsonOf(await known.callTool({ name: 'features_list' })).results).toHaveLength(1)
    expect(jsonOf(await known.callTool({ name: 'apiKeys_list' }))).toMatchObject({ code: 'FORBIDDEN' })
    const unknown = await overHttp(url)
    expect(jsonOf(await unknown.callTool({ name: 'features_list' }))).toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})

describe('signalbox mcp refuses', () => {
  it.each([
    [['--to', 'signalbox.example.com'], 1, '--to must be the URL of a server'],
    [['--to', 'http://me:secret-of-me@127.0.0.1:1'], 1, 'must not contain credentials'],
    [['--port', '70000'], 2, '--port must be a whole number from 0 to 65535'],
    [['--only', 'features,flags', '--to', 'http://127.0.0.1:1'], 2, '--only must name groups of operations, not flags'],
    [[], 1, 'mcp requires a persistent store or --to URL'],
    [['file'], 1, 'mcp does not take a file'],
    [['--secret', 'x'], 2, 'does not take the option --secret'],
  ])('%j', async (args, code, message) => {
    const end = await start({ args: ['mcp', ...args] }).ended
    expect([end.code, end.stdout]).toEqual([code, ''])
    expect(end.stderr).toContain(message)
    expect(end.stderr).not.toContain('secret-of-me')
  })
})

describe('a process of signalbox mcp', () => {
  it('ends when its client leaves, even in the middle of a call, and has written nothing but the protocol', async () => {
    const service = await opened()
    const { client, transport } = await overStdio(['--to', service.url], { env: keyOf(admin) })
    const left = expect(client.callTool({ name: 'events_stream', arguments: { seconds: 60 } })).rejects.toThrow()
    await expect.poll(async () => (await service.box.about()).events.streams).toBe(1)
    const { pid } = transport
    await client.close()
    await left
    await expect.poll(() => isRunning(pid as number)).toBe(false)
    await expect.poll(async () => (await service.box.about()).events.streams).toBe(0)
  })

  it('ends when its standard input ends', async () => {
    const service = await opened()
    const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
    const lines = [
      'this is no message',
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize }),
      '{"jsonrpc":"2.0","id":2,"method":"unknown"}',
      '{"jsonrpc":"2.0","id":3}',
    ]
    const end = await start({ args: ['mcp', '--to', service.url], input: `${lines.join('\n')}\n` }).ended
    expect(end.code).toBe(0)
    for (const line of end.stdout.split('\n').filter(Boolean))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('ends on %s', async (signal) => {
    const service = await opened()
    const started = served(['--to', service.url])
    const url = await started.serving
    const client = await overHttp(url, { headers: headersOf(admin) })
    const left = expect(client.callTool({ name: 'events_stream', arguments: { seconds: 60 } })).rejects.toThrow()
    await expect.poll(async () => (await service.box.about()).events.streams).toBe(1)
    started.signal(signal)
    expect(await started.ended).toMatchObject({ code: 0, stdout: `Signalbox serves ${url}\n`, stderr: '' })
    await client.close()
    await left
  })

  it('cancels a call that its client cancels', async () => {
    const service = await opened()
    const { client } = await overStdio(['--to', service.url], { env: keyOf(admin) })
    const stop = new AbortController()
    const call = { name: 'events_stream', arguments: { seconds: 60 } }
    const cancelled = expect(client.callTool(call, { signal: stop.signal })).rejects.toThrow()
    await expect.poll(async () => (await service.box.about()).events.streams).toBe(1)
    stop.abort()
    await cancelled
    await expect.poll(async () => (await service.box.about()).events.streams).toBe(0)
    expect(jsonOf(await client.callTool({ name: 'me' }))).toMatchObject({ id: 'tests' })
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
