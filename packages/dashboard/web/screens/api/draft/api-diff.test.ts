import { expect, test } from 'vitest'
import { membersOf } from './api-diff.ts'

test('members are named by their places in the part', () => {
  const change = { id: 'free', change: 'changed', text: '' } as const
  expect(
    membersOf({
      ...change,
      what: 'plan',
      members: [{ pointer: '/documentation/plans/1/status', from: 'staging', to: 'closed' }],
    }),
  ).toEqual([{ pointer: '/status', was: 'staging', now: 'closed' }])
  expect(membersOf({ ...change, what: 'route', members: [{ pointer: '/routes/0/metadata/a~1b', to: 1 }] })).toEqual([
    { pointer: '/metadata/a~1b', was: undefined, now: 1 },
  ])
  expect(membersOf({ ...change, what: 'api', members: [{ pointer: '/domain', to: 'x' }] })[0]!.pointer).toBe('/domain')
})

test('a part that is new or gone is one change under its id', () => {
  const route = { id: 'list' }
  expect(
    membersOf({ what: 'route', id: 'list', change: 'added', text: '', members: [{ pointer: '/routes/2', to: route }] }),
  ).toEqual([{ pointer: '/list', was: undefined, now: route }])
})
