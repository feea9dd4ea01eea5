import { expect, it } from 'vitest'
import type { ApiChange } from '../draft/draft-changes.ts'
import { reviewChanges } from './review-changes.ts'

const link = (digit: string, title = 'Shop') => [
  { path: ['openapi'], title, url: `/api/apis/shop/documents/${digit.repeat(64)}` },
]
const resources = (from: unknown, to: unknown): ApiChange => ({
  ...{ what: 'documentation', id: 'resources', change: 'changed', text: 'Documentation resources: …' },
  members: [{ pointer: '/documentation/resources', from, to }],
})
const textOf = (change: ApiChange) => reviewChanges([change])[0]?.text

it('names the link to the new document', () => {
  expect(textOf(resources(link('a'), link('b')))).toBe('The documentation links the new document')
})

it('leaves other changes of the documentation as they are', () => {
  expect(textOf(resources(link('a'), link('b', 'Store')))).toBe('Documentation resources: …')
  expect(textOf({ ...resources(undefined, link('b')), change: 'added' })).toBe('Documentation resources: …')
})
