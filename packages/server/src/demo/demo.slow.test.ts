import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@signalbox/client'
import { expect, it, onTestFinished } from 'vitest'
import { start } from '../fixtures/command.fixture.ts'
import { known } from '../fixtures/known.fixture.ts'
import { BUTTON, CONTENTS } from './shop.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const storeInFolder = async () => `sqlite:${join(await newFolder(), 'demo.db')}`

/** Starts the command on a store, by default with `--demo`. */
async function serve(store: string, args: readonly string[] = ['--demo']) {
  const command = start({ args, env: { SIGNALBOX_STORE: store } })
  const baseUrl = await command.serving
  const { clientId, clientSecret } = known
  const client = createClient({ baseUrl, clientId, clientSecret })
  const stop = async () => {
    command.signal('SIGTERM')
    expect((await command.ended).code).toBe(0)
  }
  return { command, client, stop, demoUrl: /The demo shop answers on (\S+)/.exec(command.printed())?.[1] }
}

type Client = Awaited<ReturnType<typeof serve>>['client']

async function headOf(client: Client): Promise<unknown> {
  const { results } = await client.events.history({
    domains: 'Feature,Config,Experiment,Segment,Api,Backend',
    limit: 1,
  })
  return results[0]?._id
}

const usersIn = async (client: Client) =>
  (await client.experiments.results({ id: BUTTON })).results.map(({ users }) => users)

it('--demo fills an empty store, and the shop answers through the gateway', async () => {
  const { client, demoUrl, command, stop } = await serve(await storeInFolder())
  expect(await client.features.check({ id: 'demo:checkout:orders' })).toEqual({ active: true })
  expect(await client.features.checkWith({ id: 'demo:search:suggestions', body: { id: 'ann' } })).toEqual({
    active: true,
  })
  const [a = 0, b = 0] = await usersIn(client)
  expect(a + b).toBe(900)
  const answer = await fetch(demoUrl as string)
  expect([answer.status, await answer.json()]).toEqual([
    200,
    expect.arrayContaining([expect.objectContaining({ id: 'bread' })]),
  ])
  const outcomes = async () => (await client.gateway.outcomes({})).results.flatMap(({ apis }) => apis)
  await expect.poll(outcomes, { timeout: 10_000 }).toMatchObject([{ api: 'demo-shop', requests: 20 }])
  expect((await outcomes())[0]?.failed).toBeLessThan(4)
  expect(command.printed()).not.toContain('/demo/products/bread')
  await stop()
})

it('a second start changes nothing; without --demo the records stay, and the shop does not answer', async () => {
  const store = await storeInFolder()
  const first = await serve(store)
  const [head, users] = [await headOf(first.client), await usersIn(first.client)]
  await first.stop()
  const second = await serve(store)
  expect([await headOf(second.client), await usersIn(second.client)]).toEqual([head, users])
  await second.stop()
  const third = await serve(store, [])
  expect([third.demoUrl, await usersIn(third.client)]).toEqual([undefined, users])
  const [, gatewayUrl] = /The gateway serves published APIs on (\S+)/.exec(third.command.printed()) ?? []
  expect((await fetch(`${gatewayUrl}/demo/products`)).status).toBe(502)
  await third.stop()
})

it('what it lists is removed in one call, which leaves an empty store', async () => {
  const { client, stop } = await serve(await storeInFolder())
  const { value } = await client.configs.get({ id: CONTENTS })
  const { records } = value as { records: readonly { kind: string; id: string }[] }
  await client.commit({ body: { changes: records.map((one) => ({ op: 'delete' as const, ...one })) } })
  const counts = await Promise.all([
    client.features.count({}),
    client.segments.count({}),
    client.configs.count({}),
    client.experiments.count({}),
    client.apis.count({}),
    client.backends.count({}),
    client.subscriptions.count({}),
  ])
  expect(counts).toEqual(counts.map(() => ({ count: 0 })))
  await stop()
})

it('a store with other records is left as it is', async () => {
  const store = await storeInFolder()
  const plain = await serve(store, [])
  await plain.client.configs.create({ body: { id: 'own', value: 1 } })
  const head = await headOf(plain.client)
  await plain.stop()
  const { client, command, demoUrl, stop } = await serve(store)
  expect([await headOf(client), demoUrl]).toEqual([head, undefined])
  expect(command.errors()).toContain('There is no demo, because the store has records')
  await stop()
})

it('a killed start is finished by the next one', async () => {
  for (const ms of [900, 1500, 2100]) {
    const store = await storeInFolder()
    const command = start({ args: ['--demo'], env: { SIGNALBOX_STORE: store } })
    await delay(ms)
    command.signal('SIGKILL')
    await command.ended
    const { client, stop } = await serve(store)
    const [a = 0, b = 0] = await usersIn(client)
    expect([a + b, await client.features.count({})]).toEqual([900, { count: 6 }])
    await stop()
  }
})

it('its code is loaded only with --demo', async () => {
  /** Whether a start loads the code of the demo. Node.js lists the modules of a process as it ends. */
  async function loadsDemo(args: readonly string[]): Promise<boolean> {
    const folder = await newFolder()
    const { serving, signal, ended } = start({ args, env: { NODE_V8_COVERAGE: folder } })
    await serving
    signal('SIGTERM')
    await ended
    const files = await readdir(folder)
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    return texts.some((text) => text.includes('"openDemo"'))
  }
  expect([await loadsDemo(['--demo']), await loadsDemo([])]).toEqual([true, false])
})

it('commands do not take --demo', async () => {
  const { code, stderr } = await start({ args: ['export', '--demo'] }).ended
  expect([code, stderr]).toEqual([2, expect.stringContaining('does not take the option --demo')])
})
