import { describe, expect, it } from 'vitest'
import { memoryStore } from '../memory/store.ts'
import type { Store } from '../ports.ts'
import { numbered, openBox } from './open-box.fixture.ts'
import { answering, URL_OF_HOOK } from './webhooks.fixture.ts'

describe('a delivery that fails', () => {
  it('is retried with growing delays, with the same batch and id', async () => {
    const { box, write, hook, time, receiver } = openBox()
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
      [500, 'The receiver responded with status 500'],
      [500, 'The receiver responded with status 500'],
      [500, 'The receiver responded with status 500'],
    ])
    expect(results[0]).toMatchObject({ date: expect.stringMatching(/^2026-01-01T00:/), webhookId: ids[4] })
    expect(results[0]!.events).toHaveLength(1)
  })

  it('is retried with what the log has by then, such as a mark in place of an erased id', async () => {
    const store = memoryStore()
    const { write, hook, time, receiver } = openBox({ store })
    receiver.at(URL_OF_HOOK, () => new Response('', { status: receiver.calls.length < 2 ? 500 : 200 }))
    await hook()
    await write('a')
    await time.advance(1000)
    expect(receiver.calls).toHaveLength(1)
    for await (const event of store.read({ after: 0 }))
      if (event.key === 'a') await store.rewrite?.([{ ...event, payload: { id: 'a', value: '[erased]' } }])
    await time.advance(60_000)
    expect(receiver.calls.map(({ body }) => body.includes('[erased]'))).toEqual([false, true])
  })

  it.each(
    [199, 204, 299]
      .map((status) => [status, status >= 200] as const)
      .concat([
        [301, false],
        [404, false],
      ]),
  )('has a status outside 200 to 299: %i', async (status, isSuccess) => {
    const { box, write, hook, time, receiver } = openBox()
    const answer = { status, type: 'default', body: null } as unknown as Response
    receiver.at(URL_OF_HOOK, () => answer)
    await hook()
    await write('a')
    await time.advance(1000)
    const [result] = (await box.webhooks.deliveries({ id: 'h' })).results
    expect(result?.error === undefined).toBe(isSuccess)
    expect(result?.status).toBe(status)
  })

  it('times out after five seconds', async () => {
    const { box, write, hook, time, receiver } = openBox()
    receiver.at(URL_OF_HOOK, () => new Promise(() => {}))
    await hook()
    await write('a')
    await time.advance(1000 + 5000)
    const [result] = (await box.webhooks.deliveries({ id: 'h' })).results
    expect(result).toMatchObject({ ms: 5000, error: 'No response within 5000 ms' })
    receiver.at(URL_OF_HOOK, answering(204))
    await time.advance(1000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a'], ['a']])
  })

  it('is a success if only the response body stalls, is endless, or is truncated', async () => {
    const bodies = [
      new ReadableStream(),
      new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(10_000)) }),
      new ReadableStream({ pull: (to) => to.error(new Error('broken')) }),
    ]
    const { box, write, hook, time, receiver } = openBox()
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

  it('is recorded with the reason, without secrets', async () => {
    const { box, write, hook, time, receiver } = openBox()
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
    expect(results.map(({ error }) => error)).toEqual([
      'The request failed',
      'The request failed; the reason is withheld because it contains a secret',
      'connect ECONNREFUSED',
    ])
  })

  it('is listed with the 99 before it', async () => {
    const { box, write, hook, time } = openBox()
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
    const opened = openBox()
    const { box, write, hook, time, receiver } = opened
    receiver.at(URL_OF_HOOK, answering(500))
    await hook()
    const stream = await box.events.stream({ domains: 'Webhook' })
    await write('a')
    await time.advance(10 * 60_000)
    return { ...opened, events: stream[Symbol.asyncIterator]() }
  }

  it('ban a webhook and emit an event', async () => {
    const { box, receiver, events } = await banned()
    expect(receiver.calls).toHaveLength(10)
    expect(await box.webhooks.get({ id: 'h' })).toMatchObject({ isBanned: true })
    const { value } = await events.next()
    expect(value).toMatchObject({ type: 'WEBHOOK_UPDATED', payload: { isBanned: true }, oldValue: { isBanned: false } })
    expect(value).toMatchObject({ authInfo: { kind: 'System' } })
  })

  it('ban a webhook a second later if the store fails, and report the failure', async () => {
    const memory = memoryStore()
    let left = 1
    const commit: Store['commit'] = async (changes, events) => {
      const isBan = events.some(({ type }) => type === 'WEBHOOK_UPDATED')
      if (isBan && left-- > 0) throw new Error('The store is away')
      return memory.commit(changes, events)
    }
    const { box, write, hook, time, receiver, failures } = openBox({ store: { ...memory, commit } })
    receiver.at(URL_OF_HOOK, answering(500))
    await hook()
    await write('a')
    await time.advance(10 * 60_000)
    expect(failures.splice(0)).toEqual([new Error('The store is away')])
    expect(receiver.calls).toHaveLength(10)
    expect(await box.webhooks.get({ id: 'h' })).toMatchObject({ isBanned: true })
  })

  it('stop deliveries until the ban is lifted', async () => {
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

  it('are counted anew after the ban was lifted', async () => {
    const { box, time, receiver } = await banned()
    await box.webhooks.patch({ id: 'h', body: [{ op: 'replace', path: '/isBanned', value: false }] })
    await time.advance(10 * 60_000)
    expect(receiver.calls).toHaveLength(20)
    expect(await box.webhooks.get({ id: 'h' })).toMatchObject({ isBanned: true })
  })

  it('are not reached after a success in between', async () => {
    const { box, write, hook, time, receiver } = openBox()
    receiver.at(URL_OF_HOOK, () => new Response(null, { status: receiver.calls.length % 10 === 0 ? 204 : 500 }))
    await hook()
    await write(...numbered(0, 41))
    await time.advance(60 * 60_000)
    expect(receiver.calls).toHaveLength(30)
    expect(await box.webhooks.get({ id: 'h' })).toMatchObject({ isBanned: false })
  })

  it("of two webhooks that receive each other's events end", async () => {
    const { box, write, hook, time, receiver } = openBox()
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
    const { box, write, hook, time, receiver } = openBox()
    await hook({ isBanned: true })
    await write('a')
    await time.advance(10_000)
    expect(receiver.calls).toEqual([])
    await box.webhooks.patch({ id: 'h', body: [{ op: 'replace', path: '/isBanned', value: false }] })
    await time.advance(1000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a']])
  })
})
