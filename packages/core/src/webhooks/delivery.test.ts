import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { memoryStore } from '../memory/store.ts'
import type { SignalboxOptions } from '../signalbox.ts'
import { findCursor } from './cursors.ts'
import { answering, hookBox, settle, URL_OF_HOOK } from './webhooks.fixture.ts'

function open(options?: SignalboxOptions) {
  const opened = hookBox(options)
  onTestFinished(async () => {
    await opened.box.close()
    expect(opened.failures).toEqual([])
  })
  return opened
}
const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `k${from + n}`)

describe('a web hook', () => {
  it('is sent what happens after it was created, gathered for a second', async () => {
    const { write, hook, time, receiver } = open()
    await write('before')
    await hook()
    await write('a', 'b')
    await time.advance(999)
    expect(receiver.calls).toEqual([])
    await time.advance(1)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a', 'b']])
    await time.advance(10_000)
    expect(receiver.calls).toHaveLength(1)
  })

  it('is sent 20 events at once, without waiting for more', async () => {
    const { write, hook, time, receiver } = open()
    await hook()
    await write(...numbered(0, 45))
    await settle()
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([numbered(0, 20), numbered(20, 40)])
    await time.advance(1000)
    expect(receiver.keysAt(URL_OF_HOOK).at(-1)).toEqual(numbered(40, 45))
  })

  it('is sent the events as streams have them, with its headers and a signature', async () => {
    const { box, hook, time, receiver } = open({ clock: Date.now })
    const { secret = '' } = await hook({ headers: { Authorization: 'Bearer of tests' } })
    const stream = await box.events.stream()
    await box.configs.create({ body: { id: 'a', value: 'é' } })
    await box.configs.replace({ id: 'a', body: { id: 'a', value: 2 } })
    await time.advance(1000)
    const [call] = receiver.calls
    const headers = Object.fromEntries(call!.headers)
    expect(headers).toMatchObject({ authorization: 'Bearer of tests', 'content-type': 'application/json' })
    const { objectsEdited } = new Webhook(secret).verify(call!.body, headers) as { objectsEdited: unknown[] }
    expect(objectsEdited).toEqual([(await stream[Symbol.asyncIterator]().next()).value, expect.anything()])
    expect(objectsEdited[1]).toMatchObject({ type: 'CONFIG_UPDATED', oldValue: { id: 'a', value: 'é' } })
  })

  it('is sent only what it asks for', async () => {
    const { box, write, hook, time, receiver } = open()
    await hook({ domains: ['Config'], patterns: ['a:*'], types: ['CONFIG_CREATED'] })
    await box.features.create({ body: { id: 'a:f', enabled: true, activationStrategy: 'NO_STRATEGY' } })
    await write('a:x', 'b:x')
    await box.configs.delete({ id: 'a:x' })
    await time.advance(1000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a:x']])
  })

  it('closes a batch that grows large', async () => {
    const { box, hook, time, receiver } = open()
    await hook()
    const value = 'x'.repeat(400_000)
    for (const id of ['a', 'b', 'c', 'd']) await box.configs.create({ body: { id, value } })
    await time.advance(1000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a', 'b', 'c'], ['d']])
  })

  it('is sent nothing that shows a secret', async () => {
    const { box, hook, time, receiver } = open()
    const { secret = '' } = await hook()
    const other = await box.webhooks.create({
      body: { clientId: 'other', callbackUrl: 'https://other.example', headers: { 'X-Key': 'key-of-other' } },
    })
    const { clientSecret = '' } = await box.apiKeys.create({ body: { name: 'k' } })
    await time.advance(1000)
    const texts = receiver.calls.map(({ body }) => body).join()
    expect(texts).toContain('WEBHOOK_CREATED')
    for (const one of [secret, other.secret!, 'key-of-other', clientSecret]) expect(texts).not.toContain(one)
  })

  it('that has changed is sent the next batch as it is now', async () => {
    const { box, write, hook, time, receiver } = open()
    await hook()
    await box.webhooks.patch({ id: 'h', body: [{ op: 'replace', path: '/callbackUrl', value: 'https://new.example' }] })
    await write('a')
    await time.advance(1000)
    expect(receiver.calls.map(({ url }) => url)).toEqual(['https://new.example'])
  })

  it('that has another id goes on where it was', async () => {
    const { box, write, hook, time, receiver } = open()
    const domains: 'Config'[] = ['Config']
    await hook({ domains })
    await write('a')
    await box.webhooks.replace({ id: 'h', body: { clientId: 'renamed', callbackUrl: 'https://new.example', domains } })
    await write('b')
    await time.advance(1000)
    expect(receiver.keysAt('https://new.example')).toEqual([['a', 'b']])
    expect((await box.webhooks.deliveries({ id: 'renamed' })).results).toHaveLength(1)
  })

  it('that is deleted is sent nothing more, and leaves nothing behind', async () => {
    const store = memoryStore()
    const { box, write, hook, time, receiver } = open({ store })
    await hook()
    await write('a')
    await time.advance(1000)
    await write('b')
    await box.webhooks.delete({ id: 'h' })
    await time.advance(10_000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a']])
    for (const collection of ['webhook-cursors', 'webhook-deliveries', 'leases'])
      expect(await store.count(collection)).toBe(0)
  })

  it('comes back by its id as a new one', async () => {
    const { box, write, hook, time, receiver } = open()
    await hook()
    await write('a')
    await box.webhooks.delete({ id: 'h' })
    await write('b')
    await hook()
    await write('c')
    await time.advance(10_000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['c']])
  })
})

describe('the cursor of a web hook that nothing is for', () => {
  async function ignoring() {
    const store = memoryStore()
    const opened = open({ store })
    await opened.hook({ patterns: ['none'] })
    await settle()
    const cursor = async () => (await findCursor(store, 'h'))?.cursor.after ?? 0
    return { ...opened, store, cursor, first: await cursor() }
  }

  it('stays where it is for an hour, and is moved on by what happens then', async () => {
    const { write, time, store, cursor, first } = await ignoring()
    await write('a', 'b')
    await time.advance(59 * 60_000)
    await write('c')
    await settle()
    expect(await cursor()).toBe(first)
    await time.advance(60_000)
    await write('d')
    await settle()
    expect(await cursor()).toBe(await store.head())
  })

  it('is moved on by ten thousand events', async () => {
    const { box, store, cursor, first } = await ignoring()
    await box.configs.import({ body: numbered(0, 9_000).map((id) => ({ id, value: 1 })) })
    await settle()
    expect(await cursor()).toBe(first)
    await box.configs.import({ body: numbered(9_000, 10_500).map((id) => ({ id, value: 1 })) })
    await settle()
    expect((await store.head()) - (await cursor())).toBeLessThan(1000)
  })
})

describe('a delivery that fails', () => {
  it('is tried again, later each time, with the same batch under the same id', async () => {
    const { box, write, hook, time, receiver } = open()
    receiver.at(URL_OF_HOOK, () => new Response('no', { status: receiver.calls.length < 4 ? 500 : 200 }))
    await hook()
    await write('a')
    await time.advance(1000)
    await write('b')
    await time.advance(60_000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a'], ['a'], ['a'], ['a'], ['b']])
    const ids = receiver.calls.map(({ headers }) => headers.get('webhook-id'))
    expect(new Set(ids.slice(0, 4)).size).toBe(1)
    expect(ids[4]).not.toBe(ids[0])
    const gaps = receiver.calls.slice(1, 4).map(({ at }, n) => (at - receiver.calls[n]!.at) / (1000 * 2 ** n))
    for (const gap of gaps) expect(gap).toSatisfy((ratio: number) => ratio >= 0.75 && ratio <= 1)
    const { results } = await box.webhooks.deliveries({ id: 'h' })
    expect(results.map(({ status, error }) => [status, error])).toEqual([
      [200, undefined],
      [200, undefined],
      [500, 'It answered 500'],
      [500, 'It answered 500'],
      [500, 'It answered 500'],
    ])
    expect(results[0]).toMatchObject({ date: expect.stringMatching(/^2026-01-01T00:/), webhookId: ids[4] })
    expect(results[0]!.events).toHaveLength(1)
  })

  it.each(
    [199, 204, 299]
      .map((status) => [status, status >= 200] as const)
      .concat([
        [301, false],
        [404, false],
      ]),
  )('has a status outside 200 to 299: %i', async (status, isSuccess) => {
    const { box, write, hook, time, receiver } = open()
    const answer = { status, type: 'default', body: null } as unknown as Response
    receiver.at(URL_OF_HOOK, () => answer)
    await hook()
    await write('a')
    await time.advance(1000)
    const [result] = (await box.webhooks.deliveries({ id: 'h' })).results
    expect(result?.error === undefined).toBe(isSuccess)
    expect(result?.status).toBe(status)
  })

  it('is given up after five seconds', async () => {
    const { box, write, hook, time, receiver } = open()
    receiver.at(URL_OF_HOOK, () => new Promise(() => {}))
    await hook()
    await write('a')
    await time.advance(1000 + 5000)
    const [result] = (await box.webhooks.deliveries({ id: 'h' })).results
    expect(result).toMatchObject({ ms: 5000, error: 'It did not answer within 5000 ms' })
    receiver.at(URL_OF_HOOK, answering(204))
    await time.advance(1000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a'], ['a']])
  })

  it('is none when only the body of the answer stalls, is endless, or breaks off', async () => {
    const bodies = [
      new ReadableStream(),
      new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(10_000)) }),
      new ReadableStream({ pull: (to) => to.error(new Error('broken')) }),
    ]
    const { box, write, hook, time, receiver } = open()
    receiver.at(URL_OF_HOOK, () => new Response(bodies.shift() ?? null))
    await hook()
    for (const key of ['a', 'b', 'c']) {
      await write(key)
      await time.advance(10_000)
    }
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a'], ['b'], ['c']])
    const { results } = await box.webhooks.deliveries({ id: 'h' })
    expect(results.map(({ error }) => error)).toEqual([undefined, undefined, undefined])
  })

  it('says why, but nothing of a secret', async () => {
    const { box, write, hook, time, receiver } = open()
    const headers = { Authorization: 'Bearer of tests' }
    const failures = [
      new TypeError('fetch failed', {
        cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
      }),
      new TypeError('The header Bearer of tests is odd'),
      'nothing',
    ]
    receiver.at(URL_OF_HOOK, () => Promise.reject(failures.shift()))
    await hook({ headers })
    await write('a')
    await time.advance(4500)
    const { results } = await box.webhooks.deliveries({ id: 'h' })
    expect(results.map(({ error }) => error)).toEqual(['The call failed', 'The call failed', 'connect ECONNREFUSED'])
  })

  it('is remembered with the 99 others before it', async () => {
    const { box, write, hook, time } = open()
    await hook()
    for (let n = 0; n < 105; n++) {
      await write(`k${n}`)
      await time.advance(1000)
    }
    const { results } = await box.webhooks.deliveries({ id: 'h' })
    const events = results.map(({ events }) => events[0]!)
    expect(events).toHaveLength(100)
    expect(events).toEqual(events.toSorted((a, b) => b - a))
  })
})

describe('ten failures in a row', () => {
  async function banned() {
    const opened = open()
    const { box, write, hook, time, receiver } = opened
    receiver.at(URL_OF_HOOK, answering(500))
    await hook()
    const stream = await box.events.stream({ domains: 'Webhook' })
    await write('a')
    await time.advance(10 * 60_000)
    return { ...opened, events: stream[Symbol.asyncIterator]() }
  }

  it('ban a web hook, which is an event', async () => {
    const { box, receiver, events } = await banned()
    expect(receiver.calls).toHaveLength(10)
    expect(await box.webhooks.get({ id: 'h' })).toMatchObject({ isBanned: true })
    const { value } = await events.next()
    expect(value).toMatchObject({ type: 'WEBHOOK_UPDATED', payload: { isBanned: true }, oldValue: { isBanned: false } })
    expect(value).not.toHaveProperty('authInfo')
  })

  it('stop deliveries until the ban is lifted; then they go on where they were', async () => {
    const { box, write, time, receiver } = await banned()
    await write('b')
    await time.advance(60 * 60_000)
    expect(receiver.calls).toHaveLength(10)
    receiver.at(URL_OF_HOOK, answering(204))
    await box.webhooks.patch({ id: 'h', body: [{ op: 'replace', path: '/isBanned', value: false }] })
    await time.advance(1000)
    expect(receiver.keysAt(URL_OF_HOOK).slice(10)).toEqual([['a'], ['b']])
    expect(new Set(receiver.calls.slice(0, 11).map(({ headers }) => headers.get('webhook-id'))).size).toBe(1)
  })

  it('are ten again after the ban was lifted', async () => {
    const { box, time, receiver } = await banned()
    await box.webhooks.patch({ id: 'h', body: [{ op: 'replace', path: '/isBanned', value: false }] })
    await time.advance(10 * 60_000)
    expect(receiver.calls).toHaveLength(20)
    expect(await box.webhooks.get({ id: 'h' })).toMatchObject({ isBanned: true })
  })

  it('are not reached with a success between', async () => {
    const { box, write, hook, time, receiver } = open()
    receiver.at(URL_OF_HOOK, () => new Response(null, { status: receiver.calls.length % 10 === 0 ? 204 : 500 }))
    await hook()
    await write(...numbered(0, 41))
    await time.advance(60 * 60_000)
    expect(receiver.calls).toHaveLength(30)
    expect(await box.webhooks.get({ id: 'h' })).toMatchObject({ isBanned: false })
  })

  it('of two web hooks that hear of each other end in silence', async () => {
    const { box, write, hook, time, receiver } = open()
    const urls = [URL_OF_HOOK, 'https://other.example']
    for (const url of urls) receiver.at(url, answering(500))
    await hook()
    await hook({ clientId: 'other', callbackUrl: urls[1] })
    await write('a')
    await time.advance(60 * 60_000)
    expect(receiver.calls).toHaveLength(20)
    expect((await box.webhooks.list()).results.map(({ isBanned }) => isBanned)).toEqual([true, true])
  })
})

describe('a ban by an admin', () => {
  it('pauses deliveries', async () => {
    const { box, write, hook, time, receiver } = open()
    await hook({ isBanned: true })
    await write('a')
    await time.advance(10_000)
    expect(receiver.calls).toEqual([])
    await box.webhooks.patch({ id: 'h', body: [{ op: 'replace', path: '/isBanned', value: false }] })
    await time.advance(1000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a']])
  })
})

describe('a test of a web hook', () => {
  it('sends an empty batch, signed, and says what came of it', async () => {
    const { box, hook, receiver } = open({ clock: Date.now })
    const { secret = '' } = await hook({ isBanned: true })
    const { webhookId, ms, ...outcome } = await box.webhooks.test({ id: 'h' })
    expect(outcome).toEqual({ status: 204 })
    expect(ms).toBeGreaterThanOrEqual(0)
    const [call] = receiver.calls
    const headers = Object.fromEntries(call!.headers)
    expect(new Webhook(secret).verify(call!.body, headers)).toEqual({ objectsEdited: [] })
    expect(headers['webhook-id']).toBe(webhookId)
  })

  it('does not count as a delivery', async () => {
    const { box, hook, receiver } = open()
    receiver.at(URL_OF_HOOK, answering(500))
    await hook()
    for (let n = 0; n < 12; n++)
      expect(await box.webhooks.test({ id: 'h' })).toMatchObject({ status: 500, error: 'It answered 500' })
    expect(await box.webhooks.get({ id: 'h' })).toMatchObject({ isBanned: false })
    expect(await box.webhooks.deliveries({ id: 'h' })).toEqual({ results: [] })
  })
})
