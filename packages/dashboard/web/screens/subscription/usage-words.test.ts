import { expect, it } from 'vitest'
import { bytesWords, monthsOf, quotaLine } from './usage-words.ts'

it('quotas say what is used and left', () => {
  expect(quotaLine({ name: 'day', limit: 5000, used: 1200 })).toEqual({
    ...{ period: 'Today', words: '1,200 of 5,000 used, 3,800 left', share: 0.24, aspect: 'clear' },
  })
  expect(quotaLine({ name: 'month', limit: 10, used: 8 })).toMatchObject({ period: 'This month', aspect: 'caution' })
  expect(quotaLine({ name: 'day', limit: 10, used: 12 })).toMatchObject({
    ...{ words: '12 of 10 used, none left', share: 1, aspect: 'danger' },
  })
  expect(quotaLine({ name: 'day', limit: 0, used: 0 })).toMatchObject({ share: 1, aspect: 'danger' })
  expect(quotaLine({ name: 'window', limit: 10, seconds: 60 })).toEqual({
    ...{ period: 'Per minute', words: 'at most 10', aspect: 'clear' },
  })
})

it('months begin at their first day, also across years', () => {
  expect(monthsOf('2027-01-15')).toEqual([
    { label: 'This month', from: '2027-01-01', to: '2027-02-01' },
    { label: 'Last month', from: '2026-12-01', to: '2027-01-01' },
  ])
})

it('bytes have the largest unit', () => {
  expect([0, 999, 5700, 12_345, 1e9, 5e15].map(bytesWords)).toEqual([
    ...['0 B', '999 B', '5.7 kB', '12 kB', '1 GB', '5,000 TB'],
  ])
})
