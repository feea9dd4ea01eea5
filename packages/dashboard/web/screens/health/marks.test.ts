import { expect, it } from 'vitest'
import { withHealth, worstOf } from './marks.ts'

const failing = { requests: 20, failed: 18, since: 1 }
const live = { word: 'Live', is: 'clear', why: 'It is served.' } as const
const old = { word: 'Deprecated', is: 'caution' } as const

it('while requests fail the last mark says so, and none is green', () => {
  expect(withHealth([live, old], undefined)).toEqual([live, old])
  expect(withHealth([live, old, { word: 'Draft' }], failing)).toEqual([
    { word: 'Live', why: 'It is served.' },
    old,
    { word: 'Draft' },
    { word: 'Failing', is: 'danger', why: '18 of the last 20 requests failed.' },
  ])
})

it('where there is room for one mark it is the worst, with the sentences of all', () => {
  expect(worstOf([])).toBeUndefined()
  expect(worstOf([live])).toEqual(live)
  expect(worstOf([old])).toEqual(old)
  expect(worstOf(withHealth([live], failing))).toEqual({
    ...{ word: 'Failing', is: 'danger' },
    why: 'Live: It is served.\nFailing: 18 of the last 20 requests failed.',
  })
})
