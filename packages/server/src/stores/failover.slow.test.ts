import { openPool, type RealPostgres, type Replica, silentProxy, startPostgres } from '@signalbox/test-postgres'
import { expect, it, onTestFinished } from 'vitest'
import { start } from '../fixtures/command.fixture.ts'
import { readEvents } from '../fixtures/event-reader.fixture.ts'
import { create, listAll, type Written, writeTo } from './failover.fixture.ts'

/** A primary that confirms a commit once its standby has it. */
async function startPair(): Promise<{ primary: RealPostgres; standby: Replica }> {
  const primary = await startPostgres()
  onTestFinished(() => primary.stop())
  const standby = await primary.startReplica()
  onTestFinished(() => standby.stop())
  const client = await primary.connect()
  await client.query(`alter system set synchronous_standby_names = 'replica'`)
  await client.query('select pg_reload_conf()')
  const state = async () => (await client.query('select sync_state from pg_stat_replication')).rows
  await expect.poll(state).toEqual([{ sync_state: 'sync' }])
  await client.end()
  return { primary, standby }
}

/** The URL of a database on several servers. */
function joined(...urls: readonly string[]): string {
  const [first = ''] = urls
  const hosts = urls.map((url) => new URL(url).host)
  return first.replace(new URL(first).host, hosts.join()).concat('?target_session_attrs=read-write')
}

const openServers = (store: string) =>
  Promise.all(Array.from({ length: 3 }, () => start({ env: { SIGNALBOX_STORE: store } }).serving))

/** Waits until a server accepts a write. Returns how long it took, in milliseconds. */
async function writable(url: string, id: string): Promise<number> {
  const begun = performance.now()
  await expect.poll(() => create(url, `${id}:${Math.round(performance.now() - begun)}`), { timeout: 60_000 }).toBe(201)
  return performance.now() - begun
}

const isIncreasing = (ids: readonly number[]) => ids.every((id, i) => i === 0 || id > (ids[i - 1] as number))

it('when a synchronous standby is promoted under load, no confirmed write is lost or doubled, and event streams have no gap', async () => {
  const { primary, standby } = await startPair()
  const servers = await openServers(joined(primary.url, standby.url))
  const readers = servers.map((url) => readEvents(url, { path: '/api/events/Feature' }))
  await Promise.all(readers.map((reader) => reader.open))
  const loads = servers.flatMap((url, i) => [writeTo(url, `a${i}`), writeTo(url, `b${i}`)])
  for (const { written } of loads) await expect.poll(() => written.confirmed.length).toBeGreaterThan(20)

  await primary.kill()
  await standby.promote()
  const times = await Promise.all(servers.map((url, i) => writable(url, `after${i}`)))
  console.info(`From the promotion to the first write of each server: ${times.map(Math.round).join(', ')} ms`)
  expect(Math.max(...times)).toBeLessThan(15_000) // the goal is 5 s; machines that run many tests at once take longer
  const before = loads.map(({ written }) => written.confirmed.length)
  for (const [i, { written }] of loads.entries())
    await expect.poll(() => written.confirmed.length).toBeGreaterThan((before[i] as number) + 20)
  const written: Written[] = await Promise.all(loads.map((load) => load.stop()))

  const confirmed = written.flatMap((one) => one.confirmed)
  const unsure = new Set(written.flatMap((one) => one.failed))
  const stored = (await listAll(servers[0] as string)).filter((id) => !id.startsWith('after'))
  expect(confirmed.filter((id) => !stored.includes(id))).toEqual([])
  expect(stored.filter((id) => !confirmed.includes(id) && !unsure.has(id))).toEqual([])
  expect(new Set(confirmed).size).toBe(confirmed.length)
  expect(written.map(({ doubled }) => doubled)).toEqual(written.map(() => 0))

  await create(servers[0] as string, 'last')
  for (const reader of readers) await expect.poll(() => reader.seen.at(-1)?.key).toBe('last')
  const [seen = []] = readers.map((reader) => reader.seen)
  expect(isIncreasing(seen.map(({ _id }) => _id))).toBe(true)
  const keys = seen.map(({ key }) => key).filter((key) => key !== 'last' && !key.startsWith('after'))
  expect(keys.toSorted()).toEqual(stored.filter((id) => id !== 'last').toSorted())
  for (const reader of readers) expect(reader.seen).toEqual(seen)
  const middle = Math.floor(seen.length / 2)
  const resumed = readEvents(servers[1] as string, { path: '/api/events/Feature', lastEventId: seen[middle]?._id })
  await resumed.until(seen.length - middle - 1)
  expect(resumed.seen).toEqual(seen.slice(middle + 1))
})

it('a primary that no longer responds is left for the promoted standby, also by connections that listen', async () => {
  const { primary, standby } = await startPair()
  const proxy = await silentProxy(primary.url)
  onTestFinished(() => proxy.close())
  const servers = await openServers(joined(proxy.url, standby.url))
  await Promise.all(servers.map((url, i) => create(url, `before${i}`)))

  proxy.freeze()
  proxy.deafen()
  await standby.promote()
  const times = await Promise.all(servers.map((url, i) => writable(url, `after${i}`)))
  console.info(`From the promotion to the first write of each server: ${times.map(Math.round).join(', ')} ms`)
  expect(Math.max(...times)).toBeLessThan(15_000)
  const [writer = '', ...others] = servers
  for (const other of others) {
    const reader = readEvents(other, { path: '/api/events/Feature' })
    await reader.open
    await create(writer, `for:${other.at(-1)}:${servers.indexOf(other)}`)
    await reader.until(1)
  }
})

it('servers at rest move to the promoted standby, and never back to the earlier primary', async () => {
  const { primary, standby } = await startPair()
  const proxy = await silentProxy(standby.url)
  onTestFinished(() => proxy.close())
  const servers = await openServers(joined(primary.url, proxy.url))
  await primary.kill()
  await standby.promote()
  const begun = performance.now()
  const client = openPool(standby.url)
  onTestFinished(() => client.end())
  const listening = `select count(*)::int as count from pg_stat_activity where query like 'listen %'`
  await expect.poll(async () => (await client.query(listening)).rows[0].count).toBe(3)
  console.info(`From the promotion until three servers at rest listen: ${Math.round(performance.now() - begun)} ms`)

  await primary.restart()
  const old = await primary.connect()
  onTestFinished(() => old.end())
  await old.query('alter system reset synchronous_standby_names')
  await old.query('select pg_reload_conf()')
  proxy.freeze()
  proxy.deafen()
  expect(await Promise.all(servers.map((url) => create(url, 'nowhere')))).toEqual([503, 503, 503])
  expect((await old.query(`select key from signalbox.records where collection = 'features'`)).rows).toEqual([])
})

it('a start waits until a server accepts writes, and says of each server why it does not', async () => {
  const primary = await startPostgres()
  onTestFinished(() => primary.stop())
  const standby = await primary.startReplica()
  onTestFinished(() => standby.stop())
  const gone = new URL(primary.url)
  gone.port = '1'
  const { serving, errors } = start({ env: { SIGNALBOX_STORE: joined(gone.href, standby.url) } })
  await expect
    .poll(errors)
    .toMatch(
      /^postgres:\/\/127.0.0.1:1,127.0.0.1:\d+\/postgres is not available yet, and is tried again: No server of the database accepts writes: 127.0.0.1:1 \(ECONNREFUSED\), 127.0.0.1:\d+ \(a standby\); start the primary, or promote a standby/,
    )
  await standby.promote()
  expect(await create(await serving, 'after')).toBe(201)
})

it('of two servers that accept writes, the one that was promoted last is used', async () => {
  const primary = await startPostgres()
  onTestFinished(() => primary.stop())
  const standby = await primary.startReplica()
  onTestFinished(() => standby.stop())
  await standby.promote()
  const url = await start({ env: { SIGNALBOX_STORE: joined(primary.url, standby.url) } }).serving
  const old = await primary.connect()
  onTestFinished(() => old.end())
  expect(await create(url, 'one')).toBe(201)
  expect((await old.query(`select to_regclass('signalbox.records') as there`)).rows).toEqual([{ there: null }])
})
