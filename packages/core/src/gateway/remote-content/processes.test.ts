import { expect, it, onTestFinished } from 'vitest'
import type { EventDraft } from '../../machine/log/event.ts'
import { memoryStore } from '../../memory/store.ts'
import type { Change, Store } from '../../ports.ts'
import { createSignalbox, type Signalbox } from '../../signalbox.ts'
import { manualTime } from '../../webhooks/webhooks.fixture.ts'
import { type Answering, completed, keysIn, publish, servers, text } from './remote.fixture.ts'

const at = (name: string) => `https://docs.example.com/${name}`

/** Several boxes on one store, with a clock in common. A killed box calls and commits no more. */
function cluster(pages: Record<string, Answering>) {
  const time = manualTime()
  const store = memoryStore({ clock: time.clock })
  const { fetch, asked } = servers(pages)
  function start(diesAt: (changes: readonly Change[], events: readonly EventDraft[]) => boolean = () => false) {
    let isDead = false
    const calls: string[] = []
    const never = new Promise<never>(() => {})
    const own: Store = {
      ...store,
      commit: (changes, events) => {
        isDead ||= diesAt(changes, events)
        return isDead ? never : store.commit(changes, events)
      },
      get: (collection, key) => (isDead ? never : store.get(collection, key)),
      async close() {},
    }
    const box = createSignalbox({
      store: own,
      clock: time.clock,
      wait: (ms, signal) => (isDead ? never : time.wait(ms, signal)),
      documentation: {
        async fetch(url, init) {
          calls.push(url)
          return fetch(url, init)
        },
      },
    })
    onTestFinished(async () => {
      if (!isDead) await box.close()
    })
    return {
      box,
      calls,
      kill() {
        isDead = true
      },
    }
  }
  return { time, store, start, asked }
}

it('one of several processes fetches, after a publication and every hour', async () => {
  const { time, start, asked } = cluster({ [at('a')]: text('a') })
  const boxes = [start(), start(), start()]
  await time.advance(1000)
  await publish(boxes[1]!.box, { home: { url: at('a') } })
  await time.advance(20_000)
  expect(asked).toHaveLength(1)
  await time.advance(3 * 3_600_000)
  expect(asked).toHaveLength(4)
  for (const { box } of boxes) expect((await completed(box)).home).toMatchObject({ text_content: 'a' })
})

it('a process that is killed in the middle is followed by another one, which finishes and tells', async () => {
  let hangs = true
  const names = Array.from({ length: 12 }, (_, n) => `${n}`)
  const pages: Record<string, Answering> = Object.fromEntries(names.map((name) => [at(name), text(`page ${name}`)]))
  pages[at('11')] = () => (hangs ? new Promise<never>(() => {}) : text('page 11'))
  const { time, store, start } = cluster(pages)
  const first = start()
  await time.advance(1000)
  await publish(first.box, { resources: names.map((name) => ({ path: [name], url: at(name) })) })
  await time.advance(1000)
  expect(await keysIn(store, 'api-remote')).toHaveLength(8)
  first.kill()
  hangs = false
  const second = start()
  const events: string[] = []
  second.box.on('API_DOCUMENTATION_REFRESHED', ({ key }) => events.push(key))
  await time.advance(20_000)
  expect(second.calls).toHaveLength(12)
  expect(await keysIn(store, 'api-remote')).toHaveLength(12)
  expect(events).toEqual(['billing'])
  expect((await completed(second.box)).resources?.map(({ text_content: one }) => one)).toEqual(
    names.map((name) => `page ${name}`),
  )
})

it('a process that is killed after it stored contents, and before it told of them, is followed by one that tells', async () => {
  const { time, start } = cluster({ [at('a')]: text('a') })
  const first = start((_, events) => events.some(({ type }) => type === 'API_DOCUMENTATION_REFRESHED'))
  await time.advance(1000)
  await publish(first.box, { home: { url: at('a') } })
  await time.advance(1000)
  const second = start()
  const events: string[] = []
  second.box.on('API_DOCUMENTATION_REFRESHED', ({ key }) => events.push(key))
  await time.advance(20_000)
  expect(events).toEqual(['billing'])
  await time.advance(2 * 3_600_000)
  expect(events).toEqual(['billing'])
})

it('an API that is deleted while its content is about to be stored leaves nothing', async () => {
  const time = manualTime()
  const store = memoryStore({ clock: time.clock })
  const { fetch } = servers({ [at('a')]: text('a') })
  let hasDeleted = false
  const box: Signalbox = createSignalbox({
    store: {
      ...store,
      async commit(changes, events) {
        const isRemote = changes.some((change) => change.collection === 'api-remote-index' && change.op === 'put')
        if (isRemote && !hasDeleted) {
          hasDeleted = true
          await box.apis.delete({ id: 'billing' })
        }
        return store.commit(changes, events)
      },
    },
    clock: time.clock,
    wait: time.wait,
    documentation: { fetch },
  })
  onTestFinished(() => box.close())
  await publish(box, { home: { url: at('a') } })
  await time.advance(1000)
  expect(hasDeleted).toBe(true)
  expect([...(await keysIn(store, 'api-remote')), ...(await keysIn(store, 'api-remote-index'))]).toEqual([])
})

it('rounds of two processes at once leave one whole set, of what is served', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { time, store, start } = cluster({
    [at('old')]: () => held.then(() => text('old')),
    [at('both')]: text('both'),
    [at('new')]: text('new'),
  })
  const [one, other] = [start(), start()]
  await time.advance(1000)
  await publish(one.box, { resources: ['old', 'both'].map((name) => ({ path: [name], url: at(name) })) })
  const slow = other.box.apis.documentation.refresh({ id: 'billing' })
  await time.advance(1000)
  await one.box.apis.patch({
    id: 'billing',
    body: [{ op: 'replace', path: '/documentation/resources/0', value: { path: ['new'], url: at('new') } }] as never,
  })
  await one.box.apis.documentation.refresh({ id: 'billing' })
  release()
  const { fetched } = await slow
  await time.advance(1000)
  expect(fetched.map(({ url }) => url)).toEqual([at('new'), at('both')])
  expect((await completed(one.box)).resources?.map(({ text_content: text }) => text)).toEqual(['new', 'both'])
  expect(await keysIn(store, 'api-remote')).toHaveLength(2)
})

it('an API whose servers hang does not delay those of others', async () => {
  const { time, start } = cluster({ [at('good')]: text('good'), [at('hangs')]: () => new Promise<never>(() => {}) })
  const { box } = start()
  await time.advance(1000)
  for (const id of ['one', 'two', 'three']) await publish(box, { home: { url: at('hangs') } }, id)
  await publish(box, { home: { url: at('good') } })
  await time.advance(1000)
  expect((await completed(box)).home).toMatchObject({ text_content: 'good' })
  await time.advance(10_000)
  const { problems } = await box.apis.lint({ id: 'one' })
  expect(problems.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('It did not arrive within 10000 ms'),
  )
})

it('a process without a fetch, and one without remote content, take no lease', async () => {
  const { time, store, start } = cluster({})
  const { box } = start()
  await publish(box, { home: { text_content: 'own' } })
  await time.advance(4 * 3_600_000)
  expect(await keysIn(store, 'leases')).toEqual([])
})

it('a store that fails is tried again', async () => {
  const time = manualTime()
  const store = memoryStore({ clock: time.clock })
  const { fetch } = servers({ [at('a')]: text('a') })
  let fails = false
  const failures: unknown[] = []
  const box = createSignalbox({
    store: {
      ...store,
      get: async (collection, key) => {
        if (fails && collection === 'api-remote-index') throw new Error('The store is away')
        return store.get(collection, key)
      },
    },
    clock: time.clock,
    wait: time.wait,
    documentation: { fetch },
    report: (error) => failures.push(error),
  })
  onTestFinished(() => box.close())
  await time.advance(1000)
  fails = true
  await publish(box, { home: { url: at('a') } })
  await time.advance(1000)
  expect(failures.length).toBeGreaterThan(0)
  fails = false
  await time.advance(20_000)
  expect((await completed(box)).home).toMatchObject({ text_content: 'a' })
})
