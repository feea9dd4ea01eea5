import { describe, expect, it } from 'vitest'
import { boxWith } from './experiments.fixture.ts'

describe('results', () => {
  it('raise the alarm when clients are not given out as the traffic says', async () => {
    const { experiments } = await boxWith(['e'])
    await experiments.importBindings({
      body: Array.from({ length: 200 }, (_, i) => ({ variantBindingKey: `e:c${i}`, variantId: i < 140 ? 'A' : 'B' })),
    })
    const { sampleRatioMismatch } = await experiments.results({ id: 'e' })
    expect(sampleRatioMismatch.alarm).toBe(true)
    expect(sampleRatioMismatch.p).toBeLessThan(0.001)
  })

  it('count a win only behind a display, and a client once', async () => {
    const { experiments } = await boxWith(['e'])
    await experiments.won({ id: 'e', clientId: 'c' })
    expect((await experiments.results({ id: 'e' })).results[0]).toMatchObject({ won: 1, users: 0, converted: 0 })
    await experiments.displayed({ id: 'e', clientId: 'c' })
    await experiments.won({ id: 'e', clientId: 'c' })
    await experiments.won({ id: 'e', clientId: 'c' })
    const { results, series } = await experiments.results({ id: 'e' })
    expect(results[0]).toMatchObject({ won: 3, displayed: 1, users: 1, converted: 1, rate: 1 })
    expect(series.map(({ variants }) => variants)).toEqual([{ A: { displayed: 1, won: 3 } }])
  })

  it('leave out variants that nothing happened to, as the earlier system did, where its assignment is asked for', async () => {
    const { experiments } = await boxWith(['e'], { assignment: 'classic' })
    const { variantId } = await experiments.displayed({ id: 'e', clientId: 'c' })
    const { results, experiment } = await experiments.results({ id: 'e' })
    expect(results.map(({ variant }) => variant.id)).toEqual([variantId])
    expect(experiment.variants).toHaveLength(2)
  })
})
