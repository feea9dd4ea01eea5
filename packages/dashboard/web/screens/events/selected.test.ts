import type { ChangeEvent } from '@signalbox/core/contract'
import { expect, test } from 'vitest'
import { filterOf } from './filter.ts'
import { authorsIn, fileOf } from './selected.ts'

const by = (id?: string) => ({ ...(id !== undefined && { authInfo: { id, name: id, kind: 'User' } }) }) as ChangeEvent
const file = (query: string, ...shown: ChangeEvent[]) => fileOf(filterOf(new URLSearchParams(query)), shown)

test('a file has the changes that the filter selects', () => {
  expect(file('domain=Feature&key=shop:*')).toMatchObject({ domains: 'Feature', pattern: 'shop:*' })
  expect(file('')!.domains).toContain('Feature,Segment')
  expect(file('')!.types).toContain('API_DEPLOYED')
  const deletions = file('what=deleted')!.types!.split(',')
  expect(deletions).toEqual(expect.arrayContaining(['FEATURE_DELETED', 'FEATURES_DELETED', 'API_DRAFT_DELETED']))
  expect(deletions).not.toContain('FEATURE_CREATED')
  expect(file('what=other')!.types!.split(',')).toEqual(
    expect.arrayContaining(['API_DEPLOYED', 'WORKFLOW_EVENT_EMITTED']),
  )
})

test('the beginning of a name selects an author, if the events that are shown have only one', () => {
  expect(file('author=ad', by('ada'), by('ada'))).toMatchObject({ author: 'ada' })
  expect(file('author=ad', by('ada'), by('adam'))).toBeUndefined()
  expect(file('author=ada', by('adam'), by('ada'))).toMatchObject({ author: 'ada' })
  expect(file('author=x')).toBeUndefined()
})

test('authors are offered by id, each once', () => {
  const anyone = { authInfo: { id: 'anyone', name: 'Anyone', kind: 'Anyone' } } as ChangeEvent
  const events = [by('ada'), anyone, by('ada'), by()]
  expect(authorsIn(events, '')).toEqual([
    { value: 'ada', hint: 'ada' },
    { value: 'anyone', hint: 'Anyone (no sign-in required)' },
  ])
  expect(authorsIn(events, 'AN').map(({ value }) => value)).toEqual(['anyone'])
})
