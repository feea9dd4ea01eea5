import { type Change, createSignalbox, type Signalbox, type Store } from '@signalbox/core'
import { describe, expect } from 'vitest'
import { collect } from '../collect.ts'
import { seededRandom } from '../seeded-random.ts'
import { builtIndex, builtWithin } from './indexes.ts'
import type { StoreTest } from './store-test.ts'

const ROUNDS = 80

const ids = ['a', 'a-1', 'a-2', 'b', 'b-1', 'ab', 'Z', 'z']
const long = 'x'.repeat(300)
const names = ['', 'a', 'a', 'b', 'A', 'ab', 'C:\\users', 'a\u0000', 'é', '\uFFFD', '😀', long, undefined, undefined]
/** Values that no valid record has but a store may hold, written by another program or under an older schema. */
const strange = [1, true, null, ['a', 'b'], { a: 'a' }]
const apis = ['shop', 'shop-eu', 'bank', 'a']

/** Lists that are filtered, sorted or partly hidden: with indexes they return the same as without. */
export function describeIndexedLists(test: StoreTest): void {
  describe('lists by indexes', () => {
    test('equal those of a store without indexes, after any writes', async ({ store, skip }) => {
      if (!store.index) return skip()
      const boxes = [createSignalbox({ store: onPart(store, true) }), createSignalbox({ store: onPart(store, false) })]
      for (const member of ['owner_ref', 'api_ref', 'plan_ref', 'name'])
        await builtIndex(store, member, 'subscriptions')
      await builtIndex(store, 'name', 'workflows')
      const random = seededRandom(7)
      const pick: Pick = (from) => from[(random(1)[0] as number) % from.length] as (typeof from)[number]
      for (let round = 0; round < ROUNDS; round++) {
        const isStrange = round > ROUNDS / 2
        const many = Array.from({ length: pick([0, 2, 5]) }, () => changeOf(pick, isStrange))
        const changes = many.length > 0 ? many : [{ ...changeOf(pick, isStrange), ...pick(expectations) }]
        const outcome = await store.commit(changes, [])
        const asked: Questions = {
          workflows: selectOf(pick, ['name', 'id', 'description']),
          subscriptions: selectOf(pick, ['name', 'api_ref', 'owner_ref', 'plan_ref', 'id']),
          ordered: { sorted: pick(['name', 'name:desc']), ...partOf(pick) },
          grants: pick(grants),
        }
        const [indexed, plain] = await Promise.all(boxes.map((box) => answers(box, asked)))
        expect(indexed, JSON.stringify({ round, changes, outcome, asked })).toEqual(plain)
      }
      for (const box of boxes) await box.close()
    })

    test('of many records equal those of a store without indexes', async ({ store, skip }) => {
      if (!store.index) return skip()
      const boxes = [createSignalbox({ store: onPart(store, true) }), createSignalbox({ store: onPart(store, false) })]
      const random = seededRandom(11)
      const pick: Pick = (from) => from[(random(1)[0] as number) % from.length] as (typeof from)[number]
      for (let at = 0; at < MANY; at += 300)
        await store.commit(
          Array.from({ length: 300 }, (_, n) => manyOf(pick, at + n)),
          [],
        )
      for (const member of members) await builtIndex(store, member, 'subscriptions')
      for (const member of store.indexWithin ? members : [])
        for (const other of members.filter((one) => one !== member))
          await builtWithin(store, other, { member, text: 'p' }, 'subscriptions')
      for (let round = 0; round < MANY_ROUNDS; round++) {
        await store.commit([manyOf(pick, Number(pick(['7', '77', '777']))), changeOf(pick, false)], [])
        const asked = manySelected(pick)
        const grant = pick(['*', 'shop', 'shop*', 'shop,bank'])
        const [indexed, plain] = await Promise.all(
          boxes.map(async (box) => {
            const someone = box.as({
              id: 'x',
              authorizedPatterns: [{ pattern: grant, rights: [], domains: ['Subscription'] }],
            })
            return [await box.subscriptions.list(asked), await someone.subscriptions.list(asked)]
          }),
        )
        expect(indexed, JSON.stringify({ round, asked, grant })).toEqual(plain)
      }
      for (const box of boxes) await box.close()
    })
  })
}

/** So many that two filters, deep pages and large groups are read by indexes of two members. */
const MANY = 1500
const MANY_ROUNDS = 60

const members = ['name', 'api_ref', 'owner_ref', 'plan_ref'] as const

/** A subscription among many. Most have the first of each value. */
const manyOf = (pick: Pick, n: number): Change => {
  const value = {
    ...subscription,
    id: `${pick(['a', 'b'])}-${n}`,
    name: `name ${(n * 7919) % 700}`,
    api_ref: pick(['shop', 'shop', 'shop', 'shop-eu', 'bank']),
    plan_ref: pick(['p', 'p', 'q']),
    owner_ref: `owner ${n % 20}`,
  }
  return { op: 'put', collection: 'subscriptions', key: value.id, value }
}

function manySelected(pick: Pick): Selected {
  const values = { api_ref: ['shop', 'bank'], plan_ref: ['p', 'q'], owner_ref: ['owner 3', 'ann'], name: ['name 7'] }
  const filtered = pick([
    [],
    ['api_ref'],
    ['plan_ref'],
    ['owner_ref'],
    ['api_ref', 'plan_ref'],
    ['api_ref', 'plan_ref'],
    ['api_ref', 'owner_ref'],
    ['api_ref', 'plan_ref', 'owner_ref'],
    ['plan_ref', 'name'],
  ] as const)
  const filter = Object.fromEntries(filtered.map((member) => [member, pick(values[member])]))
  const sorted = pick([
    undefined,
    undefined,
    ...members,
    ...members.map((member) => `${member}:desc`),
    twoOf(pick, members),
  ])
  return {
    ...(filtered.length > 0 && { filter }),
    ...(sorted !== undefined && { sorted }),
    ...pick([{}, {}, {}, { pattern: 'a*' }, { pattern: '!a*' }]),
    ...pick([{}, {}, { page: 7 }, { page: 30 }, { page: 3, pageSize: 150 }, { pageSize: 1000 }]),
  }
}

type Pick = <T>(from: readonly T[]) => T

const grants = ['*', 'shop', 'shop*', 'shop,bank', 'shop*,shop-eu,*k', 'b*k', 'nobody']

/** A view of a store that boxes may close without closing the store, with or without its indexes. */
const onPart = (store: Store, isIndexed: boolean): Store => ({
  get: (collection, key) => store.get(collection, key),
  scan: (collection, options) => store.scan(collection, options),
  count: (collection, options) => store.count(collection, options),
  commit: (changes, events) => store.commit(changes, events),
  read: (options) => store.read(options),
  head: () => store.head(),
  watch: (listener) => store.watch(listener),
  trim: (before) => store.trim(before),
  ...(isIndexed && {
    index: async (collection, member) => store.index?.(collection, member),
    indexWithin: async (collection, member, within) => store.indexWithin?.(collection, member, within),
  }),
})

/** The expectations of changes, some of which conflict. */
const expectations = [{}, { expected: 'no version' }]

/** A change to a workflow or a subscription. */
function changeOf(pick: Pick, isStrange: boolean): Change {
  const [key, name] = [pick(ids), pick(isStrange ? [...names, ...strange] : names)]
  const collection = pick(['workflows', 'subscriptions'])
  const record =
    collection === 'workflows'
      ? { id: key, name, description: pick(['', 'd']), config: {} }
      : {
          ...subscription,
          id: key,
          name: pick(names),
          api_ref: pick(apis),
          plan_ref: pick(['p', 'q']),
          owner_ref: pick(names),
        }
  const kind = pick(['put', 'put', 'put', 'put', 'put', 'delete', 'prefix'])
  if (kind === 'delete') return { op: 'delete', collection, key }
  if (kind === 'prefix') return { op: 'deletePrefix', collection, prefix: pick(['a', 'a-', 'b-', 'Z']) }
  return { op: 'put', collection, key, value: record }
}

const subscription = {
  description: '',
  enabled: true,
  subscription_kind: 'apikey',
  token_refs: [],
  dates: {},
  tags: [],
  metadata: {},
}

interface Selected {
  readonly filter?: Record<string, string>
  readonly sorted?: string
  readonly pattern?: string
  readonly page?: number
  readonly pageSize?: number
}

function selectOf(pick: Pick, members: readonly string[]): Selected {
  const texts = [...names.filter((name) => name !== undefined), 'd', 'p', 'shop', 'bank', 'null', '1', 'true']
  const filter = Object.fromEntries(
    Array.from({ length: pick([0, 1, 1, 2, 3]) }, () => [pick(members), pick([...texts, 'a', 'p', 'shop'])]),
  )
  const sorted = pick([
    undefined,
    ...members,
    ...members.map((member) => `${member}:desc`),
    `${pick(members)},id:desc`,
    twoOf(pick, members),
  ])
  return {
    ...(Object.keys(filter).length > 0 && { filter }),
    ...(sorted !== undefined && { sorted }),
    ...partOf(pick),
  }
}

/** An order by two fields. */
const twoOf = (pick: Pick, members: readonly string[]): string =>
  `${pick(members)}${pick(['', ':desc'])},${pick(members)}${pick(['', ':desc'])}`

const partOf = (pick: Pick): Selected => ({
  ...pick([{}, {}, { pattern: 'a*' }, { pattern: '!a,!b-1' }]),
  ...pick([{}, { pageSize: 2 }, { page: 2, pageSize: 3 }, { page: 4, pageSize: 1 }]),
})

interface Questions {
  readonly workflows: Selected
  readonly subscriptions: Selected
  readonly ordered: Selected
  readonly grants: string
}

/** What a box returns to its owner, and to a caller who may see only some of the subscriptions. */
async function answers(box: Signalbox, { workflows, subscriptions, ordered, grants: pattern }: Questions) {
  const someone = box.as({ id: 'someone', authorizedPatterns: [{ pattern, rights: [], domains: ['Subscription'] }] })
  return {
    workflows: await box.workflows.list(workflows),
    subscriptions: await box.subscriptions.list(subscriptions),
    ordered: [
      await box.workflows.list(ordered),
      await box.subscriptions.list({ ...ordered, sorted: 'owner_ref:desc' }),
    ],
    seen: await someone.subscriptions.list(subscriptions),
    page: await someone.subscriptions.list({ pageSize: 3 }),
    count: await someone.subscriptions.count({ pattern: 'a*' }),
    lines: await collect(await someone.subscriptions.export({})),
  }
}
