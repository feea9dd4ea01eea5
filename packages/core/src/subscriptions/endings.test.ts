import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { etagOf } from '../machine/answers/result-metadata.ts'
import type { ChangeEvent } from '../machine/log/event.ts'
import { memoryStore } from '../memory/store.ts'
import type { Store } from '../ports.ts'
import { createSignalbox, type Signalbox } from '../signalbox.ts'
import { boxWithPlans, gold, setPlan, subscribe } from './subscriptions.fixture.ts'

/** More subscriptions than one commit ends. */
const MANY = 230
/** The most changes of one batch: each subscription has five or fewer. */
const MOST_CHANGES = 300

/** Lets a store's commits pass, or holds commits that change many subscriptions until they are released. */
function gated(store: Store) {
  let released = Promise.resolve()
  let release = () => {}
  const commits: number[] = []
  const held: Store = {
    ...store,
    async commit(changes, events) {
      const isBatch = changes.filter(({ collection }) => collection === 'subscriptions').length > 1
      if (isBatch) await released
      commits.push(changes.length)
      return store.commit(changes, events)
    },
  }
  return {
    held,
    commits,
    hold() {
      released = new Promise((resolve) => {
        release = resolve
      })
    },
    release: () => release(),
  }
}

/** A Signalbox with many subscriptions of the owners `o0` to `o9`, whose background work is held. */
async function boxWithMany() {
  const store = memoryStore()
  const { held, commits, hold, release } = gated(store)
  const { box } = await boxWithPlans([gold], { store: held })
  const made: Awaited<ReturnType<typeof subscribe>>[] = []
  for (let i = 0; i < MANY; i++) made.push(await subscribe(box, { id: `s${1000 + i}`, owner_ref: `o${i % 10}` }))
  hold()
  commits.length = 0
  return { box, store, commits, release, made }
}

/** Another process on the same store. */
function otherBox(store: Store) {
  const box = createSignalbox({ store: { ...store, async close() {} }, fetch })
  onTestFinished(() => box.close())
  return box
}

const left = (store: Store) => store.count('subscription-endings')
const finished = (store: Store) => vi.waitFor(async () => expect(await left(store)).toBe(0), { timeout: 20_000 })

async function eventsOf(store: Store, type: string): Promise<ChangeEvent[]> {
  const found: ChangeEvent[] = []
  for await (const event of store.read({ after: 0 })) if (event.type === type) found.push(event)
  return found
}

async function linesOf<T>(lines: Promise<AsyncIterable<T>>): Promise<T[]> {
  const read: T[] = []
  for await (const line of await lines) read.push(line)
  return read
}

/** Everything that readers see of subscriptions and credentials. */
async function seen(box: Signalbox, { id, clientId, clientSecret }: Awaited<ReturnType<typeof subscribe>>) {
  const size = { pageSize: MANY }
  return {
    one: await box.subscriptions.get({ id }),
    list: await box.subscriptions.list(size),
    byOwner: await box.subscriptions.list({ ...size, filter: { owner_ref: 'o3' } }),
    byApi: await box.subscriptions.list({ ...size, filter: { api_ref: 'a' } }),
    enabled: (await box.subscriptions.list({ ...size, filter: { enabled: 'true' } })).metadata.count,
    disabled: await box.subscriptions.list({ ...size, filter: { enabled: 'false' } }),
    byEnd: await box.subscriptions.list({ ...size, sorted: 'dates.closed_at:desc' }),
    download: await linesOf(box.subscriptions.export({})),
    credential: await box.credentials.get({ id: clientId }),
    credentials: (await box.subscriptions.credentials({ id })).results,
    liveCredentials: (await box.credentials.list({ ...size, filter: { enabled: 'true' } })).metadata.count,
    credentialLines: await linesOf(box.credentials.export({})),
    impact: await box.apis.impact({ id: 'a', planId: 'gold', status: 'closed' }),
    verified: await box.verify(clientId, clientSecret),
  }
}

describe('closing a plan with many subscriptions', () => {
  it('answers before they are closed, and reads the same during and after the work', async () => {
    const { box, store, release, made } = await boxWithMany()
    await setPlan(box, 'closed')
    expect(await left(store)).toBe(1)
    const during = await seen(box, made[MANY - 1]!)
    expect(during.one).toMatchObject({ status: 'closed', enabled: false, reason: 'its plan was closed' })
    expect(during.enabled).toBe(0)
    expect(during.liveCredentials).toBe(0)
    expect(during.download.every(({ status }) => status === 'closed')).toBe(true)
    expect(during.verified).toMatchObject({ isValid: false, reason: 'closed' })
    release()
    await finished(store)
    expect(await seen(box, made[MANY - 1]!)).toEqual(during)
  }, 30_000)

  it('has no entity tag that a reader may have from before', async () => {
    const { box, made } = await boxWithMany()
    const { id, clientId } = made[0]!
    const tags = async () => [
      etagOf(await box.subscriptions.get({ id })),
      etagOf(await box.credentials.get({ id: clientId })),
    ]
    const before = await tags()
    await setPlan(box, 'closed')
    const after = await tags()
    expect(before).toEqual([expect.any(String), expect.any(String)])
    expect(after).toEqual([undefined, undefined])
  })

  it('closes each once, with an event of the caller, in batches of limited size', async () => {
    const { box, store, commits, release } = await boxWithMany()
    release()
    await box.as({ id: 'ann', admin: true }).apis.patch({
      id: 'a',
      body: [{ op: 'replace', path: '/documentation/plans/0/status', value: 'closed' }],
    })
    await finished(store)
    const events = await eventsOf(store, 'SUBSCRIPTION_UPDATED')
    expect(events).toHaveLength(MANY)
    expect(new Set(events.map(({ key }) => key)).size).toBe(MANY)
    expect(new Set(events.map(({ authInfo }) => authInfo?.id))).toEqual(new Set(['ann']))
    expect(await eventsOf(store, 'CREDENTIAL_UPDATED')).toHaveLength(MANY)
    expect(Math.max(...commits)).toBeLessThan(MOST_CHANGES)
  }, 30_000)

  it('is finished by another process, whose work does not repeat that of a slow first one', async () => {
    const { box, store, release } = await boxWithMany()
    release()
    otherBox(store)
    await setPlan(box, 'closed')
    await finished(store)
    expect(await eventsOf(store, 'SUBSCRIPTION_UPDATED')).toHaveLength(MANY)
    expect(await store.count('subscription-places', { where: ['a/gold/open/*'] })).toBe(0)
  }, 30_000)

  it('is done with the same write as often as it is repeated', async () => {
    const { box, store, commits } = await boxWithMany()
    await setPlan(box, 'closed')
    const head = await store.head()
    commits.length = 0
    for (let i = 0; i < 3; i++) await setPlan(box, 'closed')
    expect(commits.filter((size) => size > 1)).toEqual([])
    expect(await store.head()).toBe(head)
  })

  it('is begun by the next write for a plan that a former version closed in part', async () => {
    const { box, store, release } = await boxWithMany()
    await setPlan(box, 'closed')
    await store.commit([{ op: 'deletePrefix', collection: 'subscription-endings', prefix: '' }], [])
    release()
    const other = otherBox(store)
    await setPlan(other, 'closed')
    await finished(store)
    expect(await eventsOf(store, 'SUBSCRIPTION_UPDATED')).toHaveLength(MANY)
  }, 30_000)

  it('is one of the tasks that the process lists', async () => {
    const { box } = await boxWithPlans()
    await subscribe(box)
    expect(box.duties.list().map(({ name }) => name)).toEqual(['subscription-endings'])
  })
})

describe('deleting an API with many subscriptions', () => {
  it('answers before they are deleted: they read as closed until then', async () => {
    const { box, store, release, made } = await boxWithMany()
    await box.apis.delete({ id: 'a', force: true })
    await expect(box.apis.get({ id: 'a' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { id, clientId, clientSecret } = made[MANY - 1]!
    expect(await box.subscriptions.get({ id })).toMatchObject({ status: 'closed', enabled: false })
    expect((await box.subscriptions.list({ filter: { enabled: 'true' } })).metadata.count).toBe(0)
    expect(await box.verify(clientId, clientSecret)).toMatchObject({ isValid: false, reason: 'closed' })
    release()
    otherBox(store)
    await finished(store)
    expect(await store.count('subscriptions')).toBe(0)
    expect(await store.count('credentials')).toBe(0)
    expect(await store.count('subscription-places')).toBe(0)
    expect(await eventsOf(store, 'SUBSCRIPTION_DELETED')).toHaveLength(MANY)
    expect(await eventsOf(store, 'CREDENTIAL_DELETED')).toHaveLength(MANY)
  }, 30_000)

  it('is finished before another API takes its id', async () => {
    const { box, store, release, made } = await boxWithMany()
    await setPlan(box, 'closed')
    await box.apis.delete({ id: 'a', force: true })
    expect(await left(store)).toBe(1)
    release()
    const other = otherBox(store)
    await other.apis.create({ body: { id: 'a', name: 'a', documentation: { plans: [gold] } } })
    expect(await store.count('subscriptions')).toBe(0)
    await other.apis.patch({ id: 'a', body: { state: 'published' } })
    await subscribe(other, { id: made[0]!.id })
    await finished(store)
    expect((await other.subscriptions.list({})).metadata.count).toBe(1)
    expect(await eventsOf(store, 'SUBSCRIPTION_DELETED')).toHaveLength(MANY)
  }, 30_000)

  it('is refused without force, and nothing is deleted', async () => {
    const { box, store } = await boxWithMany()
    await expect(box.apis.delete({ id: 'a' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await store.count('subscriptions')).toBe(MANY)
  })
})
