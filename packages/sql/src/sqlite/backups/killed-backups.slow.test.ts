import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '@signalbox/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importing } from '../../importing.fixture.ts'
import { openSqlite } from '../open.ts'
import { backupSqlite } from './backup.ts'
import { restoreSqlite } from './restore.ts'

/** With `SIGNALBOX_SOAK`, 50; otherwise, the first 20 of them. */
const KILLS = process.env.SIGNALBOX_SOAK ? 50 : 20
const RECORDS = 20_000
const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
const path = join(folder, 'signalbox.db')
const backup = join(folder, 'backup.db')
const random = seededRandom(1)

/** Records that all have the same value, which tells the files apart. */
async function filled(value: string): Promise<void> {
  const store = await openSqlite(path)
  const put = (_: unknown, n: number) => ({ op: 'put', collection: 'things', key: String(n), value }) as const
  await store.commit(Array.from({ length: RECORDS }, put), [])
  await store.close?.()
}

/** The only value in a file. */
async function valueIn(file: string): Promise<unknown> {
  const store = await openSqlite(file)
  const values = new Map<unknown, number>()
  for await (const { value } of store.scan('things')) values.set(value, (values.get(value) ?? 0) + 1)
  await store.close?.()
  const [[value, count] = []] = values
  expect([values.size, count]).toEqual([1, RECORDS])
  return value
}

/** Runs a statement over the functions in a process, and kills it after some milliseconds. Resolves with whether it was killed. */
async function killed(statement: string, ms: number): Promise<boolean> {
  const module = (name: string) => JSON.stringify(join(import.meta.dirname, name))
  const program = `
    const { backupSqlite } = await import(${module('backup.ts')})
    const { restoreSqlite } = await import(${module('restore.ts')})
    process.stdout.write('begins')
    await ${statement}`
  const child = spawn(process.execPath, [...importing, '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  setTimeout(() => child.kill('SIGKILL'), ms)
  return (await ended)[1] === 'SIGKILL'
}

/** A time from the begin of a call to a bit after its end. */
async function moments(call: () => Promise<unknown>): Promise<() => number> {
  const begin = performance.now()
  await call()
  const length = performance.now() - begin
  return () => ((random(1)[0] as number) / 256) * length * 1.5
}

beforeAll(() => filled('old'))
afterAll(() => rmSync(folder, { recursive: true }))

it(`a backup that is killed is whole or has no name, ${KILLS} times`, async () => {
  const moment = await moments(() => backupSqlite(path, backup))
  rmSync(backup)
  let kills = 0
  for (let n = 0; n < KILLS; n++) {
    kills += Number(await killed(`backupSqlite(${JSON.stringify(path)}, ${JSON.stringify(backup)})`, moment()))
    if (!existsSync(backup)) await backupSqlite(path, backup)
    expect(await valueIn(backup)).toBe('old')
    rmSync(backup)
  }
  expect(kills).toBeGreaterThan(KILLS / 4)
  await backupSqlite(path, backup)
  expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([])
  rmSync(backup)
})

it(`a restore that is killed is done or not begun, ${KILLS} times`, async () => {
  await backupSqlite(path, backup)
  await filled('new')
  const again = async () => {
    await filled('new')
    for (const name of readdirSync(folder)) if (name.includes('.replaced-')) rmSync(join(folder, name))
  }
  const moment = await moments(() => restoreSqlite(backup, path))
  let kills = 0
  for (let n = 0; n < KILLS; n++) {
    await again()
    kills += Number(await killed(`restoreSqlite(${JSON.stringify(backup)}, ${JSON.stringify(path)})`, moment()))
    const value = await valueIn(path)
    expect(['old', 'new']).toContain(value)
    if (value === 'new') await restoreSqlite(backup, path)
    expect(await valueIn(path)).toBe('old')
    expect(existsSync(`${path}.restoring`)).toBe(false)
  }
  expect(kills).toBeGreaterThan(KILLS / 4)
})
