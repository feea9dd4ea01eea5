import { hourlyEvents } from './screens/experiment/results/variant-events.fixture.ts'
import type { Service } from './service.fixture.ts'

const ran = { start: Date.parse('2026-03-02T00:00:00Z'), hours: 16 * 24 }

/** Fills a service with experiments: one with a winner, one that is skewed, one that nobody has seen, one that is off. */
export async function fillExperiments({ box }: Service): Promise<void> {
  const ada = box.as({ id: 'ada', name: 'ada', kind: 'User', admin: true })
  const names = { A: 'green', B: 'orange' }
  const variants = Object.entries(names).map(([id, name]) => ({ id, name, traffic: 0.5 }))
  const create = (id: string, name: string, enabled = true) =>
    ada.experiments.create({ body: { id, name, enabled, variants } })
  await create('shop:checkout:button', 'The color of the button')
  await create('shop:checkout:steps', 'Two steps instead of three')
  await create('shop:menu:order', 'The order of the menu')
  await create('shop:search:rank', 'The ranking of the search', false)
  const counts = [
    { id: 'A', users: 5460, converted: 994 },
    { id: 'B', users: 5512, converted: 1169 },
  ]
  const bindings = (id: string, bound: Readonly<Record<string, number>>) =>
    Object.entries(bound).flatMap(([variantId, clients]) =>
      Array.from({ length: clients }, (_, n) => ({ variantBindingKey: `${id}:${variantId}-${n}`, variantId })),
    )
  await ada.experiments.importEvents({ body: hourlyEvents('shop:checkout:button', counts, ran) })
  await ada.experiments.importBindings({ body: bindings('shop:checkout:button', { A: 5460, B: 5512 }) })
  await ada.experiments.importBindings({ body: bindings('shop:checkout:steps', { A: 520, B: 390 }) })
}
