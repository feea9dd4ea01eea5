import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readStatuses, statusText } from './statuses.ts'

it('statuses are written with ranges, and read again', () => {
  expect(statusText([404, 200, 201, 202, 500])).toBe('200-202, 404, 500')
  expect(statusText()).toBe('')
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 100, max: 599 })), (statuses) => {
      expect(readStatuses(statusText(statuses))).toEqual([...statuses].sort((a, b) => a - b))
    }),
  )
})

it.each(['20', '2xx', '600', '300-200', '200-'])('%s is no status', (text) =>
  expect(readStatuses(text)).toContain(text),
)
