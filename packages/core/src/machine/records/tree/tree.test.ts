import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareKeys } from '../../keys/compare-keys.ts'
import { toTree, toValueTree } from './tree.ts'

const leaves = (...keys: string[]) => keys.sort(compareKeys).map((key) => [key, { active: true }] as const)
/** Parsed from text, so that `__proto__` is an ordinary member. */
const json = (text: string): unknown => JSON.parse(text)

describe('a tree of leaves', () => {
  it.each([
    ['nothing', [], '{}'],
    ['one segment', ['a'], '{"a":{"active":true}}'],
    ['segments', ['a:b:c', 'a:d', 'e'], '{"a":{"b":{"c":{"active":true}},"d":{"active":true}},"e":{"active":true}}'],
    ['a leaf with children', ['a', 'a:b'], '{"a":{"active":true,"b":{"active":true}}}'],
    [
      'a sibling between a leaf and its children',
      ['a', 'a-b', 'a:c'],
      '{"a":{"active":true,"c":{"active":true}},"a-b":{"active":true}}',
    ],
    ['a child named as the member of its parent', ['a', 'a:active'], '{"a":{"active":true}}'],
    ['what is below such a child', ['a', 'a:active:b', 'a:c'], '{"a":{"active":true,"c":{"active":true}}}'],
    ['a segment active without a parent', ['a:active'], '{"a":{"active":{"active":true}}}'],
    [
      'names of the prototype',
      ['__proto__', '__proto__:a', 'constructor:prototype', 'toString'],
      '{"__proto__":{"active":true,"a":{"active":true}},"constructor":{"prototype":{"active":true}},"toString":{"active":true}}',
    ],
  ])('of %s (%j) is %s', (_, keys, expected) => {
    expect(JSON.stringify(toTree(leaves(...keys)))).toBe(expected)
  })

  it('has every leaf at its place, whatever the names', () => {
    const segment = fc.constantFrom('a', 'b', 'a-b', '__proto__', 'constructor', 'toString', 'hasOwnProperty')
    const key = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(':'))
    fc.assert(
      fc.property(fc.uniqueArray(key), (keys) => {
        const tree: unknown = json(JSON.stringify(toTree(leaves(...keys))))
        for (const one of keys) {
          const leaf = one
            .split(':')
            .reduce<unknown>((node, name) => Object.getOwnPropertyDescriptor(node, name)?.value, tree)
          expect(leaf).toHaveProperty('active', true)
        }
        expect({}).not.toHaveProperty('active')
      }),
    )
  })
})

describe('a tree of values', () => {
  it.each([
    [
      'values of every kind',
      [
        ['a', 1],
        ['b', null],
        ['c:d', [1]],
        ['c:e', 'x'],
      ],
      '{"a":1,"b":null,"c":{"d":[1],"e":"x"}}',
    ],
    [
      'objects one below the other',
      [
        ['a', { b: { c: 1 }, d: 2 }],
        ['a:b', { e: 3 }],
      ],
      '{"a":{"b":{"c":1,"e":3},"d":2}}',
    ],
    [
      'a value that is no object below an object',
      [
        ['a', { b: { c: 1 } }],
        ['a:b', 2],
      ],
      '{"a":{"b":2}}',
    ],
    [
      'an object below a value that is none',
      [
        ['a', 1],
        ['a:b', { c: 2 }],
      ],
      '{"a":{"b":{"c":2}}}',
    ],
    [
      'a value below an array',
      [
        ['a', [1, 2]],
        ['a:0', 3],
      ],
      '{"a":{"0":3}}',
    ],
    [
      'an array below an object',
      [
        ['a', { b: { c: 1 } }],
        ['a:b', [2]],
      ],
      '{"a":{"b":[2]}}',
    ],
    [
      'deep merges',
      [
        ['a', { b: { c: { d: 1 } } }],
        ['a:b:c', { e: 2 }],
      ],
      '{"a":{"b":{"c":{"d":1,"e":2}}}}',
    ],
  ] as [string, [string, unknown][], string][])('of %s (%j) is %s', (_, values, expected) => {
    expect(JSON.stringify(toValueTree(values))).toBe(expected)
  })

  it('treats names of the prototype as plain data', () => {
    const tree = toValueTree([
      ['__proto__', json('{"polluted":{"a":1}}')],
      ['__proto__:polluted', json('{"__proto__":{"b":2}}')],
      ['constructor:prototype:polluted', true],
    ])
    expect(JSON.stringify(tree)).toBe(
      '{"__proto__":{"polluted":{"a":1,"__proto__":{"b":2}}},"constructor":{"prototype":{"polluted":true}}}',
    )
    expect({}).not.toHaveProperty('polluted')
    expect({}).not.toHaveProperty('b')
  })
})
