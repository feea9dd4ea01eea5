import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSame, memberOf } from './is-same.ts'
import { merge } from './merge.ts'

const base = { id: 'a', enabled: true, description: 'old', parameters: { percentage: 25 } }

test('changes of different members are both kept', () => {
  const { value, conflicts } = merge({
    base,
    mine: { ...base, parameters: { percentage: 40 } },
    theirs: { ...base, description: 'new', tags: ['beta'] },
  })
  expect(value).toEqual({ ...base, description: 'new', tags: ['beta'], parameters: { percentage: 40 } })
  expect(conflicts).toEqual([])
})

test('the same member is a conflict with all three values, and stays mine until someone chooses', () => {
  const { value, conflicts } = merge({
    base,
    mine: { ...base, description: 'mine' },
    theirs: { ...base, description: 'theirs' },
  })
  expect(conflicts).toEqual([{ pointer: '/description', was: 'old', now: 'mine', theirs: 'theirs' }])
  expect(value).toMatchObject({ description: 'mine' })
})

test('equal edits are no conflict, and neither are members added to the same new object', () => {
  expect(merge({ base, mine: { ...base, enabled: false }, theirs: { ...base, enabled: false } }).conflicts).toEqual([])
  expect(merge({ base, mine: { ...base, metadata: { a: 1 } }, theirs: { ...base, metadata: { b: 2 } } })).toEqual({
    value: { ...base, metadata: { a: 1, b: 2 } },
    conflicts: [],
  })
})

test('removing what the other changed is a conflict', () => {
  const { description: _, ...without } = base
  expect(merge({ base, mine: without, theirs: { ...base, description: 'new' } }).conflicts).toEqual([
    { pointer: '/description', was: 'old', now: undefined, theirs: 'new' },
  ])
})

test('a strategy and its parameters are not mixed', () => {
  const dated = { ...base, activationStrategy: 'RELEASE_DATE', parameters: { from: '2027' } }
  const shared = { ...base, activationStrategy: 'PERCENTAGE', parameters: { percentage: 25 } }
  const together = [['activationStrategy', 'parameters']]
  const { conflicts } = merge(
    { base: shared, mine: dated, theirs: { ...shared, parameters: { percentage: 50 } } },
    together,
  )
  expect(conflicts.map(({ pointer }) => pointer)).toEqual(['/activationStrategy', '/parameters'])
  expect(merge({ base: shared, mine: dated, theirs: { ...shared, enabled: false } }, together)).toEqual({
    value: { ...dated, enabled: false },
    conflicts: [],
  })
})

test('rules are merged by rule if neither side moved them', () => {
  const rules = [{ percentage: 10 }, { percentage: 20 }]
  const sides = {
    base: { rules },
    mine: { rules: [{ percentage: 11 }, { percentage: 20 }] },
    theirs: { rules: [{ percentage: 10 }, { percentage: 21 }] },
  }
  expect(merge(sides)).toEqual({ value: { rules: [{ percentage: 11 }, { percentage: 21 }] }, conflicts: [] })
  expect(merge({ ...sides, theirs: { rules: [...rules].reverse() } }).conflicts).toMatchObject([{ pointer: '/rules' }])
})

const names = ['a', 'b', '__proto__', 'toString'] as const
const record = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...names), fc.integer({ min: 0, max: 2 })), { selector: ([name]) => name })
  .map((entries) => Object.fromEntries(entries) as object)

test('by member it is the same as a model: who alone changed a member decides it', () =>
  fc.assert(
    fc.property(record, record, record, (base, mine, theirs) => {
      const { value, conflicts } = merge({ base, mine, theirs })
      for (const name of names) {
        const [was, my, their] = [base, mine, theirs].map((side) => memberOf(side, name))
        const isConflict = my !== their && was !== my && was !== their
        expect(conflicts.some(({ pointer }) => pointer === `/${name}`)).toBe(isConflict)
        expect(memberOf(value as object, name)).toBe(was === my ? their : my)
      }
    }),
  ))

test('both sides see the same conflicts, and without conflicts the same result', () =>
  fc.assert(
    fc.property(record, record, record, (base, mine, theirs) => {
      const here = merge({ base, mine, theirs })
      const there = merge({ base, mine: theirs, theirs: mine })
      const pointers = ({ conflicts }: typeof here) => conflicts.map(({ pointer }) => pointer).sort()
      expect(pointers(here)).toEqual(pointers(there))
      if (here.conflicts.length === 0) expect(isSame(here.value, there.value)).toBe(true)
    }),
  ))
