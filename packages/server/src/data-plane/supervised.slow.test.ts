import { join } from 'node:path'
import { openSqlite } from '@signalbox/sql'
import { type RealPostgres, startPostgres } from '@signalbox/test-postgres'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { json, temporaryFolder } from '../fixtures/data-plane.fixture.ts'
import { call } from '../fixtures/known.fixture.ts'
import { loadOn } from './supervised-load.fixture.ts'
import { type Pod, type Supervisor, supervise } from './supervisor.fixture.ts'

/** Requests of each kind that must succeed before the next step of a test. */
const SOME = 30
const DRAIN_MS = '3000'
const READY_LAG = '6'

let postgres: RealPostgres
beforeAll(async () => {
  postgres = await startPostgres(['fsync=off'])
})
afterAll(() => postgres.stop())

/** Two servers on one PostgreSQL, under load. */
async function setUp(env: Record<string, string> = {}) {
  const supervisor = await supervise({ count: 2, env: { SIGNALBOX_STORE: postgres.url, ...env } })
  onTestFinished(supervisor.stop)
  await supervisor.allReady()
  const [{ url }] = supervisor.pods as [Pod]
  const feature = { id: 'express', enabled: true, activationStrategy: 'NO_STRATEGY' }
  await call(`${url}/api/features`, json(feature))
  for (const pod of supervisor.pods)
    await expect.poll(async () => (await call(`${pod.url}/api/features/express/check`)).status).toBe(200)
  const load = loadOn(supervisor)
  onTestFinished(load.stop)

  /** Resolves when so many more reads and writes have succeeded. */
  async function someMore(): Promise<void> {
    const [reads, writes] = [load.count('read') + SOME, load.count('write') + SOME]
    await supervisor.until(() => load.count('read') >= reads && load.count('write') >= writes)
  }
  return { supervisor, load, someMore }
}

/** The ids of all configs that are stored. */
async function stored({ pods: [pod] }: Pick<Supervisor, 'pods'>): Promise<Set<string>> {
  const lines = await (await call(`${pod?.url}/api/configs.ndjson`)).text()
  return new Set(
    lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id as string),
  )
}

it('a rolling restart with a drain loses no request of any kind', async () => {
  const { supervisor, load, someMore } = await setUp({ SIGNALBOX_DRAIN_MS: DRAIN_MS })
  await someMore()
  const before = supervisor.pods.map(({ command }) => command.pid)
  await supervisor.roll()
  await someMore()
  await load.stop()
  expect(load.failures()).toEqual([])
  const after = supervisor.pods.map(({ command }) => command.pid)
  expect(new Set([...before, ...after]).size).toBe(4)
  expect(new Set(load.outcomes.map(({ pid }) => pid))).toEqual(new Set([...before, ...after]))
  expect(supervisor.counts()).toEqual({ started: 4, killed: 0 })
  const ids = await stored(supervisor)
  expect(load.written().filter((id) => !ids.has(id))).toEqual([])
})

it('of a server that is killed, only requests that no probe could keep away fail, as errors of their connection', async () => {
  const { supervisor, load, someMore } = await setUp()
  await someMore()
  const [first] = supervisor.pods as [Pod, Pod]
  const { pid, signal } = first.command
  signal('SIGKILL')
  await supervisor.until(() => !first.isReady)
  const noticed = load.outcomes.length
  await supervisor.until(() => first.command.pid !== pid && first.isReady)
  await someMore()
  await load.stop()
  const failures = load.failures()
  expect(failures.filter((one) => one.pid !== pid || one.status !== 0)).toEqual([])
  // Requests that were under way when the probe noticed may still fail; a starting server would answer 503.
  const late = load.outcomes.slice(noticed).filter((one) => one.pid === pid && one.status === 0)
  expect(late.length).toBeLessThanOrEqual(5)
  expect(load.outcomes.slice(noticed).some((one) => one.pid === first.command.pid)).toBe(true)
  const ids = await stored(supervisor)
  expect(load.written().filter((id) => !ids.has(id))).toEqual([])
})

it('when PostgreSQL is killed, no server is restarted, checks go on, and writes say why they fail', async () => {
  const { supervisor, load, someMore } = await setUp({ SIGNALBOX_READY_LAG: READY_LAG })
  const lostWrites = () => load.failures().filter(({ kind }) => kind === 'write').length
  await someMore()
  await postgres.kill()
  const [reads, lost] = [load.count('read') + SOME, lostWrites() + 1]
  await supervisor.until(() => load.count('read') >= reads && lostWrites() >= lost)
  await postgres.restart()
  await someMore()

  await postgres.kill()
  await supervisor.until(() => supervisor.pods.every(({ isReady }) => !isReady))
  const { status } = await call(`${supervisor.pods[0]?.url}/api/features/express/check`)
  expect(status).toBe(200) // from memory, for those who ask nevertheless
  await postgres.restart()
  await supervisor.allReady()
  await someMore()
  await load.stop()

  expect(load.failures().filter(({ kind }) => kind === 'read')).toEqual([])
  const failures = load.failures()
  expect(new Set(failures.map((one) => one.status))).toEqual(new Set([503]))
  for (const { detail } of failures) expect(detail).toMatch(/database/)
  expect(supervisor.counts()).toEqual({ started: 2, killed: 0 })
  expect(new Set(supervisor.seen.lives)).toEqual(new Set([200]))
  const ids = await stored(supervisor)
  expect(load.written().filter((id) => !ids.has(id))).toEqual([])
})

it('a server that loads many records says how far it has come, stays live, and gets no request before it is ready', async () => {
  const records = 50_000
  const path = join(await temporaryFolder(), 'many.db')
  const store = await openSqlite(path)
  const value = (id: string) => ({ id, enabled: true, activationStrategy: 'NO_STRATEGY' })
  for (let i = 0; i < records; i += 5000) {
    const ids = Array.from({ length: 5000 }, (_, n) => (i + n === 0 ? 'express' : `many:${i + n}`))
    await store.commit(
      ids.map((key) => ({ op: 'put', collection: 'features', key, value: value(key) }) as const),
      [],
    )
  }
  await store.close?.()
  const supervisor = await supervise({ count: 1, env: { SIGNALBOX_STORE: `sqlite:${path}` } })
  onTestFinished(supervisor.stop)
  const load = loadOn(supervisor)
  onTestFinished(load.stop)
  await supervisor.until(() => load.count('read') >= SOME)
  await load.stop()
  expect(load.failures()).toEqual([])
  const { startups, lives } = supervisor.seen
  const loading = startups.filter(({ status, phase }) => status === 503 && phase === 'records')
  const numbers = loading.map(({ loaded = 0 }) => loaded)
  expect(new Set(numbers).size).toBeGreaterThan(2)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(loading.at(-1)).toMatchObject({ total: records })
  expect(startups.at(-1)).toMatchObject({ status: 200 })
  expect(new Set(lives)).toEqual(new Set([200]))
  expect(supervisor.counts()).toEqual({ started: 1, killed: 0 })
})
