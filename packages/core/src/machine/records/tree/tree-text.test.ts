import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareKeys } from '../../keys/compare-keys.ts'
import { type Leaf, toTree, toValueTree } from './tree.ts'
import { type Precedence, treeText } from './tree-text.ts'

/** The text of a tree, with its leaves in slices of two. */
async function textOf(leaves: readonly Leaf[], precedence: Precedence): Promise<string> {
  async function* slices() {
    for (let i = 0; i < leaves.length; i += 2) yield leaves.slice(i, i + 2)
  }
  let text = ''
  for await (const piece of treeText(slices(), precedence)) text += piece
  return text
}

/**
 * Segments that sort before and after a colon, prefixes of one another, and names with a special meaning in JavaScript.
 */
const segment = fc.constantFrom(
  'a',
  'a-',
  'a.b',
  'a-b',
  'a0',
  'aa',
  'A',
  '@',
  '10',
  '9',
  'active',
  '__proto__',
  'toString',
)
const key = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(':'))
const keys = fc.uniqueArray(key, { maxLength: 40 }).map((all) => all.sort(compareKeys))
const value = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, fc.integer(), fc.constant(null), fc.array(fc.integer()), tie('object')),
  object: fc.dictionary(segment, tie('value'), { maxKeys: 4, noNullPrototype: true }),
})).value

/** A JSON copy that other code does not change. */
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value))

describe('the text of a tree', () => {
  it('of leaves equals the tree', async () => {
    await fc.assert(
      fc.asyncProperty(keys, async (ids) => {
        const leaves = ids.map((id, i) => [id, { active: i % 3 === 0 }] as const)
        expect(JSON.parse(await textOf(leaves, 'member'))).toEqual(copy(toTree(leaves)))
      }),
      { numRuns: 500 },
    )
  })

  it('of values equals the tree, with and without merged objects', async () => {
    await fc.assert(
      fc.asyncProperty(keys, fc.array(value, { minLength: 40, maxLength: 40 }), async (ids, values) => {
        const leaves = ids.map((id, i) => [id, copy(values[i])] as const)
        const expected = copy(toValueTree(copy(leaves)))
        expect(JSON.parse(await textOf(leaves, 'child'))).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })

  it('is streamed in pieces', async () => {
    let taken = 0
    async function* slices() {
      for (; taken < 100; taken++)
        yield Array.from({ length: 100 }, (_, i) => [`k${taken}:${1000 + i}`, { active: true }] as const)
    }
    const pieces = treeText(slices(), 'member')
    const { value: first } = await pieces.next()
    expect(first!.length).toBeLessThan(40_000)
    expect(taken).toBeLessThan(20)
  })
})
