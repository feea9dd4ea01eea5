import { describe, expect, it, vi } from 'vitest'
import { memoryStore } from '../../memory/store.ts'
import { createSignalbox } from '../../signalbox.ts'
import { all, boxWith } from '../experiments.fixture.ts'

describe('experiments side by side', () => {
  it('never mix, with any client ids', async () => {
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

  it('rejects lines that belong nowhere', async () => {
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

  it('accept only events whose ids begin with their own', async () => {
    const { experiments } = await boxWith(['a', 'a:b', 'other'])
    const event = await experiments.displayed({ id: 'a', clientId: 'c' })
    const { success, errors } = await experiments.importEvents({
      body: [
        { ...event, id: 'a:anything' },
        { ...event, id: 'a:b:A:c:displayed:7' },
        { ...event, id: 'other:A:c:displayed:1' },
        { ...event, id: 'a' },
        { ...event, experimentId: 'a:b' },
      ],
    })
    expect(success).toBe(2)
    expect(errors.errors.map(({ args }) => args)).toEqual([
      ['3', 'The id other:A:c:displayed:1 is invalid: the id of an event of experiment a must begin with a:'],
      ['4', 'The id a is invalid: the id of an event of experiment a must begin with a:'],
      ['5', `The id ${event.id} is invalid: the id of an event of experiment a:b must begin with a:b:`],
    ])
    expect(Object.keys(errors.fieldErrors)).toEqual(['/3/id', '/4/id', '/5/id'])
    expect((await experiments.results({ id: 'a' })).results[0]).toMatchObject({ displayed: 3 })
  })

  it('move an event to its new hour if it is uploaded again with another date', async () => {
    const { experiments } = await boxWith(['a'])
    const event = await experiments.displayed({ id: 'a', clientId: 'c' })
    const moved = { ...event, date: '2020-01-01T10:00:00.000' }
    await experiments.importEvents({ body: [moved, moved] })
    const { results, series } = await experiments.results({ id: 'a' })
    expect(results[0]).toMatchObject({ displayed: 1, users: 1 })
    expect(series.filter(({ variants }) => variants.A!.displayed > 0)).toEqual([
      { hour: '2020-01-01T10', variants: { A: { displayed: 1, won: 0 } } },
    ])
  })

  it('write nothing for an unchanged upload', async () => {
    const store = memoryStore()
    const { experiments } = await boxWith(['a'], { store })
    await experiments.displayed({ id: 'a', clientId: 'c' })
    const [events, bindings] = [
      await all(await experiments.exportEvents()),
      await all(await experiments.exportBindings()),
    ]
    const commits = vi.spyOn(store, 'commit')
    expect(await experiments.importEvents({ body: events })).toMatchObject({ success: 1 })
    expect(await experiments.importBindings({ body: bindings })).toMatchObject({ success: 1 })
    expect(commits).not.toHaveBeenCalled()
  })
})
