import { describe, expect, it } from 'vitest'
import { memoryStore } from '../memory/store.ts'
import { openBox } from './open-box.fixture.ts'
import { answering, URL_OF_HOOK } from './webhooks.fixture.ts'

const NEW_URL = 'https://new.example/hook'
const domains: 'Config'[] = ['Config']

/** Creates a box with a call in flight, which carries event `a` until it is answered. */
async function inFlight() {
  const store = memoryStore()
  const opened = openBox({ store })
  const { box, receiver, hook, write, time } = opened
  let answer = (_: Response) => {}
  receiver.at(URL_OF_HOOK, () => new Promise((resolve) => (answer = resolve)))
  await hook({ domains })
  await write('a')
  await time.advance(1000)
  expect(receiver.calls).toHaveLength(1)
  receiver.at(URL_OF_HOOK, answering(204))
  const ids = () => receiver.calls.map(({ headers }) => headers.get('webhook-id'))
  const put = (more: object) =>
    box.webhooks.replace({ id: 'h', body: { clientId: 'h', callbackUrl: URL_OF_HOOK, domains, ...more } })
  return { ...opened, store, ids, put, answer: (status: number) => answer(new Response(null, { status })) }
}

describe('while a call is on its way', () => {
  it('a ban lets it finish, and nothing follows until the ban is lifted', async () => {
    const { box, put, write, time, receiver, answer } = await inFlight()
    await put({ isBanned: true })
    await write('b')
    answer(204)
    await time.advance(60_000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a']])
    expect((await box.webhooks.deliveries({ id: 'h' })).results).toMatchObject([{ status: 204 }])
    await put({ isBanned: false })
    await time.advance(1000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a'], ['b']])
  })

  it('lifting a ban sends the batch again, with its id', async () => {
    const { put, write, time, receiver, answer, ids } = await inFlight()
    await put({ isBanned: true })
    await put({ isBanned: false })
    answer(204)
    await write('b')
    await time.advance(1000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a'], ['a'], ['b']])
    expect(ids()[1]).toBe(ids()[0])
  })

  it('a delete leaves nothing behind', async () => {
    const { box, store, time, receiver, write, answer } = await inFlight()
    await box.webhooks.delete({ id: 'h' })
    await write('b')
    answer(500)
    await time.advance(60_000)
    expect(receiver.calls).toHaveLength(1)
    for (const collection of ['webhook-cursors', 'webhook-deliveries', 'leases'])
      expect(await store.count(collection)).toBe(0)
  })

  it('another webhook with the same id is not affected', async () => {
    const { box, hook, time, receiver, write, answer } = await inFlight()
    await box.webhooks.delete({ id: 'h' })
    await hook({ callbackUrl: NEW_URL, domains })
    await write('b')
    answer(500)
    await time.advance(1000)
    expect(receiver.keysAt(NEW_URL)).toEqual([['b']])
    expect((await box.webhooks.deliveries({ id: 'h' })).results).toMatchObject([{ status: 204 }])
  })

  it('a rename sends the batch once more, with its id', async () => {
    const { box, put, write, time, receiver, answer, ids } = await inFlight()
    await put({ clientId: 'renamed', callbackUrl: NEW_URL })
    await write('b')
    answer(204)
    await time.advance(1000)
    expect(receiver.keysAt(NEW_URL)).toEqual([['a'], ['b']])
    expect(ids()[1]).toBe(ids()[0])
    expect((await box.webhooks.deliveries({ id: 'renamed' })).results).toHaveLength(2)
  })

  it('a late response within the timeout counts', async () => {
    const { box, time, answer } = await inFlight()
    await time.advance(4900)
    answer(200)
    await time.advance(60_000)
    expect((await box.webhooks.deliveries({ id: 'h' })).results).toMatchObject([{ status: 200, ms: 4900 }])
  })
})

describe('between two attempts', () => {
  it('a new address is tried at once, with the same batch and failure count', async () => {
    const { box, put, write, time, receiver, answer, ids } = await inFlight()
    receiver.at(URL_OF_HOOK, answering(500))
    answer(500)
    await time.advance(20_000)
    const before = receiver.calls.length
    expect(before).toBeGreaterThan(3)
    receiver.at(NEW_URL, answering(500))
    await put({ callbackUrl: NEW_URL })
    await time.advance(0)
    expect(receiver.keysAt(NEW_URL)).toEqual([['a']])
    await write('b')
    await time.advance(60 * 60_000)
    expect(receiver.calls).toHaveLength(10)
    expect(new Set(ids()).size).toBe(1)
    expect(await box.webhooks.get({ id: 'h' })).toMatchObject({ isBanned: true })
  })
})

describe('an answer of a megabyte', () => {
  it('is not read completely', async () => {
    const { box, time, receiver, write, answer } = await inFlight()
    answer(204)
    let read = 0
    let isLeft = false
    const body = new ReadableStream({
      pull(to) {
        if (read >= 1024 * 1024) return to.close()
        read += 16_384
        to.enqueue(new Uint8Array(16_384))
      },
      cancel() {
        isLeft = true
      },
    })
    receiver.at(URL_OF_HOOK, () => new Response(body))
    await write('b')
    await time.advance(1000)
    expect((await box.webhooks.deliveries({ id: 'h' })).results[0]).toMatchObject({ status: 200 })
    expect(isLeft).toBe(true)
    expect(read).toBeLessThan(256 * 1024)
  })
})
