import { describe, expect, it } from 'vitest'
import { memoryStore } from '../memory/store.ts'
import type { Store } from '../ports.ts'
import type { Signalbox } from '../signalbox.ts'
import { answering, hookBox, type ManualTime } from './webhooks.fixture.ts'

const HOOKS = 300
const urlOf = (n: number) => `https://receiver-${n}.example`

/** Creates a box with hundreds of webhooks that counts the events it reads from the log. */
async function crowd(extra: (n: number) => object = () => ({})) {
  const memory = memoryStore()
  let read = 0
  const store: Store = {
    ...memory,
    async *read(options) {
      for await (const event of memory.read(options)) {
        read++
        yield event
      }
    },
  }
  const opened = hookBox({ store })
  const hooks = Array.from({ length: HOOKS }, (_, n) => ({
    clientId: `h${n}`,
    callbackUrl: urlOf(n),
    domains: ['Config' as const],
    ...extra(n),
  }))
  expect(await opened.box.webhooks.import({ body: hooks })).toMatchObject({ success: HOOKS })
  await opened.time.advance(2000)
  return { ...opened, store, reads: () => read }
}

/** Closes a box and lets calls in flight finish. */
async function closed(box: Signalbox, time: ManualTime): Promise<void> {
  const closing = box.close()
  await time.advance(5000)
  await closing
}

describe('hundreds of webhooks', () => {
  it.each([
    ['answers nothing', () => new Promise<never>(() => {})],
    ['refuses', answering(500)],
  ])('of which one %s do not delay the others', async (_, answer) => {
    const { box, receiver, time, write } = await crowd()
    receiver.at(urlOf(0), answer)
    for (let n = 0; n < 5; n++) {
      await write(`k${n}`)
      await time.advance(1000)
      const onTime = receiver.calls.filter(({ keys }) => keys.includes(`k${n}`))
      expect(new Set(onTime.map(({ url }) => url)).size).toBeGreaterThanOrEqual(HOOKS - 1)
    }
    for (let n = 1; n < HOOKS; n++) expect(receiver.keysAt(urlOf(n)).flat()).toEqual(['k0', 'k1', 'k2', 'k3', 'k4'])
    await closed(box, time)
  })

  it('of which many do not respond delay the others by at most one timeout', async () => {
    const { box, receiver, time, write } = await crowd()
    for (let n = 0; n < 100; n++) receiver.at(urlOf(n), () => new Promise<never>(() => {}))
    await write('k0')
    await time.advance(1000 + 2 * 5000)
    const before = receiver.calls.length
    await write('k1')
    await time.advance(1000)
    const prompt = receiver.calls.slice(before).filter(({ keys }) => keys.includes('k1'))
    expect(prompt).toHaveLength(HOOKS - 100)
    for (const url of [100, HOOKS - 1].map(urlOf)) expect(receiver.keysAt(url)).toEqual([['k0'], ['k1']])
    await closed(box, time)
  })

  it('share one read of the log, also after a pause', async () => {
    const { box, store, time, write, reads, receiver } = await crowd((n) => ({ patterns: [n === 0 ? 'k*' : 'none'] }))
    const before = reads()
    await write(...Array.from({ length: 100 }, (_, n) => `k${n}`))
    await time.advance(2000)
    expect(receiver.keysAt(urlOf(0)).flat()).toHaveLength(100)
    expect(reads() - before).toBeLessThan(300)
    await box.close()

    const paused = reads()
    const next = hookBox({ store: { ...store, close: async () => {} } })
    await next.write('k100')
    await next.time.advance(4000)
    expect(next.receiver.keysAt(urlOf(0))).toEqual([['k100']])
    expect(reads() - paused).toBeLessThan(5 * HOOKS)
    await next.box.close()
  })
})
