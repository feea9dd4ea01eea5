import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFlights } from './flights.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

describe('calls of the backend', () => {
  it('end once for all who wait for them', async () => {
    const flights = createFlights(Date.now)
    const flight = flights.begin('a')
    const waiting = [flight.wait(1000), flights.find('a')!.wait(1000)]
    flight.land('stored')
    flight.land('unshared')
    expect(await Promise.all(waiting)).toEqual(['stored', 'stored'])
    expect([flights.find('a'), flights.isUnshared('a')]).toEqual([undefined, false])
  })

  it('are not waited for longer than allowed', async () => {
    const flights = createFlights(Date.now)
    const waiting = flights.begin('a').wait(1000)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await waiting).toBe('failed')
    expect(flights.find('a')).toBeDefined()
  })

  it('of responses that cannot be shared are remembered for ten seconds, failures are not', async () => {
    const flights = createFlights(Date.now)
    flights.begin('a').land('unshared')
    for (const landing of ['failed', 'left'] as const) flights.begin('b').land(landing)
    expect([flights.isUnshared('a'), flights.isUnshared('b')]).toEqual([true, false])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(flights.isUnshared('a')).toBe(false)
    flights.begin('a').land('unshared')
    flights.begin('a').land('stored')
    expect(flights.isUnshared('a')).toBe(false)
  })
})
