import { expect, it } from 'vitest'
import { fieldProblems, membersOf, type NewFields, type Way } from './new-fields.ts'

it('sends only what was filled in', () => {
  const empty = { id: 'a', name: ' ', domain: '', context_path: '', backend: '', source: '' }
  expect(membersOf(empty)).toEqual({})
  expect(membersOf({ ...empty, name: ' Billing ', domain: 'api.shop.example', context_path: '/billing ' })).toEqual({
    ...{ name: 'Billing', domain: 'api.shop.example', context_path: '/billing' },
  })
})

it('names what is wrong with a field', () => {
  const known = { isThere: (id: string) => id === 'billing', mayCreate: (id: string) => id !== 'secret' }
  const fields = { id: 'shop', name: '', domain: '', context_path: '', backend: '', source: '' }
  const wrong = (way: Way, more: Partial<NewFields>) => Object.keys(fieldProblems(way, { ...fields, ...more }, known))
  expect(wrong('nothing', { context_path: '/shop', backend: 'localhost:80' })).toEqual([])
  expect(wrong('nothing', { id: 'billing', context_path: 'shop', backend: 'ftp://x' })).toEqual([
    ...['id', 'context_path', 'backend'],
  ])
  expect(wrong('nothing', { id: 'secret' })).toEqual(['id'])
  expect(wrong('copy', { backend: 'ftp://x' })).toEqual(['source'])
  expect(wrong('copy', { source: 'billing' })).toEqual([])
})
