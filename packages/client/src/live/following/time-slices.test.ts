import type { Wait } from '@signalbox/core'
import { createTestBox } from '@signalbox/testing'
import { describe, expect, it } from 'vitest'
import { controlled } from '../controlled.fixture.ts'
import { plain, quickWait, readyFlags, whenStatus } from '../flags.fixture.ts'

const MANY = 2500
const many = (enabled: boolean) => Array.from({ length: MANY }, (_, i) => plain(`f:${i}`, enabled))

/** Flags with thousands of features, all changed while the server was away. `onPause` is called at each pause. */
async function changedBehindTheirBack() {
  const { box } = createTestBox()
  await box.features.import({ body: many(true) })
  const server = controlled(box)
  const pauses = { onPause: () => {}, count: 0 }
  const quick = quickWait()
  const wait: Wait = async (ms, signal) => {
    await quick(ms, signal)
    if (ms > 0) return
    pauses.count++
    pauses.onPause()
  }
  const { flags, reported } = await readyFlags(server.api, { wait })
  server.goDown()
  await whenStatus(flags, 'stale')
  for (const { id, ...feature } of many(false)) await box.features.replace({ id, body: { id, ...feature } })
  pauses.count = 0
  return { box, server, flags, reported, pauses }
}

describe('thousands of features', () => {
  it('are loaded in slices, while the previous values apply, and then apply all at once', async () => {
    const { box, server, flags, pauses } = await changedBehindTheirBack()
    const answers = () => [flags.isActive('f:0'), flags.isActive(`f:${MANY - 1}`)]
    const seen: unknown[] = []
    pauses.onPause = () => {
      if (pauses.count === 1) void box.features.create({ body: plain('late') })
      if (flags.status === 'stale') seen.push(answers())
    }
    server.comeUp()
    await whenStatus(flags, 'fresh')
    expect(answers()).toEqual([false, false])
    expect(seen.length).toBeGreaterThan(4)
    expect(new Set(seen.map(String))).toEqual(new Set(['true,true']))
    await expect.poll(() => flags.isActive('late')).toBe(true)
  })

  it('stay unchanged if the flags are closed between slices', async () => {
    const { server, flags, reported, pauses } = await changedBehindTheirBack()
    const closed = new Promise<void>((resolve) => {
      pauses.onPause = () => {
        if (pauses.count === 4) resolve(flags.close()) // two pauses after the listing
      }
    })
    const before = reported.length
    server.comeUp()
    await closed
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect([flags.isActive('f:0'), flags.isActive(`f:${MANY - 1}`)]).toEqual([true, true])
    expect(reported.length).toBe(before)
  })
})
