import { setTimeout as delay } from 'node:timers/promises'
import { postgresStore } from '@signalbox/sql'
import { openPool, type RealPostgres, startPostgres } from '@signalbox/test-postgres'
import { type Effort, median } from '../harness.ts'
import type { Row, RowGroup } from '../row.ts'
import { ask, createDatabase, databaseAt, type ScaleServer, startServer, upload } from '../scale-servers.ts'

/** How many features and events the larger of both databases has. The smaller one has a tenth. */
export interface Sizes {
  readonly features: number
  readonly events: number
}

const START_MS = 15_000
const SERVERS = 3
const TEAM = '/api/tree/features?pattern=team7:*'
/** Events that a reader reads behind its last one. */
const REPLAYED = 20_000
const DAYS = 8
/** How often a page far behind is read. */
const PAGES = 50
/** Servers at rest read fewer rows in five seconds. */
const STILL = 500
const DAY = 24 * 60 * 60_000

/** Three servers on one PostgreSQL, and a long log, each in two sizes: what grows with the size, and what does not. */
export const scaleOf = ({ features, events }: Sizes): RowGroup => ({
  title: `Three servers on PostgreSQL (fsync) with ${count(features)} features, and a log of ${count(events)} events`,
  async measure(effort) {
    const server = await startPostgres()
    try {
      const [fewer, more] = [
        await measureFeatures(server, features / 10, effort),
        await measureFeatures(server, features, effort),
      ]
      const [shorter, longer] = [
        await measureLog(server, events / 10, effort),
        await measureLog(server, events, effort),
      ]
      return [...compared(fewer, more), ...compared(shorter, longer)]
    } finally {
      await server.stop()
    }
  },
})

/** A figure, with the number by which sizes are compared. */
interface Figure extends Omit<Row, 'ratio'> {
  readonly value: number
}

/** The rows of both sizes. The ratio says how many times the figure is that of a tenth of the size. */
function compared(small: readonly Figure[], large: readonly Figure[]): Row[] {
  return large.flatMap(({ value, ...row }, i): Row[] => {
    const { value: before, ...first } = small[i] as Figure
    const { what, figure } = first
    return [
      { what, figure },
      { ...row, ratio: `${(value / before).toFixed(2)} × that of a tenth` },
    ]
  })
}

async function measureFeatures(server: RealPostgres, size: number, { rounds }: Effort): Promise<Figure[]> {
  tell(`${count(size)} features`)
  const name = `features_${size}`
  const database = await createDatabase(server, name)
  const first = await startServer(database)
  const perSecond = await upload(first.url, size).finally(() => first.stop())
  const servers: ScaleServer[] = []
  try {
    for (let n = 0; n < SERVERS; n++) servers.push(await startServer(database))
    const [one, ...others] = servers as [ScaleServer, ...ScaleServer[]]
    const startMs = Math.max(...servers.map((each) => each.startMs))
    const startCpuMs = Math.max(...servers.map((each) => each.startCpuMs))
    const resident = Math.max(...(await Promise.all(servers.map((each) => each.resident()))))
    const page = await medianOf(rounds * 2, `${one.url}/api/features`)
    const tree = await medianOf(rounds * 2, one.url + TEAM)
    const visible = (await changesSeen(one, others, rounds * 10)).toSorted((a, b) => a - b)
    const [p50, p99] = [0.5, 0.99].map((share) => visible[Math.floor(share * visible.length)]) as [number, number]
    const of = count(size)
    const lists = await measureStandby(server, name, one)
    return [
      { what: `import of ${of} features`, figure: `${count(perSecond)} lines/s`, value: perSecond },
      {
        what: `start with ${of} features`,
        figure: `${count(startMs)} ms`,
        value: startMs,
        goal: `≤ ${count(START_MS)} ms`,
        met: startMs <= START_MS,
      },
      { what: `the same in CPU time, ${of} features`, figure: `${count(startCpuMs)} ms`, value: startCpuMs },
      { what: `resident memory of a server with ${of} features`, figure: mebibytes(resident), value: resident },
      { what: `page 1 of ${of} features`, figure: milliseconds(page), value: page },
      { what: `a tree of 100 among ${of} features`, figure: milliseconds(tree), value: tree },
      {
        what: `from a change to a check on both other servers, p50, ${of} features`,
        figure: milliseconds(p50),
        value: p50,
      },
      { what: `the same, p99 of ${visible.length}, ${of} features`, figure: milliseconds(p99), value: p99 },
      { what: `page 600 of ${of} features`, figure: milliseconds(lists.primary.ms), value: lists.primary.ms },
      {
        what: `the same from a standby, ${of} features`,
        figure: milliseconds(lists.standby.ms),
        value: lists.standby.ms,
      },
      {
        what: `rows that the primary reads for it without and with a standby, ${of} features`,
        figure: `${count(lists.primary.rows)}, ${count(lists.standby.rows)}`,
        value: lists.primary.rows,
        goal: '≤ 1 % with it',
        met: lists.standby.rows <= lists.primary.rows / 100,
      },
    ]
  } finally {
    await Promise.all(servers.map((each) => each.stop()))
  }
}

/** The median time of a call, in milliseconds, after one that does not count. */
async function medianOf(rounds: number, url: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const begun = performance.now()
    await (await ask(url)).arrayBuffer()
    if (round > 0) times.push(performance.now() - begun)
  }
  return median(times)
}

/** A page far behind from the primary and from a standby: its time, and how many rows the primary reads for it. */
async function measureStandby(server: RealPostgres, name: string, one: ScaleServer) {
  const standby = await server.startReplica()
  const reading = await startServer(databaseAt(server.url, name), databaseAt(standby.url, name))
  const measured = async ({ url }: ScaleServer) => {
    const before = await rowsRead(server, name)
    const ms = await medianOf(PAGES, `${url}/api/features?page=600`)
    return { ms, rows: (await rowsRead(server, name, before)) / (PAGES + 1) }
  }
  try {
    return { standby: await measured(reading), primary: await measured(one) }
  } finally {
    await reading.stop()
    await standby.stop()
  }
}

/** The rows that a database has read since it had read so many. Its processes report them late: at most once a second, or when they rest. */
async function rowsRead(server: RealPostgres, name: string, before = 0): Promise<number> {
  const client = await server.connect()
  const sql = 'select tup_returned as rows from pg_stat_database where datname = $1'
  let read = -1
  for (let last = -2 * STILL; read - last > STILL; ) {
    last = read
    await delay(5000)
    read = Number((await client.query<{ rows: string }>(sql, [name])).rows[0]?.rows)
  }
  await client.end()
  return read - before
}

/** Milliseconds from sending a change to one server until checks on all others obey it. */
async function changesSeen(one: ScaleServer, others: readonly ScaleServer[], changes: number): Promise<number[]> {
  const path = '/api/features/seen'
  const headers = { 'Content-Type': 'application/json' }
  const bodyOf = (enabled: boolean) => JSON.stringify({ id: 'seen', enabled, activationStrategy: 'NO_STRATEGY' })
  await ask(`${one.url}/api/features`, { method: 'POST', headers, body: bodyOf(false) })
  const times: number[] = []
  for (let n = 0; n < changes; n++) {
    const enabled = n % 2 === 0
    const begun = performance.now()
    await ask(one.url + path, { method: 'PUT', headers, body: bodyOf(enabled) })
    await Promise.all(others.map(({ url }) => untilActive(`${url}${path}/check`, enabled)))
    times.push(performance.now() - begun)
  }
  return times
}

async function untilActive(url: string, enabled: boolean): Promise<void> {
  for (;;) {
    const { active } = (await (await ask(url).catch(() => undefined))?.json()) ?? {}
    if (active === enabled) return
    await delay(1)
  }
}

async function measureLog(server: RealPostgres, size: number, { rounds }: Effort): Promise<Figure[]> {
  tell(`a log of ${count(size)} events`)
  const database = await createDatabase(server, `events_${size}`)
  const { after, replayed, day } = await fillLog(database, size)
  const of = count(size)
  const one = await startServer(database)
  const page = await medianOf(rounds * 2, `${one.url}/api/events/_history?domains=Feature`)
  const ofKey = await medianOf(rounds * 2, `${one.url}/api/events/_history?key=shop:7&domains=Feature`)
  const { firstMs, perSecond } = await resume(one, after, replayed).finally(() => one.stop())

  const pool = openPool(database)
  const store = postgresStore(pool, { report: () => {} })
  await store.head()
  const begun = performance.now()
  await store.trim(new Date((day + 1) * DAY))
  const trimMs = performance.now() - begun
  await store.close?.()
  const deleteMs = await deleteRows(pool, day + 1)
  await pool.end()
  return [
    { what: `start with a log of ${of} events`, figure: milliseconds(one.startMs), value: one.startMs },
    { what: `a page of history among ${of} events`, figure: milliseconds(page), value: page },
    { what: `a page of the history of one key among ${of} events`, figure: milliseconds(ofKey), value: ofKey },
    {
      what: `resume ${count(replayed)} events behind the end: the first event`,
      figure: milliseconds(firstMs),
      value: firstMs,
    },
    { what: `resume among ${of} events`, figure: `${count(perSecond)} /s`, value: perSecond },
    { what: `trim of a day, ${count(size / DAYS)} events`, figure: milliseconds(trimMs), value: trimMs },
    { what: `deleting ${count(size / DAYS)} events by rows instead`, figure: milliseconds(deleteMs), value: deleteMs },
  ]
}

interface FilledLog {
  /** The event behind which a stream is resumed, and how many follow it. */
  readonly after: number
  readonly replayed: number
  /** The first day. */
  readonly day: number
}

/** Fills a log with events of the last days, as many on each. */
async function fillLog(database: string, size: number): Promise<FilledLog> {
  const today = Math.floor(Date.now() / DAY)
  const pool = openPool(database)
  const idOf = (day: number) => day * DAY * 1000
  await postgresStore(pool, { report: () => {} }).head()
  const each = Math.floor(size / DAYS)
  const now = Date.now()
  for (let day = today - DAYS + 1; day <= today; day++) {
    const name = `signalbox.events_${day}_${day + 1}`
    if (day < today)
      await pool.query(`
        create table ${name} (like signalbox.events);
        alter table signalbox.events attach partition ${name} for values from (${idOf(day)}) to (${idOf(day + 1)})`)
    // Streams replay only the last day: all events of today are in the past.
    const step = Math.max(1, Math.floor((Math.min(now, (day + 1) * DAY) - day * DAY) * (1000 / (each + 1))))
    const member = `'{"id":"shop:' || n % 10000 || '","enabled":true,"activationStrategy":"PERCENTAGE","parameters":{"percentage":20}}'`
    await pool.query(`
      insert into signalbox.events
      select id, id / 1000, '{"type":"FEATURE_UPDATED","key":"shop:' || n % 10000 || '","domain":"Feature","payload":' || ${member}
        || ',"oldValue":' || ${member} || ',"timestamp":"'
        || to_char(to_timestamp(id / 1000000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') || '"}'
      from (select n, ${idOf(day)} + n::bigint * ${step} as id from generate_series(1, ${each}) as n) as numbered`)
  }
  await pool.query('analyze signalbox.events')
  const replayed = Math.min(REPLAYED, Math.floor(each / 2))
  const { rows } = await pool.query('select id from signalbox.events order by id desc limit 1 offset $1', [replayed])
  await pool.end()
  return { after: Number(rows[0].id), replayed, day: today - DAYS + 1 }
}

/** Resumes an event stream behind an event, until so many events have arrived. */
async function resume({ url }: ScaleServer, after: number, events: number) {
  const begun = performance.now()
  const aborting = new AbortController()
  const init = { headers: { 'Last-Event-Id': String(after) }, signal: aborting.signal }
  const { body } = await ask(`${url}/api/events/Feature`, init)
  let firstMs = 0
  let seen = 0
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    const frames = Buffer.from(chunk).toString('latin1').split('\nid: ').length
    if (seen === 0) firstMs = performance.now() - begun
    seen += frames
    if (seen >= events) break
  }
  aborting.abort()
  return { firstMs, perSecond: (events / (performance.now() - begun)) * 1000 }
}

/** Deletes the events of a day in batches, as a log without partitions is trimmed. */
async function deleteRows(pool: ReturnType<typeof openPool>, day: number): Promise<number> {
  const begun = performance.now()
  for (let deleted = 1; deleted > 0; ) {
    const { rowCount } = await pool.query(
      `delete from signalbox.events where at < $1 and id in (select id from signalbox.events order by id limit 1000)`,
      [(day + 1) * DAY],
    )
    deleted = rowCount ?? 0
  }
  return performance.now() - begun
}

/** The full sizes take many minutes. */
const tell = (what: string): void => console.error(`${new Date().toISOString()} ${what}`)

const count = (number: number): string => Math.round(number).toLocaleString('en')
const milliseconds = (ms: number): string => `${ms.toFixed(ms < 100 ? 2 : 0)} ms`
const mebibytes = (bytes: number): string => `${count(bytes / 2 ** 20)} MiB`
