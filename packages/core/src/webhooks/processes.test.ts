import { describe, expect, it } from 'vitest'
import { body, cluster, write } from './cluster.fixture.ts'
import { answering, settle, URL_OF_HOOK } from './webhooks.fixture.ts'

describe('two processes with webhooks', () => {
  it('deliver from one process', async () => {
    const { time, receiver, start } = cluster()
    const [one, other] = [start(), start()]
    await one.box.webhooks.create({ body })
    for (let n = 0; n < 30; n++) {
      await write(n % 2 ? one.box : other.box, `k${n}`)
      await time.advance(1000)
    }
    expect(receiver.keysAt(URL_OF_HOOK).flat()).toEqual(Array.from({ length: 30 }, (_, n) => `k${n}`))
    expect(Math.min(one.calls.length, other.calls.length)).toBe(0)
  })

  it('fail over within 15 seconds, with the same batch and id', async () => {
    const { time, receiver, start } = cluster()
    const one = start()
    await one.box.webhooks.create({ body })
    await settle()
    const other = start()
    await time.advance(5000)
    receiver.at(URL_OF_HOOK, () => new Promise(() => {}))
    await write(one.box, 'a')
    await time.advance(1000)
    expect(one.calls).toHaveLength(1)
    one.kill()
    receiver.at(URL_OF_HOOK, answering(204))
    await write(other.box, 'b')
    await time.advance(15_000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a'], ['a'], ['b']])
    const [first, again] = receiver.calls.map(({ headers }) => headers.get('webhook-id'))
    expect(again).toBe(first)
  })

  it('fail over soon if one is closed', async () => {
    const { time, receiver, start } = cluster()
    const [one, other] = [start(), start()]
    await one.box.webhooks.create({ body })
    await settle()
    await one.box.close()
    await write(other.box, 'a')
    await time.advance(3000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a']])
  })

  it('can be closed during a call, after which the next process continues', async () => {
    const { store, time, receiver, start } = cluster()
    const [one, other] = [start(), start()]
    await one.box.webhooks.create({ body })
    await settle()
    let answer = (_: Response) => {}
    receiver.at(URL_OF_HOOK, () => new Promise((resolve) => (answer = resolve)))
    await write(one.box, 'a')
    await time.advance(1000)
    await write(other.box, 'b')
    const closed = Promise.all([one.box.close(), other.box.close()])
    await settle()
    answer(new Response())
    await closed
    expect(await store.count('leases')).toBe(0)
    receiver.at(URL_OF_HOOK, answering(204))
    start()
    await time.advance(1000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a'], ['b']])
  })

  it('use the same batch id, and the replaced process stops', async () => {
    const { store, time, receiver, start } = cluster()
    let isAsleep = false
    const { clock, wait } = time
    const one = start({
      async wait(ms, signal) {
        await wait(ms, signal)
        while (isAsleep && !signal?.aborted) await wait(100, signal)
      },
    })
    await one.box.webhooks.create({ body })
    await settle()
    const other = start({ clock, wait })
    await time.advance(5000)
    isAsleep = true
    await time.advance(20_000)
    await write(other.box, 'a')
    await time.advance(1000)
    isAsleep = false
    await time.advance(5000)
    await write(one.box, 'b')
    await time.advance(5000)
    expect(one.calls).toHaveLength(0)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a'], ['b']])
    expect(await store.count('leases')).toBe(1)
  })
})
