import { beforeEach, describe, expect, it } from 'vitest'
import {
  type ChangeEvent,
  type Identity,
  memoryStore,
  SESSION_LIFE,
  type Signalbox,
  type SignalboxApi,
  type Store,
  sessionOf,
} from '../index.ts'
import { codeOf, feature, testBox, testTime } from '../machine/callers/access.fixture.ts'
import { SESSION_CHECK } from './sessions.ts'

const secret = 'a-secret-of-tests'
const other = 'another-secret-of-tests'
const password = 'a long password'
const key = { clientId: 'k', name: 'k', clientSecret: secret, authorizedPatterns: [{ pattern: 'a*' }] }
const user = { id: 'u', name: 'u', password, authorizedPatterns: [{ pattern: 'a*' }] }

let time: ReturnType<typeof testTime>
let store: Store
let here: Signalbox
let there: Signalbox

beforeEach(async () => {
  time = testTime()
  store = memoryStore({ clock: time.clock })
  here = testBox({ store, ...time.ports })
  there = testBox({ store, ...time.ports })
  await here.apiKeys.create({ body: key })
  await here.apiKeys.create({ body: { ...key, clientId: 'l' } })
  await here.users.create({ body: user })
})

const byKey = async () => here.as((await here.identify(key)) as Identity)
const logIn = async () => sessionOf(await here.login({ body: { userId: 'u', password } })) as string
const bySession = async (session: string) => here.as((await here.identify({ session })) as Identity)

/** Reads a stream in the background: the events so far, and its end. */
async function listen(api: SignalboxApi, lastEventId?: number) {
  const keys: string[] = []
  const read = async (events: AsyncIterable<ChangeEvent>) => {
    for await (const { key } of events) keys.push(key)
  }
  const events = await api.events.stream(lastEventId === undefined ? {} : { lastEventId })
  const ended = read(events)
  let isOver = false
  void ended.then(() => (isOver = true))
  const leave = () => events[Symbol.asyncIterator]().return?.()
  return { keys, ended, isOver: () => isOver, leave }
}

/** Checks that a stream still delivers events. */
async function delivers({ keys }: Awaited<ReturnType<typeof listen>>, id: string): Promise<void> {
  await here.features.create({ body: feature(id) })
  await expect.poll(() => keys).toContain(id)
}

const changes: Record<string, (box: Signalbox) => Promise<unknown>> = {
  'its secret changes': (box) => box.apiKeys.replace({ id: 'k', body: { ...key, clientSecret: other } }),
  'its grants change': (box) =>
    box.apiKeys.patch({ id: 'k', body: [{ op: 'replace', path: '/authorizedPatterns', value: 'b' }] }),
  'it becomes an admin': (box) =>
    box.apiKeys.patch({ id: 'k', body: [{ op: 'replace', path: '/admin', value: true }] }),
  'it is deleted': (box) => box.apiKeys.delete({ id: 'k' }),
  'it is deleted among many': (box) => box.apiKeys.deleteMany({ pattern: 'k' }),
  'it is renamed': (box) => box.apiKeys.replace({ id: 'k', body: { clientId: 'm', name: 'k' } }),
  'it is imported': (box) => box.apiKeys.import({ body: [{ ...key, clientSecret: other }], strategy: 'Replace' }),
}

describe.each(['here', 'there'])('the stream of an API key ends, by a change made %s, when', (where) => {
  it.each(Object.keys(changes))('%s', async (name) => {
    const stream = await listen(await byKey())
    await delivers(stream, 'a1')
    await changes[name]!(where === 'here' ? here : there)
    await here.features.create({ body: feature('a2') })
    await stream.ended
    expect(stream.keys).toEqual(['a1'])
  })
})

const userChanges: Record<string, (box: Signalbox) => Promise<unknown>> = {
  'their password changes': (box) => box.users.replace({ id: 'u', body: { ...user, password: 'another password' } }),
  'their grants change': (box) =>
    box.users.patch({ id: 'u', body: [{ op: 'replace', path: '/authorizedPatterns', value: 'b' }] }),
  'they are deleted': (box) => box.users.delete({ id: 'u' }),
}

describe('the stream of an admin', () => {
  it('ends before it shows the change that ends it', async () => {
    await here.apiKeys.create({ body: { ...key, clientId: 'admin', admin: true } })
    const stream = await listen(here.as((await here.identify({ ...key, clientId: 'admin' })) as Identity))
    await delivers(stream, 'a1')
    await here.apiKeys.delete({ id: 'admin' })
    await stream.ended
    expect(stream.keys).toEqual(['a1'])
  })
})

describe.each(['here', 'there'])('the stream of a user ends, by a change made %s, when', (where) => {
  it.each(Object.keys(userChanges))('%s', async (name) => {
    const stream = await listen(await bySession(await logIn()))
    await delivers(stream, 'a1')
    await userChanges[name]!(where === 'here' ? here : there)
    await here.features.create({ body: feature('a2') })
    await stream.ended
    expect(stream.keys).toEqual(['a1'])
  })
})

describe('the stream of a session ends', () => {
  it('at once when the session is closed in the same process', async () => {
    const api = await bySession(await logIn())
    const stream = await listen(api)
    await delivers(stream, 'a1')
    await api.logout()
    await stream.ended
  })

  it('soon when the session is closed by another process', async () => {
    const session = await logIn()
    const stream = await listen(await bySession(session))
    await delivers(stream, 'a1')
    await there.as((await there.identify({ session })) as Identity).logout()
    time.advance(SESSION_CHECK)
    await stream.ended
  })

  it('when the session expires, which reading a stream does not prevent', async () => {
    const stream = await listen(await bySession(await logIn()))
    await delivers(stream, 'a1')
    for (let at = 0; at < SESSION_LIFE; at += SESSION_LIFE / 4) {
      expect(stream.isOver()).toBe(false)
      await expect.poll(() => time.waiting()).toBe(1)
      time.advance(SESSION_LIFE / 4)
    }
    await stream.ended
  })

  it('not while other calls keep the session alive, nor when another session is closed', async () => {
    const [session, closed] = [await logIn(), await logIn()]
    const stream = await listen(await bySession(session))
    await (await bySession(closed)).logout()
    for (let i = 0; i < 4; i++) {
      await expect.poll(() => time.waiting()).toBe(1)
      time.advance(SESSION_LIFE / 2)
      expect(await here.identify({ session })).toBeDefined()
    }
    await delivers(stream, 'a1')
    await stream.leave()
  })
})

describe('a stream goes on', () => {
  it('when another key, or a user of the same name, changes', async () => {
    const stream = await listen(await byKey())
    await here.apiKeys.delete({ id: 'l' })
    await here.users.create({ body: { ...user, id: 'k' } })
    await delivers(stream, 'a1')
    expect(stream.isOver()).toBe(false)
    await stream.leave()
  })

  it('after earlier changes of its key, which are replayed', async () => {
    const head = await store.head()
    await here.apiKeys.patch({ id: 'k', body: [{ op: 'replace', path: '/name', value: 'other' }] })
    await here.features.create({ body: feature('a1') })
    const stream = await listen(await byKey(), head)
    await expect.poll(() => stream.keys).toEqual(['a1'])
    await delivers(stream, 'a2')
    await stream.leave()
  })

  it('for identities of the embedding program, with any name', async () => {
    const api = here.as({ id: 'a1', kind: 'Feature', authorizedPatterns: 'a*' })
    const stream = await listen(api)
    await delivers(stream, 'a1')
    await delivers(stream, 'a2')
    await stream.leave()
  })
})

describe('a stream does not begin', () => {
  it('if its key or user has changed since the caller was identified', async () => {
    const [key, user] = [await byKey(), await bySession(await logIn())]
    await there.apiKeys.patch({ id: 'k', body: [{ op: 'replace', path: '/name', value: 'other' }] })
    await there.users.delete({ id: 'u' })
    expect(await codeOf(key.events.stream())).toBe('UNAUTHENTICATED')
    expect(await codeOf(user.events.stream())).toBe('UNAUTHENTICATED')
  })
})

describe('a stream that its reader leaves', () => {
  it('leaves no pending work', async () => {
    const stream = await listen(await bySession(await logIn()))
    await expect.poll(() => time.waiting()).toBe(1)
    await stream.leave()
    await stream.ended
    expect(time.waiting()).toBe(0)
  })

  it('leaves no pending work when the box closes', async () => {
    const stream = await listen(await bySession(await logIn()))
    await expect.poll(() => time.waiting()).toBe(1)
    await here.close()
    await stream.ended
    await expect.poll(() => time.waiting()).toBe(0)
  })
})
