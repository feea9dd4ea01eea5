import { expect, it } from 'vitest'
import { type ApiOutcomes, failedOf, failingApis, failingRoutes, failureWords } from './failing.ts'

const at = Date.parse('2026-11-28T14:11:00Z')
const minutes = (count: number) => count * 60_000
const failure = { at: at + 1, request: 'r1', status: 500, backend: 'pets', stored: false, target: '127.0.0.1:4010' }
const outcomes = (members: Partial<ApiOutcomes> = {}): ApiOutcomes => ({
  ...{ api: 'pet-store', at, requests: 20, failed: 18, failingSince: at, failure },
  ...members,
})
const text = (one: Parameters<typeof failureWords>[0], now = at + minutes(9)) => {
  const { before, target, after } = failureWords(one, now, 'UTC')
  return [before, target ?? '', after].join(' ')
}

it('APIs fail over all data planes that say so, since the first, with the newest failure', () => {
  const { failingSince: _, ...fine } = outcomes({ api: 'fine', failed: 1 })
  const other = outcomes({
    failingSince: at - 1,
    failed: 20,
    failure: { ...failure, at: at + 2, status: 502 },
  })
  const late = outcomes({ api: 'a', failingSince: at + 1 })
  expect(failingApis([late, outcomes(), fine, other])).toEqual([
    { api: 'pet-store', requests: 40, failed: 38, since: at - 1, failure: other.failure },
    { api: 'a', requests: 20, failed: 18, since: at + 1, failure },
  ])
})

it('routes fail in the same way, over all data planes', () => {
  const route = (id: string, members: object = {}) => {
    const { api: _, at: __, ...told } = outcomes(members)
    return { route: id, ...told }
  }
  const told = [
    outcomes({ routes: [route('pet-store:list'), route('pet-store:get', { failingSince: at + 1 })] }),
    outcomes({ routes: [route('pet-store:list', { failingSince: at - 1 })] }),
    outcomes(),
  ]
  expect(failingRoutes(told)).toEqual([
    { route: 'pet-store:list', requests: 40, failed: 36, since: at - 1, failure },
    { route: 'pet-store:get', requests: 20, failed: 18, since: at + 1, failure },
  ])
})

it('how many failed, why and since when is a sentence', () => {
  const [one] = failingApis([outcomes()])
  expect(failedOf(one!)).toBe('18 of the last 20 requests')
  expect(failedOf({ failed: 3, requests: 3 })).toBe('All of the last 3 requests')
  expect(text(one!)).toBe('500 from 127.0.0.1:4010 since 14:11, for 9 minutes.')
  expect(text(one!, at + 59_000)).toBe('500 from 127.0.0.1:4010 since 14:11.')
  const { target: _, ...hidden } = failure
  expect(text({ ...one!, failure: hidden })).toBe('500  since 14:11, for 9 minutes.')
  expect(text({ ...one!, failure: { ...failure, status: 502, cause: 'errors.backend.unreachable' } })).toBe(
    '502, backend can’t be reached: 127.0.0.1:4010 , since 14:11, for 9 minutes.',
  )
})
