import { SignalboxError } from '@signalbox/core'
import { createTestBox } from '@signalbox/testing'
import { describe, expect, it } from 'vitest'
import type { Source } from '../index.ts'
import { controlled } from './controlled.fixture.ts'
import { flagsOf, nextChange, plain, quickWait, readyFlags, whenActive, whenStatus } from './flags.fixture.ts'

const halfOf = (id: string) =>
  ({ id, enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 50 } }) as const

describe('flags over a box', () => {
  it('answer as the box does', async () => {
    const { box } = createTestBox()
    await box.features.create({ body: plain('shop:express') })
    await box.features.create({ body: halfOf('shop:half') })
    const { flags } = await readyFlags(box)
    expect(flags.status).toBe('fresh')
    expect(flags.isActive('shop:express')).toBe(true)
    for (const id of ['ann', 'ben', 'carla', 'dora']) {
      expect(flags.isActive('shop:half', { id })).toBe(box.isActive('shop:half', { id }))
      expect(await flags.check('shop:half', { id })).toBe(box.isActive('shop:half', { id }))
      expect(flags.explain('shop:half', { id })).toEqual(box.explain('shop:half', { id }))
    }
    expect(flags.isActive('shop:unknown')).toBe(false)
    expect(flags.explain('shop:unknown')).toBeUndefined()
  })

  it('follow what changes, and tell which keys', async () => {
    const { box } = createTestBox()
    await box.features.create({ body: plain('a') })
    const { flags } = await readyFlags(box)
    const created = nextChange(flags)
    await box.features.create({ body: plain('b') })
    expect(await created).toEqual({ features: ['b'], segments: [], configs: [], experiments: [] })
    expect(flags.isActive('b')).toBe(true)
    const deleted = nextChange(flags)
    await box.features.delete({ id: 'a' })
    expect(await deleted).toEqual({ features: ['a'], segments: [], configs: [], experiments: [] })
    expect(flags.isActive('a')).toBe(false)
  })

  it('have handles, which follow changes, and listings after an outage', async () => {
    const { box } = createTestBox()
    await box.features.create({ body: halfOf('a') })
    await box.configs.create({ body: { id: 'c', value: 1 } })
    const server = controlled(box)
    const { flags } = await readyFlags(server.api, { wait: quickWait(), flags: { features: { gone: true } } })
    const [a, c, gone] = [flags.flag('a'), flags.flag('c'), flags.flag('gone')]
    for (const id of ['ann', 'ben', 'carla', 'dora']) expect(a.isActive({ id })).toBe(flags.isActive('a', { id }))
    expect(a.explain({ id: 'ann' })).toEqual(flags.explain('a', { id: 'ann' }))
    expect([c.value(), c.evaluate(), c.id]).toEqual([1, flags.evaluate('c'), 'c'])
    expect([gone.isActive(), gone.explain(), gone.value({}, { default: 2 })]).toEqual([true, undefined, 2])
    await box.features.replace({ id: 'a', body: plain('a') })
    await box.features.create({ body: plain('gone', false) })
    await whenActive(flags, 'gone', false)
    expect([a.isActive(), gone.isActive()]).toEqual([true, false])
    server.goDown()
    await whenStatus(flags, 'stale')
    await box.features.delete({ id: 'a' })
    await box.features.delete({ id: 'gone' })
    server.comeUp()
    await whenActive(flags, 'a', false)
    expect([a.isActive(), gone.isActive()]).toEqual([false, true])
  })

  it('evaluate with the settings of the server', async () => {
    const { box } = createTestBox({ bucketing: 'classic', timeZone: 'Asia/Tokyo', start: '2026-01-01T00:30:00Z' })
    await box.features.create({ body: halfOf('half') })
    const hours = { startDate: '09:00', endDate: '10:00' }
    await box.features.create({
      body: { id: 'morning', enabled: true, activationStrategy: 'HOUR_RANGE', parameters: hours },
    })
    const clock = () => Date.parse('2026-01-01T00:30:00Z')
    const { flags } = await readyFlags(box, { bucketing: 'murmur3', timeZone: 'Europe/Paris', clock })
    expect(flags.isActive('morning')).toBe(true)
    for (let i = 0; i < 50; i++)
      expect(flags.isActive('half', { id: `client ${i}` })).toBe(box.isActive('half', { id: `client ${i}` }))
    const offline = await readyFlags(undefined, { bootstrap: flags.snapshot(), clock })
    expect(offline.flags.isActive('morning')).toBe(true)
  })

  it('hold only requested records that the caller may read', async () => {
    const { box } = createTestBox()
    for (const id of ['a:1', 'a:2', 'b:1']) await box.features.create({ body: plain(id) })
    const some = await readyFlags(box, { patterns: 'a:*' })
    expect(some.flags.snapshot().features.map(({ id }) => id)).toEqual(['a:1', 'a:2'])
    const changed = nextChange(some.flags)
    await box.features.create({ body: plain('b:2') })
    await box.features.create({ body: plain('a:3') })
    expect(await changed).toMatchObject({ features: ['a:3'] })
    const { clientSecret = '', clientId = '' } = await box.apiKeys.create({
      body: { clientId: 'one', name: 'One', authorizedPatterns: [{ pattern: 'b:*', rights: ['R'] }] },
    })
    const identity = await box.identify({ clientId, clientSecret })
    if (!identity) throw new Error('The API key is not known')
    const { flags } = await readyFlags(box.as(identity))
    expect(flags.snapshot().features.map(({ id }) => id)).toEqual(['b:1', 'b:2'])
  })

  it('miss no change while records are listed', async () => {
    const { box } = createTestBox()
    for (const id of ['a', 'b', 'c']) await box.features.create({ body: plain(id) })
    /** The state when the listing was read; it has changed by the time the listing arrives. */
    async function* old() {
      const features: unknown[] = []
      for await (const feature of box.features.export({})) features.push(feature)
      await box.features.replace({ id: 'a', body: plain('a', false) })
      await box.features.delete({ id: 'c' })
      await box.features.create({ body: plain('aa') })
      yield* features
    }
    const source: Source = { ...box, features: { ...box.features, export: old as never } }
    const { flags } = await readyFlags(source)
    expect(['a', 'aa', 'b', 'c'].map((id) => flags.isActive(id))).toEqual([false, true, true, false])
  })

  it('list again when the stream ends, and report what changed', async () => {
    const { box } = createTestBox()
    await box.features.create({ body: plain('a') })
    await box.features.create({ body: plain('b') })
    const server = controlled(box)
    const { flags } = await readyFlags(server.api, { wait: quickWait() })
    server.goDown()
    await whenStatus(flags, 'stale')
    await box.features.delete({ id: 'a' })
    await box.features.create({ body: plain('c') })
    expect([flags.isActive('a'), flags.isActive('c')]).toEqual([true, false])
    const changed = nextChange(flags)
    server.comeUp()
    expect(await changed).toEqual({ features: ['c', 'a'], segments: [], configs: [], experiments: [] })
    await whenStatus(flags, 'fresh')
    expect([flags.isActive('a'), flags.isActive('b'), flags.isActive('c')]).toEqual([false, true, true])
  })

  it('list again when event ids go back, as with another store', async () => {
    const { box: later } = createTestBox({ start: '2026-02-01T00:00:00Z' })
    const { box: earlier } = createTestBox({ start: '2026-01-01T00:00:00Z' })
    await later.features.create({ body: plain('a') })
    await earlier.features.create({ body: plain('b') })
    const server = controlled(later)
    // One stream across both stores, as from a client that reconnects automatically.
    const turn = new AbortController()
    server.streams = (options) => {
      async function* both() {
        yield* later.events.stream({}, { signal: AbortSignal.any([turn.signal, options.signal as AbortSignal]) })
        yield* earlier.events.stream({}, { ...options, lastEventId: 0 })
      }
      return both()
    }
    const { flags } = await readyFlags(server.api, { wait: quickWait() })
    const changed = nextChange(flags)
    await later.features.create({ body: plain('c') })
    await changed
    expect([flags.isActive('a'), flags.isActive('b'), flags.isActive('c')]).toEqual([true, false, true])
    server.box = earlier
    server.streams = undefined
    const relisted = nextChange(flags)
    turn.abort()
    expect(await relisted).toMatchObject({ features: ['b', 'a', 'c'] })
    expect([flags.isActive('a'), flags.isActive('b'), flags.isActive('c')]).toEqual([false, true, false])
  })

  it('poll while the stream is unavailable, and stream when it is available again', async () => {
    const { box } = createTestBox()
    const server = controlled(box)
    server.refuse = (name) => name === 'events.stream' && new SignalboxError('NOT_FOUND', 'No streams here')
    const pauses: number[] = []
    const wait = quickWait()
    const { flags, reported } = await readyFlags(server.api, {
      poll: 7000,
      wait: (ms, signal) => {
        pauses.push(ms)
        return wait(ms, signal)
      },
    })
    expect(flags.status).toBe('fresh')
    const changed = nextChange(flags)
    await box.features.create({ body: plain('a') })
    await changed
    expect(flags.isActive('a')).toBe(true)
    expect(pauses).toContain(7000)
    expect(reported).toEqual([expect.objectContaining({ message: 'No streams here' })])
    server.refuse = () => false
    await server.when('events.stream')
  })

  it('load all other features if one is invalid', async () => {
    const features = [plain('a'), { id: 'b', enabled: true, activationStrategy: 'MOON_PHASE' }] as never
    const { flags, reported } = flagsOf(undefined, { bootstrap: { features } })
    expect([flags.isActive('a'), flags.isActive('b')]).toEqual([true, false])
    expect(flags.explain('b')).toMatchObject({ reason: 'ERROR', errorCode: 'GENERAL' })
    await expect(flags.check('b', {}, { onError: 'throw' })).rejects.toThrow('Feature b is invalid')
    expect(flags.snapshot().features).toHaveLength(2)
    expect(reported).toEqual([expect.objectContaining({ message: 'Feature b is invalid and is treated as inactive' })])
    expect(reported[0]).toHaveProperty('cause.message', expect.stringContaining('MOON_PHASE: expected one of NO_STR'))
  })
})

describe('a check', () => {
  it('never throws, whatever the context does', async () => {
    const { box } = createTestBox()
    await box.features.create({ body: halfOf('half') })
    const { flags, reported } = await readyFlags(box)
    const context = {
      get id() {
        throw new Error('The session is over')
      },
    }
    expect(flags.isActive('half', context)).toBe(false)
    expect(flags.explain('half', context)).toMatchObject({ reason: 'ERROR', errorCode: 'GENERAL' })
    await expect(flags.check('half', context, { onError: 'throw' })).rejects.toThrow('The session is over')
    expect(await flags.check('half', context, { onError: () => true })).toBe(true)
    expect(await flags.check('half', context, { default: true })).toBe(true)
    expect(reported[0]).toMatchObject({ cause: { message: 'The session is over' } })
  })

  it('of an unknown feature returns the default', async () => {
    const { box } = createTestBox()
    const { flags } = await readyFlags(box, { flags: { features: { a: true } } })
    expect([flags.isActive('a'), flags.isActive('b')]).toEqual([true, false])
    expect(await flags.check('a')).toBe(true)
    await expect(flags.check('a', {}, { onError: 'throw' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('creates a missing feature once, with its default, if autocreate is set', async () => {
    const { box } = createTestBox()
    const server = controlled(box)
    const { flags } = await readyFlags(server.api, { autocreate: true, flags: { features: { b: true } } })
    const created: string[] = []
    const both = new Promise<void>((resolve) => {
      flags.on('change', ({ features }) => created.push(...features) === 2 && resolve())
    })
    for (const id of ['a', 'b', 'a']) flags.isActive(id)
    await both
    expect(created).toEqual(['a', 'b'])
    expect((await box.features.get({ id: 'a' })).enabled).toBe(false)
    expect([flags.isActive('a'), flags.isActive('b')]).toEqual([false, true])
    expect(server.calls.filter((name) => name === 'features.create')).toHaveLength(2)
  })
})

describe('flags whose server is not there', () => {
  const down = () => {
    const { box } = createTestBox()
    const server = controlled(box)
    server.goDown()
    return { box, server }
  }

  it('are ready and stale with a bootstrap, and fresh once the server is reachable', async () => {
    const { box, server } = down()
    await box.features.create({ body: plain('b') })
    const { flags } = flagsOf(server.api, { wait: quickWait(), bootstrap: { features: [plain('a')] } })
    expect([flags.status, flags.isActive('a')]).toEqual(['starting', true])
    await flags.ready()
    expect([flags.status, flags.isActive('a')]).toEqual(['stale', true])
    server.comeUp()
    await whenStatus(flags, 'fresh')
    expect([flags.isActive('a'), flags.isActive('b')]).toEqual([false, true])
  })

  it('are not ready without values, report the reason once, and retry', async () => {
    const { server } = down()
    const { flags, reported } = flagsOf(server.api, { wait: quickWait() })
    await expect(flags.ready()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    for (let i = 0; i < 5; i++) await server.when('health')
    expect(reported).toHaveLength(1)
    expect(flags.status).toBe('starting')
    server.comeUp()
    await whenStatus(flags, 'fresh')
    await flags.ready()
  })

  it.each(['UNAUTHENTICATED', 'FORBIDDEN'] as const)(
    'begin as %s, and are never stale, until their key is valid',
    async (code) => {
      const { box } = createTestBox()
      await box.features.create({ body: plain('a') })
      const server = controlled(box)
      server.refuse = (name) => name !== 'health' && new SignalboxError(code, 'Not with this key')
      const { flags, reported } = flagsOf(server.api, { wait: quickWait() })
      await expect(flags.ready()).rejects.toMatchObject({ code })
      for (let i = 0; i < 3; i++) await server.when('features.export')
      expect(flags.status).toBe('starting')
      expect(reported).toEqual([expect.objectContaining({ code })])
      expect(await flags.check('a', {}, { default: true })).toBe(true)
      server.refuse = () => false
      await whenStatus(flags, 'fresh')
      server.refuse = (name) => name !== 'health' && new SignalboxError(code, 'Not with this key')
      server.goDown()
      server.comeUp()
      await whenStatus(flags, 'stale')
      expect(flags.isActive('a')).toBe(true)
    },
  )

  it('fail to get ready after the timeout if the server never responds', async () => {
    const { box } = createTestBox()
    const server = controlled(box)
    server.before = () => new Promise(() => {})
    const { flags } = flagsOf(server.api, { timeoutMs: 50 })
    await expect(flags.ready()).rejects.toThrow('timed out after 50 ms')
    expect(flags.isActive('a')).toBe(false)
  })
})

describe('flags without a server', () => {
  it('return the given values, and are ready at once', async () => {
    const { box } = createTestBox()
    await box.features.create({ body: plain('a') })
    await box.configs.create({ body: { id: 'c', value: 1 } })
    const first = await readyFlags(box)
    const { flags } = await readyFlags(undefined, { bootstrap: JSON.parse(JSON.stringify(first.flags.snapshot())) })
    expect(flags.status).toBe('offline')
    expect(flags.isActive('a')).toBe(true)
    expect(flags.config('c')).toBe(1)
  })

  it.each([{ features: null }, { configs: 'abc' }, { features: [null] }, { experiments: [{ id: 'e' }] }])(
    'reject an invalid bootstrap: %j',
    (bootstrap) => {
      expect(() => flagsOf(undefined, { bootstrap: bootstrap as never })).toThrow(
        /^The snapshot is invalid: expected lists of features/,
      )
    },
  )

  it('reject an unknown time zone', () => {
    expect(() => flagsOf(undefined, { timeZone: 'Mars/Olympus' })).toThrow(RangeError)
  })
})

describe('flags that are closed', () => {
  it('still return values, and no longer follow the server', async () => {
    const { box } = createTestBox()
    await box.features.create({ body: plain('a') })
    const { flags } = await readyFlags(box)
    await flags.close()
    await flags.close()
    await box.features.delete({ id: 'a' })
    expect([flags.status, flags.isActive('a')]).toEqual(['closed', true])
  })
})
