import { type RealPostgres, startPostgres } from '@signalbox/test-postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { start } from '../fixtures/command.fixture.ts'
import { readEvents } from '../fixtures/event-reader.fixture.ts'
import { call } from '../fixtures/known.fixture.ts'

let postgres: RealPostgres
beforeAll(async () => {
  postgres = await startPostgres(['fsync=off'])
})
afterAll(() => postgres.stop())

const json = { 'Content-Type': 'application/json' }
const create = async (url: string, id: string) => {
  const body = JSON.stringify({ id, enabled: true, activationStrategy: 'NO_STRATEGY' })
  expect((await call(`${url}/api/features`, { method: 'POST', headers: json, body })).status).toBe(201)
}
const check = async (url: string, id: string) => (await call(`${url}/api/features/${id}/check`)).status

it('two servers on one PostgreSQL share changes, and one continues when the other is killed', async () => {
  const open = () => start({ env: { SIGNALBOX_STORE: postgres.url } })
  const first = open()
  const one = await first.serving
  const second = open()
  const other = await second.serving
  const readers = [one, one, other, other].map((url) => readEvents(url, { path: '/api/events/Feature' }))
  await Promise.all(readers.map((reader) => reader.open))

  const ids = Array.from({ length: 60 }, (_, i) => `f${i}`)
  for (const [i, id] of ids.entries()) {
    const [here, there] = i % 2 === 0 ? [one, other] : [other, one]
    await create(here, id)
    await expect.poll(() => check(there, id), { interval: 5 }).toBe(200)
  }
  await Promise.all(readers.map((reader) => reader.until(ids.length)))
  const [seen = []] = readers.map((reader) => reader.seen)
  expect(seen.map(({ key }) => key)).toEqual(ids)
  for (const reader of readers) expect(reader.seen.map(({ _id }) => _id)).toEqual(seen.map(({ _id }) => _id))

  const [staying, , leaving] = readers
  second.signal('SIGKILL')
  await leaving?.ended
  const more = ids.map((id) => `${id}:more`)
  for (const id of more.slice(0, 30)) await create(one, id)
  const resumed = readEvents(one, { path: '/api/events/Feature', lastEventId: leaving?.seen.at(-1)?._id })
  for (const id of more.slice(30)) await create(one, id)
  await Promise.all([staying?.until(120), resumed.until(60)])
  expect(staying?.seen.slice(60).map(({ key }) => key)).toEqual(more)
  expect(resumed.seen.map(({ key }) => key)).toEqual(more)
})
