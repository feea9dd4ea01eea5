import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { start } from '../fixtures/command.fixture.ts'
import { readEvents, type Seen } from '../fixtures/event-reader.fixture.ts'
import { call } from '../fixtures/known.fixture.ts'

const KILLS = 3
const LAST = 'last'

/** Creates a config. Returns whether that was acknowledged. */
async function create(url: string, id: string): Promise<boolean> {
  const body = JSON.stringify({ id, value: 1 })
  const answer = await call(`${url}/api/configs`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  }).catch(() => undefined)
  return answer?.status === 201
}

/** Reads up to the last event from the current server, reconnecting whenever the stream ends. */
async function readOn(server: () => Promise<string>): Promise<Seen[]> {
  const seen: Seen[] = []
  while (seen.at(-1)?.key !== LAST) {
    const reader = readEvents(await server(), {
      lastEventId: seen.at(-1)?._id ?? 0,
      onEvent(event, { destroy }) {
        seen.push(event)
        if (event.key === LAST) destroy()
      },
    })
    reader.open.catch(() => {}) // its end is awaited
    await reader.ended
  }
  return seen
}

it('readers resume after a killed server, and miss no committed event', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const open = () => start({ env: { SIGNALBOX_STORE: `sqlite:${join(folder, 'killed.db')}` } })
  let server = open()
  let serving = server.serving
  const readings = Array.from({ length: 3 }, () => readOn(() => serving))
  const acknowledged: string[] = []
  for (let kills = 0; kills <= KILLS; kills++) {
    const url = await serving
    let isKilled = false
    const write = async (writer: number) => {
      for (let n = 0; !isKilled && n < 60; n++) {
        const id = `k${kills}:${writer}:${n}`
        if (await create(url, id)) acknowledged.push(id)
        if (kills < KILLS && writer === 0 && n === 30) {
          isKilled = true
          server.signal('SIGKILL')
          serving = server.ended.then(() => {
            server = open()
            return server.serving
          })
        }
      }
    }
    await Promise.all([0, 1, 2, 3].map(write))
  }
  expect(await create(await serving, LAST)).toBe(true)
  const [first = [], ...others] = await Promise.all(readings)
  const whole = (await readOn(() => serving)).map(({ _id }) => _id)
  for (const seen of [first, ...others]) expect(seen.map(({ _id }) => _id)).toEqual(whole)
  expect(first.map(({ key }) => key)).toEqual(expect.arrayContaining(acknowledged))
  expect(acknowledged.length).toBeGreaterThan(KILLS * 60)
})
