import { describe, expect } from 'vitest'
import { type ApiTest, emitted, problem, START } from '../api-test.ts'
import { call, workflow } from './workflow-programs.ts'

/** Runs of workflows: their results, what they can access, and what stops them. */
export function describeWorkflowRuns(test: ApiTest): void {
  describe('a run of a workflow', () => {
    test('returns the result, the journal and the logs', async ({ api }) => {
      const greet = workflow(call('log', { message: 'Greeting ${input.name}' }), {
        id: 'greeting',
        kind: 'value',
        value: 'Hello ${input.name}',
      })
      await api.workflows.create({ body: { id: 'greet', config: greet } })
      const outcome = await api.workflows.run({ id: 'greet', body: { input: { name: 'Ann' } } })
      expect(outcome).toEqual({
        result: 'Hello Ann',
        omitted: 0,
        logs: ['Greeting Ann'],
        journal: expect.arrayContaining([
          { node: 'greeting', kind: 'value', attempt: 1, output: 'Hello Ann', duration: 0 },
        ]),
      })
      expect(await api.workflows.test({ body: { config: greet, input: { name: 'Ann' } } })).toEqual(outcome)
      expect(await api.workflows.run({ id: 'greet' })).toMatchObject({ result: 'Hello null' })
    })

    test('fails with the node and the journal', async ({ api }) => {
      const config = workflow(call('log', { message: 'Trying' }), {
        ...call('config_get', { id: 'not-there' }),
        id: 'limits',
      })
      await expect(api.workflows.test({ body: { config } })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        errors: [problem('error.data.missing', 'not-there')],
        members: { node: 'limits', logs: ['Trying'] },
      })
      await expect(api.workflows.run({ id: 'not-there' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(api.workflows.test({ body: { config: workflow({ kind: 'nop' }) } })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { '/config/steps/0/kind': [problem('error.workflow.kind', 'nop', 'noop')] },
      })
    })

    test('is kept with what it was given and did, the newest first', async ({ api, clock }) => {
      const greet = workflow(
        call('log', { message: 'Greeting ${input.name}' }),
        { kind: 'if', predicate: { $eq: ['${input.name}', 'Bob'] }, then: { kind: 'error', message: 'Not Bob' } },
        { kind: 'value', value: 'Hello ${input.name}' },
      )
      await api.workflows.create({ body: { id: 'greet', config: greet } })
      expect(await api.workflows.runs({ id: 'greet' })).toEqual({ results: [] })
      const { journal } = await api.workflows.run({ id: 'greet', body: { input: { name: 'Ann' } } })
      clock.advance(1000)
      await api.workflows.run({ id: 'greet', body: { input: { name: 'Bob' } } }).catch(() => {})
      const { results } = await api.workflows.runs({ id: 'greet' })
      const common = { id: expect.stringMatching(/^run_/), ms: 0, steps: expect.any(Number) }
      expect(results).toMatchObject([
        {
          ...{ ...common, at: START + 1000, error: 'INVALID' },
          details: { input: { name: 'Bob' }, message: 'Node /steps/1/then: Not Bob', logs: ['Greeting Bob'] },
        },
        {
          ...{ ...common, at: START },
          details: { input: { name: 'Ann' }, result: 'Hello Ann', journal, omitted: 0, logs: ['Greeting Ann'] },
        },
      ])
      expect(results.map(({ error }) => error)).toEqual(['INVALID', undefined])
      expect(new Set(results.map(({ id }) => id)).size).toBe(2)
      expect(results[1]?.steps).toBeGreaterThan(2)
      await expect(api.workflows.runs({ id: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('has budgets that the call can only lower', async ({ api }) => {
      const config = workflow({ kind: 'while', predicate: true, node: { kind: 'noop' } })
      for (const [steps, limit] of [
        [50, '50'],
        [1_000_000, '10000'],
      ] as const)
        await expect(api.workflows.test({ body: { config, budgets: { steps } } })).rejects.toMatchObject({
          code: 'INVALID',
          errors: [problem('error.workflow.budget', 'steps', limit)],
        })
    })

    test('reads features, configs and experiments as they are', async ({ api }) => {
      const customers = { customers: ['ann'] }
      const variants = [{ id: 'A', name: 'A', traffic: 1 }]
      await api.features.create({
        body: { id: 'f', enabled: true, activationStrategy: 'CUSTOMERS_LIST', parameters: customers },
      })
      await api.configs.create({ body: { id: 'c', value: { items: [1, 2] } } })
      await api.experiments.create({ body: { id: 'e', name: 'e', enabled: true, variants } })
      const ofAnn = { id: 'e', client_id: 'ann' }
      const config = workflow(
        { ...call('feature_check', { id: 'f', context: { id: 'ann' } }), result: 'ann' },
        { ...call('feature_check', { id: 'f' }), result: 'nobody' },
        { ...call('config_get', { id: 'c' }), result: 'limits' },
        { ...call('experiment_variant', ofAnn), result: 'before' },
        { ...call('experiment_displayed', ofAnn), result: 'seen' },
        { ...call('experiment_won', ofAnn), result: 'won' },
        { ...call('experiment_variant', ofAnn), result: 'after' },
        {
          kind: 'value',
          value: ['${ann}', '${nobody}', '${limits.items.1}', '${before}', '${seen}', '${won}', '${after}'],
        },
      )
      const { result } = await api.workflows.test({ body: { config } })
      expect(result).toEqual([true, false, 2, null, 'A', 'A', 'A'])
      expect((await api.experiments.results({ id: 'e' })).results).toMatchObject([{ displayed: 1, won: 1 }])
      const unknown = workflow(call('experiment_variant', { id: 'unknown', client_id: 'ann' }))
      await expect(api.workflows.test({ body: { config: unknown } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('emits its own events, but none for stored values', async ({ api }) => {
      const emit = workflow(
        call('store_set', { key: 'k', value: 1 }),
        call('emit_event', { name: 'ordered', payload: { items: '${input}' } }),
      )
      await api.workflows.create({ body: { id: 'order', config: emit } })
      const events = await emitted(api, () => api.workflows.run({ id: 'order', body: { input: 2 } }), 'Workflow')
      expect(events).toMatchObject([
        {
          type: 'WORKFLOW_EVENT_EMITTED',
          ...{ domain: 'Workflow', key: 'order', timestamp: '2026-01-01T00:00:00.000' },
          payload: { name: 'ordered', payload: { items: 2 } },
        },
      ])
    })

    test('runs other workflows, but no cycles', async ({ api }) => {
      const body = (id: string, ...steps: object[]) => ({ body: { id, config: workflow(...steps) } })
      await api.workflows.create(body('inner', { kind: 'value', value: { $add: ['${input}', 1] } }))
      const twice = call('workflow_call', { workflow_id: 'inner', input: '${first}' })
      await api.workflows.create(
        body(
          'outer',
          { ...call('workflow_call', { workflow_id: 'inner', input: '${input}' }), result: 'first' },
          twice,
        ),
      )
      expect(await api.workflows.run({ id: 'outer', body: { input: 1 } })).toMatchObject({ result: 3 })
      await expect(
        api.workflows.create(body('self', call('workflow_call', { workflow_id: 'self' }))),
      ).rejects.toMatchObject({
        fieldErrors: { '/config/steps/0/args/workflow_id': [problem('error.workflow.cycle', 'self', 'self')] },
      })
      const missing = workflow(call('workflow_call', { workflow_id: 'missing' }))
      await expect(api.workflows.test({ body: { config: missing } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })
}
