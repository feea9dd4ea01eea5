import { formatLocal, localTimestamp, type TimeZone, timeZone } from '../../machine/time/time.ts'
import type { Category } from '../reference/entry.ts'
import { failed } from '../runs/failure.ts'
import { instant, named, oneOf, optional, text, whole, zone } from './arguments.ts'
import { EARLIEST, LATEST, later, parseDate, partsOf, periods, startOf, units } from './calendar.ts'
import { OFFSETS } from './costs.ts'
import { defineOperator, type Operator, type OperatorScope } from './operator.ts'

const category: Category = 'dates'
const amount = (unit: string) => optional(whole(`Number of ${unit}, negative for the past; 0 by default`, -1e12, 1e12))

/** The formats of an instant. */
const styles = {
  iso: (instant: number) => new Date(instant).toISOString(),
  local: (instant: number, zone: TimeZone) => localTimestamp(instant, zone),
  date: (instant: number, zone: TimeZone) => localTimestamp(instant, zone).slice(0, 10),
  time: (instant: number, zone: TimeZone) => localTimestamp(instant, zone).slice(11, 19),
  'dd/MM/yyyy HH:mm:ss': (instant: number, zone: TimeZone) =>
    formatLocal(instant + zone.offsetAt(instant), 'dd/MM/yyyy HH:mm:ss'),
  'yyyy-MM-dd HH:mm:ss': (instant: number, zone: TimeZone) =>
    formatLocal(instant + zone.offsetAt(instant), 'yyyy-MM-dd HH:mm:ss'),
}
const styleNames = Object.keys(styles) as (keyof typeof styles)[]
const unitNames = Object.keys(units) as (keyof typeof units)[]

/** Operators on dates and times. An instant is in epoch milliseconds, in the years 100 to 9999. */
export const dateOperators = [
  defineOperator({
    name: '$now',
    category,
    description: 'The current instant, in epoch milliseconds',
    args: named({}),
    example: { config: { $lt: [0, { $now: {} }] }, result: true },
    evaluate: (_, { now }) => now(),
  }),
  defineOperator({
    name: '$parse_date',
    category,
    description:
      'The instant of a text: `2026-01-31`, `2026-01-31T09:05:07.123Z` (seconds, milliseconds and offset are optional) or `31/01/2026 09:05:07`; null for any other text and for days that do not exist',
    args: named({ text: text('A date, or a date and a time'), zone }),
    example: {
      config: { $parse_date: { text: '2026-01-31T09:05', zone: 'Europe/Paris' } },
      result: Date.UTC(2026, 0, 31, 8, 5),
    },
    evaluate: ({ text, zone }, scope) => {
      scope.charge(text.length)
      const found = parseDate(text, zoneOf(zone, scope))
      return found !== undefined && isSpellable(found) ? found : null
    },
  }),
  defineOperator({
    name: '$format_date',
    category,
    description:
      'An instant as text: `iso` in UTC (`2026-01-31T08:05:00.000Z`); in the time zone `local` (`2026-01-31T09:05:00.000`), `date` (`2026-01-31`), `time` (`09:05:00`), and the two formats that are written out',
    args: named({
      instant: instant(),
      style: optional(oneOf(styleNames, 'The format; `iso` by default')),
      zone,
    }),
    example: {
      config: {
        $format_date: { instant: Date.UTC(2026, 0, 31, 8, 5), style: 'dd/MM/yyyy HH:mm:ss', zone: 'Europe/Paris' },
      },
      result: '31/01/2026 09:05:00',
    },
    evaluate: ({ instant, style = 'iso', zone }, scope) => styles[style](instant, zoneOf(zone, scope)),
  }),
  defineOperator({
    name: '$add_duration',
    category,
    description:
      'An instant plus a duration. Years, months, weeks and days are added by the calendar of the zone: the time of day stays, and a day that the month does not have becomes its last. The rest is added by the clock. Fails outside the years 100 to 9999',
    args: named({
      instant: instant(),
      years: amount('years'),
      months: amount('months'),
      weeks: amount('weeks'),
      days: amount('days'),
      hours: amount('hours'),
      minutes: amount('minutes'),
      seconds: amount('seconds'),
      milliseconds: amount('milliseconds'),
      zone,
    }),
    example: {
      config: { $add_duration: { instant: Date.UTC(2026, 0, 31, 12), months: 1, hours: 2 } },
      result: Date.UTC(2026, 1, 28, 14),
    },
    evaluate: ({ instant, zone, ...duration }, scope) =>
      spellable('$add_duration', later(instant, duration, zoneOf(zone, scope))),
  }),
  defineOperator({
    name: '$date_difference',
    category,
    description:
      'The time from one instant to another, with decimals; days have 24 hours. Negative if the second is earlier',
    args: named({
      from: instant(),
      to: instant(),
      unit: optional(oneOf(unitNames, 'The unit; milliseconds by default')),
    }),
    example: {
      config: { $date_difference: { from: Date.UTC(2026, 0, 31, 12), to: Date.UTC(2026, 1, 2), unit: 'days' } },
      result: 1.5,
    },
    evaluate: ({ from, to, unit = 'milliseconds' }) => (to - from) / units[unit],
  }),
  defineOperator({
    name: '$start_of',
    category,
    description: 'The first instant of the period that contains an instant, by the calendar of the zone',
    args: named({ instant: instant(), period: oneOf(periods, 'The period; weeks begin on Mondays'), zone }),
    example: {
      config: { $start_of: { instant: Date.UTC(2026, 0, 31, 12), period: 'day', zone: 'America/New_York' } },
      result: Date.UTC(2026, 0, 31, 5),
    },
    evaluate: ({ instant, period, zone }, scope) =>
      spellable('$start_of', startOf(instant, period, zoneOf(zone, scope))),
  }),
  defineOperator({
    name: '$date_parts',
    category,
    description: 'The calendar date and time of an instant in the zone; months from 1, weekdays from 1 (Monday) to 7',
    args: named({ instant: instant(), zone }),
    example: {
      config: { $date_parts: { instant: Date.UTC(2026, 0, 31, 23, 30), zone: 'Europe/Paris' } },
      result: { year: 2026, month: 2, day: 1, hour: 0, minute: 30, second: 0, millisecond: 0, weekday: 7 },
    },
    evaluate: ({ instant, zone }, scope) => partsOf(instant + zoneOf(zone, scope).offsetAt(instant)),
  }),
]

function zoneOf(name: string | undefined, { zone, charge }: OperatorScope): TimeZone {
  const found = name === undefined ? zone : timeZone(name)
  if (found.name !== 'UTC') charge(OFFSETS)
  return found
}

const isSpellable = (instant: number) => instant >= EARLIEST && instant <= LATEST

function spellable(name: Operator['name'], instant: number): number {
  if (isSpellable(instant)) return instant
  throw failed('value', `${name} results in a date outside the years 100 to 9999`, name)
}
