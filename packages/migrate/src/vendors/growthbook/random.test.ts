import { expect, it } from 'vitest'
import { importInto } from '../plans/box.fixture.ts'
import { type Chance, chance } from '../plans/chance.fixture.ts'
import { growthBook } from './growthbook.ts'
import { sdkWith } from './sdk.fixture.ts'

const FEATURES = 12
const CONTEXTS = 25

const texts = ['', 'a', 'b', 'ab', 'Ab', '7', '7.0', '18', 'true', 'null']
const numbers = [0, 1, 7, 18, -3, 1.5]
const scalars = [...texts, ...numbers, true, false, null]
const versions = ['1.2.3', '1.2.3-rc.1', '1.10.0', '2.0.0', '0.0.1']
const patterns = ['^a', 'b$', 'nul', '^$', '(', 'a|7', 'e']
const groups = ['list', 'numbers', 'v2', 'condition', 'unknown']

/** Scalars, lists and versions, each with the operators that are for them. Bounds are no texts, which are numbers here. */
const attributes = ['s', 't', 'id', 'o.p', 'l', 'v'] as const

function operator(random: Chance, attribute: string): object {
  const { one, list, isLucky } = random
  const some = () => list(3, () => one(scalars))
  const listed = [
    () => ({ $in: some() }),
    () => ({ $nin: some() }),
    () => ({ $exists: isLucky(0.5) }),
    () => ({ $inGroup: one(groups) }),
    () => ({ $notInGroup: one(groups.filter((group) => group !== 'condition')) }),
  ]
  if (attribute === 'v') {
    const name = one(['$veq', '$vne', '$vgt', '$vgte', '$vlt', '$vlte'])
    return { [name]: one(versions) }
  }
  if (attribute === 'l')
    return one([
      ...listed,
      () => ({ $size: one([0, 1, 2, { $gt: 1 }, { $lte: 1 }, { $ne: 0 }]) }),
      () => ({ $elemMatch: one([{ $eq: 'a' }, { $in: ['a', 'b'] }, { $regex: '^a' }]) }),
      () => ({ $all: list(2, () => one(['a', 'b', 'ab'])) }),
      () => ({ $alli: list(2, () => one(['A', 'b'])) }),
      () => ({ $type: one(['array', 'null', 'undefined']) }),
    ])()
  return one([
    ...listed,
    () => ({ $eq: one(scalars) }),
    () => ({ $ne: one(scalars) }),
    () => ({ [one(['$gt', '$gte', '$lt', '$lte'])]: one(numbers) }),
    () => ({ $gt: one(numbers), $lte: one(numbers) }),
    () => ({ $ini: list(2, () => one(texts)) }),
    () => ({ $nini: list(2, () => one(texts)) }),
    () => ({ $type: one(['string', 'number', 'boolean', 'null']) }),
    () => ({ $not: isLucky(0.5) ? one(scalars) : operator(random, attribute) }),
  ])()
}

/** Expressions compare attributes that are texts: numbers are no texts here. */
const leaf = (random: Chance): object => {
  const { one, isLucky } = random
  const attribute = one(attributes)
  if (attribute === 't')
    return { t: isLucky(0.5) ? { [one(['$regex', '$regexi'])]: one(patterns) } : { $not: { $regex: one(patterns) } } }
  if (attribute !== 'l' && attribute !== 'v' && isLucky(0.4)) return { [attribute]: one(scalars) }
  return { [attribute]: operator(random, attribute) }
}

function condition(random: Chance, level = 0): object {
  const { one, isLucky, list } = random
  if (level > 2 || isLucky(0.5)) return Object.assign({}, ...list(2, () => leaf(random), 1))
  const several = () => list(2, () => condition(random, level + 1))
  return one([
    () => ({ $and: several() }),
    () => ({ $or: several() }),
    () => ({ $nor: several() }),
    () => ({ $not: condition(random, level + 1) }),
    () => ({ $savedGroup: { id: one(groups) } }),
    () => ({ $not: { $savedGroup: { id: one(groups) } } }),
  ])()
}

const valueLists: readonly (readonly unknown[])[] = [
  [true, false],
  ['a', 'b', 'c'],
  [1, 2],
  [{ a: 1 }, {}],
  [true, 'x', 3],
]
const passed = [
  true,
  false,
  'a',
  1,
  { $ne: 'a' },
  { $exists: true },
  { $in: ['a', 1, true] },
  { $exists: false },
  null,
  { $ne: false },
]

/** Shares of everybody or nobody, because others depend on the hash. */
function rule(random: Chance, values: readonly unknown[], later: readonly string[]): object {
  const { one, isLucky, list } = random
  const common = {
    ...(isLucky(0.7) && { condition: condition(random) }),
    ...(isLucky(0.25) &&
      later.length > 0 && {
        parentConditions: list(2, () => ({
          id: one([...later, 'unknown']),
          condition: { value: one(passed) },
          ...(isLucky(0.3) && { gate: true }),
        })),
      }),
    ...(isLucky(0.2) && { hashAttribute: one(['id', 't']) }),
    ...(isLucky(0.1) && {
      filters: [
        {
          seed: 's',
          hashVersion: 2,
          ranges: [
            one([
              [0, 0],
              [0, 1],
            ]),
          ],
        },
      ],
    }),
  }
  if (isLucky(0.7)) return { ...common, force: one(values), ...(isLucky(0.2) && { coverage: one([0, 1]) }) }
  return {
    ...common,
    key: one(['e1', 'e2']),
    variations: [one(values), one(values)],
    weights: one([
      [0, 1],
      [1, 0],
    ]),
    ...(isLucky(0.2) && { coverage: one([0, 1]) }),
    ...(isLucky(0.1) && { namespace: ['n', 0, one([0, 1])] }),
    ...(isLucky(0.1) && { meta: [{ name: 'first' }, { passthrough: true }] }),
  }
}

function contextOf(random: Chance): Record<string, unknown> {
  const { one, isLucky, list } = random
  return {
    ...(isLucky(0.9) && { id: one(['ann', 'bob', 'a', 7]) }),
    ...(isLucky(0.8) && { s: one(scalars) }),
    ...(isLucky(0.8) && { t: one([...texts, null].filter((text) => text !== '')) }),
    ...(isLucky(0.6) && { o: isLucky(0.8) ? { p: one(scalars) } : one(scalars) }),
    ...(isLucky(0.8) && { l: isLucky(0.8) ? list(3, () => one(['a', 'b', 'ab', 'A', ''])) : one([...scalars, null]) }),
    ...(isLucky(0.8) && { v: one([...versions, null, '']) }),
  }
}

it.each(Array.from({ length: 20 }, (_, seed) => [seed]))(
  'generated features have the values of the SDK (%i)',
  async (seed) => {
    const random = chance(seed)
    const keys = Array.from({ length: FEATURES }, (_, i) => `f${i}`)
    const savedGroups = {
      list: ['a', 'ann', '7'],
      numbers: [1, 7],
      v2: { type: 'list', attributeKey: 's', values: ['a', 'b'] },
      condition: { type: 'condition', condition: leaf(random) },
    }
    const features = Object.fromEntries(
      keys.map((key, i) => {
        const values = random.one(valueLists)
        const rules = random.list(3, () => rule(random, values, keys.slice(i + 1)))
        return [key, { defaultValue: random.one(values), rules }]
      }),
    )
    const payload = { features, savedGroups }
    const theirs = sdkWith(payload)
    const { ask, converted } = await importInto(growthBook, payload)
    const isFeature = new Set(converted.features.map(({ id }) => id))
    for (let i = 0; i < CONTEXTS; i++) {
      const context = contextOf(random)
      for (const key of keys) {
        const asked = JSON.stringify({ context, feature: features[key], savedGroups })
        const value = theirs(key, context)
        expect([asked, ask(key, context)]).toEqual([asked, isFeature.has(key) ? value === true : value])
      }
    }
  },
)
