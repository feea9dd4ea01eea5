import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../memory/store.ts'
import { boxWith } from '../experiments.fixture.ts'
import { ANSWERS } from '../storage-keys.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

async function keyedBox(start: number) {
  let now = start
  const clock = () => now
  const store = memoryStore({ clock })
  const { experiments } = await boxWith(['e'], { clock, store })
  return {
    experiments,
    advance: (ms: number) => {
      now += ms
    },
    call: (idempotencyKey: string, clientId = 'c') => experiments.displayed({ id: 'e', clientId }, { idempotencyKey }),
    displays: async () => (await experiments.results({ id: 'e' })).results[0]?.displayed,
    kept: () => store.count(ANSWERS),
  }
}

describe('a call under an idempotency key', () => {
  it.each([0, 13, 23.9])('counts once for a day, begun at hour %d', async (hour) => {
    const { call, displays, advance } = await keyedBox(Date.UTC(2026, 0, 1) + hour * HOUR)
    const first = await call('key')
    advance(DAY - 1)
    expect(await call('key')).toEqual(first)
    expect(await displays()).toBe(1)
    advance(1)
    expect((await call('key')).id).not.toBe(first.id)
    expect(await displays()).toBe(2)
  })

  it('counts concurrent repeats once', async () => {
    const { call, displays } = await keyedBox(Date.UTC(2026, 0, 1))
    const events = await Promise.all(Array.from({ length: 20 }, () => call('key')))
    expect(new Set(events.map(({ id }) => id)).size).toBe(1)
    expect(await displays()).toBe(1)
  })

  it('is separate for each client, and for wins', async () => {
    const { call, experiments, displays } = await keyedBox(Date.UTC(2026, 0, 1))
    await call('key', 'c')
    expect(await call('key', 'd')).toMatchObject({ clientId: 'd' })
    const won = await experiments.won({ id: 'e', clientId: 'c' }, { idempotencyKey: 'key' })
    expect(won['@type']).toBe('VariantWonEvent')
    expect(await displays()).toBe(1)
  })

  it('is not stored for longer than two days', async () => {
    const { call, advance, kept } = await keyedBox(Date.UTC(2026, 0, 1))
    for (let day = 0; day < 5; day++) {
      for (let n = 0; n < 30; n++) await call(`${day}:${n}`)
      advance(DAY)
    }
    expect(await kept()).toBe(60)
  })

  it('is deleted with its experiment', async () => {
    const { call, experiments, kept } = await keyedBox(Date.UTC(2026, 0, 1))
    await call('key')
    expect(await kept()).toBe(1)
    await experiments.delete({ id: 'e' })
    expect(await kept()).toBe(0)
  })

  it('is rejected if the key is longer than 256 characters', async () => {
    const { call } = await keyedBox(Date.UTC(2026, 0, 1))
    await call('k'.repeat(256))
    await expect(call('k'.repeat(257))).rejects.toMatchObject({
      code: 'INVALID',
      fieldErrors: { 'Idempotency-Key': [{ message: 'error.length.maximum', args: ['256'] }] },
    })
  })
})
