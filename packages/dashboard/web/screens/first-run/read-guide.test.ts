import { expect, it } from 'vitest'
import { readGuide } from './read-guide.ts'

it('reads what it has stored', () => {
  const made = { feature: 'shop:express', key: 'shop', called: 'pets' }
  const guide = { path: 'api', ...made, skipped: ['key'], isClosed: true, isOpen: true } as const
  expect(readGuide(JSON.stringify(guide))).toEqual(guide)
})

it.each([
  null,
  '',
  'null',
  '3',
  '[]',
  '{',
  '{"feature":3,"key":"","called":1,"skipped":"flag","isClosed":1,"isOpen":"yes","path":"x"}',
])('begins anew with %j', (text) => {
  expect(readGuide(text)).toEqual({})
})

it('steps that later versions have are left out', () => {
  expect(readGuide('{"skipped":["flag","dance",null]}')).toEqual({ skipped: ['flag'] })
})
