import { describe, expect, it } from 'vitest'
import { validate } from '../../machine/schema/validate.ts'
import { timeZone } from '../../machine/time/time.ts'
import { compileFeature, explain } from '../evaluate.ts'
import { type Feature, featureSchema } from '../feature.ts'
import type { Environment } from './strategy.ts'

const range = (from: string, to: string, timezone?: string): Feature => ({
  id: 'f',
  enabled: true,
  activationStrategy: 'DATE_RANGE',
  parameters: { from, to, ...(timezone && { timezone }) },
})
const may = range('2026-05-01 00:00:00', '2026-05-31 23:59:59')
const at = (instant: number, zone = 'UTC'): Environment => ({
  clock: () => instant,
  zone: timeZone(zone),
  bucketing: 'murmur3',
})
const isActive = (feature: Feature, now: string, zone?: string) =>
  compileFeature(feature, at(Date.parse(now), zone)).isActive(undefined)

describe('a feature with a range of dates', () => {
  it.each([
    ['before the first', '2026-04-30T23:59:59.999Z', false],
    ['at the first', '2026-05-01T00:00:00.000Z', true],
    ['between', '2026-05-15T12:00:00.000Z', true],
    ['at the last', '2026-05-31T23:59:59.000Z', true],
    ['at the end of the last second', '2026-05-31T23:59:59.999Z', true],
    ['after the last', '2026-06-01T00:00:00.000Z', false],
  ])('%s date (%s) is %s', (_, now, active) => {
    expect(isActive(may, now)).toBe(active)
  })

  it('is active for one second if both dates are equal', () => {
    const second = range('2026-05-01 10:00:00', '2026-05-01 10:00:00')
    expect(isActive(second, '2026-05-01T10:00:00.999Z')).toBe(true)
    expect(isActive(second, '2026-05-01T10:00:01.000Z')).toBe(false)
  })

  it.each([
    ['the zone of the instance', undefined, 'Asia/Kathmandu', '2026-04-30T18:15:00Z', '2026-05-31T18:14:59.999Z'],
    ['its own zone', 'America/St_Johns', 'Asia/Kathmandu', '2026-05-01T02:30:00Z', '2026-06-01T02:29:59.999Z'],
  ])('goes by %s', (_, timezone, zone, first, last) => {
    const feature = range('2026-05-01 00:00:00', '2026-05-31 23:59:59', timezone)
    expect(isActive(feature, first, zone)).toBe(true)
    expect(isActive(feature, last, zone)).toBe(true)
    for (const beyond of [Date.parse(first) - 1, Date.parse(last) + 1])
      expect(compileFeature(feature, at(beyond, zone)).isActive(undefined)).toBe(false)
  })

  it.each([
    [
      'starts at the first of a repeated time',
      '2026-10-25 02:30:00',
      '2026-10-26 00:00:00',
      '2026-10-25T00:30:00Z',
      true,
    ],
    ['ends at the last of a repeated time', '2026-10-24 00:00:00', '2026-10-25 02:30:00', '2026-10-25T01:30:00Z', true],
    [
      'is over after the last of a repeated time',
      '2026-10-24 00:00:00',
      '2026-10-25 02:30:00',
      '2026-10-25T01:30:01Z',
      false,
    ],
    ['starts where a skipped time was', '2026-03-29 02:30:00', '2026-03-30 00:00:00', '2026-03-29T01:00:00Z', true],
    [
      'has not started before a skipped time',
      '2026-03-29 02:30:00',
      '2026-03-30 00:00:00',
      '2026-03-29T00:59:59Z',
      false,
    ],
  ])('%s', (_, from, to, now, active) => {
    expect(isActive(range(from, to), now, 'Europe/Paris')).toBe(active)
  })

  it.each([
    ['2026-05-15T12:00:00.000Z', 'TARGETING_MATCH'],
    ['2026-06-15T12:00:00.000Z', 'DEFAULT'],
  ])('explains itself at %s by %s, the clock and the window', (now, reason) => {
    const environment = at(Date.parse(now))
    expect(explain(compileFeature(may, environment), environment)).toEqual({
      reason,
      strategy: 'DATE_RANGE',
      enabled: true,
      now: now.slice(0, -1),
      from: '2026-05-01T00:00:00.000',
      to: '2026-05-31T23:59:59.000',
      timezone: 'UTC',
    })
  })

  it('rejects a first date after the last', () => {
    expect(() => validate(featureSchema, range('2026-05-02 00:00:00', '2026-05-01 00:00:00'))).toThrow(
      expect.objectContaining({
        fieldErrors: {
          '/parameters/from': [{ message: 'error.date.order', args: ['2026-05-02 00:00:00', '2026-05-01 00:00:00'] }],
        },
      }),
    )
  })

  it.each(['2026-02-30 00:00:00', '2026-05-01', '2026-05-01 24:00:00', '2026-02-30T00:00:00Z', 'soon'])(
    'rejects the date %j',
    (date) => {
      expect(() => validate(featureSchema, range(date, '2036-01-01 00:00:00'))).toThrow(
        expect.objectContaining({
          fieldErrors: { '/parameters/from': [{ message: 'error.format', args: ['yyyy-MM-dd HH:mm:ss'] }] },
        }),
      )
    },
  )
})
