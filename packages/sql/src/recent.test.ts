import type { ChangeEvent } from '@signalbox/core/store'
import { expect, it } from 'vitest'
import type { LogPart } from './log.ts'
import { createRecent } from './recent.ts'

const run = (...ids: number[]) => ids.map((id) => ({ id, event: JSON.stringify({ key: `e${id}` }) }))

/** Reads a part; the database knows event 99 only. Returns the ids, and what was asked of the database. */
async function reading(recent: ReturnType<typeof createRecent>, part: LogPart) {
  const asked: LogPart[] = []
  const ids: number[] = []
  const events = recent.read(part, async function* (rest) {
    asked.push(rest)
    yield { _id: 99 } as ChangeEvent
  })
  for await (const { _id } of events) ids.push(_id)
  return { ids, asked }
}

it('runs that follow each other are read from memory, and what follows from the database', async () => {
  const recent = createRecent(() => 0)
  recent.add(5, run(8, 9))
  recent.add(9, run(12))
  recent.add(20, run(21))
  expect(await reading(recent, { after: 5 })).toEqual({
    ids: [8, 9, 12, 99],
    asked: [{ after: 12, limit: Number.POSITIVE_INFINITY }],
  })
})

it('a reader that is not exactly before a run asks the database', async () => {
  const recent = createRecent(() => 0)
  recent.add(5, run(8, 9))
  for (const after of [0, 4, 6, 8]) expect((await reading(recent, { after })).ids).toEqual([99])
})

it('a limit is kept', async () => {
  const recent = createRecent(() => 0)
  recent.add(5, run(8, 9))
  expect(await reading(recent, { after: 5, limit: 1 })).toEqual({ ids: [8], asked: [] })
  expect(await reading(recent, { after: 5, limit: 3 })).toEqual({ ids: [8, 9, 99], asked: [{ after: 9, limit: 1 }] })
})

it('old events are forgotten once there are many', async () => {
  const recent = createRecent(() => 0)
  for (let n = 0; n < 100; n++) recent.add(n, [{ id: n + 1, event: JSON.stringify({ key: 'x'.repeat(20_000) }) }])
  expect((await reading(recent, { after: 0 })).ids).toEqual([99])
  expect((await reading(recent, { after: 60 })).ids).toHaveLength(41)
  recent.clear()
  expect((await reading(recent, { after: 60 })).ids).toEqual([99])
})

it('events are read from memory for ten seconds, because another process may delete them', async () => {
  let now = 0
  const recent = createRecent(() => now)
  recent.add(5, run(8))
  now = 5000
  recent.add(8, run(9))
  now = 9999
  expect((await reading(recent, { after: 5 })).ids).toEqual([8, 9, 99])
  now = 10_000
  expect((await reading(recent, { after: 5 })).ids).toEqual([99])
  expect((await reading(recent, { after: 8 })).ids).toEqual([9, 99])
})

it('events with the texts of their payloads are read as texts, if the reader asks for them', async () => {
  const recent = createRecent(() => 0)
  const head = { type: 'CONFIG_CREATED', key: 'a', domain: 'Config', timestamp: '' }
  const logged = { ...head, payload: undefined, text: '{"v":1}' }
  recent.add(5, [
    { id: 6, event: JSON.stringify({ ...head, payload: { v: 1 } }), logged },
    { id: 7, event: JSON.stringify({ ...head, payload: 2 }) },
  ])
  const read = async (asText: boolean) => {
    const events: unknown[] = []
    for await (const event of recent.read({ after: 5, limit: 2, asText }, async function* () {})) events.push(event)
    return events
  }
  expect(await read(true)).toEqual([
    { _id: 6, ...logged },
    { _id: 7, ...head, payload: 2 },
  ])
  expect(await read(false)).toEqual([
    { _id: 6, ...head, payload: { v: 1 } },
    { _id: 7, ...head, payload: 2 },
  ])
})
