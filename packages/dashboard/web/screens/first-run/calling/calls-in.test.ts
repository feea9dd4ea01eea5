import { expect, it } from 'vitest'
import { callsIn, failedCalls } from './calls-in.ts'

const outcomes = (requests: number, failed: number, more: object = {}) => ({
  apis: [{ api: 'pets', at: 1, requests, failed, ...more }],
})
const failure = { at: 1, request: 'r', status: 502, cause: 'errors.backend.unreachable', target: '127.0.0.1:4010' }

it('calls are added up over data planes; those that failed do not count as answered', () => {
  expect(callsIn([])).toEqual({ answered: 0, failed: 0 })
  const newer = { ...failure, at: 2 }
  const planes = [outcomes(3, 1, { failure }), outcomes(2, 2, { failure: newer })]
  expect(callsIn(planes)).toEqual({ answered: 2, failed: 3, failure: newer })
})

it('a call that failed says why', () => {
  expect(failedCalls({ answered: 0, failed: 1, failure })).toBe(
    'A call arrived, but failed: 502, backend can’t be reached (127.0.0.1:4010).',
  )
  expect(failedCalls({ answered: 0, failed: 1 })).toBe('A call arrived, but failed.')
})
