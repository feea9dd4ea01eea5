import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'
import { memberLabel, valueText } from './member-label.ts'
import { undoPatch } from './undo-patch.ts'

test('taking changes back tests first that nobody changed the members since', () => {
  expect(undoPatch(changesOf({ a: 1, b: 1 }, { a: 2, c: 3 }))).toEqual([
    { op: 'test', path: '/a', value: 2 },
    { op: 'test', path: '/c', value: 3 },
    { op: 'replace', path: '/a', value: 1 },
    { op: 'add', path: '/b', value: 1 },
    { op: 'remove', path: '/c' },
  ])
  expect(undoPatch([])).toBeUndefined()
})

test('members and values are written as people write them', () => {
  expect(memberLabel('/parameters/rules/0/percentage')).toBe('parameters.rules[0].percentage')
  expect(memberLabel('/metadata/a b')).toBe('/metadata/a b')
  expect([25, 'text', '', undefined, ['a']].map(valueText)).toEqual(['25', 'text', '""', 'none', '["a"]'])
})
