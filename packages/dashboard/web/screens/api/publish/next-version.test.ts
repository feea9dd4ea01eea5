import { expect, test } from 'vitest'
import type { ApiChange } from '../draft/draft-changes.ts'
import { nextVersion } from './next-version.ts'

const change = (what: ApiChange['what'], change: ApiChange['change']): ApiChange => ({
  ...{ what, id: 'x', change, members: [], text: '' },
})

test.each([
  [[change('route', 'removed'), change('route', 'added')], '2.0.0'],
  [[change('plan', 'added'), change('api', 'changed')], '1.5.0'],
  [[change('backend', 'removed'), change('route', 'changed')], '1.4.3'],
  [[], '1.4.3'],
])('after %j, the version is raised', (changes, version) => {
  expect(nextVersion({ served: '1.4.2', draft: '1.4.2', changes })).toBe(version)
})

test.each([
  ['1.4', '1.5'],
  ['v7', 'v8'],
  ['2026-spring', '2026-spring'],
])('of %s follows %s', (served, version) => {
  expect(nextVersion({ served, draft: served, changes: [change('route', 'changed')] })).toBe(version)
})

test('the first version, and one that was edited, are taken as they are', () => {
  expect(nextVersion({ served: undefined, draft: '0.0.1', changes: [] })).toBe('0.0.1')
  expect(nextVersion({ served: '1.4.2', draft: '3.0.0', changes: [] })).toBe('3.0.0')
})
