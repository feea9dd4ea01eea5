import { expect, it } from 'vitest'
import { outdated } from './retention.ts'

const MINUTE = 60_000
const now = Date.UTC(2026, 5, 30, 12, 30)

/** What stays of a snapshot every `every` minutes, over `days`. */
function kept(every: number, days: number) {
  const count = (days * 24 * 60) / every
  const all = Array.from({ length: count }, (_, index) => ({
    revision: index,
    at: now - (count - 1 - index) * every * MINUTE,
  }))
  const gone = new Set(outdated(all, now))
  return all.filter((one) => !gone.has(one))
}

it('the newest of each of 24 hours and 30 days stay', () => {
  const ages = kept(20, 60).map(({ at }) => (now - at) / MINUTE)
  const hours = ages.filter((age) => age < 24 * 60)
  expect(hours).toHaveLength(24)
  expect(ages).toHaveLength(24 + 28) // yesterday is among the hours, too
  expect(Math.max(...ages)).toBeLessThan(30 * 24 * 60)
})

it('a snapshot a minute keeps those of the last ten minutes as well', () => {
  expect(kept(1, 1).filter(({ at }) => now - at <= 10 * MINUTE)).toHaveLength(11)
})

it('the newest stays, however old it is', () => {
  const old = [1, 2, 3].map((revision) => ({ revision, at: now - 365 * 24 * 60 * MINUTE + revision }))
  expect(outdated(old, now).map(({ revision }) => revision)).toEqual([2, 1])
})
