import { timeZone } from '@signalbox/core/evaluate'
import { describe, expect, it } from 'vitest'
import { clockChange, fromInput, readLocal, toInput } from './local-dates.ts'

const paris = timeZone('Europe/Paris')
const local = (text: string) => Date.parse(`${text}Z`)

describe('a local time', () => {
  it('is an instant of its zone', () => {
    expect(readLocal(local('2027-02-01T08:00'), paris)).toEqual({ instant: Date.parse('2027-02-01T07:00Z') })
  })

  it('that the clocks skip is the instant of the change', () => {
    const skipped = local('2027-03-28T02:30')
    expect(readLocal(skipped, paris)).toEqual({ instant: Date.parse('2027-03-28T01:00Z'), change: 'skipped' })
    expect(clockChange(skipped, paris)).toBe(
      'The clocks in Europe/Paris skip 28 Mar 2027 02:30. It counts as 28 Mar 2027 03:00, when they change.',
    )
  })

  it('that occurs twice is the first or the last instant', () => {
    const repeated = local('2027-10-31T02:30')
    expect(readLocal(repeated, paris)).toEqual({ instant: Date.parse('2027-10-31T00:30Z'), change: 'repeated' })
    expect(readLocal(repeated, paris, 'last').instant).toBe(Date.parse('2027-10-31T01:30Z'))
    expect(clockChange(repeated, paris, 'last')).toContain('The last one counts: 31 Oct 2027 01:30 UTC.')
  })

  it('is written and read as inputs do', () => {
    expect(toInput(local('2027-02-01T08:00:00'))).toBe('2027-02-01T08:00')
    expect(toInput(local('2027-02-01T08:00:30'))).toBe('2027-02-01T08:00:30')
    for (const text of ['2027-02-01T08:00', '2027-02-01T08:00:30']) expect(toInput(fromInput(text)!)).toBe(text)
    expect(fromInput('')).toBeUndefined()
  })
})
