import { expect, it } from 'vitest'
import { axe, eachLook, open, startService } from '../../browser.fixture.ts'
import { hourlyEvents } from '../experiment/results/variant-events.fixture.ts'

it('the list says which experiments are on, who is ahead and where the split is skewed, and follows the clients', async () => {
  const { url, box, admin } = await startService()
  const variants = ['A', 'B'].map((id) => ({ id, name: id, traffic: 0.5 }))
  const create = (id: string, enabled = true) => box.experiments.create({ body: { id, name: id, enabled, variants } })
  for (const id of ['shop:button', 'shop:price', 'shop:search']) await create(id)
  await create('shop:menu', false)
  const counts = [
    { id: 'A', users: 200, converted: 40 },
    { id: 'B', users: 200, converted: 60 },
  ]
  await box.experiments.importEvents({ body: hourlyEvents('shop:button', counts, { start: 0, hours: 200 }) })
  const bindings = Array.from({ length: 100 }, (_, n) => ({ variantBindingKey: `shop:price:c${n}`, variantId: 'A' }))
  await box.experiments.importBindings({ body: bindings })
  const records = bindings.map((_, n) => ({ kind: 'displayed' as const, experiment: 'shop:price', clientId: `c${n}` }))
  await box.experiments.record({ body: { records } })
  const page = await open(`${url}/experiments`, { as: admin })
  const row = (name: string) => page.getByRole('treeitem', { name: new RegExp(name) })
  await row('button').getByText('B is ahead with 30.0% · 400 users').waitFor()
  await row('price').getByText('skewed').waitFor()
  await row('search').getByText('nobody has seen it yet').waitFor()
  await row('menu').getByText('off', { exact: true }).waitFor()
  await eachLook(page, (look) => axe(page, look))
  await page.setViewportSize({ width: 1280, height: 900 })
  await box.experiments.displayed({ id: 'shop:search', clientId: 'ann' })
  await row('search').getByText('1 user, none converted').waitFor()
  await row('menu').getByRole('switch').click()
  await row('menu').getByText('waits').waitFor()
  expect(await box.experiments.get({ id: 'shop:menu' })).toMatchObject({ enabled: true })
})
