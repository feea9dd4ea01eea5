import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '@signalbox/core'
import { openPool, type RealPostgres, startPostgres } from '@signalbox/test-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { postgresStore } from './store.ts'

const MIB = 1024 * 1024
let postgres: RealPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

/** A small disk of its own; `undefined` where this process must not mount one. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  disks.push(folder)
  return folder
}
const disks: string[] = []
// Once the server no longer uses them.
afterAll(() => {
  for (const disk of disks) {
    execFileSync('umount', [disk])
    rmSync(disk, { recursive: true })
  }
})

/** A database, optionally on a disk of its own. */
async function freshDatabase(name: string, disk?: string): Promise<pg.Pool> {
  const client = await postgres.connect()
  if (disk !== undefined) {
    const { rows } = await client.query('show data_directory')
    const { uid, gid } = statSync(rows[0].data_directory)
    chownSync(disk, uid, gid)
    await client.query(`create tablespace ${name} location '${disk}'`)
  }
  await client.query(`create database ${name} ${disk === undefined ? '' : `tablespace ${name}`}`)
  await client.end()
  const url = new URL(postgres.url)
  url.pathname = name
  const pool = openPool(url.href)
  onTestFinished(() => pool.end())
  return pool
}

const put = (store: Store, key: string, size: number) =>
  store.commit([{ op: 'put', collection: 'things', key, value: randomText(size) }], [])
/** A text that the database cannot compress. */
const randomText = (size: number) => randomBytes(size).toString('base64').slice(0, size)

/** The number of tables, and the sizes of the tables that a probe might write to. */
async function contentOf(pool: pg.Pool, store: Store) {
  const { rows } = await pool.query(`
    select count(*)::int as tables, sum(pg_total_relation_size(oid)) filter (where relnamespace = 'signalbox'::regnamespace) as bytes
    from pg_class where relkind in ('r', 't')`)
  return { ...rows[0], head: await store.head(), count: await store.count('things') }
}

test('a probe after a failed write leaves no table, no record, no event and no bytes', async () => {
  const pool = await freshDatabase('probed')
  let isAway = false
  const client = {
    query(text: string, values?: unknown[]) {
      if (isAway && text.includes('commit_')) return Promise.reject(Object.assign(new Error('away'), { code: '53100' }))
      return pool.query(text, values)
    },
  }
  const store = postgresStore(client)
  onTestFinished(() => store.close?.())
  await put(store, 'a', 100)
  const before = await contentOf(pool, store)
  for (let round = 0; round < 3; round++) {
    isAway = true
    await expect(put(store, 'large', MIB)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(store.check?.()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    isAway = false
    await store.check?.()
  }
  expect(await contentOf(pool, store)).toEqual(before)
})

test('a user without the right to create temporary tables is healthy', async () => {
  const pool = await freshDatabase('limited')
  const owner = postgresStore(pool)
  await owner.head()
  await owner.close?.()
  await pool.query(`
    revoke temporary on database limited from public;
    create role writer login password 'writer';
    grant usage on schema signalbox to writer;
    grant all on all tables in schema signalbox to writer;
    grant all on all sequences in schema signalbox to writer`)
  const url = new URL(postgres.url)
  Object.assign(url, { pathname: 'limited', username: 'writer', password: 'writer' })
  const own = openPool(url.href)
  onTestFinished(() => own.end())
  let isAway = true
  const store = postgresStore({
    query: (text: string, values?: unknown[]) =>
      isAway && text.includes('commit_') ? Promise.reject(new Error('Connection terminated')) : own.query(text, values),
  })
  onTestFinished(() => store.close?.())
  await expect(put(store, 'a', MIB)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  isAway = false
  await store.check?.()
})

test('a full disk is unhealthy while large writes fail, and healthy again when there is space', async ({ skip }) => {
  const disk = smallDisk()
  if (disk === undefined) return skip('only root can mount a disk')
  const pool = await freshDatabase('filled', disk)
  const store = postgresStore(pool)
  onTestFinished(() => store.close?.())
  await put(store, 'a', 100)
  await pool.query('checkpoint')
  const filler = join(disk, 'filler')
  expect(() => writeFileSync(filler, Buffer.alloc(64 * MIB))).toThrow('ENOSPC')
  await expect(put(store, 'large', MIB)).rejects.toMatchObject({
    message: expect.stringMatching(/disk .* is full.*\(53100\)/),
  })
  await put(store, 'a', 50)
  await expect(store.check?.()).rejects.toMatchObject({ message: expect.stringMatching(/disk .* is full.*\(53100\)/) })
  rmSync(filler)
  await store.check?.()
  await put(store, 'large', MIB)
})
