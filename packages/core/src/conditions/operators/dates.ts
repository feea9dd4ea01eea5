import { isoInstantOf } from '../../machine/time/iso-date.ts'
import type { TimeZone } from '../../machine/time/time.ts'
import type { Operator } from './operator.ts'

const value = { type: ['number', 'string'], format: 'ISO 8601' }

/** The date is strictly before a value. */
export const before: Operator<number | string> = {
  description: 'Is strictly before a date (ISO 8601, or epoch milliseconds)',
  value,
  example: { attribute: 'registeredAt', actual: '2025-12-31T23:59:59Z', value: '2026-01-01T00:00:00Z' },
  compile(values, { zone }) {
    const last = Math.max(...values.map((one) => dateOf(one, zone)))
    return (attribute) => dateOf(attribute, zone) < last
  },
}

/** The date is strictly after a value. */
export const after: Operator<number | string> = {
  description: 'Is strictly after a date (ISO 8601, or epoch milliseconds)',
  value,
  example: { attribute: 'registeredAt', actual: 1_767_225_600_001, value: '2026-01-01T00:00:00Z' },
  compile(values, { zone }) {
    const first = Math.min(...values.map((one) => dateOf(one, zone)))
    return (attribute) => dateOf(attribute, zone) > first
  },
}

/** The instant of a date; `NaN` for anything else. */
function dateOf(date: unknown, zone: TimeZone): number {
  if (typeof date === 'number') return date
  if (typeof date === 'string') return isoInstantOf(date, zone)
  return date instanceof Date ? date.getTime() : Number.NaN
}
