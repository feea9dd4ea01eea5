import { afterEach, describe, expect, it, vi } from 'vitest'
import { memoryStore } from '../memory/store.ts'
import type { Store } from '../ports.ts'
import { createSignalbox, type Signalbox } from '../signalbox.ts'
import { manualTime } from '../webhooks/webhooks.fixture.ts'
import type { Feature } from './feature.ts'

const feature = (id: string, enabled = true) => ({ id, enabled, activationStrategy: 'NO_STRATEGY' }) as const

/** A box over a store with parts of it replaced, and the reported errors. */
function boxOver(store: Store, overrides: Partial<Store> = {}) {
  const reported: unknown[] = []
  const { wait, advance } = manualTime()
  const box = createSignalbox({ store: { ...store, ...overrides }, wait, report: (error) => reported.push(error) })
  return { box, reported, advance }
}

describe('the features of a box', () => {
  it('are loaded once for concurrent callers', async () => {
    const store = memoryStore()
    const scanned: string[] = []
    const { box } = boxOver(store, {
      scan(...options) {
        scanned.push(options[0])
        return store.scan(...options)
      },
    })
    await Promise.all([box.ready(), box.ready(), box.features.create({ body: feature('a') })])
    await box.ready()
    expect(box.isActive('a')).toBe(true)
    expect(scanned).toEqual(['segments', 'features', 'configs'])
  })

  it('follow what others write, with code that is loaded only then', async () => {
    const store = memoryStore()
    const [{ box, reported }, { box: other }] = [boxOver(store), boxOver(store)]
    await box.ready()
    const answers = () => ['new', 'plain'].map((id) => box.isActive(id, { id: 'ann', email: 'ann@example.com' }))
    const when = { attribute: 'email', operator: 'matches', value: '@example[.]com$' } as const
    await other.segments.create({ body: { id: 'staff', when } })
    const rules = { rules: [{ when: { segment: 'staff' } }] }
    await other.features.create({ body: { id: 'new', enabled: true, activationStrategy: 'RULES', parameters: rules } })
    await other.features.create({ body: feature('plain') })
    await vi.waitFor(() => expect(answers()).toEqual([true, true]))
    await other.segments.delete({ id: 'staff', force: true })
    await vi.waitFor(() => expect(answers()).toEqual([false, true]))
    expect(reported).toEqual([])
  })

  it('with rules are loaded as others are', async () => {
    const store = memoryStore()
    const { box: other } = boxOver(store)
    const when = { all: [{ segment: 'staff' }, { attribute: 'plan', operator: 'matches', value: '^pro' } as const] }
    const parameters = { rules: [{ when }] }
    await other.features.create({ body: { id: 'new', enabled: true, activationStrategy: 'RULES', parameters } })
    await other.segments.create({ body: { id: 'staff', included: ['ann'] } })
    const { box } = boxOver(store)
    await box.ready()
    expect(['ann', 'bob'].map((id) => box.isActive('new', { id, plan: 'pro' }))).toEqual([true, false])
  })

  it('are not loaded by writes if only checks need them', async () => {
    const store = memoryStore()
    const [scan, read] = [vi.fn(store.scan), vi.fn(store.read)]
    const box = createSignalbox({ store: { ...store, scan, read }, loadOnWrite: false })
    await box.features.import({ body: [feature('a'), feature('b')] })
    await box.features.create({ body: feature('c') })
    expect([scan.mock.calls, read.mock.calls]).toEqual([[], []])
    expect(await box.features.check({ id: 'c' })).toEqual({ active: true })
    await box.features.create({ body: feature('d') })
    expect(['a', 'd'].map((id) => box.isActive(id))).toEqual([true, true])
  })

  it('are correct if others write while they are loaded', async () => {
    const store = memoryStore()
    const { box: other } = boxOver(store)
    for (const id of ['a', 'b', 'c', 'd']) await other.features.create({ body: feature(id) })
    let passed = 0
    const { box } = boxOver(store, {
      async *scan(...options) {
        for await (const entry of store.scan(...options)) {
          yield entry
          if (++passed !== 2) continue
          await other.features.delete({ id: 'a' })
          await other.features.replace({ id: 'b', body: feature('b', false) })
          await other.features.delete({ id: 'c' })
          await other.features.replace({ id: 'd', body: feature('e') })
          await other.features.create({ body: feature('0') })
        }
      },
    })
    await box.ready()
    const state = () => ['0', 'a', 'b', 'c', 'd', 'e'].filter((id) => box.isActive(id))
    await expect.poll(() => state()).toEqual(['0', 'e'])
    expect(box.explain('b')).toMatchObject({ reason: 'DISABLED' })
  })

  it('follow what others write', async () => {
    const store = memoryStore()
    const [{ box }, { box: other }] = [boxOver(store), boxOver(store)]
    await box.ready()
    await other.features.create({ body: feature('a') })
    await expect.poll(() => box.isActive('a')).toBe(true)
    await other.features.deleteMany({ pattern: '*' })
    await expect.poll(() => box.isActive('a')).toBe(false)
  })

  const writes: [string, (box: ReturnType<typeof createSignalbox>) => Promise<unknown>, string[]][] = [
    ['create', (box) => box.features.create({ body: feature('new') }), ['new', 'old']],
    ['replace', (box) => box.features.replace({ id: 'old', body: feature('old', false) }), []],
    ['rename', (box) => box.features.replace({ id: 'old', body: feature('new') }), ['new']],
    ['patch', (box) => box.features.patch({ id: 'old', body: [{ op: 'replace', path: 'enabled', value: false }] }), []],
    ['delete', (box) => box.features.delete({ id: 'old' }), []],
    ['delete of many', (box) => box.features.deleteMany({ pattern: 'o*' }), []],
    [
      'import',
      (box) => box.features.import({ body: [feature('new'), feature('old', false)], strategy: 'Replace' }),
      ['new'],
    ],
    ['copy', (box) => box.features.copy({ body: { from: 'old', to: 'new', default: true } }), ['new', 'old']],
  ]
  it.each(writes)('are up to date as soon as a %s resolves', async (_, write, active) => {
    const { box } = boxOver(memoryStore())
    await box.features.create({ body: feature('old') })
    await write(box)
    expect(['new', 'old'].filter((id) => box.isActive(id))).toEqual(active)
  })

  it('have trees and lists in the order of their keys, whatever the order of writes', async () => {
    const { box } = boxOver(memoryStore())
    for (const id of ['b', 'a:z', 'a', 'a-b', 'a:B']) await box.features.create({ body: feature(id) })
    await box.features.delete({ id: 'b' })
    expect(JSON.stringify(await box.features.tree())).toBe(
      '{"a":{"active":true,"B":{"active":true},"z":{"active":true}},"a-b":{"active":true}}',
    )
  })
})

describe('the progress of a load', () => {
  async function stored() {
    const store = memoryStore()
    const { box } = boxOver(store)
    for (const id of ['a', 'b', 'c']) await box.features.create({ body: feature(id) })
    await box.segments.create({ body: { id: 'staff', included: ['ann'] } })
    await box.configs.create({ body: { id: 'limit', value: 1 } })
    return store
  }

  it('is the number of records so far, of as many as there were at its begin', async () => {
    const store = await stored()
    const seen: unknown[] = []
    const { box } = boxOver(store, {
      async *scan(...options) {
        for await (const entry of store.scan(...options)) {
          yield entry
          seen.push(box.loading())
        }
      },
    })
    expect(box.loading()).toEqual({ isLoaded: false, loaded: 0 })
    await box.ready()
    expect(seen.slice(1)).toEqual([2, 3, 4, 5].map((loaded) => ({ isLoaded: false, loaded, total: 5 })))
    expect(box.loading()).toEqual({ isLoaded: true, loaded: 5, total: 5 })
    await box.features.create({ body: feature('d') })
    expect(box.loading()).toEqual({ isLoaded: true, loaded: 6, total: 6 })
  })

  it.each<[string, Store['count']]>([
    ['does not answer', () => new Promise(() => {})],
    ['fails', () => Promise.reject(new Error('no count'))],
    [
      'throws',
      () => {
        throw new Error('no count')
      },
    ],
  ])('does not need a count: one that %s', async (_, count) => {
    const store = await stored()
    const seen: unknown[] = []
    const { box, reported } = boxOver(store, {
      count,
      async *scan(...options) {
        yield* store.scan(...options)
        seen.push(box.loading())
      },
    })
    await box.ready()
    expect(seen.at(-1)).toEqual({ isLoaded: false, loaded: 5 })
    expect([box.loading(), reported]).toEqual([{ isLoaded: true, loaded: 5, total: 5 }, []])
  })

  it('never exceeds the total, if records are created meanwhile', async () => {
    const store = await stored()
    const { box } = boxOver(store, {
      count: async () => 1,
      async *scan(...options) {
        for await (const entry of store.scan(...options)) {
          yield entry
          expect(box.loading().total ?? 5).toBeGreaterThanOrEqual(box.loading().loaded)
        }
      },
    })
    await box.ready()
  })

  it('begins again when the store failed', async () => {
    const store = await stored()
    let scans = 0
    const { box } = boxOver(store, {
      async *scan(...options) {
        for await (const entry of store.scan(...options)) {
          if (options[0] === 'configs' && scans++ === 0) throw new Error('the store is gone')
          yield entry
        }
      },
    })
    await expect(box.ready()).rejects.toThrow('gone')
    const again = box.ready()
    expect(box.loading()).toMatchObject({ isLoaded: false, loaded: 0 })
    await again
    expect(box.loading()).toMatchObject({ isLoaded: true, loaded: 5 })
  })
})

describe('a box that is not ready', () => {
  it('returns false, and reports this once', async () => {
    const store = memoryStore()
    await boxOver(store).box.features.create({ body: feature('a') })
    const { box, reported } = boxOver(store)
    expect([box.isActive('a'), box.isActive('a'), box.explain('a')]).toEqual([false, false, undefined])
    expect(reported).toEqual([expect.objectContaining({ message: expect.stringContaining('await ready()') })])
    await box.ready()
    expect(box.isActive('a')).toBe(true)
  })

  it.each<[string, (box: Signalbox) => unknown]>([
    ['isActive', (box) => box.isActive('a')],
    ['explain', (box) => box.explain('a')],
    ['value', (box) => box.value('a')],
    ['evaluate', (box) => box.evaluate('a')],
  ])('names the call that came early: %s', (name, call) => {
    const { box, reported } = boxOver(memoryStore())
    expect([call(box), call(box)]).toEqual(name === 'isActive' ? [false, false] : [undefined, undefined])
    expect(reported).toEqual([expect.objectContaining({ message: expect.stringContaining(`${name} was called`) })])
  })

  it('does not take unknown features for ones that are not loaded yet, once loading has started', async () => {
    const { box, reported } = boxOver(memoryStore())
    await box.features.create({ body: feature('a') })
    expect([box.isActive('unknown'), box.explain('unknown')]).toEqual([false, undefined])
    expect(reported).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^Feature unknown does not exist/) }),
    ])
  })

  it('fails to become ready when the store does, and tries again when asked', async () => {
    const store = memoryStore()
    const { box: other } = boxOver(store)
    await other.features.create({ body: feature('a') })
    await other.features.create({ body: feature('b') })
    let broken = true
    const { box } = boxOver(store, {
      async *scan(...options) {
        for await (const entry of store.scan(...options)) {
          yield entry
          if (broken) throw new Error('the store is gone')
        }
      },
    })
    await expect(box.ready()).rejects.toThrow('the store is gone')
    await other.features.delete({ id: 'a' })
    broken = false
    await box.ready()
    expect([box.isActive('a'), box.isActive('b')]).toEqual([false, true])
  })
})

describe('a box in memory that was just made', () => {
  const reported: unknown[] = []
  const report = (error: unknown) => reported.push(error)
  afterEach(() => expect(reported.splice(0)).toEqual([]))

  it('returns results at once, and reports nothing', () => {
    const box = createSignalbox({ report })
    expect([box.evaluate('a'), box.explain('a')]).toEqual([undefined, undefined])
  })

  it('has the records of its store, and follows later writes', async () => {
    const store = memoryStore()
    const other = createSignalbox({ store, report })
    await other.features.import({ body: [feature('a'), feature('b')] })
    const box = createSignalbox({ store, report })
    expect([box.isActive('a'), box.isActive('b'), box.explain('c')]).toEqual([true, true, undefined])
    await other.features.delete({ id: 'a' })
    await other.features.create({ body: feature('c') })
    await expect
      .poll(() => [box.explain('a'), box.explain('c')])
      .toEqual([undefined, expect.objectContaining({ enabled: true })])
    expect(box.isActive('c')).toBe(true)
  })

  it('loses no event while it gets ready', async () => {
    const store = memoryStore()
    await createSignalbox({ store, report }).features.create({ body: feature('a') })
    const box = createSignalbox({ store, report })
    expect(box.isActive('a')).toBe(true)
    const ready = box.ready()
    for (let turn = 0; turn < 200; turn++) {
      expect([turn, box.isActive('a')]).toEqual([turn, true])
      await Promise.resolve()
    }
    await ready
    expect(box.isActive('a')).toBe(true)
  })
})

describe('a box whose store fails', () => {
  it('reports it, keeps answering, lets writes go on, and catches up', async () => {
    const store = memoryStore()
    const listeners = new Set<() => void>()
    let broken = false
    const { box, reported, advance } = boxOver(store, {
      async *read(options) {
        if (broken) throw new Error('the log is gone')
        yield* store.read(options)
      },
      watch(listener) {
        const unwatch = store.watch(listener)
        listeners.add(listener)
        return () => {
          listeners.delete(listener)
          unwatch()
        }
      },
    })
    await box.features.create({ body: feature('a') })
    broken = true
    await box.features.create({ body: feature('b') })
    expect(reported).toEqual([expect.objectContaining({ message: 'the log is gone' })])
    expect([box.isActive('a'), box.isActive('b')]).toEqual([true, false])
    broken = false
    await advance(1000)
    expect([box.isActive('a'), box.isActive('b')]).toEqual([true, true])
    expect(listeners.size).toBe(1)
    await box.close()
    expect(listeners.size).toBe(0)
  })
})

describe('a box that is closed', () => {
  it('lets a pending write finish', async () => {
    const store = memoryStore()
    let close = () => {}
    const closed = new Promise<void>((resolve) => {
      close = resolve
    })
    const { box } = boxOver(store, {
      async commit(...options) {
        const committed = await store.commit(...options)
        await closed
        return committed
      },
      async *read() {},
    })
    await box.ready()
    const writing = box.features.create({ body: feature('a') })
    await box.close()
    close()
    expect(await writing).toMatchObject({ id: 'a' } satisfies Partial<Feature>)
  })

  it('no longer watches its store', async () => {
    const store = memoryStore()
    let watching = 0
    const { box } = boxOver(store, {
      watch() {
        watching++
        return () => watching--
      },
    })
    await box.ready()
    expect(watching).toBe(1)
    await box.close()
    expect(watching).toBe(0)
  })
})
