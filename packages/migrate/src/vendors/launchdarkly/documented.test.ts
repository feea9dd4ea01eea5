import type { LDContext } from '@launchdarkly/node-server-sdk'
import { describe, expect, it } from 'vitest'
import { importInto } from '../plans/box.fixture.ts'
import { launchDarkly } from './launchdarkly.ts'
import { type SdkData, sdkWith, toContext } from './sdk.fixture.ts'

type Case = readonly [name: string, data: SdkData, context: Record<string, unknown>, expected: unknown]

const ON = { variation: 0 }
const OFF = { variation: 1 }

/** A boolean flag `f`, on for whom its members say so. */
const flag = (
  members: object,
  others: Record<string, object> = {},
  segments: Record<string, object> = {},
): SdkData => ({
  flags: { f: { on: true, variations: [true, false], offVariation: 1, fallthrough: OFF, ...members }, ...others },
  segments,
})

/** A flag `f` that is on for contexts for which all clauses are true. */
const when = (...clauses: object[]): SdkData => flag({ rules: [{ id: 'r', ...ON, clauses }] })

const clause = (attribute: string, op: string, values: readonly unknown[], more: object = {}) => ({
  attribute,
  op,
  values,
  contextKind: 'user',
  ...more,
})

const inSegment = (segment: object, more: object = {}): SdkData =>
  flag({ rules: [{ id: 'r', ...ON, clauses: [{ op: 'segmentMatch', values: ['s'], ...more }] }] }, {}, { s: segment })

const ann = { kind: 'user', key: 'ann' }
const withAttributes = (attributes: object) => ({ ...ann, ...attributes })

/** Clauses on the attribute `a` of a user: an operator, its values, and for which attributes it is true. */
const operators: [string, unknown[], yes: unknown[], no: unknown[]][] = [
  ['in', ['FR', 'BE'], ['FR', 'BE', ['DE', 'FR']], ['fr', 'DE', '', ['DE'], [], null, 7]],
  ['in', [7], [7, 7.0, [1, 7]], ['7', 8, true, ['7', '8']]],
  ['in', ['7'], ['7', ['7']], [7, '7.0', '07']],
  ['in', [true], [true, [true]], [false, 'true', 1]],
  ['in', ['a', 1, false], ['a', 1, false], ['1', 'false', true, 0]],
  ['startsWith', ['shop-', 'store-'], ['shop-7', 'store-1'], ['a shop-7', 'Shop-7', 7, '']],
  ['endsWith', ['@shop.example'], ['ann@shop.example', ['x', 'b@shop.example']], ['ann@shop.example.org', 7]],
  ['contains', ['Pad'], ['iPad Pro', 'Pad'], ['ipad', 7, null]],
  ['matches', ['^shop-\\d+$'], ['shop-7', ['x', 'shop-1']], ['shop-', 'a shop-7', 7]],
  ['matches', ['b|c'], ['abd', 'c'], ['a']],
  ['matches', ['['], [], ['[', 'a']],
  ['matches', ['^\\w+\\/\\d{2}$', 'é'], ['a/12', 'été'], ['a/1']],
  ['lessThan', [18], [17, -1, 17.99], [18, 19, '17', true, null, []]],
  ['lessThanOrEqual', [18], [18, 17], [18.01, '18']],
  ['greaterThan', [18], [19, 18.5], [18, '19', '2030-01-01T00:00:00Z', false]],
  ['greaterThanOrEqual', [18], [18, 19], [17, '18']],
  ['lessThan', [5, 10], [4, 7], [10]],
  ['greaterThan', [0], [0.5, [0, 1]], [0, [-1, 0], []]],
  [
    'before',
    ['2026-05-01T12:00:00Z'],
    ['2026-05-01T11:59:59Z', 1_700_000_000_000],
    ['2026-05-01T12:00:00Z', 'soon', true],
  ],
  [
    'before',
    ['2026-05-01T12:00:00Z'],
    ['2026-05-01T13:00:00+02:00'],
    ['2026-04-01', '2026-04-01T00:00:00', '2026-04-01 00:00:00Z'],
  ],
  ['after', [1_777_636_800_000], [1_777_636_800_001, '2026-05-01T12:00:00.001Z'], [1_777_636_800_000, '1777636800001']],
  ['after', ['2026-05-01T14:00:00+02:00', 'never'], ['2026-05-01T12:00:01Z'], ['2026-05-01T12:00:00Z']],
  ['semVerEqual', ['2.0.0'], ['2.0.0', '2.0', '2', '2.0.0+7'], ['2.0.1', '2.0.0-rc.1', 2, 'v2.0.0', 'two']],
  ['semVerLessThan', ['2.0.0'], ['1.9.9', '2.0.0-rc.1', '1'], ['2.0.0', '2.1', 1, '01.0.0']],
  ['semVerGreaterThan', ['2.0.0'], ['2.0.1', '2.0.1-alpha', '3', '10.0.0'], ['2.0.0', '2', '2.0.0-rc', 3]],
  ['semVerGreaterThan', ['2.0-rc.1'], ['2.0.0-rc.1.0', '2.0.0-rc.2', '2.0.0'], ['2.0.0-rc.1', '2.0.0-rc.0', '1']],
  ['unknown', ['a'], [], ['a', 7]],
]

const clauses: Case[] = operators.flatMap(([op, values, yes, no], i) =>
  [...yes.map((a) => [a, true] as const), ...no.map((a) => [a, false] as const)].flatMap(([a, expected]): Case[] => {
    const context = withAttributes({ a })
    const isNegated = a === null ? false : !expected
    const name = `${i}: ${op} ${JSON.stringify(values)} for ${JSON.stringify(a)}`
    return [
      [name, when(clause('a', op, values)), context, expected],
      [`${name}, negated`, when(clause('a', op, values, { negate: true })), context, isNegated],
    ]
  }),
)

const org = { kind: 'organization', key: 'acme' }
const both = { kind: 'multi', user: { key: 'ann' }, organization: { key: 'acme', plan: 'pro' } }

const contexts: Case[] = [
  ['a missing attribute', when(clause('a', 'in', ['x'])), ann, false],
  ['a missing attribute, negated', when(clause('a', 'in', ['x'], { negate: true })), ann, false],
  ['an empty list, negated', when(clause('a', 'in', ['x'], { negate: true })), withAttributes({ a: [] }), true],
  ['no values', when(clause('a', 'in', [])), withAttributes({ a: 'x' }), false],
  ['no values, negated', when(clause('a', 'in', [], { negate: true })), withAttributes({ a: 'x' }), true],
  ['the key of a user', when(clause('key', 'in', ['ann', 'bob'])), ann, true],
  ['the key of a user that is a number', when(clause('key', 'in', ['7'])), { kind: 'user', key: '7' }, true],
  ['a key and a number', when(clause('key', 'in', [7])), { kind: 'user', key: '7' }, false],
  ['a custom attribute named id', when(clause('id', 'in', ['x'])), withAttributes({ id: 'x' }), true],
  ['a custom attribute named id is not the key', when(clause('id', 'in', ['ann'])), ann, false],
  ['a reference', when(clause('/address/city', 'in', ['Paris'])), withAttributes({ address: { city: 'Paris' } }), true],
  [
    'a reference into nothing',
    when(clause('/address/city', 'in', ['Paris'])),
    withAttributes({ address: 'Paris' }),
    false,
  ],
  ['an escaped reference', when(clause('/a~1b/c~0d', 'in', ['x'])), withAttributes({ 'a/b': { 'c~d': 'x' } }), true],
  ['a reference of one step', when(clause('/a', 'in', ['x'])), withAttributes({ a: 'x' }), true],
  ['a name with a slash', when({ attribute: '/a', op: 'in', values: ['x'] }), withAttributes({ '/a': 'x' }), true],
  ['another kind', when(clause('plan', 'in', ['pro'], { contextKind: 'organization' })), both, true],
  ['another kind that is missing', when(clause('plan', 'in', ['pro'], { contextKind: 'organization' })), ann, false],
  ['the key of another kind', when(clause('key', 'in', ['acme'], { contextKind: 'organization' })), org, true],
  ['an attribute of the wrong kind', when(clause('plan', 'in', ['pro'])), both, false],
  ['kind in', when(clause('kind', 'in', ['organization'])), org, true],
  ['kind in, of several', when(clause('kind', 'in', ['user'])), both, true],
  ['kind not in', when(clause('kind', 'in', ['organization'], { negate: true })), ann, true],
  ['anonymous', when(clause('anonymous', 'in', [true])), withAttributes({ anonymous: true }), true],
  ['not anonymous by default', when(clause('anonymous', 'in', [false])), ann, true],
  ['anonymous of a missing kind', when(clause('anonymous', 'in', [false], { contextKind: 'device' })), ann, false],
  ['all clauses', when(clause('a', 'in', ['x']), clause('b', 'in', ['y'])), withAttributes({ a: 'x' }), false],
  ['no clauses', when(), ann, true],
]

const two = { variations: ['red', 'green', 'blue'], offVariation: 2, fallthrough: { variation: 0 } }
const flags: Case[] = [
  ['off', flag({ on: false, fallthrough: ON }), ann, false],
  ['off with a true variation', flag({ on: false, offVariation: 0 }), ann, true],
  ['fallthrough', flag({ fallthrough: ON }), ann, true],
  [
    'variations in the other order',
    flag({ variations: [false, true], fallthrough: { variation: 1 }, offVariation: 0 }),
    ann,
    true,
  ],
  ['a target', flag({ targets: [{ values: ['bob', 'ann'], variation: 0 }] }), ann, true],
  ['a target for somebody else', flag({ targets: [{ values: ['bob'], variation: 0 }] }), ann, false],
  [
    'the first of two targets',
    flag({
      targets: [
        { values: ['ann'], ...OFF },
        { values: ['ann'], ...ON },
      ],
    }),
    ann,
    false,
  ],
  [
    'a target before a rule',
    { ...flag({ targets: [{ values: ['ann'], ...OFF }], rules: [{ id: 'r', ...ON, clauses: [] }] }) },
    ann,
    false,
  ],
  [
    'a target of another kind',
    flag({ contextTargets: [{ contextKind: 'organization', values: ['acme'], ...ON }] }),
    both,
    true,
  ],
  [
    'targets of users among targets of other kinds',
    flag({
      targets: [{ values: ['ann'], ...OFF }],
      contextTargets: [
        { contextKind: 'user', values: [], ...OFF },
        { contextKind: 'organization', values: ['acme'], ...ON },
      ],
    }),
    both,
    false,
  ],
  [
    'targets of users that are not listed',
    flag({
      targets: [{ values: ['ann'], ...ON }],
      contextTargets: [{ contextKind: 'organization', values: ['b'], ...ON }],
    }),
    ann,
    false,
  ],
  [
    'the first rule',
    flag({
      rules: [
        { id: '1', ...OFF, clauses: [clause('a', 'in', ['x'])] },
        { id: '2', ...ON, clauses: [clause('a', 'in', ['x', 'y'])] },
      ],
    }),
    withAttributes({ a: 'x' }),
    false,
  ],
  [
    'a rollout of everything',
    flag({ fallthrough: { rollout: { variations: [{ variation: 0, weight: 100_000 }] } } }),
    ann,
    true,
  ],
  [
    'a rollout of nothing',
    flag({
      fallthrough: {
        rollout: {
          variations: [
            { variation: 0, weight: 0 },
            { variation: 1, weight: 100_000 },
          ],
        },
      },
    }),
    ann,
    false,
  ],
  [
    'a rollout whose weights leave something',
    flag({
      fallthrough: {
        rollout: {
          variations: [
            { variation: 1, weight: 0 },
            { variation: 0, weight: 0 },
          ],
        },
      },
    }),
    ann,
    true,
  ],
  [
    'a rollout without its kind',
    flag({
      fallthrough: {
        rollout: {
          contextKind: 'device',
          variations: [
            { variation: 0, weight: 1 },
            { variation: 1, weight: 99_999 },
          ],
        },
      },
    }),
    ann,
    true,
  ],
  [
    'a rollout by a missing attribute',
    flag({
      fallthrough: {
        rollout: {
          contextKind: 'user',
          bucketBy: 'team',
          variations: [
            { variation: 0, weight: 1 },
            { variation: 1, weight: 99_999 },
          ],
        },
      },
    }),
    ann,
    true,
  ],
  ['a text', { flags: { f: { on: true, ...two } } }, ann, 'red'],
  ['a text of a flag that is off', { flags: { f: { on: false, ...two } } }, ann, 'blue'],
  [
    'a text by a rule',
    { flags: { f: { on: true, ...two, rules: [{ id: 'r', variation: 1, clauses: [clause('a', 'in', ['x'])] }] } } },
    withAttributes({ a: 'x' }),
    'green',
  ],
  [
    'a text by a target',
    { flags: { f: { on: true, ...two, targets: [{ values: ['ann'], variation: 2 }] } } },
    ann,
    'blue',
  ],
  [
    'a number',
    { flags: { f: { on: true, variations: [1.5, 2], offVariation: 0, fallthrough: { variation: 1 } } } },
    ann,
    2,
  ],
  [
    'an object',
    { flags: { f: { on: true, variations: [{ a: [1] }, {}], offVariation: 1, fallthrough: { variation: 0 } } } },
    ann,
    { a: [1] },
  ],
  [
    'a list',
    { flags: { f: { on: true, variations: [[1], []], offVariation: 1, fallthrough: { variation: 0 } } } },
    ann,
    [1],
  ],
  [
    'mixed types',
    { flags: { f: { on: true, variations: [1, 'one', true], offVariation: 1, fallthrough: { variation: 0 } } } },
    ann,
    1,
  ],
  [
    'a text that looks like JSON',
    { flags: { f: { on: true, variations: ['{"a":1}', ''], offVariation: 1, fallthrough: { variation: 0 } } } },
    ann,
    '{"a":1}',
  ],
]

const required = (members: object): Record<string, object> => ({
  p: { on: true, variations: [true, false], offVariation: 1, fallthrough: { variation: 0 }, ...members },
})
const needs = (variation: number, members: object = {}) => ({
  fallthrough: ON,
  prerequisites: [{ key: 'p', variation }],
  ...members,
})
const colours = { variations: ['red', 'green', 'blue'], fallthrough: { variation: 1 } }

const prerequisites: Case[] = [
  ['a prerequisite that is met', flag(needs(0), required({})), ann, true],
  ['a prerequisite of the other variation', flag(needs(1), required({})), ann, false],
  ['a prerequisite that is off', flag(needs(0), required({ on: false })), ann, false],
  ['a prerequisite that is off, with the wanted variation', flag(needs(1), required({ on: false })), ann, false],
  ['a prerequisite that is false', flag(needs(1), required({ fallthrough: OFF })), ann, true],
  ['a prerequisite that does not exist', flag(needs(0)), ann, false],
  [
    'a prerequisite before targets',
    flag(needs(1, { targets: [{ values: ['ann'], ...ON }] }), required({})),
    ann,
    false,
  ],
  ['a prerequisite with a text', flag(needs(1), required(colours)), ann, true],
  ['a prerequisite with another text', flag(needs(0), required(colours)), ann, false],
  [
    'a prerequisite with a text by a rule',
    flag(needs(2), required({ ...colours, rules: [{ id: 'r', variation: 2, clauses: [clause('a', 'in', ['x'])] }] })),
    withAttributes({ a: 'x' }),
    true,
  ],
  [
    'a prerequisite of a prerequisite',
    flag(needs(0), {
      ...required({ prerequisites: [{ key: 'q', variation: 1 }] }),
      q: { on: true, variations: [true, false], offVariation: 1, fallthrough: { variation: 0 } },
    }),
    ann,
    false,
  ],
  [
    'a prerequisite that fails by its own prerequisite still has its off variation',
    flag(needs(1), {
      ...required({ prerequisites: [{ key: 'q', variation: 1 }] }),
      q: { on: true, variations: [true, false], offVariation: 1, fallthrough: { variation: 0 } },
    }),
    ann,
    true,
  ],
]

const segments: Case[] = [
  ['included', inSegment({ included: ['ann'] }), ann, true],
  ['excluded', inSegment({ excluded: ['ann'], rules: [{ clauses: [] }] }), ann, false],
  ['included and excluded', inSegment({ included: ['ann'], excluded: ['ann'] }), ann, true],
  ['by a rule', inSegment({ rules: [{ clauses: [clause('a', 'in', ['x'])] }] }), withAttributes({ a: 'x' }), true],
  ['by no rule', inSegment({ rules: [{ clauses: [clause('a', 'in', ['x'])] }] }), ann, false],
  ['not in a segment', inSegment({ included: ['bob'] }, { negate: true }), ann, true],
  ['a segment that does not exist', { ...inSegment({}), segments: {} }, ann, false],
  ['not in a segment that does not exist', { ...inSegment({}, { negate: true }), segments: {} }, ann, true],
  [
    'included by another kind',
    inSegment({ includedContexts: [{ contextKind: 'organization', values: ['acme'] }] }),
    both,
    true,
  ],
  [
    'included by another kind, and excluded as a user',
    inSegment({ includedContexts: [{ contextKind: 'organization', values: ['acme'] }], excluded: ['ann'] }),
    both,
    true,
  ],
  [
    'excluded by another kind',
    inSegment({ excludedContexts: [{ contextKind: 'organization', values: ['acme'] }], rules: [{ clauses: [] }] }),
    both,
    false,
  ],
  [
    'a segment in a segment',
    {
      ...inSegment({ rules: [{ clauses: [{ op: 'segmentMatch', values: ['t'] }] }] }),
      segments: { s: { rules: [{ clauses: [{ op: 'segmentMatch', values: ['t'] }] }] }, t: { included: ['ann'] } },
    },
    ann,
    true,
  ],
  ['a rule for all of its clients', inSegment({ rules: [{ clauses: [], weight: 100_000 }] }), ann, true],
  ['a rule for none of its clients', inSegment({ rules: [{ clauses: [], weight: 0 }] }), ann, false],
  ['a share by a missing attribute', inSegment({ rules: [{ clauses: [], weight: 1, bucketBy: 'team' }] }), ann, true],
  ['a big segment without its members', inSegment({ unbounded: true, generation: 1, included: ['ann'] }), ann, false],
]

describe.each([
  ['operators', clauses],
  ['contexts', contexts],
  ['flags', flags],
  ['prerequisites', prerequisites],
  ['segments', segments],
] as const)('LaunchDarkly: %s', (_, cases) => {
  it.each(cases)('%s', async (_, data, context, expected) => {
    const theirs = await sdkWith(data)
    const { ask } = await importInto(launchDarkly, data)
    expect(await theirs('f', context as LDContext)).toEqual(expected)
    expect(ask('f', toContext(context))).toEqual(expected)
  })
})
