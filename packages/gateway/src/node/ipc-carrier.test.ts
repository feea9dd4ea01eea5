import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LeaseAsk, LimitCarrier } from '../limits/carrier.ts'
import { memoryCarrier } from '../limits/memory-carrier.ts'
import { ipcCarrier, serveLimits } from './ipc-carrier.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The two ends of a channel. */
function channel() {
  const [child, primary] = [new EventEmitter(), new EventEmitter()]
  const sent: unknown[] = []
  const send = (to: EventEmitter) => (message: unknown) => {
    sent.push(message)
    queueMicrotask(() => to.emit('message', structuredClone(message)))
  }
  return {
    child: Object.assign(child, { send: send(primary) }),
    primary: Object.assign(primary, { send: send(child) }),
    sent,
  }
}

const ask = (seq = 1): LeaseAsk => ({
  ...{
    key: 'a',
    holder: 'one',
    seq,
    lease: 1,
    validMs: 1000,
    held: 0,
    spent: 0,
    since: 0,
    needed: 1,
    ahead: 0,
    floor: 0,
  },
  policy: { kind: 'window', rate: 5, windowMs: 1000, burst: 0 },
})

it('the reason why the primary cannot answer reaches the child, and is reported once', async () => {
  const { child, primary } = channel()
  const carrier: LimitCarrier = { ask: () => Promise.reject(new Error('the disk is full')) }
  const reports: unknown[] = []
  serveLimits(primary, carrier, (error) => void reports.push(error))
  const asking = ipcCarrier(child)
  for (const seq of [1, 2]) await expect(asking.ask(ask(seq))).rejects.toThrow('could not answer: the disk is full')
  expect(reports).toMatchObject([{ cause: { message: 'the disk is full' } }])
})

it('a primary that says nothing is given up after five seconds', async () => {
  const asking = ipcCarrier(channel().child)
  const answered = expect(asking.ask(ask())).rejects.toThrow('does not answer')
  await vi.advanceTimersByTimeAsync(5000)
  await answered
})

it('no more than 10,000 asks wait', async () => {
  const asking = ipcCarrier(channel().child)
  const all = Array.from({ length: 10_000 }, (_, seq) => asking.ask(ask(seq)).catch(() => {}))
  await expect(asking.ask(ask())).rejects.toThrow('More than 10000')
  await asking.close?.()
  await Promise.all(all)
})

it('closing rejects asks that were not sent, and does not send them', async () => {
  const { child, primary, sent } = channel()
  serveLimits(primary, memoryCarrier())
  const asking = ipcCarrier(child)
  const answered = expect(asking.ask(ask())).rejects.toThrow('cannot be reached')
  await asking.close?.()
  await answered
  expect(sent).toEqual([])
})
