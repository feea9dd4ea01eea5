import { describe, expect, it } from 'vitest'
import { validate } from '../../machine/schema/validate.ts'
import { timeZone } from '../../machine/time/time.ts'
import { compileFeature, explain } from '../evaluate.ts'
import { type Feature, featureSchema } from '../feature.ts'
import type { Environment } from './strategy.ts'

const release = (releaseDate: string, timezone?: string): Feature => ({
  id: 'f',
  enabled: true,
  activationStrategy: 'RELEASE_DATE',
  parameters: { releaseDate, ...(timezone && { timezone }) },
})
const at = (instant: string, zone = 'UTC'): Environment => ({
  clock: () => Date.parse(instant),
  zone: timeZone(zone),
  bucketing: 'murmur3',
})

describe('a feature with a release date', () => {
  it.each([
    ['before', '2026-05-01T09:59:59.999Z', false],
    ['at', '2026-05-01T10:00:00.000Z', false],
    ['just after', '2026-05-01T10:00:00.001Z', true],
    ['long after', '2036-05-01T10:00:00.000Z', true],
  ])('%s the date (%s) is %s', (_, now, active) => {
    expect(compileFeature(release('01/05/2026 10:00:00'), at(now)).isActive(undefined)).toBe(active)
  })

  it.each([
    ['the zone of the instance', '01/05/2026 10:00:00', undefined, 'Europe/Paris', '2026-05-01T08:00:00Z'],
    ['its own zone', '01/05/2026 10:00:00', 'America/New_York', 'Europe/Paris', '2026-05-01T14:00:00Z'],
    [
      'the instant of the change for a skipped time',
      '29/03/2026 02:30:00',
      undefined,
      'Europe/Paris',
      '2026-03-29T01:00:00Z',
    ],
    ['the first of a repeated time', '25/10/2026 02:30:00', undefined, 'Europe/Paris', '2026-10-25T00:30:00Z'],
  ])('goes by %s', (_, date, timezone, zone, released) => {
    const isActive = (instant: number) =>
      compileFeature(release(date, timezone), at(new Date(instant).toISOString(), zone)).isActive(undefined)
    expect(isActive(Date.parse(released))).toBe(false)
    expect(isActive(Date.parse(released) + 1)).toBe(true)
  })

  it.each([
    ['2026-05-01T10:00:00Z', 'DEFAULT'],
    ['2026-05-01T10:00:01Z', 'TARGETING_MATCH'],
  ])('explains itself at %s by %s, the clock and the date', (now, reason) => {
    const environment = at(now, 'Europe/Paris')
    const feature = release('01/05/2026 10:00:00', 'UTC')
    expect(explain(compileFeature(feature, environment), environment)).toEqual({
      reason,
      strategy: 'RELEASE_DATE',
      enabled: true,
      now: now.replace('Z', '.000'),
      releaseDate: '2026-05-01T10:00:00.000',
      timezone: 'UTC',
    })
  })

  it.each([
    ['01/05/2026 10:00:00', '01/05/2026 10:00:00'],
    ['01/05/2026 10:00', '01/05/2026 10:00:00'],
    ['2026-05-01 10:00:30', '01/05/2026 10:00:30'],
  ])('takes %s and keeps %s', (sent, kept) => {
    expect(validate(featureSchema, release(sent))).toEqual(release(kept))
  })

  it.each([
    '31/02/2026 00:00:00',
    '01/05/2026 24:00:00',
    '05/13/2026 10:00:00',
    '2026-05-01T10:00:00+24:00',
    'soon',
    '',
  ])('rejects the date %j', (date) => {
    expect(() => validate(featureSchema, release(date))).toThrow(
      expect.objectContaining({
        fieldErrors: { '/parameters/releaseDate': [{ message: 'error.format', args: ['dd/MM/yyyy HH:mm:ss'] }] },
      }),
    )
  })

  it('rejects a zone that does not exist', () => {
    expect(() => validate(featureSchema, release('01/05/2026 10:00:00', 'Mars/Olympus'))).toThrow(
      expect.objectContaining({
        fieldErrors: { '/parameters/timezone': [{ message: 'error.format', args: ['time-zone'] }] },
      }),
    )
  })
})
