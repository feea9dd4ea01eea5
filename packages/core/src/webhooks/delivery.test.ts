import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { memoryStore } from '../memory/store.ts'
import { findCursor } from './cursors.ts'
import { numbered, openBox } from './open-box.fixture.ts'
import { answering, settle, URL_OF_HOOK } from './webhooks.fixture.ts'

describe('a webhook', () => {
  it('receives events from its creation on, in batches of one second', async () => {
    const { write, hook, time, receiver } = openBox()
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

  it('receives 20 events at once, without waiting for more', async () => {
    const { write, hook, time, receiver } = openBox()
    await hook()
    await write(...numbered(0, 45))
    await settle()
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([numbered(0, 20), numbered(20, 40)])
    await time.advance(1000)
    expect(receiver.keysAt(URL_OF_HOOK).at(-1)).toEqual(numbered(40, 45))
  })

  it('receives events as in streams, with its headers and a signature', async () => {
    const { box, hook, time, receiver } = openBox({ clock: Date.now })
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

  it('receives only selected events', async () => {
    const { box, write, hook, time, receiver } = openBox()
    await hook({ domains: ['Config'], patterns: ['a:*'], types: ['CONFIG_CREATED'] })
    await box.features.create({ body: { id: 'a:f', enabled: true, activationStrategy: 'NO_STRATEGY' } })
    await write('a:x', 'b:x')
    await box.configs.delete({ id: 'a:x' })
    await time.advance(1000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a:x']])
  })

  it('receives large batches early', async () => {
    const { box, write, hook, time, receiver } = openBox()
    await write('before') // loads the code, so that the four writes below come at once
    await hook()
    const value = 'x'.repeat(400_000)
    for (const id of ['a', 'b', 'c', 'd']) await box.configs.create({ body: { id, value } })
    await time.advance(1000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a', 'b', 'c'], ['d']])
  })

  it('receives no secrets', async () => {
    const { box, hook, time, receiver } = openBox()
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

  it('that has changed receives the next batch with its new settings', async () => {
    const { box, write, hook, time, receiver } = openBox()
    await hook()
    await box.webhooks.patch({ id: 'h', body: [{ op: 'replace', path: '/callbackUrl', value: 'https://new.example' }] })
    await write('a')
    await time.advance(1000)
    expect(receiver.calls.map(({ url }) => url)).toEqual(['https://new.example'])
  })

  it('that is renamed continues at its position', async () => {
    const { box, write, hook, time, receiver } = openBox()
    const domains: 'Config'[] = ['Config']
    await hook({ domains })
    await write('a')
    await box.webhooks.replace({ id: 'h', body: { clientId: 'renamed', callbackUrl: 'https://new.example', domains } })
    await write('b')
    await time.advance(1000)
    expect(receiver.keysAt('https://new.example')).toEqual([['a', 'b']])
    expect((await box.webhooks.deliveries({ id: 'renamed' })).results).toHaveLength(1)
  })

  it('that is deleted receives nothing more, and leaves nothing behind', async () => {
    const store = memoryStore()
    const { box, write, hook, time, receiver } = openBox({ store })
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

  it('that is created again starts anew', async () => {
    const { box, write, hook, time, receiver } = openBox()
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

describe('the cursor of a webhook without matching events', () => {
  async function ignoring() {
    const store = memoryStore()
    const opened = openBox({ store })
    await opened.hook({ patterns: ['none'] })
    await settle()
    const cursor = async () => (await findCursor(store, 'h'))?.value.after ?? 0
    return { ...opened, store, cursor, first: await cursor() }
  }

  it('advances after an hour, with the next event', async () => {
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

  it('advances after ten thousand events', async () => {
    const { box, store, cursor, first } = await ignoring()
    await box.configs.import({ body: numbered(0, 9_000).map((id) => ({ id, value: 1 })) })
    await settle()
    expect(await cursor()).toBe(first)
    await box.configs.import({ body: numbered(9_000, 10_500).map((id) => ({ id, value: 1 })) })
    await settle()
    expect((await store.head()) - (await cursor())).toBeLessThan(1000)
  })
})

describe('a test of a webhook', () => {
  it('sends an empty, signed batch, and returns the outcome', async () => {
    const { box, hook, receiver } = openBox({ clock: Date.now })
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
    const { box, hook, receiver } = openBox()
    receiver.at(URL_OF_HOOK, answering(500))
    await hook()
    for (let n = 0; n < 12; n++)
      expect(await box.webhooks.test({ id: 'h' })).toMatchObject({
        status: 500,
        error: 'The receiver responded with status 500',
      })
    expect(await box.webhooks.get({ id: 'h' })).toMatchObject({ isBanned: false })
    expect(await box.webhooks.deliveries({ id: 'h' })).toEqual({ results: [] })
  })
})
