import { describe, expect, it } from 'vitest'
import { importInto } from '../plans/box.fixture.ts'
import { growthBook } from './growthbook.ts'
import { sdkWith } from './sdk.fixture.ts'

type Case = readonly [name: string, payload: object, attributes: Record<string, unknown>, expected: unknown]

/** A feature `f` that is true for whom a condition holds. */
const when = (condition: unknown, savedGroups: object = {}) => ({
  features: { f: { defaultValue: false, rules: [{ condition, force: true }] } },
  savedGroups,
})

const feature = (definition: object, others: object = {}) => ({ features: { f: definition, ...others } })

/** Conditions on the attribute `a`, for which attributes they are true, and for which not. `undefined` is absent. */
const conditions: [condition: unknown, yes: unknown[], no: unknown[]][] = [
  ['FR', ['FR'], ['fr', 'DE', '', 7, null, undefined, true]],
  ['7', ['7', 7], ['7.0', '07', 8, null]],
  ['7.0', ['7.0'], [7, '7']],
  ['true', ['true', true], [false, 'TRUE', 1]],
  ['null', ['null', null, undefined], ['', 0]],
  ['', [''], [null, undefined, 0, false]],
  [7, [7, '7', '7.0'], [8, 'seven', null, true]],
  [0, [0, '0', '', false, null, undefined], [1, 'x', true]],
  [1, [1, '1', true], [0, null, 'x']],
  [true, [true, 1, 'x', '0', 'false'], [false, 0, '', null, undefined]],
  [false, [false, 0, ''], [true, 1, 'x', '0', null, undefined]],
  [null, [null, undefined], ['', 0, false]],
  [{ $eq: 'a' }, ['a'], ['A', null, undefined, 1]],
  [{ $eq: 7 }, [7], ['7', 8, null]],
  [{ $eq: '7' }, ['7'], [7, null]],
  [{ $eq: true }, [true], [1, 'true', false, undefined]],
  [{ $eq: null }, [null, undefined], ['null', 0]],
  [{ $ne: 'a' }, ['b', 1, null, undefined], ['a']],
  [{ $ne: 7 }, ['7', 8, null], [7]],
  [{ $ne: null }, ['a', 0, false], [null, undefined]],
  [{ $in: ['a', 'b', 7] }, ['a', 'b', 7, ['x', 'a'], [7]], ['c', '7', null, undefined, ['c'], []]],
  [{ $in: ['a', null] }, ['a', null, undefined], ['b']],
  [{ $in: [] }, [], ['a', null]],
  [{ $in: 'a' }, [], ['a']],
  [{ $nin: ['a', 7] }, ['b', '7', null, undefined, ['b'], []], ['a', 7, ['a', 'b']]],
  [{ $nin: 'a' }, [], ['a', 'b']],
  [{ $ini: ['Ann'] }, ['ANN', 'ann', ['x', 'aNN']], ['bob', null]],
  [{ $nini: ['Ann'] }, ['bob', null], ['ANN', ['ann']]],
  [{ $gt: 18 }, [19, 18.5, '19'], [18, 17, '18', null, undefined, 'x', true, '']],
  [{ $gte: 18 }, [18, '18', 20], [17, null, undefined]],
  [{ $lt: 18 }, [17, '17', -1, null, undefined, true, false, ''], [18, 'x']],
  [{ $lte: 18 }, [18, '18', null, undefined], [18.5, 'x']],
  [{ $lt: 0 }, [-1, '-0.5'], [0, null, undefined, false]],
  [{ $lte: 0 }, [0, null, undefined, false, ''], [1, true, 0.5]],
  [{ $gt: -1 }, [0, null, undefined, '', true], [-1, -2, 'x']],
  [{ $gt: '10' }, ['11', 11], ['1', 9, null]],
  [{ $lt: '2026-05-01T00:00:00.000Z' }, ['2026-04-30T23:59:59.999Z'], ['2026-05-01T00:00:00.000Z', null, undefined, 7]],
  [
    { $gte: '2026-05-01T00:00:00.000Z' },
    ['2026-05-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['2026-04-30T23:59:59.000Z', null],
  ],
  [{ $gt: 10, $lt: 20 }, [11, '19'], [10, 20, null]],
  [{ $exists: true }, ['', 0, false, [], {}], [null, undefined]],
  [{ $exists: false }, [null, undefined], ['', 0]],
  [{ $regex: '^shop-\\d+' }, ['shop-7', 'shop-12.eu'], ['a shop-7', 'SHOP-7', null, undefined]],
  [{ $regex: 'nu' }, ['nut', null, undefined], ['x', true]],
  [{ $regex: 'e$' }, ['be', true, false], ['x', null]],
  [{ $regex: '/a/' }, ['x/a/b'], ['a']],
  [{ $regex: '(' }, [], ['(', 'a', null]],
  [{ $regexi: '^SHOP' }, ['shop-7', 'Shop'], ['a shop']],
  [{ $not: { $regex: '^a' } }, ['b', null, undefined], ['a', 'ab']],
  [{ $not: { $in: ['a'] } }, ['b', undefined], ['a', ['a']]],
  [{ $not: 'a' }, ['b', undefined], ['a']],
  [{ $size: 2 }, [['a', 'b']], [['a'], [], ['a', 'b', 'c'], 'ab', null]],
  [{ $size: 0 }, [[]], [['a'], '', 0, null, undefined]],
  [
    { $size: { $gt: 1 } },
    [
      ['a', 'b'],
      ['a', 'b', 'c'],
    ],
    [['a'], [], 'abc'],
  ],
  [{ $size: { $lte: 1 } }, [['a'], []], [['a', 'b'], 'a', undefined]],
  [{ $elemMatch: { $eq: 'a' } }, [['b', 'a']], [['b'], 'a', null, []]],
  [{ $elemMatch: { $gt: 10 } }, [[1, 11]], [[1, 10], 11, []]],
  [{ $elemMatch: { $regex: '^a' } }, [['b', 'ab']], [['b'], 'ab']],
  [{ $all: ['a', 'b'] }, [['b', 'c', 'a']], [['a'], 'a', null, []]],
  [{ $alli: ['A'] }, [['x', 'a']], [['b'], 'a']],
  [{ $all: [] }, [['a'], []], ['a', null]],
  [{ $type: 'string' }, ['a', ''], [1, null, ['a'], true, undefined]],
  [{ $type: 'number' }, [1, 0, -1.5], ['1', '2026-01-01', null, [1]]],
  [{ $type: 'boolean' }, [true, false], ['true', 1, null]],
  [{ $type: 'null' }, [null, undefined], ['', 0]],
  [{ $type: 'array' }, [['a'], []], ['a', 1, null, true]],
  [{ $veq: '1.2.3' }, ['1.2.3', 'v1.2.3', '1.2.3+7'], ['1.2.4', '1.2.3-rc.1', null]],
  [{ $vne: '1.2.3' }, ['1.2.4', null, undefined], ['1.2.3']],
  [{ $vgt: '1.2.3' }, ['1.2.4', '1.10.0', '10.0.0', '1.2.4-rc.1'], ['1.2.3', '1.2.3-rc.1', '1.2.0', null, undefined]],
  [{ $vgte: '1.2.3' }, ['1.2.3', '2.0.0'], ['1.2.3-rc.1', '1.2.2', undefined]],
  [{ $vlt: '1.2.3' }, ['1.2.2', '1.2.3-rc.1', null, undefined, true], ['1.2.3', '1.10.0']],
  [{ $vlte: '1.2.3-rc.2' }, ['1.2.3-rc.2', '1.2.3-rc.1', '1.2.3-alpha'], ['1.2.3', '1.2.3-rc.10']],
  [{ $unknown: 1 }, [], ['a', 1]],
]

const operators: Case[] = conditions.flatMap(([condition, yes, no]) =>
  [...yes.map((a) => [a, true] as const), ...no.map((a) => [a, false] as const)].map(
    ([a, expected]): Case => [
      `${JSON.stringify(condition)} for ${JSON.stringify(a)}`,
      when({ a: condition }),
      { id: 'ann', ...(a !== undefined && { a }) },
      expected,
    ],
  ),
)

const ann = { id: 'ann', country: 'FR', plan: 'pro', age: 30, address: { city: 'Paris' } }

const combined: Case[] = [
  ['no condition', when({}), ann, true],
  ['all attributes', when({ country: 'FR', plan: 'pro' }), ann, true],
  ['not all attributes', when({ country: 'FR', plan: 'free' }), ann, false],
  ['$and', when({ $and: [{ country: 'FR' }, { age: { $gt: 18 } }] }), ann, true],
  ['$and of nothing', when({ $and: [] }), ann, true],
  ['$or', when({ $or: [{ country: 'DE' }, { plan: 'pro' }] }), ann, true],
  ['$or of nothing', when({ $or: [] }), ann, true],
  ['$nor', when({ $nor: [{ country: 'DE' }, { plan: 'free' }] }), ann, true],
  ['$nor of nothing', when({ $nor: [] }), ann, false],
  ['$not', when({ $not: { country: 'DE' } }), ann, true],
  ['$not beside an attribute', when({ plan: 'free', $not: { country: 'DE' } }), ann, false],
  ['a path', when({ 'address.city': 'Paris' }), ann, true],
  ['a path into nothing', when({ 'address.street.name': { $exists: false } }), ann, true],
  ['an item by its index', when({ 'tags.1': 'b' }), { id: 'ann', tags: ['a', 'b'] }, true],
  ['an id that is a number', when({ id: 7 }), { id: 7 }, true],
  ['an id that is a text of a number', when({ id: { $eq: '7' } }), { id: 7 }, false],
  ['an id among texts', when({ id: { $in: ['ann', 'bob'] } }), ann, true],
  ['a group', when({ id: { $inGroup: 'g' } }, { g: ['ann', 'bob'] }), ann, true],
  ['a group without the client', when({ id: { $inGroup: 'g' } }, { g: ['bob'] }), ann, false],
  ['not in a group', when({ id: { $notInGroup: 'g' } }, { g: ['bob'] }), ann, true],
  ['a group that does not exist', when({ id: { $inGroup: 'g' } }), ann, false],
  ['not in a group that does not exist', when({ id: { $notInGroup: 'g' } }), ann, true],
  ['a group of numbers', when({ age: { $inGroup: 'g' } }, { g: [30, 31] }), ann, true],
  [
    'one group for two attributes',
    when({ $and: [{ id: { $inGroup: 'g' } }, { plan: { $inGroup: 'g' } }] }, { g: ['ann', 'pro'] }),
    ann,
    true,
  ],
  [
    'a list as saved group',
    when({ $savedGroup: { id: 'g' } }, { g: { type: 'list', attributeKey: 'plan', values: ['pro'] } }),
    ann,
    true,
  ],
  [
    'a condition as saved group',
    when({ $savedGroup: { id: 'g' } }, { g: { type: 'condition', condition: { country: 'FR' } } }),
    ann,
    true,
  ],
  [
    'not in a saved group',
    when({ $not: { $savedGroup: { id: 'g' } } }, { g: { type: 'condition', condition: { country: 'FR' } } }),
    ann,
    false,
  ],
  [
    'a saved group in a saved group',
    when(
      { $savedGroup: { id: 'g' } },
      {
        g: { type: 'condition', condition: { plan: 'pro', $savedGroup: { id: 'h' } } },
        h: { type: 'list', attributeKey: 'country', values: ['FR'] },
      },
    ),
    ann,
    true,
  ],
]

const none = { condition: { country: 'DE' } }
const rules: Case[] = [
  ['the default value', feature({ defaultValue: true }), ann, true],
  ['no default value', feature({}), ann, null],
  ['no rules', feature({ defaultValue: 'a', rules: [] }), ann, 'a'],
  ['the first rule', feature({ defaultValue: 0, rules: [{ force: 1 }, { force: 2 }] }), ann, 1],
  ['the second rule', feature({ defaultValue: 0, rules: [{ ...none, force: 1 }, { force: 2 }] }), ann, 2],
  ['a value of null', feature({ defaultValue: 'a', rules: [{ force: null }] }), ann, null],
  ['an object', feature({ defaultValue: {}, rules: [{ force: { a: [1] } }] }), ann, { a: [1] }],
  ['values of several types', feature({ defaultValue: 'a', rules: [{ force: 7 }] }), ann, 7],
  ['a coverage of 0', feature({ defaultValue: false, rules: [{ force: true, coverage: 0 }] }), ann, false],
  ['a coverage of 1', feature({ defaultValue: false, rules: [{ force: true, coverage: 1 }] }), ann, true],
  [
    'a coverage of 1 without the attribute',
    feature({ defaultValue: false, rules: [{ force: true, coverage: 1, hashAttribute: 'team' }] }),
    ann,
    false,
  ],
  [
    'a coverage without the attribute',
    feature({ defaultValue: 'a', rules: [{ force: 'b', coverage: 0.5, hashAttribute: 'team' }, { force: 'c' }] }),
    ann,
    'c',
  ],
  [
    'a coverage before another rule',
    feature({
      defaultValue: false,
      rules: [
        { force: true, coverage: 0 },
        { force: true, condition: { plan: 'pro' } },
      ],
    }),
    ann,
    true,
  ],
  [
    'false for nobody by default',
    feature({ defaultValue: true, rules: [{ force: false, coverage: 0.5, hashAttribute: 'team' }] }),
    ann,
    true,
  ],
  ['a range of everything', feature({ defaultValue: 0, rules: [{ force: 1, range: [0, 1] }] }), ann, 1],
  ['a range of nothing', feature({ defaultValue: 0, rules: [{ force: 1, range: [0.5, 0.5] }] }), ann, 0],
  [
    'an experiment with one weight',
    feature({ defaultValue: 'd', rules: [{ variations: ['a', 'b'], weights: [0, 1] }] }),
    ann,
    'b',
  ],
  [
    'an experiment with a coverage of 0',
    feature({ defaultValue: 'd', rules: [{ variations: ['a', 'b'], coverage: 0 }] }),
    ann,
    'd',
  ],
  [
    'an experiment without its attribute',
    feature({ defaultValue: 'd', rules: [{ variations: ['a', 'b'], hashAttribute: 'team' }] }),
    ann,
    'd',
  ],
  ['an experiment for nobody', feature({ defaultValue: 'd', rules: [{ ...none, variations: ['a', 'b'] }] }), ann, 'd'],
  [
    'an experiment with one variation',
    feature({ defaultValue: 'd', rules: [{ variations: ['a'] }, { force: 'e' }] }),
    ann,
    'e',
  ],
  [
    'ranges of variations',
    feature({
      defaultValue: 'd',
      rules: [
        {
          variations: ['a', 'b'],
          ranges: [
            [0, 0],
            [0, 1],
          ],
        },
      ],
    }),
    ann,
    'b',
  ],
  [
    'a variation that passes through',
    feature({
      defaultValue: 'd',
      rules: [{ variations: ['a', 'b'], weights: [0, 1], meta: [{}, { passthrough: true }] }, { force: 'e' }],
    }),
    ann,
    'e',
  ],
  [
    'filters of nobody',
    feature({ defaultValue: 'd', rules: [{ force: 'e', filters: [{ seed: 's', hashVersion: 2, ranges: [[0, 0]] }] }] }),
    ann,
    'd',
  ],
  [
    'filters of everybody',
    feature({ defaultValue: 'd', rules: [{ force: 'e', filters: [{ seed: 's', hashVersion: 2, ranges: [[0, 1]] }] }] }),
    ann,
    'e',
  ],
  [
    'a namespace of nobody',
    feature({ defaultValue: 'd', rules: [{ variations: ['a', 'b'], weights: [1, 0], namespace: ['n', 0, 0] }] }),
    ann,
    'd',
  ],
  [
    'a namespace of everybody',
    feature({ defaultValue: 'd', rules: [{ variations: ['a', 'b'], weights: [1, 0], namespace: ['n', 0, 1] }] }),
    ann,
    'a',
  ],
]

const needs = (condition: object, more: object = {}) => ({
  defaultValue: 'd',
  rules: [{ parentConditions: [{ id: 'p', condition, ...more }], force: 'e' }],
})
const gated = (condition: object) => needs(condition, { gate: true })
const boolean = { defaultValue: false, rules: [{ condition: { plan: 'pro' }, force: true }] }
const text = { defaultValue: 'red', rules: [{ condition: { plan: 'pro' }, force: 'green' }] }

const prerequisites: Case[] = [
  ['a prerequisite that passes', feature(needs({ value: true }), { p: boolean }), ann, 'e'],
  ['a prerequisite that does not pass', feature(needs({ value: true }), { p: boolean }), { id: 'bob' }, 'd'],
  ['a prerequisite of false', feature(needs({ value: false }), { p: boolean }), { id: 'bob' }, 'e'],
  ['a gate that passes', feature(gated({ value: true }), { p: boolean }), ann, 'e'],
  ['a gate that does not pass', feature(gated({ value: true }), { p: boolean }), { id: 'bob' }, null],
  [
    'a gate after a rule',
    feature(
      { defaultValue: 'd', rules: [{ condition: { id: 'bob' }, force: 'x' }, ...gated({ value: true }).rules] },
      { p: boolean },
    ),
    { id: 'bob' },
    'x',
  ],
  ['a prerequisite that does not exist', feature(needs({ value: true })), ann, 'd'],
  ['a prerequisite that must not exist', feature(needs({ value: null })), ann, 'e'],
  ['a gate that does not exist', feature(gated({ value: { $exists: true } })), ann, null],
  ['a prerequisite with a text', feature(needs({ value: 'green' }), { p: text }), ann, 'e'],
  ['a prerequisite with another text', feature(needs({ value: { $in: ['red', 'blue'] } }), { p: text }), ann, 'd'],
  ['a prerequisite with any text', feature(needs({ value: { $ne: 'x' } }), { p: text }), ann, 'e'],
  [
    'a prerequisite of a prerequisite',
    feature(needs({ value: 'e' }), {
      p: {
        ...needs({ value: true }),
        rules: [{ parentConditions: [{ id: 'q', condition: { value: true } }], force: 'e' }],
      },
      q: boolean,
    }),
    ann,
    'e',
  ],
  [
    'a prerequisite that has no value',
    feature(needs({ value: { $exists: false } }), {
      p: {
        defaultValue: 'x',
        rules: [{ parentConditions: [{ id: 'q', condition: { value: true }, gate: true }], force: 'y' }],
      },
      q: boolean,
    }),
    { id: 'bob' },
    'e',
  ],
  [
    'a prerequisite that is an experiment',
    feature(needs({ value: 'b' }), { p: { defaultValue: 'a', rules: [{ variations: ['a', 'b'], weights: [0, 1] }] } }),
    ann,
    'e',
  ],
]

describe.each([
  ['operators', operators],
  ['conditions', combined],
  ['rules', rules],
  ['prerequisites', prerequisites],
] as const)('GrowthBook: %s', (_, cases) => {
  it.each(cases)('%s', async (_, payload, attributes, expected) => {
    const theirs = sdkWith(payload)
    const { ask } = await importInto(growthBook, payload)
    expect(theirs('f', attributes)).toEqual(expected)
    expect(ask('f', attributes)).toEqual(expected)
  })
})
