import { expect, it } from 'vitest'
import { consequenceOf, lossOf } from './script-consequence.ts'

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

it('the deletion of a script names the features that lose it', () => {
  expect(lossOf([])).toBeUndefined()
  expect(lossOf(['a'])).toBe('1 feature uses it: a. Without a script, it is inactive for everyone.')
  expect(lossOf(['a', 'b'])).toBe('2 features use it: a and b. Without a script, they are inactive for everyone.')
})
