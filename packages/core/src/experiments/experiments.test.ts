import { describe, expect, it } from 'vitest'
import { memoryStore } from '../memory/store.ts'
import type { SignalboxOptions } from '../signalbox.ts'
import { createSignalbox } from '../signalbox.ts'

const variants = (a = 0.5, b = 1 - a) => [
  { id: 'A', name: 'A', traffic: a },
  { id: 'B', name: 'B', traffic: b },
]
const experiment = (id: string, traffic = 0.5, enabled = true) => ({
  id,
  name: id,
  enabled,
  variants: variants(traffic),
})

async function boxWith(ids: readonly string[], options: SignalboxOptions = {}) {
  const box = createSignalbox(options)
  for (const id of ids) await box.experiments.create({ body: experiment(id) })
  const populations = async (id: string) =>
    (await box.experiments.get({ id })).variants.map(({ currentPopulation }) => currentPopulation)
  return { box, populations, experiments: box.experiments }
}
async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const value of values) found.push(value)
  return found
}

describe('an experiment', () => {
  it('shows its populations wherever it is shown', async () => {
    const { experiments } = await boxWith([])
    const created = await experiments.create({ body: experiment('e') })
    expect(created.variants.map(({ currentPopulation }) => currentPopulation)).toEqual([0, 0])
    await experiments.displayed({ id: 'e', clientId: 'c1' })
    const { results } = await experiments.list()
    expect(results[0]?.variants.map(({ currentPopulation }) => currentPopulation)).toEqual([1, 0])
    expect((await experiments.delete({ id: 'e' })).variants[0]?.currentPopulation).toBe(1)
  })

  it.each([
    ['without variants', { variants: [] }, '/variants'],
    ['with two variants of one id', { variants: [variants()[0], { ...variants()[0] }] }, '/variants/1/id'],
    ['whose traffic is not 1', { variants: variants(0.5, 0.4) }, '/variants'],
    ['with a reserved id', { id: 'events.ndjson' }, '/id'],
  ])('is refused %s', async (_, change, pointer) => {
    const { experiments } = await boxWith([])
    await expect(experiments.create({ body: { ...experiment('e'), ...change } as never })).rejects.toMatchObject({
      code: 'INVALID',
      fieldErrors: { [pointer]: expect.anything() },
    })
  })

  it('cannot be renamed', async () => {
    const { experiments } = await boxWith(['e'])
    await expect(experiments.replace({ id: 'e', body: experiment('f') })).rejects.toMatchObject({ code: 'INVALID' })
  })

  it('keeps its version when clients are bound', async () => {
    const { box, experiments } = await boxWith(['e'])
    const types: string[] = []
    const events = await box.events.stream({}, {})
    await experiments.displayed({ id: 'e', clientId: 'c' })
    await experiments.delete({ id: 'e' })
    for await (const { type } of events) {
      types.push(type)
      if (types.length === 4) break
    }
    expect(types).toEqual([
      'VARIANT_BINDING_CREATED',
      'EXPERIMENT_VARIANT_EVENT_CREATED',
      'EXPERIMENT_DELETED',
      'EXPERIMENT_VARIANT_EVENT_DELETED',
    ])
  })
})

describe('what clients see and do', () => {
  it('is counted step by step, with the running rate on each event', async () => {
    const { experiments } = await boxWith(['e'])
    const rates: Record<string, [string, number][]> = { A: [], B: [] }
    const steps = [
      'c1 displayed',
      'c1 displayed',
      'c1 won',
      'c2 displayed',
      'c2 won',
      'c3 displayed',
      'c3 won',
      'c4 displayed',
    ]
    for (const step of steps) {
      const [clientId = '', kind = ''] = step.split(' ')
      const event = await experiments[kind as 'displayed' | 'won']({ id: 'e', clientId })
      rates[event.variantId]!.push([kind, event.transformation])
    }
    expect(rates.A).toEqual([
      ['displayed', 0],
      ['displayed', 0],
      ['won', 50],
      ['displayed', 33.333333333333336],
      ['won', 66.66666666666667],
    ])
    expect(rates.B).toEqual([
      ['displayed', 0],
      ['won', 100],
      ['displayed', 50],
    ])
    const { results } = await experiments.results({ id: 'e' })
    expect(results).toMatchObject([
      { displayed: 3, won: 2, transformation: 66.66666666666667, users: 2, converted: 2 },
      { displayed: 2, won: 1, transformation: 50, users: 2, converted: 1 },
    ])
  })

  it('splits a hundred clients at once exactly', async () => {
    const { experiments, populations } = await boxWith(['e'])
    await Promise.all(Array.from({ length: 100 }, (_, i) => experiments.displayed({ id: 'e', clientId: `c${i}` })))
    expect(await populations('e')).toEqual([50, 50])
  })

  it('binds a client once, however many calls come at once', async () => {
    const { experiments, populations } = await boxWith(['e'])
    const events = await Promise.all(
      Array.from({ length: 40 }, () => experiments.displayed({ id: 'e', clientId: 'c' })),
    )
    expect(new Set(events.map(({ variantId }) => variantId)).size).toBe(1)
    expect(new Set(events.map(({ id }) => id)).size).toBe(40)
    expect(await populations('e')).toEqual([1, 0])
  })

  it('holds when two instances share a store', async () => {
    const store = memoryStore()
    const { experiments, populations } = await boxWith(['e'], { store })
    const other = createSignalbox({ store })
    await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        (i % 2 ? experiments : other.experiments).displayed({ id: 'e', clientId: `c${i}` }),
      ),
    )
    expect(await populations('e')).toEqual([50, 50])
    expect((await all(await experiments.exportEvents())).length).toBe(100)
  })

  it('starts to count anew when the traffic changes', async () => {
    const { experiments } = await boxWith(['e'])
    for (let i = 0; i < 10; i++) await experiments.displayed({ id: 'e', clientId: `before${i}` })
    await experiments.replace({ id: 'e', body: experiment('e', 0.9) })
    const given = await Promise.all(
      Array.from({ length: 20 }, (_, i) => experiments.displayed({ id: 'e', clientId: `after${i}` })),
    )
    expect(given.filter(({ variantId }) => variantId === 'A')).toHaveLength(18)
  })

  it('reads the variant without binding, and binds by the tree without an event', async () => {
    const { experiments, populations } = await boxWith(['a', 'a:b'])
    await expect(experiments.variant({ id: 'a', clientId: 'c' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await experiments.tree({ clientId: 'c' })).toEqual({ a: { variant: 'A', b: { variant: 'A' } } })
    expect(await experiments.variant({ id: 'a', clientId: 'c' })).toMatchObject({ id: 'A', currentPopulation: 1 })
    expect(await populations('a:b')).toEqual([1, 0])
    expect(await all(await experiments.exportEvents())).toEqual([])
  })

  it('goes on for bound clients of a disabled experiment, which takes no new ones', async () => {
    const { experiments } = await boxWith(['e'])
    await experiments.displayed({ id: 'e', clientId: 'old' })
    await experiments.replace({ id: 'e', body: experiment('e', 0.5, false) })
    expect(await experiments.won({ id: 'e', clientId: 'old' })).toMatchObject({ '@type': 'VariantWonEvent' })
    await expect(experiments.displayed({ id: 'e', clientId: 'new' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await experiments.tree({ clientId: 'new' })).toEqual({})
  })

  it('counts a repeat under the same key once', async () => {
    const { experiments } = await boxWith(['e'])
    const call = () => experiments.displayed({ id: 'e', clientId: 'c' }, { idempotencyKey: 'k1' })
    const [first, second] = [await call(), await call()]
    expect(second).toEqual(first)
    expect((await experiments.results({ id: 'e' })).results[0]?.displayed).toBe(1)
  })

  it.each([[''], ['a\u0000b'], ['x'.repeat(257)], ['\ud800']])('refuses the client id %j', async (clientId) => {
    const { experiments } = await boxWith(['e'])
    await expect(experiments.displayed({ id: 'e', clientId })).rejects.toMatchObject({ code: 'INVALID' })
  })

  it('does not know an unknown experiment', async () => {
    const { experiments } = await boxWith([])
    for (const call of [experiments.displayed, experiments.won, experiments.variant])
      await expect(call({ id: 'none', clientId: 'c' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a variant that clients are bound to', () => {
  const onlyB = { ...experiment('e'), variants: [{ id: 'B', name: 'B', traffic: 1 }] }

  it('cannot be removed, unless one insists: then its clients are bound anew', async () => {
    const { experiments, populations } = await boxWith(['e'])
    await experiments.displayed({ id: 'e', clientId: 'c' })
    await expect(experiments.replace({ id: 'e', body: onlyB })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(
      experiments.patch({
        id: 'e',
        body: [
          { op: 'remove', path: '/variants/0' },
          { op: 'replace', path: '/variants/0/traffic', value: 1 },
        ],
      }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
    await experiments.replace({ id: 'e', body: onlyB, force: true })
    await expect(experiments.variant({ id: 'e', clientId: 'c' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await experiments.displayed({ id: 'e', clientId: 'c' })).toMatchObject({ variantId: 'B' })
    await experiments.replace({ id: 'e', body: experiment('e') })
    expect(await populations('e')).toEqual([0, 1])
  })

  it('keeps its clients against an import as well', async () => {
    const { experiments } = await boxWith(['e'])
    await experiments.displayed({ id: 'e', clientId: 'c' })
    const { success, errors } = await experiments.import({ body: [onlyB] })
    expect(success).toBe(0)
    expect(errors.errors[0]?.args[1]).toContain('Clients are bound to A')
  })
})

describe('experiments side by side', () => {
  it('never mix, whatever their clients are called', async () => {
    const { experiments, populations } = await boxWith(['a', 'a:b', 'a:bc'])
    await experiments.displayed({ id: 'a', clientId: 'b:c' })
    await experiments.displayed({ id: 'a:b', clientId: 'c' })
    await experiments.displayed({ id: 'a:bc', clientId: 'x' })
    const bindings = await all(await experiments.exportBindings())
    expect(bindings).toEqual([
      { variantBindingKey: 'a:b:c', variantId: 'A', experimentId: 'a', clientId: 'b:c' },
      { variantBindingKey: 'a:b:c', variantId: 'A' },
      { variantBindingKey: 'a:bc:x', variantId: 'A' },
    ])
    await experiments.delete({ id: 'a:b' })
    expect((await all(await experiments.exportEvents())).map(({ experimentId }) => experimentId)).toEqual(['a', 'a:bc'])
    expect(await populations('a')).toEqual([1, 0])
  })

  it('move to another instance without loss', async () => {
    const from = await boxWith(['a', 'a:b'])
    for (const [id, clientId] of [
      ['a', 'b:c'],
      ['a:b', 'c'],
      ['a', 'd'],
      ['a:b', 'ü'],
    ] as const) {
      await from.experiments.displayed({ id, clientId })
      await from.experiments.won({ id, clientId })
    }
    const to = createSignalbox()
    await to.experiments.import({ body: await from.experiments.export() })
    expect(await to.experiments.importBindings({ body: await from.experiments.exportBindings() })).toMatchObject({
      success: 4,
    })
    expect(await to.experiments.importEvents({ body: await from.experiments.exportEvents() })).toMatchObject({
      success: 8,
    })
    expect(await to.experiments.importEvents({ body: await from.experiments.exportEvents() })).toMatchObject({
      success: 8,
    })
    for (const id of ['a', 'a:b']) {
      const [before, after] = [await from.experiments.results({ id }), await to.experiments.results({ id })]
      expect(after).toEqual(before)
    }
    expect(await to.experiments.displayed({ id: 'a', clientId: 'd' })).toMatchObject({ variantId: 'B' })
  })

  it('refuses lines that belong nowhere', async () => {
    const { experiments } = await boxWith(['a'])
    const result = await experiments.importBindings({
      body: [
        { variantBindingKey: 'a:c', variantId: 'A' },
        { variantBindingKey: 'a:c', variantId: 'Z' },
        { variantBindingKey: 'other:c', variantId: 'A' },
        { variantBindingKey: 7 } as never,
      ],
    })
    expect(result.success).toBe(1)
    expect(result.errors.errors.map(({ args }) => args[0])).toEqual(['2', '3', '4'])
  })
})

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
})
