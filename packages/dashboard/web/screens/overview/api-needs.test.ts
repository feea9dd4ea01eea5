import { expect, test } from 'vitest'
import { sentenceText } from '../../log/event-sentence.ts'
import { lintErrors, sunsets, toLint } from './api-needs.ts'
import { planesInTrouble } from './plane-needs.ts'

const DAY = 86_400_000
const now = Date.UTC(2027, 0, 10)
const inWords = (at: number) => new Date(at).toISOString().slice(0, 10)
const said = (needs: readonly { readonly sentence: Parameters<typeof sentenceText>[0] }[]) =>
  needs.map(({ sentence }) => sentenceText(sentence))

test('sunsets within a week are listed, those that have passed first', () => {
  const api = (id: string, days: number, state = 'deprecated') => ({ id, state, sunset_at: now + days * DAY })
  const apis = [api('later', 8), api('soon', 7), api('over', -1), api('gone', 1, 'removed'), { id: 'shop' }]
  expect(said(sunsets(apis, now, inWords))).toEqual([
    'The sunset of the API over was on 2027-01-09, and it is still served. Remove it, or move the date.',
    'The sunset of the API soon is on 2027-01-17. Remove it then, or move the date.',
  ])
})

test('APIs that are served are linted first', () => {
  const apis = [
    { id: 'a', state: 'staging' },
    { id: 'b', state: 'published' },
    { id: 'c' },
    { id: 'd', state: 'deprecated' },
  ]
  expect(toLint(apis, 3)).toEqual(['b', 'd', 'a'])
})

test('only lint errors are a need, with the first one in words', () => {
  const warning = { severity: 'warning', message: 'The API has no plans' }
  expect(lintErrors('shop', [warning])).toBeUndefined()
  const errors = [
    warning,
    { severity: 'error', message: 'The backend x does not exist' },
    { severity: 'error', message: 'b' },
  ]
  expect(said([lintErrors('shop', errors)!])).toEqual(['The API shop has 2 errors: The backend x does not exist.'])
})

test('data planes that are cold, stale or lost are needs', () => {
  const plane = { id: 'edge', since: now, heardAt: now - DAY }
  const all = (['fresh', 'cold', 'stale', 'lost'] as const).map((state) => ({ ...plane, state }))
  expect(said(planesInTrouble(all, inWords))).toEqual([
    'The data plane edge has nothing to serve yet: it can’t read the APIs.',
    'The data plane edge hasn’t received changes since 2027-01-10. It serves what it has.',
    'The data plane edge is lost: it last reported on 2027-01-09.',
  ])
})
