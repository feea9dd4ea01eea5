import { describe, expect, it } from 'vitest'
import { boxWith, experiment, variants } from './experiments.fixture.ts'

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
  ])('is rejected %s', async (_, change, pointer) => {
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

describe('a variant that clients are bound to', () => {
  const onlyB = { ...experiment('e'), variants: [{ id: 'B', name: 'B', traffic: 1 }] }

  it('can only be removed with force, and its clients are bound again', async () => {
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

  it('has its counters when it is added again, because its events exist', async () => {
    const { experiments } = await boxWith(['e'])
    await experiments.displayed({ id: 'e', clientId: 'c' })
    await experiments.replace({ id: 'e', body: onlyB, force: true })
    await experiments.replace({ id: 'e', body: { ...experiment('e'), variants: variants(1) } })
    expect(await experiments.displayed({ id: 'e', clientId: 'c' })).toMatchObject({ variantId: 'A' })
    await experiments.won({ id: 'e', clientId: 'c' })
    const { results } = await experiments.results({ id: 'e' })
    expect(results[0]).toMatchObject({
      displayed: 2,
      won: 1,
      users: 1,
      converted: 1,
      variant: { currentPopulation: 1 },
    })
  })

  it('keeps its clients during an import, too', async () => {
    const { experiments } = await boxWith(['e'])
    await experiments.displayed({ id: 'e', clientId: 'c' })
    const { success, errors } = await experiments.import({ body: [onlyB], strategy: 'Replace' })
    expect(success).toBe(0)
    expect(errors.errors[0]?.args[1]).toContain('with bound clients cannot be removed: A;')
  })
})
