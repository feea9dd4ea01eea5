import { expect, it } from 'vitest'
import { createCalls } from './calls.ts'

const MINUTE = 60_000
const same = (at: number) => at

it('a server answers after a success, and fails from its first failure on', () => {
  const calls = createCalls()
  expect(calls.told(0, same)).toEqual({ state: 'unchecked' })
  calls.succeeded(1)
  expect(calls.told(2, same)).toEqual({ state: 'answering', at: 1 })
  calls.failed(500, 3)
  calls.failed(503, 5)
  expect(calls.told(6, same)).toEqual({ state: 'failing', at: 5, since: 3, why: 'status 503' })
  calls.succeeded(7)
  expect(calls.told(8, same)).toEqual({ state: 'answering', at: 7 })
})

it('an old failure says nothing, and a success before it neither', () => {
  const calls = createCalls()
  calls.succeeded(1)
  calls.failed({ cause: 'errors.backend.unreachable', reason: 'connection_refused' } as never, 2)
  expect(calls.told(3, same).state).toBe('failing')
  expect(calls.told(60 * MINUTE + 2, same)).toEqual({ state: 'unchecked' })
})

it('a good health check counts while no call fails', () => {
  const calls = createCalls()
  calls.checked(1)
  expect(calls.told(2, same)).toEqual({ state: 'answering', at: 1 })
  calls.failed(500, 3)
  calls.checked(4)
  expect(calls.told(5, same).state).toBe('failing')
  calls.checked(MINUTE + 4)
  expect(calls.told(MINUTE + 5, same)).toEqual({ state: 'answering', at: MINUTE + 4 })
})
