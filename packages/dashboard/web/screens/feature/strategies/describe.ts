import type { Feature } from '@signalbox/core/contract'
import { parseLocal } from '@signalbox/core/evaluate'
import { dateTime } from '../../../dates.ts'
import { unknownStrategy } from '../../../evaluation/unknown-strategy.ts'
import { count, counted } from '../../../words.ts'
import { languageNames } from '../../scripting/language-names.ts'

/** The strategy of a feature in a few words, for lists: `25 % of clients`, `from 1 Feb 2027 08:00`. */
export function describeStrategy(feature: Feature): string {
  switch (feature.activationStrategy) {
    case 'NO_STRATEGY':
      return 'always'
    case 'RELEASE_DATE':
      return `from ${localDate(feature.parameters.releaseDate)}`
    case 'DATE_RANGE':
      return `from ${localDate(feature.parameters.from)} to ${localDate(feature.parameters.to)}`
    case 'HOUR_RANGE':
      return `${feature.parameters.startDate} to ${feature.parameters.endDate}`
    case 'PERCENTAGE':
      return `${percent(feature.parameters.percentage)} of clients`
    case 'CUSTOMERS_LIST':
      return counted(feature.parameters.customers.length, 'client')
    case 'RULES':
      return counted(feature.parameters.rules.length, 'rule')
    case 'SCRIPT':
      return `${languageNames[feature.parameters.type]} script`
    case 'GLOBAL_SCRIPT':
      return `script ${feature.parameters.ref}`
    default:
      return unknownStrategy(feature)
  }
}

/** A percentage as the dashboard writes it: `25 %`, `0.5 %`. */
export const percent = (value: number): string => `${count(value)} %`

function localDate(text: string): string {
  const local = parseLocal(text)
  return local === undefined ? text : dateTime(local, 'UTC')
}
