import { expect, it } from 'vitest'
import { decisionFacts, decisionSentence } from './decision-facts.ts'
import { isRequestId, requestPath } from './request-path.ts'

const failed = { id: 'r', route: 'pet-store:all', api: 'pet-store', revision: 4_200_000, status: 500, ms: 12 }

it('a request that is found by its id says who answered', () => {
  const decision = { ...failed, backend: 'pets', target: '127.0.0.1:4010', attempts: 2 }
  expect(decisionSentence(decision)).toBe('The backend answered 500. The gateway passed that on.')
  expect(decisionFacts(decision).map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'Ended: 500 after 12 ms',
    'API: pet-store',
    'Route: pet-store:all',
    'Backend: pets',
    'Target: 127.0.0.1:4010, after 2 attempts',
    'Revision: 4200000',
  ])
  expect(decisionSentence({ ...failed, status: 502, cause: 'errors.backend.unreachable' })).toBe(
    'The gateway answered 502: backend can’t be reached.',
  )
  expect(decisionSentence(failed)).toBe('A plugin answered 500.')
})

it.each([
  ['01jg8x7q2m9w4k6c0v5t3r1ybn', true],
  ['6b1f0c52-8a4e-4d7a-9c2e-1f2e3d4c5b6a', true],
  ['shop:express', false],
  ['a-very-long-word-of-an-id-x', false],
  ['01JG8X7Q2M9W4K6C0V5T3R1YBN', false],
])('%s is the id of a request: %s', (text, expected) => expect(isRequestId(text)).toBe(expected))

it('an explanation has an address of its own', () => {
  expect(requestPath('a b', 'shop')).toBe('/gateway/traffic?tab=tail&api=shop&request=a+b')
})
