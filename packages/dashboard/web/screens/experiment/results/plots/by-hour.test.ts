import { expect, it } from 'vitest'
import { eventSeries, tickWords, timeWords } from './by-hour.ts'

const events = (displayed: number, won = 0) => ({ displayed, won })

it('hours without events are filled in', () => {
  const series = [
    { hour: '2026-03-02T22', variants: { A: events(3, 1), gone: events(9) } },
    { hour: '2026-03-03T01', variants: { A: events(1), B: events(2, 2) } },
  ]
  const found = eventSeries(series, ['A', 'B'], 'displayed')!
  expect([found.unit, found.counts]).toEqual([
    'hour',
    [
      [3, 0, 0, 1],
      [0, 0, 0, 2],
    ],
  ])
  expect(found.times.map((time) => timeWords(time, 'hour'))).toEqual([
    ...['2 Mar 22:00', '2 Mar 23:00'],
    ...['3 Mar 00:00', '3 Mar 01:00'],
  ])
  expect(found.times.map(tickWords)).toEqual(['22:00', '23:00', '3 Mar', '01:00'])
  expect(eventSeries(series, ['A', 'B'], 'won')!.counts[1]).toEqual([0, 0, 0, 2])
})

it('many hours are shown as days', () => {
  const series = ['2026-03-02T22', '2026-03-02T23', '2026-03-20T00'].map((hour) => ({
    hour,
    variants: { A: events(1) },
  }))
  const { unit, times, counts } = eventSeries(series, ['A'], 'displayed')!
  expect([unit, times.length, counts[0]![0], counts[0]!.at(-1)]).toEqual(['day', 19, 2, 1])
  expect(timeWords(times[0]!, 'day')).toBe('2 Mar')
})

it('without events there is no series', () => {
  expect(eventSeries([], ['A'], 'won')).toBeUndefined()
})
