import type { GatewayUnit } from '@signalbox/core/gateway'
import { expect, it, onTestFinished, vi } from 'vitest'
import { LastingFailure } from '../waiting/retry-pauses.ts'
import { follow } from './follow.ts'
import { inTurn } from './in-turn.ts'

const end = (revision: number): readonly GatewayUnit[] => [{ kind: 'end', revision }]
const names = (units: readonly GatewayUnit[]) => units.map(({ revision }) => revision).join('+')

/** Follows arrays that end with these revisions, with a data plane whose work takes until it is released. */
function setUp(revisions: readonly number[], isBroken = () => false) {
  const log: string[] = []
  let release = () => {}
  let revision = -1
  const apply = inTurn(async (units: readonly GatewayUnit[]) => {
    log.push(`apply ${names(units)}`)
    if (revision > 0) await new Promise<void>((resolve) => (release = resolve))
    if (isBroken()) throw new Error('It cannot be applied')
    revision = units.at(-1)?.revision as number
    log.push(`applied ${revision}`)
  })
  const served = {
    take(units: readonly GatewayUnit[]) {
      log.push(`take ${names(units)}`)
      return apply(units)
    },
    get revision() {
      return revision
    },
  }
  const asked: number[] = []
  const following = follow({
    source: {
      async *snapshot() {
        yield* end(1)
      },
      async *changes(after, signal) {
        asked.push(after)
        for (const one of revisions) if (one > after) yield end(one)
        await new Promise((resolve) => signal?.addEventListener('abort', resolve))
      },
    },
    served: served as never,
    clock: Date.now,
    random: (bytes) => new Uint8Array(bytes),
    report: () => {},
    staleMax: 60_000,
  })
  onTestFinished(async () => {
    const closed = following.close()
    release()
    await closed
  })
  return { log, asked, following, release: () => release() }
}

it('consumers are known at once, while routes of earlier changes are still compiled', async () => {
  const { log, release } = setUp([2, 3, 4])
  await vi.waitFor(() => expect(log).toContain('take 4'))
  expect(log).toEqual(['take 1', 'apply 1', 'applied 1', 'take 2', 'apply 2', 'take 3', 'take 4'])
  release()
  await vi.waitFor(() => expect(log.at(-1)).toBe('apply 3+4'))
  release()
  await vi.waitFor(() => expect(log.at(-1)).toBe('applied 4'))
})

it('changes that cannot be applied are read again, from the revision that is served', async () => {
  let isBroken = true
  const { log, asked, release } = setUp([2, 3], () => isBroken && log.includes('applied 1'))
  await vi.waitFor(() => expect(log).toContain('take 3'))
  release()
  await vi.waitFor(() => expect(asked).toEqual([1, 1]))
  isBroken = false
  await vi.waitFor(() => {
    release()
    expect(log.at(-1)).toBe('applied 3')
  })
})

/** Follows a source each attempt of which ends with an error, after a change if there is to be one. Time passes by `wait`. */
function followBroken(attempt: (number: number) => { error: Error; change?: boolean }) {
  vi.useFakeTimers()
  let attempts = 0
  let revision = -1
  const following = follow({
    source: {
      async *snapshot() {
        yield* end(1)
      },
      async *changes(after) {
        const { error, change } = attempt(++attempts)
        if (change) yield end(after + 1)
        throw error
      },
    },
    served: {
      async take(units: readonly GatewayUnit[]) {
        revision = units.at(-1)?.revision as number
      },
      get revision() {
        return revision
      },
    } as never,
    clock: Date.now,
    random: (bytes) => new Uint8Array(bytes).fill(255),
    report: () => {},
    staleMax: 60_000,
  })
  onTestFinished(async () => {
    await following.close()
    vi.useRealTimers()
  })
  return {
    following,
    /** Waits for some milliseconds, and returns how many attempts there were in them. */
    async wait(ms: number) {
      const before = attempts
      await vi.advanceTimersByTimeAsync(ms)
      return attempts - before
    },
  }
}

it('pauses between attempts double up to 15 seconds, and are short again after a contact', async () => {
  const { wait } = followBroken((number) => ({ error: new Error('gone'), change: number === 8 }))
  expect(await wait(0)).toBe(1)
  const pauses = [250, 500, 1000, 2000, 4000, 8000, 15_000, 250, 500]
  const attempts: number[][] = []
  for (const pause of pauses) attempts.push([await wait(pause - 1), await wait(1)])
  expect(attempts).toEqual(pauses.map(() => [0, 1]))
})

it('after a failure that lasts, the first pause is 15 seconds already', async () => {
  const { wait } = followBroken(() => ({ error: new LastingFailure('There is no such key') }))
  expect([await wait(0), await wait(14_999), await wait(1)]).toEqual([1, 0, 1])
})

it('an outage lasts since its first failure, however many attempts follow', async () => {
  const { wait, following } = followBroken(() => ({ error: new Error('gone') }))
  const begun = Date.now()
  await wait(60_000)
  expect([following.state, following.since - begun]).toEqual(['stale', 15_000])
})

it('closing ends waiting for a first snapshot that never comes', async () => {
  const following = follow({
    source: {
      async *snapshot(signal) {
        if (!signal?.aborted) await new Promise((resolve) => signal?.addEventListener('abort', resolve))
      },
      async *changes() {},
    },
    served: { revision: -1 } as never,
    clock: Date.now,
    random: (bytes) => new Uint8Array(bytes),
    report: () => {},
    staleMax: 60_000,
  })
  const state = { isReady: false }
  following.ready().then(() => (state.isReady = true))
  await following.close()
  expect(state.isReady).toBe(true)
})
