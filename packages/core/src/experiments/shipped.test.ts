import { expect, it } from 'vitest'
import { memoryStore } from '../memory/store.ts'
import { readExperiment } from '../serving/source/served-experiment.ts'
import { all, boxWith } from './experiments.fixture.ts'

const id = 'cta'

/** An experiment with four clients, of which the clients with A have seen it; B is shipped. */
async function shipped() {
  const { box, experiments } = await boxWith([id])
  for (const clientId of ['ann', 'ben', 'cy', 'dot']) await experiments.displayed({ id, clientId })
  const groups = async () =>
    Object.fromEntries(
      (await all(await experiments.exportBindings())).map(({ variantBindingKey, variantId }) => [
        variantBindingKey.split(':').at(-1),
        variantId,
      ]),
    )
  const before = { groups: await groups(), results: (await experiments.results({ id })).results }
  await experiments.patch({ id, body: { enabled: false, shipped: 'B' } })
  return { box, experiments, groups, before }
}

it('every client gets the variant that is shipped, whatever it had, by every operation', async () => {
  const { experiments, before } = await shipped()
  expect(new Set(Object.values(before.groups))).toEqual(new Set(['A', 'B']))
  for (const clientId of ['ann', 'ben', 'cy', 'dot', 'new']) {
    const client = { id, clientId }
    expect((await experiments.displayed(client)).variantId).toBe('B')
    expect((await experiments.won(client)).variantId).toBe('B')
    expect((await experiments.bindVariant(client)).id).toBe('B')
    expect((await experiments.variant(client)).id).toBe('B')
    expect(await experiments.tree({ clientId })).toEqual({ cta: { variant: 'B' } })
    const records = [{ experiment: id, clientId, kind: 'won' as const, ifDisplayed: true }]
    expect(await experiments.record({ body: { records } })).toMatchObject({ results: [{ variant: 'B' }] })
  }
})

it('the results and the groups stay, and reopening it continues with the same groups', async () => {
  const { experiments, groups, before } = await shipped()
  for (const clientId of ['ann', 'new']) {
    await experiments.displayed({ id, clientId })
    await experiments.won({ id, clientId })
  }
  expect((await experiments.results({ id })).results).toEqual(before.results)
  expect(await groups()).toEqual(before.groups)
  await experiments.patch({ id, body: { enabled: true, shipped: null } })
  for (const [clientId, variantId] of Object.entries(before.groups))
    expect((await experiments.variant({ id, clientId })).id).toBe(variantId)
  expect((await experiments.bindVariant({ id, clientId: 'new' })).id).toMatch(/^[AB]$/)
})

it('an experiment that is enabled again assigns its variants, and ships again when it is disabled', async () => {
  const { experiments, before } = await shipped()
  const [ofA = ''] = Object.entries(before.groups).find(([, variantId]) => variantId === 'A') ?? []
  const variantId = async () => (await experiments.bindVariant({ id, clientId: ofA })).id
  expect(await variantId()).toBe('B')
  await experiments.patch({ id, body: { enabled: true } })
  expect(await variantId()).toBe('A')
  await experiments.patch({ id, body: { enabled: false } })
  expect(await variantId()).toBe('B')
})

it('data planes take a shipped experiment for one that has a single variant', async () => {
  const store = memoryStore()
  const { experiments } = await boxWith([id], { store })
  const served = async () => readExperiment(store, await experiments.get({ id }))
  expect(await served()).toMatchObject({ enabled: true, variants: [{ id: 'A' }, { id: 'B' }] })
  await experiments.patch({ id, body: { enabled: false, shipped: 'B' } })
  expect(await served()).toEqual({ id, enabled: true, variants: [{ id: 'B', traffic: 1 }], isComputable: true })
  await experiments.patch({ id, body: { shipped: null } })
  expect(await served()).toMatchObject({ enabled: false, variants: [{ id: 'A' }, { id: 'B' }] })
})

it('only a variant of the experiment can be shipped', async () => {
  const { experiments } = await boxWith([id])
  for (const wrong of ['', 'C', 'a'])
    await expect(experiments.patch({ id, body: { shipped: wrong } })).rejects.toMatchObject({
      code: 'INVALID',
      fieldErrors: { '/shipped': [{ message: 'error.oneOf', args: ['A', 'B'] }] },
    })
})
