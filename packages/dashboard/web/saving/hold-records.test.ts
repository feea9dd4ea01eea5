import type { ChangeEvent } from '@signalbox/core/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdRecords } from './hold-records.ts'

interface Thing {
  readonly id: string
  readonly enabled?: boolean
  readonly round: number
}

const tags = new WeakMap<object, string>()
const tagged = (thing: Thing) => {
  const copy = { ...thing }
  tags.set(copy, `"${thing.round}"`)
  return copy
}

/** Records over a service whose answers the test sends when it wants. */
function start() {
  const calls: { id: string; answer(thing: Thing): Promise<void>; fail(code: string): Promise<void> }[] = []
  const drops: (() => void)[] = []
  const dropped: string[] = []
  const records = holdRecords<Thing>({
    get: (id) =>
      new Promise((resolve, reject) => {
        calls.push({
          id,
          answer: async (thing) => resolve(tagged(thing)),
          fail: async (code) => reject(Object.assign(new Error(code), { code })),
        })
      }),
    etagOf: (thing) => tags.get(thing),
    onDrop: (id) => dropped.push(id),
    instantOf: (timestamp) => Date.parse(`${timestamp}Z`),
    later(run) {
      drops.push(run)
      return () => drops.splice(drops.indexOf(run), 1)
    },
  })
  return { records, calls, drops, dropped }
}

const event = (type: string, payload: Thing, by = 'ada'): ChangeEvent =>
  ({
    _id: payload.round,
    type,
    key: payload.id,
    domain: 'Feature',
    payload,
    timestamp: '2026-01-31T09:05:00.000',
    authInfo: { id: by, name: by, kind: 'User' },
  }) as ChangeEvent

test('a record is read once and has the entity tag of what was read', async () => {
  const { records, calls } = start()
  const held = records.find('shop:a')
  expect(records.find('shop:a')).toBe(held)
  expect(held.value).toEqual({ state: 'loading' })
  await calls[0]!.answer({ id: 'shop:a', round: 1 })
  await expect.poll(() => held.value).toEqual({ state: 'ready', value: { id: 'shop:a', round: 1 }, tag: '"1"' })
  expect(calls).toHaveLength(1)
})

test('an event replaces the value, says who changed it, and drops the tag, which it does not carry', async () => {
  const { records, calls } = start()
  const held = records.find('shop:a')
  await calls[0]!.answer({ id: 'shop:a', round: 1 })
  records.apply(event('FEATURE_UPDATED', { id: 'shop:a', round: 2 }))
  expect(held.value).toEqual({
    state: 'ready',
    value: { id: 'shop:a', round: 2 },
    by: 'ada',
    at: Date.UTC(2026, 0, 31, 9, 5),
  })
})

test('the event of a change whose answer is known keeps the tag', async () => {
  const { records, calls } = start()
  const held = records.find('shop:a')
  await calls[0]!.answer({ id: 'shop:a', round: 1 })
  await expect.poll(() => held.value.state).toBe('ready')
  records.expect('shop:a')(tagged({ id: 'shop:a', round: 2 }))
  records.apply(event('FEATURE_UPDATED', { id: 'shop:a', round: 2 }))
  expect(held.value).toMatchObject({ tag: '"2"', by: 'ada' })
})

test('an answer that was overtaken by an event of someone else does not replace it', async () => {
  const { records, calls } = start()
  const held = records.find('shop:a')
  await calls[0]!.answer({ id: 'shop:a', round: 1 })
  await expect.poll(() => held.value.state).toBe('ready')
  const take = records.expect('shop:a')
  records.apply(event('FEATURE_UPDATED', { id: 'shop:a', round: 2 }))
  records.apply(event('FEATURE_UPDATED', { id: 'shop:a', round: 3 }))
  take(tagged({ id: 'shop:a', round: 2 }))
  expect(held.value).toMatchObject({ value: { round: 3 } })
})

test('a deleted record is missing, with who deleted it, and comes back when it is created', async () => {
  const { records, calls } = start()
  const held = records.find('__proto__')
  await calls[0]!.answer({ id: '__proto__', round: 1 })
  records.apply(event('FEATURE_DELETED', { id: '__proto__', round: 1 }, 'bob'))
  expect(held.value).toMatchObject({ state: 'missing', was: { round: 1 }, by: 'bob' })
  records.apply(event('FEATURE_CREATED', { id: '__proto__', round: 5 }))
  expect(held.value).toMatchObject({ state: 'ready', value: { round: 5 } })
})

test('a record that does not exist is missing; other failures can be retried', async () => {
  const { records, calls } = start()
  const held = records.find('shop:a')
  await calls[0]!.fail('UNAVAILABLE')
  await expect.poll(() => held.value.state).toBe('failed')
  if (held.value.state === 'failed') held.value.retry()
  await calls[1]!.fail('NOT_FOUND')
  await expect.poll(() => held.value).toEqual({ state: 'missing' })
})

test('a record that nobody looks at is dropped, and read again for the next who looks', async () => {
  const { records, calls, drops } = start()
  const held = records.find('shop:a')
  await calls[0]!.answer({ id: 'shop:a', round: 1 })
  await expect.poll(() => held.value.state).toBe('ready')
  const stop = held.subscribe(() => {})
  expect(drops).toHaveLength(0)
  stop()
  drops[0]!()
  expect(held.value).toEqual({ state: 'loading' })
  records.apply(event('FEATURE_UPDATED', { id: 'shop:a', round: 2 }))
  expect(held.value).toEqual({ state: 'loading' })
  held.subscribe(() => {})
  await calls[1]!.answer({ id: 'shop:a', round: 2 })
  await expect.poll(() => held.value).toMatchObject({ value: { round: 2 } })
})

test('a dropped record takes no room, and its old signal still follows events', async () => {
  const { records, calls, drops, dropped } = start()
  const held = records.find('shop:a')
  await calls[0]!.answer({ id: 'shop:a', round: 1 })
  drops[0]!()
  expect(dropped).toEqual(['shop:a'])
  records.readAgain()
  expect(calls).toHaveLength(1)
  const stop = held.subscribe(() => {})
  expect(records.find('shop:a')).toBe(held)
  records.apply(event('FEATURE_UPDATED', { id: 'shop:a', round: 2 }))
  expect(held.value).toMatchObject({ value: { round: 2 } })
  stop()
})

test('a dropped record is another signal for those who look for it then', async () => {
  const { records, drops } = start()
  const held = records.find('shop:a')
  drops[0]!()
  expect(records.find('shop:a')).not.toBe(held)
})

test('after a gap, records that someone looks at are read again', async () => {
  const { records, calls } = start()
  const held = records.find('shop:a')
  await calls[0]!.answer({ id: 'shop:a', round: 1 })
  await expect.poll(() => held.value.state).toBe('ready')
  records.readAgain()
  await calls[1]!.answer({ id: 'shop:a', round: 9 })
  await expect.poll(() => held.value).toMatchObject({ value: { round: 9 }, tag: '"9"' })
})

test('a record that is read again after an event names who changed it', async () => {
  const { records, calls } = start()
  const held = records.find('shop:a')
  await calls[0]!.answer({ id: 'shop:a', round: 1 })
  await expect.poll(() => held.value.state).toBe('ready')
  records.readAgain('shop:b', event('FEATURE_UPDATED', { id: 'shop:b', round: 2 }))
  expect(calls).toHaveLength(1)
  records.readAgain('shop:a', event('FEATURE_UPDATED', { id: 'shop:a', round: 2 }))
  await calls[1]!.answer({ id: 'shop:a', round: 2 })
  await expect.poll(() => held.value).toMatchObject({ value: { round: 2 }, by: 'ada' })
})

test('however answers and events overtake each other, the newest value is shown in the end', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('change', 'read', 'answer', 'deliver'), { maxLength: 40 }),
      async (steps) => {
        const { records, calls } = start()
        let current: Thing = { id: 'shop:a', round: 0 }
        const events: ChangeEvent[] = []
        const answers: (() => Promise<void>)[] = []
        const takeCalls = () => {
          for (const call of calls.splice(0)) {
            const value = current
            answers.push(() => call.answer(value))
          }
        }
        const run = {
          change: async () => {
            current = { id: 'shop:a', round: current.round + 1 }
            events.push(event('FEATURE_UPDATED', current))
          },
          read: async () => {
            records.readAgain()
            takeCalls()
          },
          answer: async () => answers.shift()?.(),
          deliver: async () => {
            const next = events.shift()
            if (next) records.apply(next)
          },
        }
        const held = records.find('shop:a')
        takeCalls()
        for (const step of [...steps, ...events.map(() => 'deliver' as const)]) await run[step]()
        while (events.length > 0) await run.deliver()
        while (answers.length > 0) await run.answer()
        await Promise.resolve()
        await Promise.resolve()
        expect(held.value).toMatchObject({ state: 'ready', value: current })
      },
    ),
  ))
