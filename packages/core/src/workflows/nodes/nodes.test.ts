import { describe, expect, it } from 'vitest'
import { categories } from '../reference/entry.ts'
import { testPorts } from '../runs/run.fixture.ts'
import { run } from '../runs/run.ts'
import { nodes } from './index.ts'

/** Turns an example into a workflow that first assigns the contents of memory. */
const asWorkflow = (config: unknown, memory: Readonly<Record<string, unknown>> = {}) => ({
  kind: 'workflow',
  steps: [
    { kind: 'assign', values: Object.entries(memory).map(([name, value]) => ({ name, value: { $raw: value } })) },
    config,
  ],
})

describe('the kinds of nodes', () => {
  it('are these', () => {
    expect(nodes.map(({ name }) => name).sort()).toEqual(
      [
        ...['workflow', 'call', 'assign', 'if', 'switch', 'foreach', 'map', 'flatmap', 'filter', 'while', 'parallel'],
        ...['try', 'async', 'wait', 'value', 'error', 'jump', 'end', 'noop'],
      ].sort(),
    )
  })

  it.each(nodes.map((kind) => [kind.name, kind] as const))('%s does what its example says', async (_, kind) => {
    const { config, memory, result } = kind.example
    expect(await run(asWorkflow(config, memory), undefined, testPorts().ports)).toMatchObject({ result })
  })

  it.each(nodes.map((kind) => [kind.name, kind] as const))(
    '%s has a description, and so have all its members',
    (_, kind) => {
      expect(Object.keys(categories)).toContain(kind.category)
      expect(kind.description.length).toBeGreaterThan(10)
      const { properties } = kind.args as unknown as {
        properties: Record<string, { description?: string; items?: object }>
      }
      for (const [name, schema] of Object.entries(properties))
        expect(schema.description ?? schema.items, `${kind.name}.${name}`).toBeTruthy()
    },
  )
})
