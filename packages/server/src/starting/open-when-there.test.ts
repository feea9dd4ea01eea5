import { memoryStore } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'
import { describe, expect, it } from 'vitest'
import { openWhenThere } from './open-when-there.ts'

const unavailable = (message: string, cause?: Error) => new SignalboxError('UNAVAILABLE', message, { cause })
const coded = (code: string) => Object.assign(new Error(code), { code })
const away = () => unavailable('The database cannot be reached', coded('ECONNREFUSED'))
const early = () => unavailable('The database is starting', coded('57P03'))

/** Waits for a store that fails as long as `failing` returns an error for the seconds that have passed. */
function waiting(failing: (seconds: number) => Error | undefined, signal?: AbortSignal) {
  let now = 0
  const pauses: number[] = []
  const reported: string[] = []
  const lines: string[] = []
  let failures = 0
  const store = memoryStore()
  const opened = openWhenThere(
    async () => {
      const error = failing(now / 1000)
      if (error) throw error
      return store
    },
    {
      clock: () => now,
      async wait(ms) {
        pauses.push(ms)
        now += ms
      },
      signal,
      failed: () => void failures++,
      report: ({ message }) => void reported.push(message),
      announce: (line) => void lines.push(line),
    },
  )
  return { opened, store, pauses, reported, lines, failures: () => failures }
}

describe('a store that is away at the start', () => {
  it('is opened when it comes two minutes later, and each reason is told once', async () => {
    const { opened, store, pauses, reported, lines, failures } = waiting((seconds) => {
      if (seconds < 100) return away()
      return seconds < 120 ? early() : undefined
    })
    expect(await opened).toBe(store)
    expect(pauses.slice(0, 7)).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000])
    expect(failures()).toBe(pauses.length)
    expect(reported).toEqual(['The database cannot be reached', 'The database is starting'])
    expect(lines).toEqual([expect.stringMatching(/^is available after 12\d seconds$/)])
  })

  it('is told of every five minutes at most, also if its reasons take turns', async () => {
    let turn = 0
    const { opened, reported, lines, failures } = waiting((seconds) => {
      if (seconds > 3 * 3600) return undefined
      return turn++ % 2 === 0 ? away() : early()
    })
    await opened
    expect(failures()).toBeGreaterThan(1000)
    expect(reported).toHaveLength(2)
    expect(lines.length).toBeLessThanOrEqual(37)
    expect(lines[0]).toMatch(/^is still not available after 30\d seconds and \d+ attempts: The database /)
  })

  it('is opened without a word if it is there', async () => {
    const { opened, store, pauses, lines } = waiting(() => undefined)
    expect([await opened, pauses, lines]).toEqual([store, [], []])
  })

  it.each([
    ['a wrong password', unavailable('rejected the login', coded('28P01'))],
    ['a newer schema', unavailable('schema version 99')],
    ['a damaged file', unavailable('damaged', coded('ERR_SQLITE_ERROR'))],
    ['an invalid setting', new RangeError('The store is invalid')],
    ['a fault of the program', new TypeError('undefined is not a function')],
  ])('is not waited for after %s', async (_, error) => {
    const { opened, pauses, reported } = waiting(() => error)
    await expect(opened).rejects.toBe(error)
    expect([pauses, reported]).toEqual([[], []])
  })

  it('ends a wait that began well when a lasting failure follows', async () => {
    const { opened, pauses } = waiting((seconds) =>
      seconds < 1 ? away() : unavailable('no such database', coded('3D000')),
    )
    await expect(opened).rejects.toThrow('no such database')
    expect(pauses).toEqual([500, 1000])
  })

  it('is no longer waited for once the signal is aborted, between attempts and during one', async () => {
    const stop = new AbortController()
    const between = waiting(() => {
      stop.abort(new Error('stopped'))
      return away()
    }, stop.signal)
    await expect(between.opened).rejects.toThrow('stopped')
    await expect(waiting(() => away(), stop.signal).opened).rejects.toThrow('stopped')
  })

  it('is closed if it opens after the signal', async () => {
    const stop = new AbortController()
    let isClosed = false
    let open = (_: ReturnType<typeof memoryStore>) => {}
    const opening = new Promise<ReturnType<typeof memoryStore>>((resolve) => {
      open = resolve
    })
    const ignore = () => {}
    const opened = openWhenThere(() => opening, {
      ...{ clock: () => 0, wait: async () => {}, signal: stop.signal },
      ...{ failed: ignore, report: ignore, announce: ignore },
    })
    stop.abort(new Error('stopped'))
    await expect(opened).rejects.toThrow('stopped')
    open({
      ...memoryStore(),
      async close() {
        isClosed = true
      },
    })
    await expect.poll(() => isClosed).toBe(true)
  })
})
