import { SignalboxError } from '@signalbox/core'
import { createTestBox } from '@signalbox/testing'
import { describe, expect, it } from 'vitest'
import { controlled } from '../controlled.fixture.ts'
import { flagsOf, halves, quickWait, readyFlags } from '../flags.fixture.ts'

async function server() {
  const { box } = createTestBox()
  await box.experiments.create({ body: halves('exp') })
  const counts = async () => {
    const { results } = await box.experiments.results({ id: 'exp' })
    const sum = (name: 'displayed' | 'won') => results.reduce((total, result) => total + result[name], 0)
    return { displayed: sum('displayed'), won: sum('won') }
  }
  return { box, counts, ...{ server: controlled(box) } }
}

describe('displayed and won', () => {
  it('are sent, counted once, and update the variant', async () => {
    const { box, counts } = await server()
    const { flags } = await readyFlags(box)
    flags.displayed('exp', 'ann')
    flags.won('exp', 'ann')
    await flags.flush()
    expect(await counts()).toEqual({ displayed: 1, won: 1 })
    expect(flags.variantNow('exp', 'ann')).toBe((await box.experiments.variant({ id: 'exp', clientId: 'ann' })).id)
  })

  it('are counted once and in the order of each client, even if responses are lost', async () => {
    const { counts, server: between } = await server()
    let lost = 0
    const order: string[] = []
    between.after = (name, { clientId }) => {
      if (!/displayed|won/.test(name)) return
      order.push(`${clientId} ${name}`)
      if (lost++ % 3 !== 2) throw new TypeError('The connection was lost')
    }
    const { flags, reported } = await readyFlags(between.api, { wait: quickWait() })
    for (let i = 0; i < 40; i++) flags.displayed('exp', `client ${i}`)
    for (let i = 0; i < 40; i++) flags.won('exp', `client ${i}`)
    await flags.flush()
    expect(await counts()).toEqual({ displayed: 40, won: 40 })
    expect(lost).toBeGreaterThan(100)
    for (let i = 0; i < 40; i++) {
      const own = order.filter((one) => one.startsWith(`client ${i} `))
      expect(own.lastIndexOf(`client ${i} experiments.displayed`)).toBeLessThan(
        own.indexOf(`client ${i} experiments.won`),
      )
    }
    expect(reported).toEqual([])
  })

  it('that are rejected are reported and dropped, and delay no others', async () => {
    const { counts, server: between } = await server()
    const { flags, reported } = await readyFlags(between.api, { wait: quickWait() })
    flags.displayed('unknown', 'ann')
    flags.displayed('exp', 'ann')
    await flags.flush()
    expect(await counts()).toEqual({ displayed: 1, won: 0 })
    expect(reported).toEqual([
      expect.objectContaining({ message: 'displayed of unknown was rejected by the server and is not counted' }),
    ])
  })

  it('stay queued while the server rejects the API key, which is reported once', async () => {
    const { counts, server: between } = await server()
    const { flags, reported } = await readyFlags(between.api, { wait: quickWait() })
    between.refuse = (name) =>
      /displayed|won/.test(name) && new SignalboxError('UNAUTHENTICATED', 'The secret is another one')
    flags.displayed('exp', 'ann')
    flags.won('exp', 'ann')
    for (let i = 0; i < 3; i++) await between.when('experiments.displayed')
    expect(await counts()).toEqual({ displayed: 0, won: 0 })
    between.refuse = () => false
    await flags.flush()
    expect(await counts()).toEqual({ displayed: 1, won: 1 })
    expect(reported).toEqual([
      expect.objectContaining({
        message:
          'The server rejects the API key of this program: displayed and won stay queued until a valid key is set',
        cause: expect.objectContaining({ code: 'UNAUTHENTICATED' }),
      }),
    ])
  })

  it('wait as long as Retry-After says', async () => {
    const { counts, server: between } = await server()
    let refusals = 2
    between.refuse = (name) =>
      name === 'experiments.won' &&
      refusals-- > 0 &&
      new SignalboxError('TOO_MANY_REQUESTS', 'Later', { retryAfter: 7 })
    const pauses: number[] = []
    const wait = quickWait()
    const { flags } = await readyFlags(between.api, {
      wait: (ms, signal) => {
        pauses.push(ms)
        return wait(ms, signal)
      },
    })
    flags.won('exp', 'ann')
    await flags.flush()
    expect(await counts()).toEqual({ displayed: 0, won: 1 })
    expect(pauses.filter((ms) => ms === 7000)).toHaveLength(2)
  })

  it('keep the oldest if the queue is full, and report how many were dropped', async () => {
    const { counts, server: between } = await server()
    between.goDown()
    const { flags, reported } = flagsOf(between.api, { wait: quickWait(), queue: 3 })
    await flags.ready().catch(() => {})
    for (const client of ['a', 'b', 'c', 'd', 'e']) flags.displayed('exp', client)
    between.comeUp()
    await flags.flush()
    expect(await counts()).toEqual({ displayed: 3, won: 0 })
    expect(reported.map(String).filter((text) => /The queue is full|were dropped/.test(text))).toEqual([
      expect.stringContaining('The queue is full (3 displayed and won)'),
      expect.stringContaining('2 displayed and won were dropped'),
    ])
  })

  it('are sent before flags are closed, or reported when that takes too long', async () => {
    const { counts, server: between } = await server()
    const first = await readyFlags(between.api, { wait: quickWait(5000) })
    first.flags.displayed('exp', 'ann')
    await first.flags.close()
    expect(await counts()).toEqual({ displayed: 1, won: 0 })
    const second = await readyFlags(between.api, { wait: quickWait(), closeMs: 100 })
    between.goDown()
    second.flags.displayed('exp', 'ben')
    const flushed = second.flags.flush()
    await second.flags.close()
    await flushed
    expect(second.reported.map(String)).toContainEqual(expect.stringContaining('1 displayed and won could not be sent'))
    expect(await counts()).toEqual({ displayed: 1, won: 0 })
  })
})
