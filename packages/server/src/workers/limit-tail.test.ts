import type { TailEvent } from '@signalbox/core/gateway'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { limitTail } from './limit-tail.ts'

const event = { kind: 'request' } as TailEvent

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

it('the lines of several workers are limited together, and all others are counted', () => {
  const kinds: string[] = []
  let dropped = 0
  const limit = limitTail((told) => {
    kinds.push(told.kind)
    if (told.kind === 'dropped') dropped += told.count
  })
  for (let i = 0; i < 700; i++) limit.hear(event)
  limit.hear({ kind: 'dropped', count: 50 })
  expect([kinds.length, dropped]).toEqual([500, 0])
  vi.advanceTimersByTime(1000)
  expect([kinds.length, dropped]).toEqual([501, 250])
  limit.hear(event)
  expect(kinds.at(-1)).toBe('request')
  limit.close()
})

it('what was dropped is told once, and the next second has its own lines', () => {
  const told: TailEvent[] = []
  const limit = limitTail((one) => void told.push(one))
  for (let second = 0; second < 3; second++) {
    for (let i = 0; i < 502; i++) limit.hear(event)
    vi.advanceTimersByTime(1000)
  }
  vi.advanceTimersByTime(5000)
  limit.hear(event)
  expect(told.filter(({ kind }) => kind === 'dropped')).toEqual(Array(3).fill({ kind: 'dropped', count: 2 }))
  expect(told.filter(({ kind }) => kind === 'request')).toHaveLength(1501)
  limit.close()
})
