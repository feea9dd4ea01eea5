import type { LDContext } from '@launchdarkly/node-server-sdk'
import { expect, it } from 'vitest'
import { importInto } from '../plans/box.fixture.ts'
import { type Chance, chance } from '../plans/chance.fixture.ts'
import { launchDarkly } from './launchdarkly.ts'
import { sdkWith, toContext } from './sdk.fixture.ts'

const FLAGS = 12
const SEGMENTS = 5
const CONTEXTS = 25

const texts = ['', 'a', 'b', 'ab', 'Ab', '7', '7.0', '18', 'true', '1.2.3', '2.0', '2026-05-01T12:00:00Z', 'a/b']
const numbers = [0, 1, 7, 18, -3, 1.5, 1_777_636_800_000]
const scalars = [...texts, ...numbers, true, false]
const names = ['a', 'b', 'id', 'anonymous', 'key', 'kind', '/o/p', '/o', '/a~1b', '/', 'a//b'] as const
const kinds = [undefined, 'user', 'user', 'user', 'device']
const keys = ['ann', 'bob', '7', 'eve']
const ops = [
  ...['in', 'in', 'in', 'startsWith', 'endsWith', 'contains', 'matches', 'lessThan', 'lessThanOrEqual'],
  ...['greaterThan', 'greaterThanOrEqual', 'before', 'after', 'semVerEqual', 'semVerLessThan', 'semVerGreaterThan'],
  ...['segmentMatch', 'segmentMatch', 'other'],
]
const patterns = ['^a', 'b$', '7', '.', '^$', '(', 'a|7']

/** Lists have items of one type: lists that mix numbers and texts of numbers are compared item by item only in part. */
function value({ one, isLucky, list }: Chance): unknown {
  if (isLucky(0.1)) return null
  if (isLucky(0.85)) return one(scalars)
  return isLucky(0.5) ? list(3, () => one(texts)) : list(3, () => one(numbers))
}

function clause(random: Chance, segments: readonly string[]): object {
  const { one, isLucky, list } = random
  const op = one(ops)
  const values =
    op === 'segmentMatch'
      ? list(2, () => one([...segments, 'none']), 1)
      : op === 'matches'
        ? list(2, () => one(patterns))
        : list(3, () => one(scalars))
  const negate = isLucky(0.3)
  if (op === 'segmentMatch') return { op, values, negate }
  const contextKind = one(kinds)
  const attribute = one(names.filter((name) => name !== 'kind' || op === 'in'))
  const valid = contextKind === undefined || !['/', 'a//b'].includes(attribute) ? attribute : 'a'
  return { attribute: valid, op, values, negate, ...(contextKind && { contextKind }) }
}

const clauses = (random: Chance, segments: readonly string[]) => random.list(3, () => clause(random, segments))

/** Rollouts of everything, because others depend on the hash. */
function decision({ one, below, isLucky }: Chance, count: number): object {
  const variation = below(count)
  if (isLucky(0.8)) return { variation }
  const contextKind = one(kinds)
  return {
    rollout: {
      variations: [
        { variation: below(count), weight: 0 },
        { variation, weight: 100_000 },
      ],
      ...(contextKind && { contextKind }),
      ...(isLucky(0.3) && { bucketBy: 'a' }),
    },
  }
}

function segment(random: Chance, later: readonly string[]): object {
  const { one, isLucky, list } = random
  const some = () => (isLucky(0.4) ? list(2, () => one(keys)) : [])
  const contexts = () =>
    isLucky(0.2) ? [{ contextKind: one(['user', 'device']), values: list(2, () => one(keys)) }] : []
  return {
    included: some(),
    excluded: some(),
    includedContexts: contexts(),
    excludedContexts: contexts(),
    rules: list(2, () => ({ clauses: clauses(random, later), ...(isLucky(0.2) && { weight: one([0, 100_000]) }) })),
  }
}

const variationLists = [
  [true, false],
  [false, true],
  ['a', 'b', 'c'],
  [1, 2],
  [{ a: 1 }, {}],
  [true, 'x', 3],
]

function flag(random: Chance, later: readonly string[], segments: readonly string[]): object {
  const { one, below, isLucky, list } = random
  const variations = one(variationLists)
  const count = variations.length
  const target = (kind?: string) => ({
    values: list(2, () => one(keys)),
    variation: below(count),
    ...(kind && { contextKind: kind }),
  })
  return {
    on: isLucky(0.85),
    variations,
    offVariation: below(count),
    fallthrough: decision(random, count),
    targets: isLucky(0.3) ? list(2, () => target()) : [],
    contextTargets: isLucky(0.2) ? list(2, () => target(one(['user', 'device']))) : [],
    rules: list(3, () => ({ id: 'r', clauses: clauses(random, segments), ...decision(random, count) })),
    prerequisites: isLucky(0.3) && later.length > 0 ? list(2, () => ({ key: one(later), variation: below(2) })) : [],
  }
}

function single(random: Chance): Record<string, unknown> {
  const { one, isLucky } = random
  const context: Record<string, unknown> = { key: one(keys) }
  for (const name of ['a', 'b', '/o/p', 'a/b', '/']) if (isLucky(0.5)) context[name] = value(random)
  if (isLucky(0.2)) context.id = one(texts)
  if (isLucky(0.3)) context.anonymous = isLucky(0.5)
  if (isLucky(0.3)) context.o = isLucky(0.7) ? { p: value(random) } : value(random)
  return context
}

function contextOf(random: Chance): Record<string, unknown> {
  const kind = random.one(['user', 'user', 'device', 'multi'])
  if (kind !== 'multi') return { ...single(random), kind }
  return { kind, user: single(random), device: single(random) }
}

it.each(Array.from({ length: 20 }, (_, seed) => [seed]))(
  'generated flags have the values of the SDK (%i)',
  async (seed) => {
    const random = chance(seed)
    const segmentKeys = Array.from({ length: SEGMENTS }, (_, i) => `s${i}`)
    const flagKeys = Array.from({ length: FLAGS }, (_, i) => `f${i}`)
    const data = {
      segments: Object.fromEntries(segmentKeys.map((key, i) => [key, segment(random, segmentKeys.slice(i + 1))])),
      flags: Object.fromEntries(flagKeys.map((key, i) => [key, flag(random, flagKeys.slice(i + 1), segmentKeys)])),
    }
    const theirs = await sdkWith(data)
    const { ask } = await importInto(launchDarkly, data)
    for (let i = 0; i < CONTEXTS; i++) {
      const context = contextOf(random)
      for (const key of flagKeys) {
        const expected = await theirs(key, context as unknown as LDContext)
        const asked = JSON.stringify({ context, flag: data.flags[key] })
        expect([asked, ask(key, toContext(context))]).toEqual([asked, expected])
      }
    }
  },
)
