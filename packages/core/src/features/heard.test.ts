import { expect, it } from 'vitest'
import { type Caller, owner, toCaller } from '../machine/callers/caller.ts'
import { createSignalbox } from '../signalbox.ts'
import { createHeard } from './heard.ts'

const NOON = Date.parse('2027-01-01T12:00:00Z')
const key = (id: string, authorizedPatterns = '*$$$R'): Caller => toCaller({ id, kind: 'ApiKey', authorizedPatterns })
const shop = key('shop')

/** A box with two features, and who asked for one of them. */
async function filled() {
  let now = NOON
  const box = createSignalbox({ clock: () => now })
  for (const id of ['shop:express', 'blog:new'])
    await box.features.create({ body: { id, enabled: true, activationStrategy: 'NO_STRATEGY' } })
  const askers = async (id = 'shop:express') => (await box.features.askers({ id })).askers
  const advance = (ms: number) => {
    now += ms
  }
  return { box, advance, askers }
}

const asked = { id: 'shop', at: NOON, active: true }
const loaded = { id: 'shop', at: NOON }

it('every way to evaluate a feature over the API is remembered with its answer', async () => {
  const one = { id: 'shop:express' }
  const ways: readonly ((box: Awaited<ReturnType<typeof filled>>['box']) => Promise<unknown>)[] = [
    (box) => box.features.check(one, { caller: shop }),
    (box) => box.features.check({ ...one, explain: true }, { caller: shop }),
    (box) => box.features.checkWith({ ...one, body: { id: 'ann' } }, { caller: shop }),
    (box) => box.features.checkMany({ body: { id: 'ann' } }, { caller: shop }),
    (box) => box.features.list({ active: true }, { caller: shop }),
    (box) => box.ofrep.evaluate({ key: one.id, body: { context: { targetingKey: 'ann' } } }, { caller: shop }),
  ]
  for (const ask of ways) {
    const { box, askers } = await filled()
    expect(await askers()).toEqual([])
    await ask(box)
    expect(await askers(), String(ask)).toEqual([asked])
  }
})

it('readers that load many features are remembered for those that they may read', async () => {
  const caller = key('shop', 'shop:*$$$R')
  const ways: readonly ((box: Awaited<ReturnType<typeof filled>>['box']) => Promise<unknown>)[] = [
    async (box) => {
      for await (const _ of await box.features.export({}, { caller }));
    },
    (box) => box.features.tree({}, { caller }),
    (box) => box.features.treeWith({ body: {} }, { caller }),
    (box) => box.features.nested({}, { caller }),
    (box) => box.ofrep.evaluateAll({ body: {} }, { caller }),
  ]
  for (const ask of ways) {
    const { box, askers } = await filled()
    await ask(box)
    expect(await askers(), String(ask)).toEqual([loaded])
    expect(await askers('blog:new'), String(ask)).toEqual([])
  }
})

it('only API keys are remembered: not the program itself, users or requests of the page', async () => {
  const { box, askers } = await filled()
  await box.features.check({ id: 'shop:express' })
  await box.features.check({ id: 'shop:express' }, { caller: toCaller({ id: 'ann', kind: 'User', admin: true }) })
  expect(await askers()).toEqual([])
})

it('an hour later it is forgotten, and the latest is first', async () => {
  const { box, advance, askers } = await filled()
  await box.features.check({ id: 'shop:express' }, { caller: shop })
  advance(59 * 60_000)
  await box.features.check({ id: 'shop:express' }, { caller: key('till') })
  expect((await askers()).map(({ id }) => id)).toEqual(['till', 'shop'])
  advance(60_000)
  expect((await askers()).map(({ id }) => id)).toEqual(['till'])
})

it('requires the right to read the feature, and the feature', async () => {
  const { box } = await filled()
  const ask = (id: string, caller: Caller) => box.features.askers({ id }, { caller })
  await expect(ask('shop:express', key('blog', 'blog:*$$$R'))).rejects.toThrow(/lacks the right R/)
  await expect(ask('shop:expres', shop)).rejects.toThrow(/does not exist/)
})

it('remembers a bounded number of keys, features and patterns', () => {
  const heard = createHeard(() => 1)
  for (let i = 0; i < 1001; i++) heard.one(shop, `f${i}`, true)
  expect(heard.askersOf('f0')).toEqual([])
  expect(heard.askersOf('f1000')).toEqual([{ id: 'shop', at: 1, active: true }])
  for (let i = 0; i < 21; i++) heard.all(shop, `p${i}:*`)
  expect(heard.askersOf('p0:x')).toEqual([])
  expect(heard.askersOf('p20:x')).toEqual([{ id: 'shop', at: 1 }])
  for (let i = 0; i < 1000; i++) heard.one(key(`k${i}`), 'f', true)
  expect(heard.askersOf('f1000')).toEqual([])
  heard.one(owner, 'own', true)
  expect(heard.askersOf('own')).toEqual([])
})
