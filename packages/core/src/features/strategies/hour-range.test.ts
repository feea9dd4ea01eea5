import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validate } from '../../machine/schema/validate.ts'
import { formatMinutes, timeZone } from '../../machine/time/time.ts'
import { compileFeature, explain } from '../evaluate.ts'
import { type Feature, featureSchema } from '../feature.ts'
import type { Environment } from './strategy.ts'

const hours = (startDate: string, endDate: string, timezone?: string): Feature => ({
  id: 'f',
  enabled: true,
  activationStrategy: 'HOUR_RANGE',
  parameters: { startDate, endDate, ...(timezone && { timezone }) },
})
const at = (now: string, zone = 'UTC'): Environment => ({
  clock: () => Date.parse(now),
  zone: timeZone(zone),
  bucketing: 'murmur3',
})
const isActive = (feature: Feature, now: string, zone?: string) =>
  compileFeature(feature, at(now, zone)).isActive(undefined)

describe('a feature with a range of hours', () => {
  it.each([
    ['09:00', '17:00', '08:59:59.999', false],
    ['09:00', '17:00', '09:00:00.000', true],
    ['09:00', '17:00', '16:59:59.999', true],
    ['09:00', '17:00', '17:00:00.000', false],
    ['22:00', '02:00', '21:59:59.999', false],
    ['22:00', '02:00', '22:00:00.000', true],
    ['22:00', '02:00', '00:00:00.000', true],
    ['22:00', '02:00', '01:59:59.999', true],
    ['22:00', '02:00', '02:00:00.000', false],
    ['22:00', '00:00', '23:59:59.999', true],
    ['22:00', '00:00', '00:00:00.000', false],
    ['00:00', '23:59', '23:59:00.000', false],
    ['10:00', '10:00', '10:00:00.000', false],
    ['10:00', '10:00', '22:00:00.000', false],
    ['00:00', '00:00', '00:00:00.000', false],
  ])('from %s to %s is, at %s, %s', (start, end, time, active) => {
    expect(isActive(hours(start, end), `2026-05-01T${time}Z`)).toBe(active)
    expect(isActive(hours(start, end), `1969-05-01T${time}Z`)).toBe(active)
  })

  it('is active exactly when the reverse range is not, unless both bounds are equal', () => {
    const minute = fc.integer({ min: 0, max: 24 * 60 - 1 })
    fc.assert(
      fc.property(minute, minute, minute, (start, end, time) => {
        const now = `2026-05-01T${formatMinutes(time)}:00Z`
        const one = isActive(hours(formatMinutes(start), formatMinutes(end)), now)
        const reverse = isActive(hours(formatMinutes(end), formatMinutes(start)), now)
        expect(one === reverse).toBe(start === end)
      }),
    )
  })

  it.each([
    ['the zone of the instance', undefined, 'Asia/Kathmandu', '2026-05-01T03:15:00Z'],
    ['its own zone', 'America/New_York', 'Asia/Kathmandu', '2026-05-01T13:00:00Z'],
  ])('goes by %s', (_, timezone, zone, start) => {
    const feature = hours('09:00', '17:00', timezone)
    expect(isActive(feature, start, zone)).toBe(true)
    expect(isActive(feature, new Date(Date.parse(start) - 1).toISOString(), zone)).toBe(false)
  })

  it.each([
    ['starts late when its start is skipped', '2026-03-29T00:59:59Z', false],
    ['starts late when its start is skipped', '2026-03-29T01:00:00Z', true],
    ['ends in time after a skip', '2026-03-29T01:30:00Z', false],
    ['is active in the first of a repeated hour', '2026-10-25T00:30:00Z', true],
    ['is inactive between', '2026-10-25T01:00:00Z', false],
    ['is active again in the second', '2026-10-25T01:30:00Z', true],
  ])('%s (%s: %s)', (_, now, active) => {
    expect(isActive(hours('02:30', '03:30'), now, 'Europe/Paris')).toBe(active)
  })

  it.each([
    ['10:00', 'TARGETING_MATCH'],
    ['18:00', 'DEFAULT'],
  ])('explains itself at %s by %s, the time of day and the bounds', (time, reason) => {
    const environment = at(`2026-05-01T${time}:30Z`)
    expect(explain(compileFeature(hours('09:00', '17:00'), environment), environment)).toEqual({
      reason,
      strategy: 'HOUR_RANGE',
      enabled: true,
      now: time,
      startDate: '09:00',
      endDate: '17:00',
      timezone: 'UTC',
    })
  })

  it.each([
    [{ startDate: '9:00', endDate: '17:00' }],
    [{ startAt: '09:00', endAt: '17:00' }],
    [{ startAt: '9:00', endDate: '17:00' }],
    [{ startAt: '9:00', startDate: '09:00', endDate: '17:00' }],
  ])('accepts %j and stores the form of the contract', (parameters) => {
    expect(validate(featureSchema, { ...hours('', ''), parameters })).toEqual(hours('09:00', '17:00'))
  })

  it.each(['24:00', '9', '09:60', 'noon', '09:00:00'])('rejects the time %j', (time) => {
    expect(() => validate(featureSchema, hours(time, '17:00'))).toThrow(
      expect.objectContaining({
        fieldErrors: { '/parameters/startDate': [{ message: 'error.format', args: ['HH:mm'] }] },
      }),
    )
  })

  it.each([
    [{ startAt: '25:00', endAt: '17:00' }, '/parameters/startAt', 'error.format', 'HH:mm'],
    [{ startDate: '09:00', endAt: 17 }, '/parameters/endAt', 'error.type', 'string'],
    [{ startAt: '08:00', startDate: '09:00', endDate: '17:00' }, '/parameters/startAt', 'error.synonym', 'startDate'],
  ])('rejects %j at the sent member', (parameters, pointer, message, arg) => {
    expect(() => validate(featureSchema, { ...hours('', ''), parameters })).toThrow(
      expect.objectContaining({ fieldErrors: { [pointer]: [{ message, args: [arg] }] } }),
    )
  })
})
