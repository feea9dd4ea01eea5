import { describe, expect, it } from 'vitest'
import { timeZone } from '../machine/time/time.ts'
import { compileWindow } from './compile-window.ts'
import type { TimeWindow } from './time-window.ts'

const isInside = (window: TimeWindow, now: string, zone = 'UTC'): boolean =>
  compileWindow(window, { clock: () => Date.parse(now), zone: timeZone(zone) })({})

describe('a window of dates', () => {
  it.each([
    [{ from: '2026-05-01 10:00:00' }, '2026-05-01T10:00:00Z', '2026-05-01T09:59:59.999Z'],
    [{ from: '2026-05-01T10:00' }, '2026-05-01T10:00:00Z', '2026-05-01T09:59:59.999Z'],
    [{ from: '2026-05-01T10:00:00+02:00' }, '2026-05-01T08:00:00Z', '2026-05-01T07:59:59.999Z'],
    [{ from: '2026-05-01' }, '2026-05-01T00:00:00Z', '2026-04-30T23:59:59.999Z'],
    [{ to: '2026-05-01 10:00:00' }, '2026-05-01T10:00:00.999Z', '2026-05-01T10:00:01Z'],
    [{ to: '2026-05-01T10:00:00Z' }, '2026-05-01T10:00:00.999Z', '2026-05-01T10:00:01Z'],
    [{ to: '2026-05-01' }, '2026-05-01T23:59:59.999Z', '2026-05-02T00:00:00Z'],
    [{ from: '2026-05-01', to: '2026-05-01' }, '2026-05-01T12:00:00Z', '2026-05-02T12:00:00Z'],
    [{ from: '2026-05-01', timezone: 'Asia/Tokyo' }, '2026-04-30T15:00:00Z', '2026-04-30T14:59:59.999Z'],
    [{ to: '2026-03-29', timezone: 'Europe/Paris' }, '2026-03-29T21:59:59.999Z', '2026-03-29T22:00:00Z'],
  ])('%j has %s and not %s', (window, inside, outside) => {
    expect(isInside(window, inside)).toBe(true)
    expect(isInside(window, outside)).toBe(false)
  })

  it('is one of the zone of the instance, unless it has its own', () => {
    expect(isInside({ from: '2026-05-01' }, '2026-04-30T22:00:00Z', 'Europe/Paris')).toBe(true)
    expect(isInside({ from: '2026-05-01', timezone: 'UTC' }, '2026-04-30T22:00:00Z', 'Europe/Paris')).toBe(false)
  })
})

describe('a window of times of day', () => {
  it.each([
    [{ startTime: '09:00', endTime: '17:00' }, ['09:00:00', '16:59:59.999'], ['08:59:59.999', '17:00:00']],
    [{ startTime: '22:00', endTime: '02:00' }, ['22:00:00', '00:00:00', '01:59:59.999'], ['02:00:00', '21:59:59.999']],
    [{ startTime: '22:00', endTime: '00:00' }, ['22:00:00', '23:59:59.999'], ['00:00:00', '21:59:59']],
    [{ startTime: '22:00' }, ['22:00:00', '23:59:59.999'], ['00:00:00', '21:59:59']],
    [{ endTime: '02:00' }, ['00:00:00', '01:59:59.999'], ['02:00:00', '23:59:59']],
    [{ startTime: '10:00', endTime: '10:00' }, [], ['10:00:00', '00:00:00', '09:59:59']],
  ] as const)('%j has %j and not %j', (window, inside, outside) => {
    for (const day of ['2026-05-01', '1969-05-01']) {
      for (const time of inside) expect([time, isInside(window, `${day}T${time}Z`)]).toEqual([time, true])
      for (const time of outside) expect([time, isInside(window, `${day}T${time}Z`)]).toEqual([time, false])
    }
  })

  it.each([
    ['2026-03-29T00:59:59Z', false],
    ['2026-03-29T01:00:00Z', true],
    ['2026-03-29T01:30:00Z', false],
    ['2026-10-25T00:30:00Z', true],
    ['2026-10-25T01:00:00Z', false],
    ['2026-10-25T01:30:00Z', true],
  ])('goes by the clock on the wall where that is changed: at %s it is %s', (now, expected) => {
    expect(isInside({ startTime: '02:30', endTime: '03:30', timezone: 'Europe/Paris' }, now)).toBe(expected)
  })
})

describe('a window of days', () => {
  it.each([
    ['MO', '2026-05-04'],
    ['TU', '2026-05-05'],
    ['WE', '2026-05-06'],
    ['TH', '2026-05-07'],
    ['FR', '2026-05-08'],
    ['SA', '2026-05-09'],
    ['SU', '2026-05-10'],
    ['WE', '1969-12-31'],
  ] as const)('%s has %s', (day, date) => {
    expect(isInside({ days: [day] }, `${date}T00:00:00Z`)).toBe(true)
    expect(isInside({ days: [day] }, `${date}T23:59:59.999Z`)).toBe(true)
    const others = (['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const).filter((one) => one !== day)
    expect(isInside({ days: others }, `${date}T12:00:00Z`)).toBe(false)
  })

  it.each([
    ['2026-05-08T21:59:59Z', false],
    ['2026-05-08T22:00:00Z', true],
    ['2026-05-09T01:59:59Z', true],
    ['2026-05-09T02:00:00Z', false],
    ['2026-05-09T22:00:00Z', false],
    ['2026-05-08T01:00:00Z', false],
  ])('and of times past midnight belongs to the day on which it starts: Friday night at %s is %s', (now, expected) => {
    expect(isInside({ days: ['FR'], startTime: '22:00', endTime: '02:00' }, now)).toBe(expected)
  })

  it('is one of local days', () => {
    expect(isInside({ days: ['SA'], timezone: 'Asia/Tokyo' }, '2026-05-08T15:00:00Z')).toBe(true)
    expect(isInside({ days: ['FR'], timezone: 'America/New_York' }, '2026-05-09T03:59:59Z')).toBe(true)
  })

  it('is inside every given part', () => {
    const window: TimeWindow = {
      from: '2026-05-08',
      to: '2026-05-09',
      startTime: '09:00',
      endTime: '17:00',
      days: ['FR'],
    }
    expect(isInside(window, '2026-05-08T12:00:00Z')).toBe(true)
    for (const now of ['2026-05-15T12:00:00Z', '2026-05-08T18:00:00Z', '2026-05-09T12:00:00Z'])
      expect(isInside(window, now)).toBe(false)
  })
})
