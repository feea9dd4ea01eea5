import { expect, it } from 'vitest'
import { consequenceOf } from './script-consequence.ts'

const of = (script: string) => ({ source: { type: 'javascript', script } as const })

it.each([
  ['a new script', undefined, 'a', [], []],
  ['the same text', 'a', 'a', ['shop'], []],
  ['users that are not known', 'a', 'b', undefined, []],
  ['no users', 'a', 'b', [], ['No feature uses it.']],
  ['a user', 'a', 'b', ['shop'], ['It decides shop from the moment it is saved.']],
  ['four users', 'a', 'b', ['a', 'b', 'c', 'd'], ['It decides a, b, c and d from the moment it is saved.']],
  [
    'many users',
    'a',
    'b',
    ['a', 'b', 'c', 'd', 'e'],
    ['It decides a, b, c and 2 more features from the moment it is saved.'],
  ],
])('of %s', (_, saved, draft, users, sentences) => {
  expect(consequenceOf(saved === undefined ? undefined : of(saved), of(draft), users)).toEqual(sentences)
})
