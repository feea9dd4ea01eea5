import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChangeEvent } from '../machine/log/event.ts'
import { localTimestamp, timeZone } from '../machine/time/time.ts'
import { type AskedRange, pastRange } from './past-range.ts'

const HOUR = 60 * 60_000
const utc = timeZone('UTC')
const paris = timeZone('Europe/Paris')

/** A log whose events were committed at these times, in epoch milliseconds; with ids that tell them, or not. */
function logOf(times: readonly number[], { zone = utc, idsTell = true } = {}) {
  let last = 0
  const events = times.map((time) => {
    last = Math.max(last, idsTell ? time * 1000 : 0) + 1
    return { _id: last, timestamp: localTimestamp(time, zone) } as ChangeEvent
  })
  let reads = 0
  async function* read({ after, limit = Number.POSITIVE_INFINITY }: { after: number; limit?: number }) {
    reads++
    yield* events.filter(({ _id }) => _id > after).slice(0, limit)
  }
  const log = { read, head: async () => last }
  /** The places of the events in a range. */
  const found = async (asked: AskedRange) => {
    const { after, head } = await pastRange(log, asked, zone)
    return events.flatMap(({ _id }, index) => (_id > after && _id <= head ? [index] : []))
  }
  return { log, found, reads: () => reads }
}
const at = (text: string) => Date.parse(text)
const both = [true, false]

describe('a range of past events', () => {
  it.each(both)('has its beginning and not its end (ids tell the time: %s)', async (idsTell) => {
    const start = at('2026-01-01T00:00:00Z')
    const { found } = logOf(
      [0, 1, 2, 3].map((n) => start + n * HOUR),
      { idsTell },
    )
    expect(await found({ since: '2026-01-01T01:00:00Z', until: '2026-01-01T03:00:00Z' })).toEqual([1, 2])
    expect(await found({ since: '2026-01-01T01:00:00.001Z' })).toEqual([2, 3])
    expect(await found({ until: '2026-01-01T01:00:00.001Z' })).toEqual([0, 1])
    expect(await found({})).toEqual([0, 1, 2, 3])
  })

  it.each(both)('reads a few events of a long log (ids tell the time: %s)', async (idsTell) => {
    const { found, reads } = logOf(
      Array.from({ length: 20_000 }, (_, n) => at('2026-01-01T00:00:00Z') + n * 60_000),
      { idsTell },
    )
    expect(await found({ since: '2026-01-03', until: '2026-01-04' })).toHaveLength(24 * 60)
    expect(reads()).toBeLessThan(120)
  })

  it('is empty in an empty log', async () => {
    expect(await pastRange(logOf([]).log, { since: '2026-01-01' }, utc)).toEqual({ after: 0, head: 0 })
  })

  it('reads dates without an offset in the time zone of the service', async () => {
    const { found } = logOf([at('2026-01-01T22:30:00Z'), at('2026-01-01T23:30:00Z')], { zone: paris })
    expect(await found({ since: '2026-01-02' })).toEqual([1])
    expect(await found({ since: '2026-01-02T00:00Z' })).toEqual([])
    expect(await found({ until: '2026-01-02 00:00' })).toEqual([0])
  })

  /** Paris repeats the hour from 02:00 to 03:00: it begins at 00:00Z and again at 01:00Z. */
  const repeated = [
    '2026-10-24T23:45Z',
    '2026-10-25T00:15Z',
    '2026-10-25T00:45Z',
    '2026-10-25T01:15Z',
    '2026-10-25T01:45Z',
  ]

  it('tells the hours apart that clocks repeat, by the ids of the events', async () => {
    const { found } = logOf(repeated.map(at), { zone: paris })
    expect(await found({ since: '2026-10-25T00:30Z' })).toEqual([2, 3, 4])
    expect(await found({ since: '2026-10-25T01:30Z' })).toEqual([4])
    expect(await found({ until: '2026-10-25T00:30Z' })).toEqual([0, 1])
    expect(await found({ since: '2026-10-25T02:30' })).toEqual([2, 3, 4])
    expect(await found({ until: '2026-10-25T02:30' })).toEqual([0, 1, 2, 3])
  })

  it('begins at the change for a local time that clocks skip', async () => {
    const { found } = logOf(['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z'].map(at), { zone: paris })
    expect(await found({ since: '2026-03-29T02:30' })).toEqual([1])
  })

  it('adjoins the next one: together they have every event, whatever the clock did', async () => {
    const start = at('2026-10-24T22:00:00Z')
    const steps = fc.array(fc.integer({ min: -2 * HOUR, max: HOUR }), { minLength: 1, maxLength: 30 })
    const middle = fc.integer({ min: -3 * HOUR, max: 12 * HOUR })
    await fc.assert(
      fc.asyncProperty(steps, middle, fc.boolean(), async (moves, offset, idsTell) => {
        let now = start
        const times = moves.map((move) => (now += move))
        const { found } = logOf(times, { zone: paris, idsTell })
        const cut = new Date(start + offset).toISOString()
        const [before, rest] = [await found({ until: cut }), await found({ since: cut })]
        expect([...new Set([...before, ...rest])].sort((a, b) => a - b)).toEqual(times.map((_, index) => index))
        if (idsTell) expect(before.length + rest.length).toBe(times.length)
      }),
    )
  })

  it('works again after a clock was years ahead', async () => {
    const start = at('2026-01-01T00:00:00Z')
    const ahead = Array(3).fill(start + 365 * 24 * HOUR)
    const { found } = logOf([...ahead, ...Array.from({ length: 100 }, (_, n) => start + n * HOUR)])
    expect(await found({ since: '2026-01-05' })).toEqual([99, 100, 101, 102])
    expect(await found({ since: '2026-01-04', until: '2026-01-04T03:00' })).toEqual([75, 76, 77])
  })

  it.each([
    ['2026-01-01T00:30:00Z', '2026-01-01T01:00:00.000'],
    ['2026-01-01T01:00:00Z', undefined],
    [undefined, undefined],
  ])('since %s tells the oldest event, if earlier ones left the log: %s', async (since, oldest) => {
    const { log } = logOf([at('2026-01-01T01:00:00Z')])
    expect(await pastRange({ ...log, trimmedTo: async () => 0 }, { since }, utc)).not.toHaveProperty('oldest')
    expect(await pastRange(log, { since }, utc)).toEqual({
      after: expect.any(Number),
      head: expect.any(Number),
      ...(oldest && { oldest }),
    })
  })

  it('must not end before it begins', async () => {
    const { log } = logOf([])
    await expect(pastRange(log, { since: '2026-01-02', until: '2026-01-01' }, utc)).rejects.toMatchObject({
      code: 'INVALID',
      message: 'The call is invalid: since is 2026-01-02, which is after 2026-01-01',
    })
    expect(await pastRange(log, { since: '2026-01-01', until: '2026-01-01' }, utc)).toEqual({ after: 0, head: 0 })
  })
})
