import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '@signalbox/sql'
import { afterAll, expect, it } from 'vitest'
import { start } from '../fixtures/command.fixture.ts'
import { call } from '../fixtures/known.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('a damaged file stops the start with one line that names it', async () => {
  const path = join(folder, 'damaged.db')
  const whole = await openSqlite(path)
  const value = { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY', description: 'x'.repeat(3000) }
  const changes = Array.from({ length: 400 }, (_, n) => {
    const key = `key:${n}`
    return { op: 'put', collection: 'features', key, value: { ...value, id: key } } as const
  })
  await whole.commit(changes, [])
  await whole.close?.()
  const file = openSync(path, 'r+')
  for (let page = 20; page < 300; page++) writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096)
  closeSync(file)

  const { code, stdout, stderr } = await start({ env: { SIGNALBOX_STORE: `sqlite:${path}` } }).ended
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toBe(`${path}: The database file is damaged: restore a backup (SQLITE_CORRUPT)\n`)
})

it('a log deleted while the server runs makes it unhealthy, without loss of acknowledged writes', async () => {
  const path = join(folder, 'served.db')
  const server = start({ env: { SIGNALBOX_STORE: `sqlite:${path}` } })
  const url = await server.serving
  const headers = { 'Content-Type': 'application/json' }
  const create = async (id: number) => {
    const body = JSON.stringify({ id: `c${id}`, value: id })
    return (await call(`${url}/api/configs`, { method: 'POST', headers, body })).status
  }
  for (let id = 0; id < 30; id++) expect(await create(id)).toBe(201)
  expect((await call(`${url}/api/_health`)).status).toBe(200)
  rmSync(`${path}-wal`)
  expect(await create(30)).toBe(503)
  const health = await call(`${url}/api/_health`)
  expect([health.status, await health.json()]).toEqual([
    503,
    expect.objectContaining({ detail: expect.stringContaining('was deleted while it was in use') }),
  ])
  expect((await call(`${url}/api/_live`)).status).toBe(200)
  expect((await call(`${url}/api/configs/c7`)).status).toBe(200)
  server.signal('SIGKILL')
  await server.ended
  const again = await start({ env: { SIGNALBOX_STORE: `sqlite:${path}` } }).serving
  const { count } = (await (await call(`${again}/api/counts/configs`)).json()) as { count: number }
  expect(count).toBeGreaterThanOrEqual(30)
})
