import type { Feature } from '@signalbox/core/contract'
import { formatLocal, parseLocal } from '@signalbox/core/evaluate'
import type { ParametersOf } from './strategy.ts'

type Rules = ParametersOf<'RULES'>
type Rule = Rules['rules'][number]

/** Rules that go on as a feature was: its rollout becomes the rule for everyone else, its list or its time a rule. */
export function rulesAfter(before: Feature | undefined): Rules {
  switch (before?.activationStrategy) {
    case 'NO_STRATEGY':
      return { rules: [], otherwise: true }
    case 'PERCENTAGE': {
      const { percentage, salt } = before.parameters
      return { rules: [{ percentage, ...(salt !== undefined && { salt }) }] }
    }
    case 'CUSTOMERS_LIST': {
      const { customers } = before.parameters
      return { rules: customers.length === 0 ? [] : [{ when: { attribute: 'id', operator: 'is', values: customers } }] }
    }
    case 'RELEASE_DATE': {
      const { releaseDate, ...zone } = before.parameters
      return { rules: [{ when: { time: { from: isoDate(releaseDate), ...zone } } }] }
    }
    case 'DATE_RANGE': {
      const { from, to, ...zone } = before.parameters
      return { rules: [{ when: { time: { from: isoDate(from), to: isoDate(to), ...zone } } }] }
    }
    case 'HOUR_RANGE': {
      const { startAt = '', endAt = '', startDate = startAt, endDate = endAt, ...zone } = before.parameters
      return { rules: [{ when: { time: { startTime: startDate, endTime: endDate, ...zone } } }] }
    }
    default:
      return { rules: [] }
  }
}

/** Whether a rule is a rollout for everyone whom no rule before it is for. Rules are added before it. */
export const isRollout = ({ when, percentage }: Rule): boolean => when === undefined && percentage !== undefined

/** A stored date as conditions take it: ISO 8601. */
function isoDate(text: string): string {
  const local = parseLocal(text)
  return local === undefined ? text : formatLocal(local, 'yyyy-MM-dd HH:mm:ss').replace(' ', 'T')
}
