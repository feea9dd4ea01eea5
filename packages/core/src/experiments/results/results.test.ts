import { describe, expect, it } from 'vitest'
import type { TSchema } from '../../machine/schema/schema.ts'
import { compileSchema } from '../../machine/schema/validators.ts'
import { atOnce, boxWith } from '../experiments.fixture.ts'
import { emptyTally, noCount } from '../recording/tally.ts'
import { resultsSchema } from './result-schema.ts'
import { resultsOf } from './results.ts'

interface Described {
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly items?: TSchema
}

describe('results', () => {
  it('raise the alarm when the assignment differs from the traffic', async () => {
    const { experiments } = await boxWith(['e'])
    await experiments.importBindings({
      body: Array.from({ length: 200 }, (_, i) => ({ variantBindingKey: `e:c${i}`, variantId: i < 140 ? 'A' : 'B' })),
    })
    const { sampleRatioMismatch } = await experiments.results({ id: 'e' })
    expect(sampleRatioMismatch.alarm).toBe(true)
    expect(sampleRatioMismatch.p).toBeLessThan(0.001)
  })

  it('count a win only after a display, and a client once', async () => {
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

  it('leave out variants without events with the classic assignment', async () => {
    const { experiments } = await boxWith(['e'], { assignment: 'classic' })
    const { variantId } = await experiments.displayed({ id: 'e', clientId: 'c' })
    const { results, experiment } = await experiments.results({ id: 'e' })
    expect(results.map(({ variant }) => variant.id)).toEqual([variantId])
    expect(experiment.variants).toHaveLength(2)
  })

  it('match their schema, with each figure within its bounds', async () => {
    const { experiments } = await boxWith(['e'])
    const isResults = compileSchema(resultsSchema)
    const check = async () => {
      const results = await experiments.results({ id: 'e' })
      expect([isResults(results), isResults.errors]).toEqual([true, null])
      return results
    }
    expect((await check()).results.map(({ interval }) => interval)).toEqual([
      [0, 1],
      [0, 1],
    ])
    for (let n = 0; n < 40; n++) {
      await experiments.displayed({ id: 'e', clientId: `c${n}` })
      if (n % 3 === 0) await experiments.won({ id: 'e', clientId: `c${n}` })
      if (n % 13 === 0) await check()
    }
    const [first, second] = (await check()).results
    expect(first).not.toHaveProperty('uplift')
    expect(Object.keys(second!).sort()).toEqual(Object.keys(resultsSchema.properties.results.items.properties).sort())
  })

  it('describe each figure', () => {
    const silent: string[] = []
    /** The description of a list, such as an interval, also covers its items. */
    const visit = (path: string, schema: TSchema, inherited = '') => {
      const { properties = {}, items, type = '', description = inherited } = schema as Described
      if (['number', 'integer', 'boolean'].includes(type) && !description) silent.push(path)
      for (const [name, one] of Object.entries(properties)) visit(`${path}/${name}`, one)
      if (items) visit(`${path}/*`, items, description)
    }
    for (const name of ['results', 'sampleRatioMismatch', 'sampleSize'] as const)
      visit(name, resultsSchema.properties[name])
    expect(silent).toEqual([])
  })

  it('take as long for a million clients as for a hundred', () => {
    const variants = [0, 1].map((i) => ({ id: 'AB'[i]!, name: '', traffic: 0.5 }))
    const tallyOf = (users: number) => ({
      ...emptyTally,
      counts: Object.fromEntries(
        variants.map(({ id }, i) => [
          id,
          { ...noCount, users, displayed: users, converted: Math.round(users / (9 + i)) },
        ]),
      ),
    })
    const timeOf = (users: number) => {
      const tally = tallyOf(users)
      const start = performance.now()
      for (let n = 0; n < 20; n++)
        atOnce(
          resultsOf({ id: 'e', name: 'e', enabled: true, variants }, tally, { series: [], now: 0, withEvents: false }),
        )
      return performance.now() - start
    }
    const ratios = Array.from({ length: 7 }, () => timeOf(1_000_000) / timeOf(100)).sort((a, b) => a - b)
    expect(ratios[3]).toBeLessThan(10) // for ten thousand times as many
  })
})
