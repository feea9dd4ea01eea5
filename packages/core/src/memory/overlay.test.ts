import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareKeys } from '../machine/keys/compare-keys.ts'
import type { EventDraft } from '../machine/log/event.ts'
import type { Change, ScanOptions, Store } from '../ports.ts'
import { createOverlay } from './overlay.ts'
import { memoryStore } from './store.ts'

const THINGS = 'things'
const put = (key: string, value: unknown, expected?: string | null): Change => ({
  ...{ op: 'put', collection: THINGS, key, value },
  ...(expected !== undefined && { expected }),
})
const drop = (key: string): Change => ({ op: 'delete', collection: THINGS, key })
const draft = (key: string): EventDraft => ({
  ...{ type: 'CONFIG_CREATED', key, domain: 'Config', payload: key, timestamp: '2026-01-01T00:00:00.000' },
})

async function entries(store: Store, options?: ScanOptions): Promise<[string, unknown][]> {
  const found: [string, unknown][] = []
  for await (const { key, value, text } of store.scan(THINGS, options))
    found.push([key, text === undefined ? value : JSON.parse(text)])
  return found
}

async function logOf(store: Store): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.read({ after: 0 })) keys.push(key)
  return keys
}

const versionOf = async (store: Store, key: string) => (await store.get(THINGS, key))?.version ?? null

describe('an overlay', () => {
  it('shows what was written to it, and the store below stays as it is until its effect is committed', async () => {
    const below = memoryStore()
    await below.commit([put('a', 1), put('b', 2)], [draft('first')])
    const overlay = createOverlay(below)
    await overlay.store.commit([put('a', 3, await versionOf(below, 'a')), drop('b'), put('c', 4, null)], [draft('c')])
    expect(await entries(overlay.store)).toEqual([...[['a', 3]], ['c', 4]])
    expect(await entries(below)).toEqual([...[['a', 1]], ['b', 2]])
    expect([overlay.events.length, await logOf(below)]).toEqual([1, ['first']])
    const { changes, events } = overlay.end()
    expect(await below.commit(changes, events)).toHaveProperty('versions')
    expect(await entries(below)).toEqual([...[['a', 3]], ['c', 4]])
    expect(await logOf(below)).toEqual(['first', 'c'])
  })

  it('has provisional versions, which later writes can expect, and events without an id', async () => {
    const { store } = createOverlay(memoryStore())
    const written = await store.commit([put('a', 1, null)], [draft('a')])
    expect(written).toMatchObject({ versions: [await versionOf(store, 'a')], events: [{ _id: 0 }] })
    expect(await store.commit([put('a', 2, null)], [])).toEqual({ conflict: 0 })
    expect(await store.commit([put('a', 2, await versionOf(store, 'a'))], [])).toHaveProperty('versions')
    expect(await store.commit([drop('a')], [])).toHaveProperty('versions')
    expect(await store.commit([put('a', 3, null)], [])).toHaveProperty('versions')
  })

  it.each<[string, Change[], Change[], boolean]>([
    ['a record that was written', [put('a', 2, '$a')], [put('a', 9)], false],
    ['a record that was found missing', [put('new', 2, null)], [put('new', 9)], false],
    ['a record that was created and deleted again', [put('new', 2, null), drop('new')], [put('new', 9)], false],
    ['a record that was checked', [{ op: 'check', collection: THINGS, key: 'b', expected: '$b' }], [drop('b')], false],
    ['a record that was checked and then deleted by its prefix', [put('a', 2, '$a'), dropAll('a')], [drop('a')], false],
    ['a record that was written without a condition', [put('a', 2)], [put('a', 9)], true],
    ['another record', [put('a', 2, '$a')], [put('b', 9)], true],
    ['a record that was deleted by its prefix', [dropAll('a')], [put('a1', 9)], true],
  ])('whose store changes %s meanwhile', async (_, writes, meanwhile, isCommitted) => {
    const below = memoryStore()
    await below.commit([put('a', 1), put('b', 1)], [])
    const overlay = createOverlay(below)
    for (const write of writes) {
      const expected = 'expected' in write && write.expected?.startsWith('$') ? write.expected.slice(1) : undefined
      const change = expected === undefined ? write : { ...write, expected: await versionOf(overlay.store, expected) }
      expect(await overlay.store.commit([change as Change], [])).toHaveProperty('versions')
    }
    await overlay.store.get(THINGS, 'b')
    await below.commit(meanwhile, [])
    const { changes, events } = overlay.end()
    expect(await below.commit(changes, events)).toHaveProperty(isCommitted ? 'versions' : 'conflict')
  })

  it('takes nothing after its end, is not told of events, and has no indexes', async () => {
    const below = memoryStore()
    const overlay = createOverlay(below)
    let told = 0
    overlay.store.watch(() => told++)
    overlay.end()
    await below.commit([], [draft('a')])
    expect([told, overlay.store.index]).toEqual([0, undefined])
    await expect(overlay.store.commit([], [])).rejects.toThrow('has ended')
    await expect(overlay.store.trim(new Date())).rejects.toThrow('does not trim')
  })

  it('and the commit of its effect equal the same operations on a store', async () => {
    await fc.assert(
      fc.asyncProperty(records, fc.array(step, { maxLength: 12 }), async (before, steps) => {
        const [direct, below] = [memoryStore(), memoryStore()]
        for (const store of [direct, below])
          await store.commit(
            before.map((key) => put(key, `old ${key}`)),
            [],
          )
        const overlay = createOverlay(below)
        for (const [i, one] of steps.entries()) {
          const results = await Promise.all([direct, overlay.store].map((store) => run(store, one, i)))
          expect(results[1]).toEqual(results[0])
        }
        const { changes, events } = overlay.end()
        expect(await below.commit(changes, events)).toHaveProperty('versions')
        expect(await entries(below)).toEqual(await entries(direct))
        expect(await logOf(below)).toEqual(await logOf(direct))
      }),
      { numRuns: 500 },
    )
  })
})

function dropAll(prefix: string): Change {
  return { op: 'deletePrefix', collection: THINGS, prefix }
}

const key = fc.string({ unit: fc.constantFrom('a', 'b', ':', '😀', '\uffee'), minLength: 1, maxLength: 3 })
const records = fc.uniqueArray(key, { maxLength: 8 }).map((keys) => keys.toSorted(compareKeys))
/** What a change expects: nothing, that the record is missing, its present version, or one it never had. */
const expecting = fc.constantFrom('any', 'missing', 'present', 'wrong')
const change = fc.oneof(
  fc.record({ op: fc.constantFrom('put', 'delete', 'check'), key, expecting }),
  fc.record({ op: fc.constant('deletePrefix'), key, expecting }),
)
const bound = fc.option(fc.nat(5), { nil: undefined })
const step = fc.oneof(
  fc.record({ commit: fc.array(change, { maxLength: 4 }) }),
  fc.record({
    scan: fc.record({
      where: fc.option(
        fc.array(
          fc.oneof(
            key.map((one) => `${one}*`),
            key.map((one) => `*${one}`),
          ),
          { maxLength: 2 },
        ),
      ),
      after: fc.option(key),
      skip: bound,
      limit: bound,
      asText: fc.boolean(),
    }),
  }),
  fc.record({ get: key }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function run(store: Store, step: Step, place: number): Promise<unknown> {
  if ('get' in step) return (await store.get(THINGS, step.get))?.value
  if ('scan' in step) {
    const options = Object.fromEntries(Object.entries(step.scan).filter(([, value]) => value != null)) as ScanOptions
    const counted = await store.count(THINGS, { where: options.where ?? [] })
    return [await entries(store, options), options.where ? counted : await store.count(THINGS)]
  }
  const changes = await Promise.all(
    step.commit.map(async ({ op, key, expecting }): Promise<Change> => {
      if (op === 'deletePrefix') return dropAll(key)
      const version = await versionOf(store, key)
      const expected = { any: undefined, missing: null, present: version, wrong: 'wrong' }[expecting]
      const known = op === 'check' ? (expected ?? null) : op === 'delete' ? (expected ?? undefined) : expected
      const value = op === 'put' && { value: `${key} ${place}` }
      return { op, collection: THINGS, key, ...value, ...(known !== undefined && { expected: known }) } as Change
    }),
  )
  const committed = await store.commit(changes, [draft(`${place}`)])
  return 'conflict' in committed ? committed : committed.versions.map((version) => version !== undefined)
}
