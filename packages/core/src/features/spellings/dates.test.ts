import { describe, expect, it } from 'vitest'
import { timeZone } from '../../machine/time/time.ts'
import { instantOf } from '../../machine/time/written-date.ts'
import { createSignalbox } from '../../signalbox.ts'
import { compileFeature } from '../evaluate.ts'
import type { Feature } from '../feature.ts'

const release = (releaseDate: string, timezone?: string) =>
  ({
    id: 'f',
    enabled: true,
    activationStrategy: 'RELEASE_DATE',
    parameters: { releaseDate, ...(timezone && { timezone }) },
  }) as const satisfies Feature
const range = (from: string, to: string) =>
  ({ id: 'f', enabled: true, activationStrategy: 'DATE_RANGE', parameters: { from, to } }) as const satisfies Feature
const inParis = () => createSignalbox({ timeZone: 'Europe/Paris' })

describe('a feature whose dates are sent in ISO 8601', () => {
  it.each([
    ['2026-05-01T10:00:00', '01/05/2026 10:00:00'],
    ['2026-05-01T10:00', '01/05/2026 10:00:00'],
    ['2026-05-01T08:00:00.000Z', '01/05/2026 10:00:00'],
    ['2026-05-01T04:00:00-04:00', '01/05/2026 10:00:00'],
    ['2026-05-01T04:00:00.999-0400', '01/05/2026 10:00:00'],
    ['2026-01-01T00:30:00+01', '01/01/2026 00:30:00'],
  ])('is returned with %s as %s, in the zone of the instance', async (sent, releaseDate) => {
    const { features } = inParis()
    expect((await features.create({ body: release(sent) })).parameters).toEqual({ releaseDate })
    expect(await features.get({ id: 'f' })).toEqual(release(releaseDate))
  })

  it('is returned in its own zone', async () => {
    const { parameters } = await inParis().features.create({ body: release('2026-05-01T10:00:00Z', 'Asia/Tokyo') })
    expect(parameters).toEqual({ releaseDate: '01/05/2026 19:00:00', timezone: 'Asia/Tokyo' })
  })

  it('accepts these dates in a patch, a replacement and a line', async () => {
    const { features } = inParis()
    await features.create({ body: range('2026-01-01T00:00:00', '2026-12-31T22:59:59Z') })
    const [from, to] = ['2026-01-01 00:00:00', '2026-12-31 23:59:59']
    expect(await features.get({ id: 'f' })).toEqual(range(from, to))
    const body = [{ op: 'replace' as const, path: '/parameters/from', value: '2026-01-31T23:00:00Z' }]
    expect(await features.patch({ id: 'f', body })).toEqual(range('2026-02-01 00:00:00', to))
    expect(await features.replace({ id: 'f', body: range('2025-12-31T23:00Z', to) })).toEqual(range(from, to))
    await features.import({ body: [{ ...range('2026-02-28T23:00:00Z', to), id: 'line' }] })
    expect(await features.get({ id: 'line' })).toMatchObject({ parameters: { from: '2026-03-01 00:00:00', to } })
  })

  it('is the same instant where clocks show an hour twice', async () => {
    const { features } = inParis()
    const [first, second] = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']
    expect((await features.create({ body: release(first) })).parameters).toEqual({ releaseDate: '25/10/2026 02:30:00' })
    const { parameters } = await features.replace({ id: 'f', body: release(second) })
    expect(parameters).toEqual({ releaseDate: '25/10/2026 01:30:00', timezone: 'UTC' })
    const mixed = await features.replace({ id: 'f', body: range(second, '2026-10-25 12:00:00') })
    expect(mixed.parameters).toEqual({ from: '2026-10-25 01:30:00', to: '2026-10-25 11:00:00', timezone: 'UTC' })
  })

  it('must not end before it begins, with an offset on either date', async () => {
    const refused = { code: 'INVALID', fieldErrors: { '/parameters/from': [{ message: 'error.date.order' }] } }
    for (const [from, to] of [
      ['2026-05-01 10:00:00', '2026-05-01T07:59:59Z'],
      ['2026-05-01T08:00:01Z', '2026-05-01 10:00:00'],
      ['2026-05-01T08:00:01Z', '2026-05-01T10:00:00+02:00'],
    ] as const)
      await expect(inParis().features.create({ body: range(from, to) })).rejects.toMatchObject(refused)
  })

  it('is decided by the same instants when it was never stored', () => {
    const at = (now: string) => ({
      clock: () => Date.parse(now),
      zone: timeZone('Europe/Paris'),
      bucketing: 'murmur3' as const,
    })
    const sent = release('2026-05-01T10:00:00+02:00')
    expect(compileFeature(sent, at('2026-05-01T08:00:00Z')).isActive(undefined)).toBe(false)
    expect(compileFeature(sent, at('2026-05-01T08:00:00.001Z')).isActive(undefined)).toBe(true)
  })

  it('is rejected with examples of both forms otherwise', async () => {
    await expect(inParis().features.create({ body: release('tomorrow') })).rejects.toThrow(
      /releaseDate must be .*31\/01\/2026 09:00:00.*2026-01-31T09:00:00\+01:00/,
    )
  })
})

it.each([
  ['2026-05-01T10:00:00+05:45', Date.UTC(2026, 4, 1, 4, 15)],
  ['2026-05-01 10:00:00.5Z', Date.UTC(2026, 4, 1, 10, 0, 0, 500)],
  ['2026-05-01T10:00:00,123456789Z', Date.UTC(2026, 4, 1, 10, 0, 0, 123)],
  ['01/05/2026 10:00', Date.UTC(2026, 4, 1, 10)],
  ['2026-05-01', Number.NaN],
  ['2026-05-01T10:00:00+99:00', Number.NaN],
  ['2026-05-01T10:60:00Z', Number.NaN],
])('%s is the instant %d', (text, instant) => {
  expect(instantOf(text, timeZone('UTC'))).toBe(instant)
})
