import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AuthorizedPatterns, Identity, Right, SignalboxApi } from '../index.ts'
import { collect, feature, holder, testBox } from '../machine/callers/access.fixture.ts'

/** `end` comes last in every log and everyone may read it, so that a test knows when to stop reading a stream. */
const ids = [
  ...['a', 'b', 'ab', 'A', 'a:b', 'a:b:c', 'a:bc', 'b:a', 'b:a:c', 'b.a', 'a-b', 'c:a', 'constructor', '__proto__:a'],
  'end',
]
const box = testBox()

beforeAll(async () => {
  for (const id of ids) {
    await box.features.create({ body: feature(id) })
    await box.configs.create({ body: { id, value: id } })
  }
})

const end = { pattern: 'end' }
const alternative = fc.constantFrom(
  '*',
  'a',
  'a*',
  'a:*',
  '*:a',
  'b:*:c',
  '*b*',
  'b',
  'A',
  'c:*',
  'constructor',
  'none',
  '__proto__:*',
)
const rights = fc.option(fc.subarray<Right>(['C', 'R', 'U', 'D']), { nil: undefined })
const domains = fc.option(fc.subarray(['Feature', 'Config', 'Experiment', '*'] as const), { nil: undefined })

interface Granted {
  readonly spelled: NonNullable<Identity['authorizedPatterns']>
  readonly meant: AuthorizedPatterns
}

const spelled = (meant: AuthorizedPatterns) =>
  meant.map(({ pattern, rights }) => pattern + (rights ? `$$$${rights.join('')}` : ''))
const grant = fc.record({ pattern: alternative, rights }, { requiredKeys: ['pattern'] }) as fc.Arbitrary<
  AuthorizedPatterns[number]
>
const wideGrant = fc
  .tuple(fc.array(alternative, { minLength: 1, maxLength: 3 }), rights, domains)
  .map(([patterns, rights, domains]) => ({
    pattern: patterns.join(','),
    ...(rights && { rights }),
    ...(domains && { domains }),
  }))

/** Random grants in each of the three spellings, with their meaning. */
const granted: fc.Arbitrary<Granted> = fc.oneof(
  fc.array(wideGrant, { maxLength: 3 }).map((grants) => ({ spelled: [...grants, end], meant: [...grants, end] })),
  fc.array(grant, { maxLength: 3 }).map((grants) => ({ spelled: spelled([...grants, end]), meant: [...grants, end] })),
  fc.array(grant, { maxLength: 3 }).map((grants) => ({
    spelled: spelled([...grants, end]).join(','),
    meant: [...grants, end],
  })),
)

/** The meaning of a pattern list, implemented differently from the code under test. */
const toRegExp = (pattern: string) =>
  new RegExp(
    pattern
      .split(',')
      .map((one) => `^${one.replaceAll('.', '\\.').replaceAll('*', '.*')}$`)
      .join('|'),
  )

const readable = ({ meant }: Granted, domain: 'Feature' | 'Config') =>
  ids
    .filter((id) =>
      meant.some(
        ({ pattern, domains = ['Feature', 'Config'] }) =>
          (domains.includes(domain) || domains.includes('*')) && toRegExp(pattern).test(id),
      ),
    )
    .sort()

/** The ids of a tree's leaves. */
const leaves = (tree: object, isLeaf: (node: unknown) => boolean, path: string[] = []): string[] =>
  Object.entries(tree).flatMap(([name, node]) => [
    ...(isLeaf(node) ? [[...path, name].join(':')] : []),
    ...(typeof node === 'object' && node !== null ? leaves(node, isLeaf, [...path, name]) : []),
  ])
const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id).sort()
const has = (member: string) => (node: unknown) =>
  typeof node === 'object' && node !== null && Object.hasOwn(node, member)

/** Every operation that returns ids of features. */
const featureDoors: Record<string, (api: SignalboxApi) => Promise<string[]>> = {
  list: async (api) => idsOf((await api.features.list({ pageSize: 100 })).results),
  'list with active': async (api) => idsOf((await api.features.list({ pageSize: 100, active: true })).results),
  checkMany: async (api) => idsOf((await api.features.checkMany({ pageSize: 100, body: {} })).results),
  tree: async (api) => leaves(await api.features.tree(), has('active')).sort(),
  treeWith: async (api) => leaves(await api.features.treeWith({ body: {} }), has('active')).sort(),
  nested: async (api) =>
    leaves(await api.features.nested(), has('value'))
      .filter((id) => !id.includes('value'))
      .sort(),
  export: async (api) => idsOf(await collect(await api.features.export())),
  search: async (api) => (await found(api)).filter((one) => one.domain === 'Feature').map(({ id }) => id),
  stream: (api) => streamed(api, 'Feature'),
  history: (api) => past(api, 'Feature'),
  streamDomain: async (api) => keysUntilEnd(await api.events.streamDomain({ domain: 'Feature', lastEventId: 0 })),
}
const configDoors: Record<string, (api: SignalboxApi) => Promise<string[]>> = {
  list: async (api) => idsOf((await api.configs.list({ pageSize: 100 })).results),
  export: async (api) => idsOf(await collect(await api.configs.export())),
  search: async (api) => (await found(api)).filter((one) => one.domain === 'Config').map(({ id }) => id),
  stream: (api) => streamed(api, 'Config'),
  history: (api) => past(api, 'Config'),
}

const found = async (api: SignalboxApi) =>
  (await api.search()).results.sort((one, other) => (one.id < other.id ? -1 : 1))

const streamed = async (api: SignalboxApi, domain: string) =>
  keysUntilEnd(await api.events.stream({ domains: domain, lastEventId: 0 }))

const past = async (api: SignalboxApi, domains: string) =>
  (await api.events.history({ domains, limit: 1000 })).results.map(({ key }) => key).sort()

async function keysUntilEnd(events: AsyncIterable<{ key: string }>): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of events) {
    keys.push(key)
    if (key === 'end') break
  }
  return keys.sort()
}

describe('for any grants, in each spelling, callers see exactly the readable records', () => {
  const holds = (check: (api: SignalboxApi, one: Granted) => Promise<void>) =>
    fc.assert(
      fc.asyncProperty(granted, (one) => check(box.as(holder(one.spelled)), one)),
      { numRuns: 60 },
    )

  it.each(Object.keys(featureDoors))('features: %s', async (door) => {
    await holds(async (api, one) => {
      expect(await featureDoors[door]!(api)).toEqual(readable(one, 'Feature'))
    })
  })

  it.each(Object.keys(configDoors))('configs: %s', async (door) => {
    await holds(async (api, one) => {
      expect(await configDoors[door]!(api)).toEqual(readable(one, 'Config'))
    })
  })

  it('config trees contain exactly the readable values', async () => {
    await holds(async (api, one) => {
      const shown = JSON.stringify(await api.configs.tree())
      const expected = readable(one, 'Config')
      for (const id of ids) {
        const isCovered = ids.some((longer) => longer.startsWith(`${id}:`) && expected.includes(longer))
        if (!expected.includes(id)) expect(shown).not.toContain(`:"${id}"`)
        else if (!isCovered) expect(shown).toContain(`"${id.split(':').pop()}":"${id}"`)
      }
    })
  })

  it('counts, with a pattern and without', async () => {
    await holds(async (api, one) => {
      const all = readable(one, 'Feature')
      expect(await api.features.count()).toEqual({ count: all.length })
      const below = all.filter((id) => /^(a|b):/.test(id) && id !== 'a:bc')
      expect(await api.features.count({ pattern: 'a:*,b:*,!a:bc' })).toEqual({ count: below.length })
      expect((await api.features.list({ pattern: 'a:*,b:*,!a:bc', pageSize: 2 })).metadata.count).toBe(below.length)
    })
  })

  it('single reads and checks', async () => {
    await holds(async (api, one) => {
      const all = readable(one, 'Feature')
      for (const id of ids) {
        const code = all.includes(id) ? undefined : 'FORBIDDEN'
        const of = (call: Promise<unknown>) =>
          call.then(
            () => undefined,
            (error: { code: string }) => error.code,
          )
        expect(await of(api.features.get({ id }))).toBe(code)
        expect(await of(api.features.check({ id }))).toBe(code)
        expect(await of(api.features.checkWith({ id, body: {} }))).toBe(code)
      }
    })
  })
})

it('callers without rights in a domain cannot list it, and do not find its records', async () => {
  const api = box.as(holder([{ pattern: '*', domains: ['Script'] }]))
  await expect(api.features.list()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(api.configs.tree()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await api.search()).toEqual({ results: [] })
})
