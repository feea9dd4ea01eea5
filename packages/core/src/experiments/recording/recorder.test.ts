import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../memory/store.ts'
import type { Store } from '../../ports.ts'
import { createSignalbox } from '../../signalbox.ts'
import { assignments } from '../assign.ts'
import { all, boxWith, experiment } from '../experiments.fixture.ts'

describe('recording displayed and won', () => {
  it('counts each event, with the current rate', async () => {
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

  it('splits a hundred concurrent clients exactly', async () => {
    const { experiments, populations } = await boxWith(['e'])
    await Promise.all(Array.from({ length: 100 }, (_, i) => experiments.displayed({ id: 'e', clientId: `c${i}` })))
    expect(await populations('e')).toEqual([50, 50])
  })

  it('binds a client once for concurrent calls', async () => {
    const { experiments, populations } = await boxWith(['e'])
    const events = await Promise.all(
      Array.from({ length: 40 }, () => experiments.displayed({ id: 'e', clientId: 'c' })),
    )
    expect(new Set(events.map(({ variantId }) => variantId)).size).toBe(1)
    expect(new Set(events.map(({ id }) => id)).size).toBe(40)
    expect(await populations('e')).toEqual([1, 0])
  })

  it('commits calls together that arrive in successive turns of the event loop', async () => {
    const store = memoryStore()
    const { experiments } = await boxWith(['e'], { store })
    let commits = 0
    const commit: Store['commit'] = (...args) => {
      commits++
      return store.commit(...args)
    }
    const counting = createSignalbox({ store: { ...store, commit } })
    await counting.experiments.displayed({ id: 'e', clientId: 'first' }) // loads what calls need
    commits = 0
    const calls: Promise<unknown>[] = []
    for (let i = 0; i < 20; i++) {
      const turn = new Promise<void>((resolve) => void setImmediate(resolve))
      calls.push(counting.experiments.displayed({ id: 'e', clientId: `c${i}` }))
      await turn
    }
    await Promise.all(calls)
    expect(commits).toBe(1)
    expect(await all(await experiments.exportEvents())).toHaveLength(21)
  })

  it('reads nothing again that this instance has written itself', async () => {
    const store = memoryStore()
    const { experiments } = await boxWith(['e'], { store })
    const read: string[] = []
    const get: Store['get'] = (collection, key) => {
      read.push(`${collection} ${key}`)
      return store.get(collection, key)
    }
    const counting = createSignalbox({ store: { ...store, get } })
    await counting.experiments.displayed({ id: 'e', clientId: 'first' })
    read.length = 0
    for (let i = 0; i < 3; i++) await counting.experiments.displayed({ id: 'e', clientId: 'first' })
    expect(read).toEqual([])
    await experiments.displayed({ id: 'e', clientId: 'second' })
    await counting.experiments.displayed({ id: 'e', clientId: 'first' })
    expect(read).toContain('experiment-tallies e')
    expect(await all(await experiments.exportEvents())).toHaveLength(6)
  })

  describe('of another instance on the store', () => {
    /** Two instances that have both recorded calls of a client. */
    async function pair() {
      const store = memoryStore()
      const here = (await boxWith(['e'], { store })).experiments
      const there = createSignalbox({ store }).experiments
      for (const { displayed } of [here, there, here]) await displayed({ id: 'e', clientId: 'c' })
      return { here, there }
    }

    it('counts events once, whoever records them', async () => {
      const { here, there } = await pair()
      for (let i = 0; i < 10; i++) {
        await Promise.all([here.displayed({ id: 'e', clientId: 'c' }), there.won({ id: 'e', clientId: 'c' })])
        await here.displayed({ id: 'e', clientId: `other-${i}` })
      }
      const { results } = await there.results({ id: 'e' })
      expect(results[0]).toMatchObject({ won: 10, users: 6 })
      expect(results.reduce((sum, { displayed }) => sum + displayed, 0)).toBe(3 + 20)
    })

    it('sees that it disabled or enabled the experiment', async () => {
      const { here, there } = await pair()
      await there.replace({ id: 'e', body: experiment('e', 0.5, false) })
      await expect(here.displayed({ id: 'e', clientId: 'new' })).rejects.toMatchObject({ code: 'CONFLICT' })
      await here.displayed({ id: 'e', clientId: 'c' })
      await there.replace({ id: 'e', body: experiment('e') })
      expect(await here.displayed({ id: 'e', clientId: 'new' })).toMatchObject({ variantId: 'B' })
    })

    it('sees bindings that it imported or removed', async () => {
      const { here, there } = await pair()
      await there.importBindings({
        body: [{ variantBindingKey: 'e:c', experimentId: 'e', clientId: 'c', variantId: 'B' }],
      })
      expect(await here.displayed({ id: 'e', clientId: 'c' })).toMatchObject({ variantId: 'B' })
      const { variants } = experiment('e')
      await there.replace({
        id: 'e',
        force: true,
        body: { ...experiment('e'), variants: [{ ...variants[0]!, traffic: 1 }] },
      })
      expect(await here.bindVariant({ id: 'e', clientId: 'c', body: {} })).toMatchObject({ id: 'A' })
    })

    it('sees that it deleted and created the experiment', async () => {
      const { here, there } = await pair()
      await there.delete({ id: 'e' })
      for (const call of [here.displayed, here.won])
        await expect(call({ id: 'e', clientId: 'c' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await there.create({ body: experiment('e') })
      expect(await here.displayed({ id: 'e', clientId: 'c' })).toMatchObject({ id: 'e:A:c:displayed:2' })
      expect((await there.results({ id: 'e' })).results[0]).toMatchObject({ displayed: 1, users: 1 })
    })
  })

  it('works for two instances on one store', async () => {
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

  it('restarts the split when the traffic changes', async () => {
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

  it('continues for bound clients of a disabled experiment, which binds no new ones', async () => {
    const { experiments } = await boxWith(['e'])
    await experiments.displayed({ id: 'e', clientId: 'old' })
    await experiments.replace({ id: 'e', body: experiment('e', 0.5, false) })
    expect(await experiments.won({ id: 'e', clientId: 'old' })).toMatchObject({ '@type': 'VariantWonEvent' })
    await expect(experiments.displayed({ id: 'e', clientId: 'new' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await experiments.tree({ clientId: 'new' })).toEqual({})
    expect(await experiments.tree({ clientId: 'old' })).toEqual({ e: { variant: 'A' } })
  })

  it('binds a client that wins without a display', async () => {
    const { experiments } = await boxWith(['e'])
    expect(await experiments.won({ id: 'e', clientId: 'c' })).toMatchObject({ variantId: 'A', transformation: 0 })
    expect(await experiments.variant({ id: 'e', clientId: 'c' })).toMatchObject({ id: 'A', currentPopulation: 1 })
  })

  it.each(['hash', 'classic'] as const)('binds by %s if configured', async (assignment) => {
    const { box, experiments } = await boxWith(['e'], { assignment })
    const { variants } = await experiments.get({ id: 'e' })
    for (const clientId of ['ann', 'ben', 'eve', 'clientId', '1']) {
      const index = assignments[assignment]({ experimentId: 'e', clientId, variants, bound: [] })
      expect(await box.experiments.displayed({ id: 'e', clientId })).toMatchObject({ variantId: variants[index]!.id })
    }
  })

  it('returns variants of unbound clients if the assignment needs no binding', async () => {
    const { experiments, populations } = await boxWith(['e'], { assignment: 'classic' })
    const variant = await experiments.variant({ id: 'e', clientId: 'ann' })
    expect(await populations('e')).toEqual([0, 0])
    expect(await experiments.displayed({ id: 'e', clientId: 'ann' })).toMatchObject({ variantId: variant.id })
    await expect(experiments.variant({ id: 'none', clientId: 'ann' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it.each([[''], ['a\u0000b'], ['x'.repeat(257)], ['\ud800']])('rejects the client id %j', async (clientId) => {
    const { experiments } = await boxWith(['e'])
    await expect(experiments.displayed({ id: 'e', clientId })).rejects.toMatchObject({ code: 'INVALID' })
  })

  it('rejects an unknown experiment', async () => {
    const { experiments } = await boxWith([])
    for (const call of [experiments.displayed, experiments.won, experiments.variant])
      await expect(call({ id: 'none', clientId: 'c' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
