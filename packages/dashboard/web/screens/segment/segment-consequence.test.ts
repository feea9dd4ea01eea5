import { expect, it } from 'vitest'
import { consequenceOf } from './segment-consequence.ts'

it('says who enters and who leaves by the lists', () => {
  const saved = { id: 's', included: ['ann', 'ben'] }
  expect(consequenceOf(saved, { id: 's', included: ['ann', 'eve'] })).toEqual([
    '1 client will be added (eve), 1 removed (ben).',
  ])
  expect(consequenceOf(saved, { ...saved, excluded: ['ben'] })).toEqual(['No client will be added, 1 removed (ben).'])
  expect(consequenceOf(saved, { ...saved, when: { segment: 'x' } })).toEqual([
    'Features that refer to it follow the new condition at once.',
  ])
  expect(consequenceOf(saved, saved)).toEqual([])
})
