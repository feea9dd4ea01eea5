import { describe, expect, it } from 'vitest'
import type { TSchema } from '../../machine/schema/schema.ts'
import { compileSchema } from '../../machine/schema/validators.ts'
import { all, atOnce, boxWith, experiment, variants } from '../experiments.fixture.ts'
import { emptyTally, noCount } from '../recording/tally.ts'
import { resultsSchema } from './result-schema.ts'
import { resultsOf } from './results.ts'
import { summarize } from './summarize.ts'

interface Described {
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly items?: TSchema
}

describe('results', () => {
  it('raise the alarm when users are missing in one variant, though clients are bound evenly', async () => {
    const { experiments, populations } = await boxWith(['e'])
    for (let n = 0; n < 2000; n++) {
      const { id } = await experiments.bindVariant({ id: 'e', clientId: `c${n}` })
      if (id === 'A' || n > 600) await experiments.displayed({ id: 'e', clientId: `c${n}` })
    }
    expect(await populations('e')).toEqual([1000, 1000])
    const { sampleRatioMismatch } = await experiments.results({ id: 'e' })
    expect(sampleRatioMismatch.alarm).toBe(true)
    expect(sampleRatioMismatch.p).toBeLessThan(0.001)
  })

  it('raise the alarm for a user of a variant that had no traffic', async () => {
    const { experiments } = await boxWith([])
    await experiments.create({ body: { ...experiment('e'), variants: variants(0) } })
    await experiments.importBindings({ body: [{ variantBindingKey: 'e:c', variantId: 'A' }] })
    expect((await experiments.results({ id: 'e' })).sampleRatioMismatch).toEqual({ p: 1, alarm: false, phases: [1] })
    await experiments.displayed({ id: 'e', clientId: 'c' })
    expect((await experiments.results({ id: 'e' })).sampleRatioMismatch).toEqual({ p: 0, alarm: true, phases: [0] })
  })

  it('compare phases apart: a change of the shares makes no winner of equal variants', async () => {
    const { experiments } = await boxWith(['e'])
    const run = async (from: number, of: (n: number) => boolean) => {
      for (let n = from; n < from + 1000; n++) await experiments.displayed({ id: 'e', clientId: `c${n}` })
      const seen: Record<string, number> = { A: 0, B: 0 }
      for (let n = from; n < from + 1000; n++) {
        const { id } = await experiments.variant({ id: 'e', clientId: `c${n}` })
        if (of(seen[id]!++)) await experiments.won({ id: 'e', clientId: `c${n}` })
      }
    }
    await run(0, (n) => n % 10 === 0)
    await experiments.patch({ id: 'e', body: { variants: variants(0.1) } })
    await run(1000, (n) => n % 10 < 3)
    const found = await experiments.results({ id: 'e' })
    const [first, second] = found.results
    expect([first!.users, first!.converted, second!.users, second!.converted]).toEqual([600, 80, 1400, 320])
    expect(second).toMatchObject({ pValue: 1, enough: true })
    expect(second!.uplift!.uplift).toBeCloseTo(0, 12)
    expect(second!.rates![0]).toBeCloseTo(second!.rates![1], 12)
    expect(second!.probabilityBest).toBeCloseTo(0.5, 1)
    expect(found).toMatchObject({ mixed: true, sampleRatioMismatch: { alarm: false, phases: [1, 1] } })
  })

  it('count a client in the phase in which it was bound, whenever it converts', async () => {
    const { experiments } = await boxWith(['e'])
    for (let n = 0; n < 4; n++) await experiments.displayed({ id: 'e', clientId: `c${n}` })
    await experiments.patch({ id: 'e', body: { variants: variants(0.25) } })
    for (let n = 4; n < 8; n++) await experiments.displayed({ id: 'e', clientId: `c${n}` })
    await experiments.won({ id: 'e', clientId: 'c0' })
    await experiments.won({ id: 'e', clientId: 'c7' })
    const [line] = await all(await experiments.exportPhases())
    expect(line!.phases.map(({ seen }) => seen)).toEqual([
      { A: { users: 2, converted: 1 }, B: { users: 2, converted: 0 } },
      { A: { users: 1, converted: 0 }, B: { users: 3, converted: 1 } },
    ])
    await experiments.eraseClient({ id: 'e', clientId: 'c7' })
    const [left] = await all(await experiments.exportPhases())
    expect(left!.phases[1]!.seen).toEqual({ A: { users: 1, converted: 0 }, B: { users: 2, converted: 0 } })
  })

  it('go on in another store as they would have gone on in the first', async () => {
    const { experiments } = await boxWith(['e'])
    const client = (n: number) => ({ id: 'e', clientId: `c${n}` })
    for (let n = 0; n < 400; n++) await experiments.displayed(client(n))
    await experiments.patch({ id: 'e', body: { variants: variants(0.25) } })
    for (let n = 400; n < 800; n++) await experiments.displayed(client(n))
    for (let n = 0; n < 800; n += 4) await experiments.won(client(n))

    const { experiments: other } = await boxWith([])
    await other.create({ body: { ...experiment('e'), variants: variants(0.25) } })
    await other.importBindings({ body: await all(await experiments.exportBindings()) })
    await other.importEvents({ body: await all(await experiments.exportEvents()) })
    await other.importPhases({ body: await all(await experiments.exportPhases()) })
    const figures = async (of: typeof experiments) => {
      const { results, mixed, sampleRatioMismatch } = await of.results({ id: 'e' })
      return { results, mixed, sampleRatioMismatch }
    }
    expect(await figures(other)).toEqual(await figures(experiments))
    for (const of of [experiments, other]) {
      for (let n = 1; n < 800; n += 3) await of.won(client(n))
      for (let n = 800; n < 1000; n++) await of.displayed(client(n))
    }
    const after = await figures(other)
    expect(after).toEqual(await figures(experiments))
    expect(after.sampleRatioMismatch.phases).toHaveLength(2)
    expect(await all(await other.exportPhases())).toEqual(
      (await all(await experiments.exportPhases())).map((line) => ({ ...line, since: expect.any(Number) })),
    )
  })

  it('call no variant the best by sums, while no phase has users of all', () => {
    const phases = [
      {
        traffic: { A: 0.5, B: 0.5, C: 0 },
        bound: { A: 1000, B: 1000 },
        from: 0,
        seen: { A: { users: 1000, converted: 100 }, B: { users: 1000, converted: 100 } },
      },
      {
        traffic: { A: 0.5, B: 0, C: 0.5 },
        bound: { A: 1000, C: 1000 },
        from: 2000,
        seen: { A: { users: 1000, converted: 200 }, C: { users: 1000, converted: 200 } },
      },
      { traffic: { A: 0.34, B: 0.33, C: 0.33 }, bound: { A: 1 }, from: 4000, seen: {} },
    ]
    const count = (users: number, converted: number) => ({ ...noCount, users, converted })
    const tally = { ...emptyTally, counts: { A: count(2000, 300), B: count(1000, 100), C: count(1000, 200) }, phases }
    const three = { ...experiment('e'), variants: [...variants(0.34, 0.33), { id: 'C', name: 'C', traffic: 0.33 }] }
    const { results } = atOnce(resultsOf(three, tally, { series: [], now: 0, withEvents: false }))
    for (const { probabilityBest } of results) expect(probabilityBest).toBeLessThan(0.5)
  })

  it('expect a loss of a variant without traffic, however lucky its few users were', () => {
    const phases = [
      {
        traffic: { A: 0.5, B: 0.25, C: 0.25 },
        bound: { A: 2, C: 2 },
        from: 0,
        seen: { A: { users: 2, converted: 1 }, B: { users: 2, converted: 1 }, C: { users: 2, converted: 2 } },
      },
      {
        traffic: { A: 0.5, B: 0.5, C: 0 },
        bound: { A: 500, B: 500 },
        from: 6,
        seen: { A: { users: 500, converted: 50 }, B: { users: 500, converted: 60 } },
      },
    ]
    const count = (users: number, converted: number) => ({ ...noCount, users, converted })
    const tally = { ...emptyTally, counts: { A: count(502, 51), B: count(502, 61), C: count(2, 2) }, phases }
    const three = { ...experiment('e'), variants: [...variants(), { id: 'C', name: 'C', traffic: 0 }] }
    const { results } = atOnce(resultsOf(three, tally, { series: [], now: 0, withEvents: false }))
    expect(results[2]).toMatchObject({ probabilityBest: 0 })
    expect(results[2]!.expectedLoss).toBeGreaterThan(0)
    expect(atOnce(summarize(three, tally)).leader?.id).not.toBe('C')
  })

  it.each([
    ['one phase: its users are all users', [{ traffic: { A: 0.5, B: 0.5 }, bound: { A: 500, B: 500 } }], [1]],
    [
      'several phases: all users are compared together, and their split is not tested',
      [
        { traffic: { A: 0.9, B: 0.1 }, bound: { A: 400, B: 100 } },
        { traffic: { A: 0.5, B: 0.5 }, bound: { A: 250, B: 250 } },
      ],
      [],
    ],
  ])('of counters that tell no users by phase, %s', (_, phases, tested) => {
    const count = (converted: number) => ({ ...noCount, users: 500, converted })
    const tally = { ...emptyTally, counts: { A: count(50), B: count(90) }, phases }
    const found = atOnce(resultsOf(experiment('e'), tally, { series: [], now: 0, withEvents: false }))
    expect(found.results[1]!.rates).toEqual([0.1, 0.18])
    expect(found.sampleRatioMismatch.phases).toEqual(tested)
    expect(found).not.toHaveProperty('mixed')
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
    expect([...Object.keys(second!), 'sequential'].sort()).toEqual(
      Object.keys(resultsSchema.properties.results.items.properties).sort(),
    )
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
    const two = [0, 1].map((i) => ({ id: 'AB'[i]!, name: '', traffic: 0.5 }))
    const tallyOf = (users: number) => ({
      ...emptyTally,
      counts: Object.fromEntries(
        two.map(({ id }, i) => [id, { ...noCount, users, displayed: users, converted: Math.round(users / (9 + i)) }]),
      ),
    })
    const timeOf = (users: number) => {
      const tally = tallyOf(users)
      const start = performance.now()
      for (let n = 0; n < 20; n++)
        atOnce(
          resultsOf({ id: 'e', name: 'e', enabled: true, variants: two }, tally, {
            series: [],
            now: 0,
            withEvents: false,
          }),
        )
      return performance.now() - start
    }
    const ratios = Array.from({ length: 7 }, () => timeOf(1_000_000) / timeOf(100)).sort((a, b) => a - b)
    expect(ratios[3]).toBeLessThan(10) // for ten thousand times as many
  })
})
