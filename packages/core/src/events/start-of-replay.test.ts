import { describe, expect, it } from 'vitest'
import type { ChangeEvent } from '../machine/log/event.ts'
import { startOfReplay } from './start-of-replay.ts'

const HOUR = 60 * 60_000
const NOW = Date.UTC(2026, 0, 10)
const local = (instant: number) => new Date(instant).toISOString().slice(0, -1)

/**
 * A log of events. For each: how many hours ago it was committed, and with which time it was stamped if the clock was
 * wrong.
 */
function logOf(times: readonly (readonly [committed: number, stamped?: number])[], idsTell = true) {
  const events = times.map(([committed, stamped = committed], index) => ({
    _id: (idsTell ? (NOW - committed * HOUR) * 1000 : 0) + index + 1,
    timestamp: local(NOW - stamped * HOUR),
  })) as unknown as readonly ChangeEvent[]
  let reads = 0
  async function* read({ after, limit = Number.POSITIVE_INFINITY }: { after: number; limit?: number }) {
    reads++
    yield* events.filter(({ _id }) => _id > after).slice(0, limit)
  }
  const head = events.at(-1)?._id ?? 0
  const replayed = async (after: number) => {
    const start = await startOfReplay({ read, head: async () => head }, { after, head, since: NOW - 24 * HOUR, local })
    return events.flatMap(({ _id }, index) => (_id > start ? [index] : []))
  }
  return { events, replayed, reads: () => reads }
}

const YEARS = 10 * 365 * 24

describe('a replay', () => {
  it.each([true, false])('goes back a day (ids tell the time: %s)', async (idsTell) => {
    const { replayed } = logOf([[50], [40], [30], [20], [10], [1]], idsTell)
    expect(await replayed(0)).toEqual([3, 4, 5])
  })

  it.each([true, false])('reads a few events of a long log (ids tell the time: %s)', async (idsTell) => {
    const { replayed, reads } = logOf(
      Array.from({ length: 20_000 }, (_, n) => [100 - n / 200] as const),
      idsTell,
    )
    expect(await replayed(1)).toHaveLength(4800)
    expect(reads()).toBeLessThan(80)
  })

  it('has all events of the day, even if a clock went back by years', async () => {
    const wrong = Array.from({ length: 20 }, (_, n) => [13.5 - n / 20, YEARS] as const)
    const right = Array.from({ length: 180 }, (_, n) => [11 - n / 20] as const)
    const { replayed } = logOf([[26], [20], [16], ...wrong, ...right])
    expect(await replayed(0)).toHaveLength(202)
  })

  it('continues after an event of the day, with any later timestamps', async () => {
    const { replayed, events } = logOf([[50], [20], [10, YEARS], [9, YEARS], [8]], false)
    expect(await replayed(events[1]?._id as number)).toEqual([2, 3, 4])
  })
})
