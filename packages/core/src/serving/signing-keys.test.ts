import { describe, expect, it, onTestFinished } from 'vitest'
import { createSignalbox, memoryStore } from '../index.ts'
import { noteIn } from '../machine/records/commit.ts'
import { timeZone } from '../machine/time/time.ts'
import type { Store } from '../ports.ts'
import { manualTime } from '../webhooks/webhooks.fixture.ts'
import { type KeptKey, keepSigningKeys, SIGNING_KEYS } from './signing/keep-signing-keys.ts'
import type { SigningKey } from './signing/signing-key.ts'
import { followed, snapshotOf } from './source/source.fixture.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const tokens = (more: object = {}) => ({
  id: 'machines',
  status: 'published' as const,
  access_mode_configuration_type: 'oauth2-local' as const,
  ...more,
})
const shop = (...plans: ReturnType<typeof tokens>[]) => ({ id: 'shop', name: 'Shop', documentation: { plans } })

function scene(store: Store = memoryStore()) {
  const time = manualTime()
  const reported: unknown[] = []
  const report = (error: unknown) => void reported.push(error)
  const box = createSignalbox({ store, clock: time.clock, wait: time.wait, report })
  onTestFinished(() => box.close())
  const keysIn = (plane: { kept: Map<string, unknown> }) =>
    [...plane.kept].flatMap(([place, value]) => (place.startsWith('signing-key ') ? [value as SigningKey] : []))
  return { store, box, time, keysIn, reported }
}

describe('a source', () => {
  it('has a signing key as soon as an API has a plan that issues tokens', async () => {
    const { box, store, keysIn } = scene()
    await box.apis.create({ body: shop(tokens({ status: 'staging' })) })
    const { plane, caughtUp } = await followed(box, store.head)
    await caughtUp()
    expect(keysIn(plane)).toEqual([])
    await box.apis.replace({ id: 'shop', body: shop(tokens()) })
    await caughtUp()
    expect(keysIn(plane)).toMatchObject([
      { publicJwk: { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' }, privateJwk: { d: expect.any(String) } },
    ])
    expect(keysIn((await snapshotOf(box.gatewaySource)).plane)).toEqual(keysIn(plane))
  })

  it('tells data planes of the next key', async () => {
    const { box, store, time, keysIn } = scene()
    await box.apis.create({ body: shop(tokens()) })
    const { plane, caughtUp } = await followed(box, store.head)
    await caughtUp()
    await expect.poll(() => time.waiting()).toBeGreaterThan(0)
    time.pass(89 * DAY)
    await time.advance(HOUR)
    await expect.poll(() => store.count(SIGNING_KEYS)).toBe(2)
    await caughtUp()
    const [first, second] = keysIn(plane)
    expect([first?.until, second?.id === first?.id]).toEqual([second?.since, false])
  })

  it('serves everything while no key can be stored, and the key when one can', async () => {
    const memory = memoryStore()
    let isFailing = true
    const commit: Store['commit'] = async (changes, events) => {
      if (isFailing && changes.some(({ collection }) => collection === SIGNING_KEYS)) throw new Error('read-only')
      return memory.commit(changes, events)
    }
    const { box, store, time, keysIn, reported } = scene({ ...memory, commit })
    await box.apis.create({ body: shop(tokens()) })
    const { plane, caughtUp } = await followed(box, store.head)
    expect([plane.kept.has('api shop'), keysIn(plane)]).toEqual([true, []])
    expect(reported.map(String)).toEqual(['Error: read-only'])
    isFailing = false
    await time.advance(10_000)
    await expect.poll(() => store.count(SIGNING_KEYS)).toBe(1)
    await caughtUp()
    expect(keysIn(plane)).toHaveLength(1)
  })

  it('shows no key to anyone else: neither in events, nor in exports, nor to listeners', async () => {
    const { box, store, keysIn } = scene()
    const heard: string[] = []
    box.on('*', ({ type }) => heard.push(type))
    await box.apis.create({ body: shop(tokens()) })
    const { plane } = await snapshotOf(box.gatewaySource)
    const [{ privateJwk }] = keysIn(plane) as [SigningKey]
    const log: unknown[] = []
    for await (const event of store.read({ after: 0 })) log.push(event)
    expect(JSON.stringify(log)).toContain('SIGNING_KEY_CREATED')
    expect(JSON.stringify(log)).not.toContain(privateJwk.d)
    await expect.poll(() => heard).toContain('API_CREATED')
    expect(heard.join()).not.toContain('SIGNING')
  })
})

describe('the signing keys of a store', () => {
  const portsOf = (store: Store, clock: () => number) => ({
    instance: { store, note: noteIn(store), clock, zone: timeZone('UTC'), closing: new AbortController().signal },
    wait: () => new Promise<void>(() => {}),
    report: () => {},
  })

  it('are one, also if several processes make it at the same time', async () => {
    const store = memoryStore()
    const all = Array.from({ length: 5 }, () => keepSigningKeys(portsOf(store, () => 0)))
    const made = await Promise.all(all.map((keys) => keys.ensure()))
    expect(new Set(made.map((keys) => keys.map(({ value }) => value.id).join())).size).toBe(1)
    expect(await store.count(SIGNING_KEYS)).toBe(1)
  })

  it('always have one that signs, and one that is published an hour before it signs, over a year of two processes', async () => {
    const store = memoryStore()
    let now = Date.UTC(2026, 0, 1)
    const clock = () => now
    const two = [keepSigningKeys(portsOf(store, clock)), keepSigningKeys(portsOf(store, clock))]
    for (const keys of two) keys.issues(3 * DAY)
    const published = new Map<string, number>()
    const lastSigned = new Map<string, number>()
    const end = now + 366 * DAY
    for (let i = 0; now < end; i++) {
      // Nobody is there for a week in autumn.
      const isAway = i * 6 * HOUR > 265 * DAY && i * 6 * HOUR < 272 * DAY
      const kept: readonly KeptKey[] = isAway ? [] : (await Promise.all(two.map((keys) => keys.ensure())))[i % 2]!
      for (const { value } of kept) if (!published.has(value.id)) published.set(value.id, now)
      if (!isAway) {
        const signing = kept.filter(({ value }) => value.since <= now && now < value.until)
        expect(signing).toHaveLength(1)
        const [{ value }] = signing as [KeptKey]
        expect(kept[0]?.value === value || now - published.get(value.id)! >= HOUR).toBe(true)
        lastSigned.set(value.id, now)
        for (const [id, at] of lastSigned)
          expect(at + 3 * DAY < now || kept.some((one) => one.value.id === id)).toBe(true)
        expect(kept.length).toBeLessThanOrEqual(2)
      }
      now += 6 * HOUR
    }
    expect(published.size).toBe(5)
  })
})
