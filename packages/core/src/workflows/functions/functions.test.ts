import { describe, expect, it } from 'vitest'
import type { Signalbox } from '../../index.ts'
import { testBox } from '../../machine/callers/access.fixture.ts'
import { categories } from '../reference/entry.ts'
import { functions } from './index.ts'

/** Creates a Signalbox with the records that the examples mention. */
async function seeded(): Promise<Signalbox> {
  const stock = async (url: string) =>
    url === 'https://stock.example.com/items/7' ? Response.json({ left: 3 }) : new Response(null, { status: 404 })
  const box = testBox({ workflows: { fetch: stock } })
  const variants = ['A', 'B'].map((id) => ({ id, name: id, traffic: 0.5 }))
  await box.features.create({
    body: {
      id: 'shop:express',
      enabled: true,
      activationStrategy: 'CUSTOMERS_LIST',
      parameters: { customers: ['ann'] },
    },
  })
  await box.configs.create({ body: { id: 'shop:limits', value: { items: 20, currency: 'EUR' } } })
  await box.experiments.create({ body: { id: 'shop:button', name: 'Button', enabled: true, variants } })
  await box.workflows.create({
    body: { id: 'greet', config: { kind: 'workflow', steps: [{ kind: 'value', value: 'Hello ${input.name}' }] } },
  })
  return box
}

describe('every function', () => {
  it.each(functions.map((one) => [one.name, one] as const))('%s does what its example says', async (_, { example }) => {
    const box = await seeded()
    const { input, ...memory } = (example.memory ?? {}) as Record<string, unknown>
    const values = Object.entries(memory).map(([name, value]) => ({ name, value: { $raw: value } }))
    const config = { kind: 'workflow', steps: [{ kind: 'assign', values }, example.config] }
    const { result } = await box.workflows.test({ body: { config, input } })
    expect(result).toEqual(example.result)
    await box.close()
  })

  it('has a name of its own, a category that is known, and sentences on itself and on its arguments', () => {
    expect(new Set(functions.map(({ name }) => name)).size).toBe(functions.length)
    for (const { name, category, description, args } of functions) {
      expect(name).toMatch(/^core\.[a-z_]+$/)
      expect(categories).toHaveProperty(category)
      expect(description.length).toBeGreaterThan(20)
      expect(args).toMatchObject({ type: 'object', additionalProperties: false })
    }
  })
})
