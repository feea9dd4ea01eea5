import { type RealPostgres, type SilentProxy, silentProxy, startPostgres } from '@signalbox/test-postgres'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { start } from '../fixtures/command.fixture.ts'
import { call } from '../fixtures/known.fixture.ts'

let postgres: RealPostgres
beforeAll(async () => {
  postgres = await startPostgres(['fsync=off'])
})
afterAll(() => postgres.stop())

const open = (store: string) => start({ env: { SIGNALBOX_STORE: store, SIGNALBOX_STORE_TIMEOUT: '500' } })

async function proxied(): Promise<SilentProxy> {
  const proxy = await silentProxy(postgres.url)
  onTestFinished(() => proxy.close())
  return proxy
}

async function create(url: string, id: string): Promise<number> {
  const body = JSON.stringify({ id, enabled: true, activationStrategy: 'NO_STRATEGY' })
  const headers = { 'Content-Type': 'application/json' }
  return (await call(`${url}/api/features`, { method: 'POST', headers, body })).status
}
const statusOf = async (url: string) => (await call(url)).status

describe('a server whose PostgreSQL does not respond', () => {
  it('responds 503, and continues with new connections', async () => {
    const proxy = await proxied()
    const [one, other] = [await open(postgres.url).serving, await open(proxy.url).serving]
    expect(await create(other, 'before')).toBe(201)
    proxy.freeze()
    proxy.deafen()
    const paths = ['/api/_health', '/api/features/before', '/api/counts/features']
    const answers = await Promise.all([create(other, 'lost'), ...paths.map((path) => statusOf(other + path))])
    expect(new Set(answers)).toEqual(new Set([503]))
    expect(await statusOf(`${other}/api/_ready`)).toBe(200) // checks are answered from memory
    proxy.deafen(false)
    expect(await create(one, 'meanwhile')).toBe(201)
    await expect.poll(() => statusOf(`${other}/api/features/meanwhile/check`), { timeout: 30_000 }).toBe(200)
    await expect.poll(() => create(other, 'after'), { timeout: 30_000 }).toBe(201)
    await expect.poll(() => statusOf(`${other}/api/_health`)).toBe(200)
  })

  it('exits on SIGTERM', async () => {
    const proxy = await proxied()
    const { serving, signal, ended } = open(proxy.url)
    const url = await serving
    await create(url, 'ending')
    proxy.deafen()
    proxy.freeze()
    const writing = create(url, 'lost').catch(() => 503)
    signal('SIGTERM')
    expect(await writing).toBe(503)
    expect((await ended).code).toBe(0)
  })
})

describe('a start fails with one line', () => {
  const at = (change: (url: URL) => void) => {
    const url = new URL(postgres.url)
    change(url)
    return url.href
  }
  it.each([
    [
      'takes another password',
      () => at((url) => (url.password = 'hunter2')),
      /rejected the login: check the database name, the user and the password \(28P01\)$/,
    ],
    ['has another name', () => at((url) => (url.pathname = '/nothing')), /rejected the login.*\(3D000\)$/],
  ])('when the database %s', async (_, url, sentence) => {
    const { code, stdout, stderr } = await open(url()).ended
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr.trimEnd()).toMatch(sentence)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(stderr).not.toMatch(/hunter2|signalbox:/)
  })
})

it('a start waits for a database that accepts connections but does not respond', async () => {
  const proxy = await proxied()
  proxy.deafen()
  const { serving, errors } = open(proxy.url)
  await expect
    .poll(errors)
    .toMatch(
      /^postgres:.* is not available yet, and is tried again: The database accepts connections but does not respond: check its load and its log/,
    )
  proxy.deafen(false)
  expect(await statusOf(`${await serving}/api/_ready`)).toBe(200)
})

it('a server with a long start is live but not ready, and prints a line', async () => {
  const lock = await postgres.connect()
  onTestFinished(() => lock.end())
  await open(postgres.url).serving // its tables are there
  await lock.query('begin')
  await lock.query('lock table signalbox.records in access exclusive mode')
  const loading = start({ env: { SIGNALBOX_STORE: postgres.url, SIGNALBOX_STORE_TIMEOUT: '60000' } })
  await expect
    .poll(loading.printed, { timeout: 30_000 })
    .toMatch(/^Signalbox listens on \S+; .*\nSignalbox is starting: 0 of \d+ records are loaded\n/)
  const [, url = ''] = /on (\S+);/.exec(loading.printed()) ?? []
  expect(await statusOf(`${url}/api/_live`)).toBe(200)
  for (const path of ['/api/_ready', '/api/_health', '/api/features']) {
    const answer = await call(url + path)
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '1'])
    expect(await answer.json()).toMatchObject({ code: 'UNAVAILABLE', phase: 'records', loaded: 0 })
  }
  await lock.query('commit')
  await loading.serving
  expect(await statusOf(`${url}/api/features`)).toBe(200)
})
