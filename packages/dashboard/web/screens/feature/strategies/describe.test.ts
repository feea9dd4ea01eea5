import type { Feature } from '@signalbox/core/contract'
import { expect, it } from 'vitest'
import { describeStrategy } from './describe.ts'

it.each([
  [{ activationStrategy: 'NO_STRATEGY' }, 'always'],
  [{ activationStrategy: 'RELEASE_DATE', parameters: { releaseDate: '01/02/2027 08:00:00' } }, 'from 1 Feb 2027 08:00'],
  [
    { activationStrategy: 'DATE_RANGE', parameters: { from: '2027-02-01 08:00:00', to: '2027-02-02 08:00:01' } },
    'from 1 Feb 2027 08:00 to 2 Feb 2027 08:00:01',
  ],
  [{ activationStrategy: 'HOUR_RANGE', parameters: { startDate: '22:00', endDate: '06:00' } }, '22:00 to 06:00'],
  [{ activationStrategy: 'PERCENTAGE', parameters: { percentage: 0.5 } }, '0.5 % of clients'],
  [{ activationStrategy: 'CUSTOMERS_LIST', parameters: { customers: ['ann'] } }, '1 client'],
  [{ activationStrategy: 'RULES', parameters: { rules: [{}, {}] } }, '2 rules'],
  [{ activationStrategy: 'SCRIPT', parameters: { type: 'javascript', script: '' } }, 'JavaScript script'],
  [{ activationStrategy: 'GLOBAL_SCRIPT', parameters: { ref: 'greet' } }, 'script greet'],
] as const)('%j is %s', (part, words) => {
  expect(describeStrategy({ id: 'f', enabled: true, ...part } as unknown as Feature)).toBe(words)
})
