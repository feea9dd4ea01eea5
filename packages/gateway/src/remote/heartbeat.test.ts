import { expect, it, onTestFinished, vi } from 'vitest'
import { beat } from './heartbeat.ts'

it('reports the first failed heartbeat of each outage', async () => {
  vi.useFakeTimers()
  const stopped = new AbortController()
  onTestFinished(() => {
    stopped.abort()
    vi.useRealTimers()
  })
  const works = [false, false, true, false, false]
  const report = vi.fn()
  const send = async () => {
    if (!works.shift()) throw new Error('gone')
  }
  const plane = { status: () => ({ revision: 1 }) } as never
  void beat({ plane, send, onBeat: () => {}, report, signal: stopped.signal })
  await vi.advanceTimersByTimeAsync(22_000)
  expect([works, report.mock.calls.length]).toEqual([[], 2])
})
