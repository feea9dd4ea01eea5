import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Store } from '@signalbox/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqlite } from '../open.ts'
import { backupSqlite } from './backup.ts'
import { restoreSqlite } from './restore.ts'

let folder: string
let path: string
let backup: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
  path = join(folder, 'signalbox.db')
  backup = join(folder, 'backup.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

const put = (key: string, value: unknown = key) => ({ op: 'put', collection: 'things', key, value }) as const

async function keysOf(store: Store): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.scan('things')) keys.push(key)
  return keys
}

/** The keys in a file, which is opened and closed for it. */
async function keysIn(file: string): Promise<string[]> {
  const store = await openSqlite(file)
  const keys = await keysOf(store)
  await store.close?.()
  return keys
}

async function written(file: string, ...keys: string[]): Promise<void> {
  const store = await openSqlite(file)
  await store.commit(
    keys.map((key) => put(key)),
    [],
  )
  await store.close?.()
}

describe('a backup', () => {
  it('has one moment of a database that is in use, and only its owner can read it', async () => {
    const store = await openSqlite(path)
    await store.commit([put('a'), put('b')], [])
    const { bytes } = await backupSqlite(path, backup)
    await store.commit([put('c')], [])
    expect([bytes, statSync(backup).mode & 0o777]).toEqual([statSync(backup).size, 0o600])
    expect(await keysOf(store)).toEqual(['a', 'b', 'c'])
    await store.close?.()
    expect(await keysIn(backup)).toEqual(['a', 'b'])
    expect(readdirSync(folder).sort()).toEqual(['backup.db', 'signalbox.db'])
  })

  it('has what a killed process left in its log', async () => {
    const store = await openSqlite(path)
    await store.commit([put('a')], [])
    const killed = join(folder, 'killed.db')
    for (const suffix of ['', '-wal']) await copyFile(path + suffix, killed + suffix)
    await store.close?.()
    await backupSqlite(killed, backup)
    expect(await keysIn(backup)).toEqual(['a'])
  })

  it('removes what a killed one has left, and not what a running one writes', async () => {
    await written(path, 'a')
    const left = (pid: number) => `${backup}.${pid}-0123456789abcdef.partial`
    const dead = spawnSync(process.execPath, ['--version']).pid
    for (const pid of [dead, process.pid]) writeFileSync(left(pid), 'the beginning of a backup')
    await backupSqlite(path, backup)
    expect(await keysIn(backup)).toEqual(['a'])
    expect([dead, process.pid].map((pid) => existsSync(left(pid)))).toEqual([false, true])
  })

  it('writes into no file or link that somebody else has prepared', async () => {
    await written(path, 'a')
    const victim = join(folder, 'victim')
    writeFileSync(victim, 'mine')
    symlinkSync(victim, `${backup}.partial`)
    await backupSqlite(path, backup)
    expect([readFileSync(victim, 'utf8'), statSync(backup).mode & 0o777]).toEqual(['mine', 0o600])
    const dangling = join(folder, 'dangling.db')
    symlinkSync(join(folder, 'none'), dangling)
    await expect(backupSqlite(path, dangling)).rejects.toThrow(`${dangling} exists`)
    expect(existsSync(join(folder, 'none'))).toBe(false)
  })

  it('of several to one name at once is one, whole and readable by its owner alone', async () => {
    await written(path, ...Array.from({ length: 2000 }, (_, n) => `key-${n}`))
    for (let round = 0; round < 5; round++) {
      const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => backupSqlite(path, backup)))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'CONFLICT' })
      expect(statSync(backup).mode & 0o777).toBe(0o600)
      expect(await keysIn(backup)).toHaveLength(2000)
      rmSync(backup)
    }
  })

  it('replaces no file', async () => {
    await written(path, 'a')
    writeFileSync(backup, 'an earlier backup')
    await expect(backupSqlite(path, backup)).rejects.toThrow(`${backup} exists: name a new file`)
    expect(statSync(backup).size).toBe('an earlier backup'.length)
  })

  it('leaves nothing behind if it cannot be written', async () => {
    await written(path, 'a')
    await expect(backupSqlite(path, join(folder, 'none', 'backup.db'))).rejects.toThrow('ENOENT')
    await expect(backupSqlite(join(folder, 'none.db'), backup)).rejects.toThrow('none.db does not exist')
    truncateSync(path, statSync(path).size - 4096)
    await expect(backupSqlite(path, backup)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual([])
  })
})

describe('a restore', () => {
  beforeEach(async () => {
    await written(path, 'a')
    await backupSqlite(path, backup)
    await written(path, 'b')
  })

  it('puts a backup in the place of a database, and keeps that under another name', async () => {
    expect(await restoreSqlite(backup, path)).toEqual({ replaced: `${path}.replaced-1` })
    expect(await keysIn(path)).toEqual(['a'])
    expect(await keysIn(`${path}.replaced-1`)).toEqual(['a', 'b'])
    expect(await restoreSqlite(backup, path)).toEqual({ replaced: `${path}.replaced-2` })
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('leaves nothing else behind, also of a backup that is a copy of a database', async () => {
    const copied = join(folder, 'copied.db')
    await copyFile(path, copied)
    await restoreSqlite(copied, join(folder, 'new.db'))
    expect(readdirSync(folder).sort()).toEqual(['backup.db', 'copied.db', 'new.db', 'signalbox.db'])
  })

  it('restores through a link, which stays', async () => {
    const link = join(folder, 'link.db')
    symlinkSync(path, link)
    await restoreSqlite(backup, link)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(await keysIn(path)).toEqual(['a'])
  })

  it('needs no earlier database', async () => {
    rmSync(path)
    expect(await restoreSqlite(backup, path)).toEqual({})
    expect(await keysIn(path)).toEqual(['a'])
  })

  it('goes on where a killed one ended', async () => {
    writeFileSync(`${path}.restoring`, 'the beginning of a copy')
    await restoreSqlite(backup, path)
    expect(await keysIn(path)).toEqual(['a'])
    expect(existsSync(`${path}.restoring`)).toBe(false)
  })

  it('keeps ids that were used since the backup from being used again', async () => {
    const draft = {
      type: 'CONFIG_CREATED',
      key: 'a',
      domain: 'Config',
      payload: 1,
      timestamp: '2026-01-01T00:00:00.000',
    }
    const store = await openSqlite(path)
    await store.commit([], [draft as never])
    const head = await store.head()
    await store.close?.()
    await restoreSqlite(backup, path)
    const restored = await openSqlite(path)
    await restored.commit([], [draft as never])
    expect(await restored.head()).toBeGreaterThan(head)
    await restored.close?.()
  })

  it('refuses while a process uses the database, and does not disturb it', async () => {
    const store = await openSqlite(path)
    await expect(restoreSqlite(backup, path)).rejects.toThrow(`${path} is in use: stop every process that uses it`)
    await store.commit([put('c')], [])
    await store.close?.()
    expect(await keysIn(path)).toEqual(['a', 'b', 'c'])
  })

  it('merges the log of a killed process into the database that it keeps', async () => {
    const store = await openSqlite(path)
    await store.commit([put('c')], [])
    const killed = join(folder, 'killed.db')
    for (const suffix of ['', '-wal']) await copyFile(path + suffix, killed + suffix)
    await store.close?.()
    const { replaced = '' } = await restoreSqlite(backup, killed)
    expect(await keysIn(killed)).toEqual(['a'])
    expect(await keysIn(replaced)).toEqual(['a', 'b', 'c'])
  })

  it.each(['gone', 'damaged'])('refuses beside the log of a database that is %s', async (what) => {
    if (what === 'gone') rmSync(path)
    else writeFileSync(path, 'no database '.repeat(1000))
    writeFileSync(`${path}-wal`, 'a log')
    await expect(restoreSqlite(backup, path)).rejects.toThrow(`${path}-wal belongs to another database`)
    expect(existsSync(path)).toBe(what === 'damaged')
    rmSync(`${path}-wal`, { force: true })
    await restoreSqlite(backup, path)
    expect(await keysIn(path)).toEqual(['a'])
  })

  it.each<[string, () => void | Promise<void>, string]>([
    ['truncated', () => truncateSync(backup, statSync(backup).size - 4096), 'damaged'],
    ['no database', () => writeFileSync(backup, 'no database '.repeat(1000)), 'not a SQLite database'],
    ['empty', () => truncateSync(backup), 'it has no tables of Signalbox'],
    ['that of another program', () => other(backup), 'it has no tables of Signalbox'],
    [
      'of a newer version',
      () => change(backup, "update signalbox_numbers set value = 999 where name = 'schema'"),
      '999',
    ],
    ['the database itself', () => copyOver(), 'is the database itself'],
    ['missing', () => rmSync(backup), 'backup.db does not exist'],
    ['in use', () => writeFileSync(`${backup}-wal`, 'a log'), 'says that it is in use'],
    ['a link to a database in use', () => linkToUsed(), 'says that it is in use'],
  ])('refuses a backup that is %s, and changes nothing', async (_, spoil, reason) => {
    await spoil()
    await expect(restoreSqlite(backup, path)).rejects.toThrow(reason)
    expect(await keysIn(path)).toEqual(['a', 'b'])
    expect(readdirSync(folder).filter((name) => /restoring|replaced/.test(name))).toEqual([])
  })

  function linkToUsed(): void {
    writeFileSync(`${backup}-wal`, 'a log')
    symlinkSync(backup, join(folder, 'link.db'))
    backup = join(folder, 'link.db')
  }
  function copyOver(): void {
    backup = path
  }
  function change(file: string, sql: string): void {
    const db = new DatabaseSync(file)
    db.exec(sql)
    db.close()
  }
  function other(file: string): void {
    rmSync(file)
    change(file, 'create table others (id integer primary key)')
    chmodSync(file, 0o644)
  }
})
