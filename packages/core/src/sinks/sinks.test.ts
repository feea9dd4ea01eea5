import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sparseIds } from '../machine/log/sparse-ids.fixture.ts'
import type { Store } from '../ports.ts'
import type { SinksOption } from './options.ts'
import { type Fault, faultyDestination, feature, scene } from './sinks.fixture.ts'

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

describe('a sink', () => {
  it('gets each event once, in order, as streams have it', async () => {
    const { start, time, store } = scene()
    const destination = faultyDestination()
    const box = start({ audit: destination.open() })
    for (const id of ['a', 'b', 'c']) await feature(box, id)
    await box.features.delete({ id: 'b' })
    await time.until(() => destination.events.length === 4)
    expect(destination.ids()).toEqual(range(1, 4))
    const logged = []
    for await (const event of store.read({ after: 0 })) logged.push(event)
    expect(destination.events).toEqual(logged)
  })

  it('gets what was there before it, in batches of at most 1000 events', async () => {
    const { start, time } = scene()
    const writer = start({})
    for (let n = 0; n < 2200; n++) await feature(writer, `f${n}`)
    const destination = faultyDestination()
    start({ audit: destination.open() })
    await time.until(() => destination.events.length === 2200)
    expect(destination.batches.map((batch) => batch.length)).toEqual([1000, 1000, 200])
    expect(destination.ids()).toEqual(range(1, 2200))
  })

  it('reads on while its destination stores a batch, by one batch at most', async () => {
    const { start, time, store } = scene()
    const writer = start({})
    for (let n = 0; n < 4200; n++) await feature(writer, `f${n}`)
    await writer.close()
    const destination = faultyDestination()
    const stored = Promise.withResolvers<void>()
    const sink = destination.open()
    const append: typeof sink.append = async (...batch) => {
      await stored.promise
      return sink.append(...batch)
    }
    const read: number[] = []
    const counting: Store = {
      ...store,
      async *read(options) {
        for await (const event of store.read(options)) {
          read.push(event._id)
          yield event
        }
      },
    }
    start({ audit: { ...sink, append } }, counting)
    await time.until(() => Math.max(0, ...read) >= 2000)
    await time.advance(20_000)
    expect(Math.max(...read)).toBeLessThanOrEqual(2001)
    expect(destination.events).toEqual([])
    stored.resolve()
    await time.until(() => destination.events.length === 4200)
    expect(destination.ids()).toEqual(range(1, 4200))
  })

  it('resumes where the destination stands, without a cursor in the store', async () => {
    const { start, time, store } = scene()
    const destination = faultyDestination()
    const first = start({ audit: destination.open() })
    await feature(first, 'a')
    await time.until(() => destination.events.length === 1)
    await first.close()
    expect(destination.state.isClosed).toBe(1)
    const second = start({ audit: destination.open() })
    await feature(second, 'b')
    await time.until(() => destination.events.length === 2)
    expect(destination.batches).toEqual([[1], [2]])
    expect(await store.count('sink-marks')).toBe(0)
  })

  it('tries again after 0.25 s, doubling to 30 s, and reports it once a minute', async () => {
    const { start, time, reports } = scene()
    const destination = faultyDestination()
    const box = start({ audit: destination.open() })
    await feature(box, 'a')
    await time.until(() => destination.events.length === 1)
    destination.state.isAway = true
    await feature(box, 'b')
    await time.until(() => reports.length === 1)
    expect(reports).toEqual(['The sink audit failed, and is tried again: connect ECONNREFUSED'])
    expect((await box.sinks.list()).results).toMatchObject([
      {
        id: 'audit',
        kind: 'memory',
        state: 'retrying',
        isLeader: true,
        position: 1,
        behind: 1,
        error: 'connect ECONNREFUSED',
      },
    ])
    await time.until(() => reports.length === 2)
    destination.state.isAway = false
    await time.until(() => destination.events.length === 2)
    expect((await box.sinks.list()).results).toMatchObject([{ state: 'running', position: 2, behind: 0, lag: 0 }])
    expect((await box.sinks.list()).results[0]).not.toHaveProperty('error')
  })

  it('counts as behind the whole log while its destination has never answered', async () => {
    const { start, time, reports } = scene()
    const destination = faultyDestination()
    destination.state.isAway = true
    const box = start({ audit: destination.open() })
    const consumer = async () => (await box.about()).events.consumers.find(({ name }) => name === 'sink:audit')
    await feature(box, 'a')
    await time.until(() => reports.length === 1)
    await time.advance(60_000)
    expect(await consumer()).toMatchObject({ position: 0, behind: 1, lag: expect.any(Number) })
    expect((await consumer())?.lag).toBeGreaterThanOrEqual(60)
    destination.state.isAway = false
    await time.until(() => destination.events.length === 1)
    expect(await consumer()).toMatchObject({ position: 1, behind: 0, lag: 0 })
  })

  it('runs again when the destination answers, also if nothing has changed meanwhile', async () => {
    const { start, time, reports } = scene()
    const destination = faultyDestination()
    destination.state.isAway = true
    const box = start({ audit: destination.open() })
    await time.until(() => reports.length === 1)
    expect((await box.sinks.list()).results).toMatchObject([{ state: 'retrying', error: 'connect ECONNREFUSED' }])
    destination.state.isAway = false
    await time.advance(30_000)
    const [shown] = (await box.sinks.list()).results
    expect(shown).toMatchObject({ state: 'running', position: 0, behind: 0 })
    expect(shown).not.toHaveProperty('error')
  })

  it('stays in retrying while the destination answers, and refuses what there is', async () => {
    const { start, time, reports } = scene()
    const destination = faultyDestination()
    const box = start({ audit: destination.open() })
    destination.faults.push(...Array<Fault>(20).fill('before'))
    await feature(box, 'a')
    await time.until(() => reports.length === 1)
    await time.advance(20_000)
    expect((await box.sinks.list()).results).toMatchObject([{ state: 'retrying', error: 'refused', behind: 1 }])
  })

  it('asks for the position again when the destination has moved', async () => {
    const { start, time, reports } = scene()
    const destination = faultyDestination()
    const box = start({ audit: destination.open() })
    destination.faults.push('behind', undefined, 'after')
    for (const id of ['a', 'b']) await feature(box, id)
    await time.until(() => destination.events.length === 2)
    await feature(box, 'c')
    await time.until(() => destination.events.length === 3)
    expect(destination.ids()).toEqual([1, 2, 3])
    expect(reports.filter((text) => text.includes('The destination is not at event'))).toEqual([])
  })

  it('gets only what its filter selects, and secrets only of domains that it names', async () => {
    const { start, time } = scene()
    const [all, shop, users] = [faultyDestination(), faultyDestination(), faultyDestination()]
    const box = start({
      all: all.open(),
      shop: { sink: shop.open(), patterns: ['shop:*'], types: ['FEATURE_CREATED'] },
      users: { sink: users.open(), domains: ['User'] },
    })
    await box.users.create({
      body: { id: 'ann', name: 'Ann', password: 'correct horse battery', admin: true } as never,
    })
    for (const id of ['shop:a', 'blog:a']) await feature(box, id)
    await box.features.delete({ id: 'shop:a' })
    await feature(box, 'shop:last')
    await time.until(() => shop.events.length === 2 && all.events.length === 4 && users.events.length === 1)
    expect(shop.events.map(({ key }) => key)).toEqual(['shop:a', 'shop:last'])
    expect(all.events.map(({ domain }) => domain)).toEqual(Array(4).fill('Feature'))
    expect(users.events.map(({ type }) => type)).toEqual(['USER_CREATED'])
    expect(JSON.stringify(users.events)).not.toContain('correct horse')
  })

  it.each([
    [
      { 'no id!': faultyDestination().open() },
      'The sink id "no id!" is invalid: expected up to 100 letters, digits and _.-',
    ],
    [
      { a: { sink: faultyDestination().open(), domains: ['Featur'] } },
      'The sink a has the unknown domain Featur: did you mean Feature?',
    ],
    [
      { a: { sink: faultyDestination().open(), types: ['FEATURE_UPDATE'] } },
      'The sink a has the unknown event type FEATURE_UPDATE: did you mean FEATURE_UPDATED?',
    ],
    [{ a: { sink: {} } }, 'The sink a is no sink: it lacks position(), append(), close()'],
  ])('is refused at the start: %#', (sinks, message) => {
    expect(() => scene().start(sinks as never as SinksOption)).toThrow(message)
  })
})

describe('the leader of a sink', () => {
  it('is one of several processes, and another one follows', async () => {
    const { start, time } = scene()
    const destination = faultyDestination()
    const first = start({ audit: destination.open() })
    await feature(first, 'a')
    await time.until(() => destination.events.length === 1)
    const second = start({ audit: destination.open() })
    await feature(second, 'b')
    await time.until(() => destination.events.length === 2)
    expect((await first.sinks.list()).results).toMatchObject([{ isLeader: true, state: 'running' }])
    await time.advance(10_000)
    expect((await second.sinks.list()).results).toMatchObject([{ isLeader: false, state: 'running', position: 2 }])
    first.kill()
    await feature(second, 'c')
    await time.until(() => destination.events.length === 3)
    expect(destination.ids()).toEqual([1, 2, 3])
    expect((await second.sinks.list()).results).toMatchObject([{ isLeader: true }])
  })

  it('with another filter than that of other processes is reported', async () => {
    const { start, time, reports } = scene()
    const destination = faultyDestination()
    const first = start({ audit: destination.open() })
    await feature(first, 'a')
    await time.until(() => destination.events.length === 1)
    start({ audit: { sink: destination.open(), domains: ['Config'] } })
    await time.until(() => reports.length > 0)
    expect(reports).toEqual([
      'The sink audit is led by a process with another filter: restart all with the same settings',
    ])
  })

  it('delivers at least once where the destination cannot tell its position', async () => {
    const { start, time } = scene()
    const destination = faultyDestination({ isExact: false })
    const first = start({ audit: destination.open() })
    await feature(first, 'a')
    await time.until(() => destination.events.length === 1)
    destination.faults.push('after')
    await feature(first, 'b')
    await time.until(() => destination.events.length === 2)
    first.kill()
    const second = start({ audit: destination.open() })
    await time.until(() => destination.events.length === 3)
    await feature(second, 'c')
    await time.until(() => destination.events.length === 4)
    expect(destination.ids()).toEqual([1, 2, 2, 3])
  })
})

describe('a destination that was emptied', () => {
  it('gets the events after the position that the store remembers', async () => {
    const { start, time, store } = scene()
    const destination = faultyDestination()
    const first = start({ audit: destination.open() })
    await feature(first, 'a')
    await time.until(() => destination.events.length === 1)
    await time.advance(61_000)
    await feature(first, 'b')
    await time.until(() => destination.events.length === 2)
    await time.until(async () => (await store.count('sink-marks')) === 1)
    await first.close()
    destination.empty()
    const second = start({ audit: destination.open() })
    await feature(second, 'c')
    await time.until(() => destination.events.length === 1)
    expect(destination.ids()).toEqual([3])
    expect((await second.sinks.list()).results).toMatchObject([{ state: 'running', position: 3, behind: 0 }])
  })

  it('stops the sink if nothing is remembered, until there is a snapshot', async () => {
    const { start, time, reports } = scene()
    const destination = faultyDestination()
    const first = start({ audit: destination.open() })
    await feature(first, 'a')
    await time.until(() => destination.events.length === 1)
    await first.close()
    destination.empty()
    const second = start({ audit: destination.open() })
    const sentence =
      'The sink audit has stopped: all events have expired. POST /api/sinks/audit/_resync copies all records, and continues from there'
    await time.until(() => reports.length > 0)
    expect(reports).toEqual([sentence])
    const [shown] = (await second.sinks.list()).results
    expect(shown).toMatchObject({ state: 'stopped', error: sentence })
    expect(shown).not.toHaveProperty('position')
    await second.sinks.resync({ id: 'audit' })
    await feature(second, 'b')
    await time.until(() => destination.events.length === 4)
    expect(destination.events.map(({ _id, type }) => [_id, type])).toEqual([
      [2, 'SNAPSHOT_BEGAN'],
      [3, 'FEATURE_SNAPSHOT'],
      [4, 'SNAPSHOT_ENDED'],
      [5, 'FEATURE_CREATED'],
    ])
  })
})

describe('a destination that was deleted and created anew', () => {
  it('gets the log from its beginning, whatever the store remembers, also while the sink runs', async () => {
    const { start, time, store, reports } = scene()
    const destination = faultyDestination()
    const box = start({ audit: destination.open() })
    await feature(box, 'a')
    await time.until(() => destination.events.length === 1)
    await time.advance(61_000)
    await feature(box, 'b')
    await time.until(async () => (await store.count('sink-marks')) === 1)
    destination.recreate()
    await feature(box, 'c')
    await time.until(() => destination.events.length === 3)
    expect(destination.ids()).toEqual([1, 2, 3])
    await box.close()
    destination.recreate()
    const second = start({ audit: destination.open() })
    await time.until(() => destination.events.length === 3)
    expect(destination.ids()).toEqual([1, 2, 3])
    expect((await second.sinks.list()).results).toMatchObject([{ state: 'running', position: 3, behind: 0 }])
    expect(reports).toEqual([])
  })
})

describe('a store that was restored from an older backup', () => {
  it('is reported, and the sink goes on after what the destination has', async () => {
    const { start, time, reports } = scene()
    const destination = faultyDestination()
    destination.events.push({ _id: 2 } as never)
    const box = start({ audit: destination.open() })
    await feature(box, 'a')
    await time.until(() => reports.length === 1)
    expect(reports[0]).toMatch(
      /^The sink audit has a destination at event 2, and the log ends at event [01], as after a backup of the store was restored\./,
    )
    for (const id of ['b', 'c']) await feature(box, id)
    await time.until(() => destination.events.length === 2)
    expect(destination.ids()).toEqual([2, 3])
    await box.sinks.resync({ id: 'audit' })
    await time.until(() => destination.events.length === 7)
    expect(destination.events.slice(2).map(({ type }) => type)).toEqual([
      ...['SNAPSHOT_BEGAN', 'FEATURE_SNAPSHOT', 'FEATURE_SNAPSHOT', 'FEATURE_SNAPSHOT', 'SNAPSHOT_ENDED'],
    ])
    expect(reports).toHaveLength(1)
  })
})

describe('a gap in the log', () => {
  async function afterGap() {
    const { start, time, store, reports } = scene()
    const destination = faultyDestination()
    const first = start({ audit: destination.open() })
    await feature(first, 'a')
    await time.until(() => destination.events.length === 1)
    await first.close()
    const writer = start({})
    for (const id of ['b', 'c']) await feature(writer, id)
    await writer.features.delete({ id: 'a' })
    await time.advance(1000)
    await store.trim(new Date(time.clock()))
    const box = start({ audit: destination.open() })
    await feature(box, 'd')
    return { box, destination, time, reports, store, start }
  }
  const sentence =
    'The sink audit has stopped: its destination is at event 1, and later events up to event 4 are no longer in the log. ' +
    'POST /api/sinks/audit/_resync copies all records, and continues from there'

  it('stops the sink, with what to do', async () => {
    const { box, destination, time, reports } = await afterGap()
    await time.until(() => reports.length === 1)
    expect(reports).toEqual([sentence])
    expect((await box.sinks.list()).results).toMatchObject([{ state: 'stopped', position: 1, error: sentence }])
    expect(destination.ids()).toEqual([1])
  })

  it('is made up for by a snapshot, and the sink goes on', async () => {
    const { box, destination, time } = await afterGap()
    expect(await box.sinks.resync({ id: 'audit' })).toEqual({ records: 3, from: 6 })
    await time.until(() => destination.events.length === 7)
    await feature(box, 'e')
    await time.until(() => destination.events.length === 8)
    expect(destination.events.slice(1).map(({ _id, type, key }) => [_id, type, key])).toEqual([
      [5, 'FEATURE_CREATED', 'd'],
      [6, 'SNAPSHOT_BEGAN', 'audit'],
      [7, 'FEATURE_SNAPSHOT', 'b'],
      [8, 'FEATURE_SNAPSHOT', 'c'],
      [9, 'FEATURE_SNAPSHOT', 'd'],
      [10, 'SNAPSHOT_ENDED', 'audit'],
      [11, 'FEATURE_CREATED', 'e'],
    ])
    expect(destination.events[3]?.payload).toEqual((await box.features.get({ id: 'b' })) as unknown)
    expect(destination.events[6]?.payload).toEqual({ from: 6, records: 3 })
  })

  it('is over when the destination was created anew, or somebody has put its position right', async () => {
    const { destination, time, reports } = await afterGap()
    await time.until(() => reports.length === 1)
    destination.recreate()
    await time.until(() => destination.events.length === 1)
    expect(destination.ids()).toEqual([5])
    const again = await afterGap()
    await again.time.until(() => again.reports.length === 1)
    await again.time.advance(600_000)
    expect(again.reports).toHaveLength(1)
    again.destination.events.push({ _id: 4 } as never)
    await again.time.until(() => again.destination.events.length === 3)
    expect(again.destination.ids()).toEqual([1, 4, 5])
    expect((await again.box.sinks.list()).results).toMatchObject([{ state: 'running', position: 5, behind: 0 }])
  })

  it('is made up for by events that listeners do not get', async () => {
    const { box, destination, time } = await afterGap()
    const heard: string[] = []
    box.on('*', ({ type }) => heard.push(type))
    await box.sinks.resync({ id: 'audit' })
    await feature(box, 'e')
    await time.until(() => destination.events.length === 8 && heard.length > 0)
    expect(heard).toEqual(['FEATURE_CREATED'])
  })

  it('is made up for by a snapshot that ends while the sink looks for one', async () => {
    const { start, time, store } = await afterGap()
    const destination = faultyDestination()
    destination.events.push({ _id: 1 } as never)
    const looked = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    let looks = 0
    const slow: Store = {
      ...store,
      async get(collection, key, form) {
        const found = await store.get(collection, key, form)
        if (collection === 'sink-snapshots' && looks++ === 0) {
          looked.resolve()
          await goOn.promise
        }
        return found
      },
    }
    const box = start({ other: destination.open() }, slow)
    await time.until(() => looks === 1)
    await looked.promise
    const { from } = await box.sinks.resync({ id: 'other' })
    await time.advance(100)
    goOn.resolve()
    await time.until(() => destination.events.some(({ type }) => type === 'SNAPSHOT_ENDED'))
    expect(destination.ids()).toContain(from)
  })

  it('is none while the events after the position are in memory, whatever left the log before them', async () => {
    const { start, time, store, reports } = scene()
    const destination = faultyDestination()
    const box = start({ audit: { sink: destination.open(), domains: ['Config'] } })
    await box.configs.create({ body: { id: 'c', value: '1' } as never })
    await time.until(() => destination.events.length === 1)
    for (const id of ['a', 'b']) await feature(box, id)
    await time.advance(1000)
    await store.trim(new Date(time.clock()))
    destination.faults.push('before')
    await box.configs.create({ body: { id: 'd', value: '1' } as never })
    await time.until(() => destination.events.length === 2)
    expect(destination.ids()).toEqual([1, 4])
    expect(reports).toEqual(['The sink audit failed, and is tried again: refused'])
  })

  it('does not stop a sink whose destination is empty: it begins with the oldest event', async () => {
    const { time, start } = await afterGap()
    const fresh = faultyDestination()
    start({ fresh: fresh.open() })
    await time.until(() => fresh.events.length === 1)
    expect(fresh.ids()).toEqual([5])
  })

  it('is none if only events left the log that the destination has', async () => {
    const { start, time, store, reports } = scene()
    const sparse = sparseIds(store)
    const destination = faultyDestination()
    const first = start({ audit: destination.open() }, sparse)
    for (const id of ['a', 'b']) await feature(first, id)
    await time.until(() => destination.events.length === 2)
    await first.close()
    await store.trim(new Date(time.clock() + 1))
    await feature(start({}, sparse), 'c')
    const second = start({ audit: destination.open() }, sparse)
    await feature(second, 'd')
    await time.until(() => destination.events.length === 4)
    expect(destination.ids()).toEqual([4, 8, 12, 16])
    expect(reports).toEqual([])
  })

  it('is assumed if the store does not tell what left the log, and the position is before its oldest event', async () => {
    const { start, time, store, reports } = scene()
    const { trimmedTo: _, ...silent } = sparseIds(store)
    const destination = faultyDestination()
    const first = start({ audit: destination.open() }, silent)
    await feature(first, 'a')
    await time.until(() => destination.events.length === 1)
    await first.close()
    await store.trim(new Date(time.clock() + 1))
    await feature(start({}, silent), 'b')
    start({ audit: destination.open() }, silent)
    await time.until(() => reports.length === 1)
    expect(reports[0]).toMatch(/^The sink audit has stopped: its destination is at event 4, /)
  })

  it('is none if only events left the log that do not concern the sink', async () => {
    const { start, time, store } = scene()
    const destination = faultyDestination()
    const sinks = () => ({ audit: { sink: destination.open(), domains: ['Config'] } })
    const first = start(sinks())
    await first.configs.create({ body: { id: 'c', value: '1' } as never })
    await time.until(() => destination.events.length === 1)
    for (const id of ['a', 'b']) await feature(first, id)
    await time.until(async () => (await store.count('sink-marks')) === 1)
    await first.close()
    await store.trim(new Date(time.clock() + 1))
    const second = start(sinks())
    await second.configs.create({ body: { id: 'd', value: '1' } as never })
    await time.until(() => destination.events.length === 2)
    expect(destination.ids()).toEqual([1, 4])
  })
})

it('each event is at the destination exactly once and in order, whatever its sink does', async () => {
  const fault = fc.constantFrom<Fault>(undefined, 'before', 'after', 'behind')
  const step = fc.oneof(fault, fc.constantFrom('restart' as const, 'kill' as const))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { start, time } = scene()
      const destination = faultyDestination()
      let box = start({ audit: destination.open() })
      let count = 0
      for (const one of steps) {
        if (one === 'restart') await box.close()
        if (one === 'kill') box.kill()
        if (one === 'restart' || one === 'kill') box = start({ audit: destination.open() })
        else destination.faults.push(one)
        await feature(box, `f${count++}`)
        await time.advance(100)
      }
      await time.until(() => destination.events.length >= count)
      expect(destination.ids()).toEqual(range(1, count))
      await box.close()
    }),
    { numRuns: 40 },
  )
})
