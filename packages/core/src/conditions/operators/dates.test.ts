import { describe, expect, it } from 'vitest'
import { timeZone } from '../../machine/time/time.ts'
import { compileCondition } from '../compile.ts'
import { environment, holds } from '../conditions.fixture.ts'

const noon = Date.parse('2026-05-01T12:00:00Z')

describe('dates', () => {
  it.each([
    [noon],
    ['2026-05-01T12:00:00Z'],
    ['2026-05-01T12:00Z'],
    ['2026-05-01T12:00:00.000Z'],
    ['2026-05-01T14:00:00+02:00'],
    ['2026-05-01T14:00:00+0200'],
    ['2026-05-01T12:00:00'],
    ['2026-05-01 12:00:00'],
  ])('%j is neither before nor after noon, and the next millisecond is after it', (value) => {
    expect(holds({ operator: 'before', value }, noon)).toBe(false)
    expect(holds({ operator: 'after', value }, noon)).toBe(false)
    expect(holds({ operator: 'before', value }, noon - 1)).toBe(true)
    expect(holds({ operator: 'after', value }, noon + 1)).toBe(true)
    expect(holds({ operator: 'before', value: noon }, value)).toBe(false)
    expect(holds({ operator: 'before', value: noon + 1 }, value)).toBe(true)
  })

  it('a day alone is its beginning', () => {
    expect(holds({ operator: 'before', value: '2026-05-01' }, '2026-04-30T23:59:59.999Z')).toBe(true)
    expect(holds({ operator: 'before', value: '2026-05-01' }, '2026-05-01')).toBe(false)
    expect(holds({ operator: 'after', value: '2026-05-01' }, '2026-05-02')).toBe(true)
  })

  it('the dates of a program are read, too', () => {
    expect(holds({ operator: 'after', value: '2026-05-01' }, new Date(noon))).toBe(true)
    expect(holds({ operator: 'after', value: '2026-05-01' }, new Date(Number.NaN))).toBe(false)
  })

  it('dates without an offset are those of the zone of the instance', () => {
    const inParis = { ...environment, zone: timeZone('Europe/Paris') }
    const isTrue = (value: string, attribute: unknown) =>
      compileCondition({ attribute: 'a', operator: 'before', value }, inParis).isTrue({ a: attribute })
    expect(isTrue('2026-05-01T14:00:00', noon - 1)).toBe(true)
    expect(isTrue('2026-05-01T14:00:00', noon)).toBe(false)
    expect(isTrue('2026-05-01T12:00:00Z', '2026-05-01T13:59:59')).toBe(true)
  })

  it.each(['soon', '', '01/05/2026 12:00:00', '2026-02-30', '2026-5-1', '1777636800000', true, {}, Number.NaN])(
    '%j is no date, so it is neither before nor after one',
    (attribute) => {
      expect(holds({ operator: 'before', value: '2999-01-01' }, attribute)).toBe(false)
      expect(holds({ operator: 'after', value: '1999-01-01' }, attribute)).toBe(false)
    },
  )

  it('several values: before the last, after the first', () => {
    const values = ['2026-05-03', '2026-05-01', '2026-05-02']
    expect(['2026-05-02', '2026-05-03'].map((a) => holds({ operator: 'before', values }, a))).toEqual([true, false])
    expect(['2026-05-02', '2026-05-01'].map((a) => holds({ operator: 'after', values }, a))).toEqual([true, false])
  })
})
