import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type ChangeEvent, createSignalbox, type Signalbox } from '@signalbox/core'
import { openSqlite } from '@signalbox/sql'
import { startPostgres } from '@signalbox/test-postgres'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { start } from '../fixtures/command.fixture.ts'
import { known } from '../fixtures/known.fixture.ts'
import { createServer } from '../serve/create-server.ts'
import { openStore } from '../stores/stores.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
})
afterAll(() => rm(folder, { recursive: true }))

const over = (file: string) => `sqlite:${join(folder, file)}`
const audit = (store: string, args: readonly string[] = [], env: Record<string, string> = {}) =>
  start({ args: ['audit', ...args], env: { SIGNALBOX_STORE: store, ...env }, cwd: folder }).ended
const eventsIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ChangeEvent)
const shown = (text: string) => eventsIn(text).map(({ type, key }) => `${type} ${key}`)

/** Writes with a clock of its own, which also gives the ids of events. */
async function written(file: string, write: (box: Signalbox, travelTo: (date: string) => void) => Promise<void>) {
  let now = Date.now()
  const clock = () => now
  const box = createSignalbox({ store: await openSqlite(join(folder, file), { clock }), clock })
  await write(box, (date) => {
    now = Date.parse(date)
  })
  await box.close()
}
const config = (id: string) => ({ body: { id, value: 1 } })

describe('signalbox audit', () => {
  it('prints all events of the store, the oldest first, with their authors and without secrets', async () => {
    const { serving, signal, ended } = start({ env: { SIGNALBOX_STORE: over('all.db') } })
    await serving
    const { code, stdout, stderr } = await audit(over('all.db')) // beside the running server
    expect([code, stderr]).toEqual([0, ''])
    const events = eventsIn(stdout)
    expect(events.map(({ type }) => type)).toEqual(['USER_CREATED', 'APIKEY_CREATED'])
    for (const { authInfo } of events) expect(authInfo).toEqual({ id: 'signalbox', name: 'Signalbox', kind: 'System' })
    expect(events.map(({ reason }) => reason)).toEqual(['First start', 'First start'])
    for (const secret of [known.adminPassword, known.clientSecret]) expect(stdout).not.toContain(secret)
    signal('SIGTERM')
    await ended
  })

  it('shows what commands have changed, and why', async () => {
    const file = join(folder, 'configs.ndjson')
    await writeFile(file, `${JSON.stringify({ kind: 'configs', record: { id: 'a', value: 1 } })}\n`)
    const run = async (...args: readonly string[]) =>
      expect(await start({ args, env: { SIGNALBOX_STORE: over('commands.db') }, cwd: folder }).ended).toMatchObject({
        code: 0,
      })
    await run('import', file)
    await writeFile(file, `${JSON.stringify({ kind: 'configs', record: { id: 'a', value: 2 } })}\n`)
    await run('import', '--reason', 'OPS-42: the limit', file)
    const events = eventsIn((await audit(over('commands.db'))).stdout)
    expect(events.map(({ type, reason }) => [type, reason])).toEqual([
      ['CONFIG_CREATED', 'signalbox import'],
      ['CONFIG_UPDATED', 'OPS-42: the limit'],
    ])
    for (const { authInfo } of events) expect(authInfo?.kind).toBe('System')
  })

  it('reads PostgreSQL', async () => {
    const { url, stop } = await startPostgres()
    onTestFinished(stop)
    const store = await openStore(url)
    const box = createSignalbox({ store })
    for (const id of ['a', 'b']) await box.configs.create(config(id), { reason: 'OPS-42' })
    await box.close()
    const { code, stdout } = await audit(url, ['--since', '1h', '--until', '0m', '--pattern', 'b'])
    expect([code, shown(stdout)]).toEqual([0, ['CONFIG_CREATED b']])
    expect(eventsIn(stdout)[0]).toMatchObject({ authInfo: { id: 'signalbox' }, reason: 'OPS-42' })
  })

  it('selects by time, author, domain and pattern', async () => {
    const hours = (n: number) => new Date(Date.now() - n * 60 * 60_000).toISOString()
    await written('selected.db', async (box, travelTo) => {
      travelTo(hours(50))
      await box.configs.create(config('a:old'))
      travelTo(hours(5))
      await box.as({ id: 'ann', admin: true }).configs.create(config('a:ann'))
      await box.users.create({ body: { id: 'bob', name: 'Bob' } })
      travelTo(hours(0))
      await box.configs.create(config('b:new'))
    })
    const found = async (...args: readonly string[]) => shown((await audit(over('selected.db'), args)).stdout)
    const [old, ann, bob, recent] = [
      'CONFIG_CREATED a:old',
      'CONFIG_CREATED a:ann',
      'USER_CREATED bob',
      'CONFIG_CREATED b:new',
    ]
    expect(await found()).toEqual([old, ann, bob, recent])
    expect(await found('--since', '2d')).toEqual([ann, bob, recent])
    expect(await found('--since', '51h', '--until', '360m')).toEqual([old])
    expect(await found('--since', '90m')).toEqual([recent])
    expect(await found('--since', hours(49), '--author', 'ann')).toEqual([ann])
    expect(await found('--author', 'signalbox', '--domains', 'Config,Feature')).toEqual([old, recent])
    expect(await found('--pattern', 'a:*')).toEqual([old, ann])
  })

  it('reads dates in the time zone of the server, across the change of its clocks', async () => {
    await written('zone.db', async (box, travelTo) => {
      for (const date of [
        '2026-10-24T21:59Z',
        '2026-10-24T22:00Z',
        '2026-10-25T00:30Z',
        '2026-10-25T01:30Z',
        '2026-10-25T23:00Z',
      ]) {
        travelTo(date)
        await box.configs.create(config(date.slice(5, 16)))
      }
    })
    const found = async (zone: string, ...args: readonly string[]) =>
      eventsIn((await audit(over('zone.db'), args, { SIGNALBOX_TIME_ZONE: zone })).stdout).map(({ key }) => key)
    const day = ['--since', '2026-10-25', '--until', '2026-10-26'] as const
    expect(await found('Europe/Paris', ...day)).toEqual(['10-24T22:00', '10-25T00:30', '10-25T01:30'])
    expect(await found('UTC', ...day)).toEqual(['10-25T00:30', '10-25T01:30', '10-25T23:00'])
    expect(await found('Europe/Paris', '--since', '2026-10-25T02:30')).toEqual([
      '10-25T00:30',
      '10-25T01:30',
      '10-25T23:00',
    ])
    expect(await found('Europe/Paris', '--since', '2026-10-25T02:30+01:00')).toEqual(['10-25T01:30', '10-25T23:00'])
  })

  it('writes a file that only its owner can read, and warns where the log begins', async () => {
    await written('file.db', async (box) => void (await box.configs.create(config('a'))))
    // As if events had left the log: SQLite remembers up to which id.
    const db = new DatabaseSync(join(folder, 'file.db'))
    db.exec("update signalbox_numbers set value = 1 where name = 'trimmed'")
    db.close()
    const file = join(folder, 'audit.ndjson')
    await writeFile(file, 'a file that everybody may read', { mode: 0o644 })
    const { code, stdout, stderr } = await audit(over('file.db'), ['--since', '7d', file])
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).toMatch(/^Warning: the log begins at \d{4}-\S+\. Earlier events are no longer retained/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(shown(await readFile(file, 'utf8'))).toEqual(['CONFIG_CREATED a'])
    const kept = await audit(over('file.db'), ['--since', 'yesterday', file])
    expect(kept.code).toBe(1)
    expect(shown(await readFile(file, 'utf8'))).toEqual(['CONFIG_CREATED a'])
  })

  it.each([
    [['--since', 'yesterday'], '--since is invalid: pass a day (2026-11-01), a date and time'],
    [['--until', '7 days'], '--until is invalid: pass a day (2026-11-01), a date and time'],
    [['--since', '1d', '--until', '2d'], '--since must not be after --until'],
    [['--domains', 'Colour'], '--domains is invalid: Unknown domain Colour: the domains are '],
    [['--from', 'server.example'], '--from must be the URL of a server: signalbox audit --from https://'],
    [['no/audit.ndjson'], 'no/audit.ndjson cannot be written: there is no such file or folder'],
    [['--format', 'csv'], 'signalbox does not take the option --format'],
  ])('%j is rejected with a sentence', async (args, sentence) => {
    const { code, stdout, stderr } = await audit(over('none.db'), args)
    expect([code, stdout]).toEqual([expect.toBeOneOf([1, 2]), ''])
    expect(stderr.split('\n')[0]).toContain(sentence)
  })

  it('needs a store that outlives the server', async () => {
    expect(await audit('memory:')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('audit requires a persistent store'),
    })
  })

  it('reads a server over HTTP, with the rights of the API key', async () => {
    const server = await createServer({
      ...known,
      port: 0,
      host: '127.0.0.1',
      store: 'memory:',
      timeZone: 'Asia/Tokyo',
    })
    onTestFinished(() => server.close())
    const { url } = server
    const key = { clientId: 'reader', clientSecret: 'a secret of the reader' }
    const sent = await fetch(`${url}/api/apikeys`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Service-Client-Id': known.clientId,
        'Service-Client-Secret': known.clientSecret,
      },
      body: JSON.stringify({ ...key, name: 'Reader', authorizedPatterns: [{ pattern: 'a:*', rights: ['R'] }] }),
    })
    expect(sent.status).toBe(201)
    const admin = { SIGNALBOX_CLIENT_ID: known.clientId, SIGNALBOX_CLIENT_SECRET: known.clientSecret }
    const from = ['--from', url]
    expect(shown((await audit('memory:', from, admin)).stdout)).toEqual([
      'USER_CREATED admin',
      `APIKEY_CREATED ${known.clientId}`,
      'APIKEY_CREATED reader',
    ])
    const late = await audit('memory:', [...from, '--since', '2000-01-01'], admin)
    expect(late.stderr).toBe('') // nothing has left its log
    expect(shown(late.stdout)).toHaveLength(3)
    const reader = { SIGNALBOX_CLIENT_ID: key.clientId, SIGNALBOX_CLIENT_SECRET: key.clientSecret }
    expect(await audit('memory:', from, reader)).toEqual({ code: 0, stdout: '', stderr: '' })
    const wrong = await audit('memory:', from, { ...admin, SIGNALBOX_CLIENT_SECRET: 'another secret of tests' })
    expect(wrong).toMatchObject({ code: 1, stdout: '' })
    expect(wrong.stderr).toBe(
      `The events of ${url} cannot be read: it requires a valid API key: set SIGNALBOX_CLIENT_ID and SIGNALBOX_CLIENT_SECRET\n`,
    )
    const bad = await audit('memory:', [...from, '--since', 'yesterday'], admin)
    expect(bad.stderr).toContain('--since is invalid: pass a day')
  })
})
