import type { GatewayUnit } from '@signalbox/core/gateway'
import { expect, it, onTestFinished, vi } from 'vitest'
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
