import { SNAPSHOT_FORMAT, sealingKeyOf } from '@signalbox/core/gateway'
import { SignalboxError } from '@signalbox/core/wire'
import { expect, it, vi } from 'vitest'
import { allOf, gatewayKey } from './control.fixture.ts'
import type { ControlPlane } from './control-plane.ts'
import { createRemoteSource } from './remote-source.ts'

const format = { kind: 'format', format: SNAPSHOT_FORMAT }
const template = { kind: 'error-template', key: 'global', revision: 1, value: { serviceId: 'global' } }
const quota = { kind: 'quota', key: 'ann', revision: 1, value: [{ period: 'day', used: 2 }] }
const end = (revision: number) => ({ kind: 'end', revision })

type Stream = (signal: AbortSignal) => AsyncGenerator<unknown, undefined>

/** A source that has read a snapshot, and then follows these streams of changes, one after another. */
async function setUp(...streams: Stream[]) {
  const control: ControlPlane = {
    async *snapshot() {
      yield* [format, template, quota, end(1)]
    },
    changes(_, signal, { onOpen }) {
      onOpen()
      return (streams.shift() ?? quiet)(signal)
    },
    report: async () => ({}),
    unavailable: (what) => new SignalboxError('UNAVAILABLE', `The control plane ${what}`),
  }
  const source = createRemoteSource({
    control,
    contact: { at: 0, heard: () => {}, kept: () => {}, restore: async () => {}, flush: async () => {} },
    writer: undefined,
    state: undefined,
    sealing: () => sealingKeyOf(gatewayKey),
    clock: () => 0,
    report: () => {},
  })
  const kinds = (units: readonly { kind: string }[]) => units.map(({ kind }) => kind)
  const first = kinds(await allOf(source.snapshot()))
  /** The kinds of the next changes. */
  const follow = () => {
    const changes = source.changes(1)[Symbol.asyncIterator]()
    return async () => kinds((await changes.next()).value ?? [])
  }
  return { source, first, follow }
}

async function* quiet(signal: AbortSignal): AsyncGenerator<unknown, undefined> {
  yield* []
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  return undefined
}
async function* gap(): AsyncGenerator<unknown, undefined> {
  yield* []
  throw new SignalboxError('CONFLICT', 'These changes are not in the log')
}
const sending = (...values: unknown[]): Stream =>
  async function* () {
    yield* values
    return undefined
  }

it('after a gap, reads everything again, except quotas, which it has counted itself', async () => {
  const { first, follow } = await setUp(gap)
  expect(first).toEqual(['error-template', 'quota', 'end'])
  expect(await follow()()).toEqual(['error-template', 'end'])
})

it('an ended stream is a failure', async () => {
  const next = (await setUp(sending([end(2)]))).follow()
  expect(await next()).toEqual(['end'])
  await expect(next()).rejects.toThrow('ended the stream of changes')
})

it('a change without its end is a failure, and is not applied', async () => {
  const next = (await setUp(sending([template]))).follow()
  await expect(next()).rejects.toThrow('sent a change without its end')
})

it('reads everything again from a control plane that has gone back', async () => {
  const { source, follow } = await setUp()
  const waiting = follow()()
  await new Promise(setImmediate)
  source.onBeat(1, 5)
  await expect(waiting).rejects.toThrow('has gone back from revision 5 to 1')
  expect(await follow()()).toEqual(['error-template', 'end'])
})

it('a stream that is behind for two heartbeats is given up', async () => {
  const { source, follow } = await setUp()
  const failed = vi.fn()
  follow()().catch(({ message }) => failed(message))
  await new Promise(setImmediate)
  source.onBeat(3, 1)
  source.onBeat(3, 1)
  await vi.waitFor(() =>
    expect(failed).toHaveBeenCalledWith('The control plane has revision 3, but its stream has sent nothing since 1'),
  )
})
