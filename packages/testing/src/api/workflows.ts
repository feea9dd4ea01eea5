import { describe, expect } from 'vitest'
import { collect } from '../collect.ts'
import type { ApiTest } from './api-test.ts'
import { emitted, problem } from './api-test.ts'

const config = { kind: 'workflow', steps: [{ kind: 'value', value: 'Hello ${input.name}' }] }

const call = (name: string, args: object) => ({ kind: 'call', function: `core.${name}`, args })
const workflow = (...steps: object[]) => ({ kind: 'workflow', steps })

/** Workflows as records, and their runs (decisions 10.4). */
export function describeWorkflows(test: ApiTest): void {
  describe('a workflow', () => {
    test('is created, read, replaced, patched, listed, counted, moved and deleted', async ({ api }) => {
      const events = await emitted(
        api,
        async () => {
          const created = await api.workflows.create({ body: { name: 'One', description: 'greets', config } })
          const id = created.id as string
          expect(created).toEqual({
            id: expect.stringMatching(/^workflow_[0-9a-f-]{36}$/),
            ...{ name: 'One', description: 'greets', config },
          })
          expect(await api.workflows.get({ id })).toEqual(created)
          expect(await api.workflows.replace({ id, body: { name: 'Two', config } })).toEqual({
            id,
            ...{ name: 'Two', config },
          })
          const bye = [{ op: 'replace' as const, path: '/config/steps/0/value', value: 'Bye' }]
          expect(await api.workflows.patch({ id, body: bye })).toMatchObject({
            config: { steps: [{ kind: 'value', value: 'Bye' }] },
          })
          expect(await api.workflows.patch({ id, body: { name: null } })).not.toHaveProperty('name')
          await api.workflows.create({ body: { id: 'other', name: 'Other', config } })
          expect((await api.workflows.list({ filter: { name: 'Other' } })).results).toHaveLength(1)
          const sorted = await api.workflows.list({ sorted: 'id:desc' })
          expect(sorted.results.map((one) => one.id)).toEqual([id, 'other'])
          expect(await api.workflows.count({ pattern: 'workflow_*' })).toEqual({ count: 1 })
          const lines = await collect(await api.workflows.export({ pattern: 'workflow_*' }))
          const deleted = await api.workflows.delete({ id })
          await expect(api.workflows.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
          expect(await api.workflows.import({ body: lines })).toMatchObject({
            success: 1,
          })
          expect(await api.workflows.get({ id })).toEqual(deleted)
        },
        'Workflow',
      )
      const changes = ['CREATED', 'UPDATED', 'UPDATED', 'UPDATED', 'CREATED', 'DELETED', 'CREATED']
      expect(events.map(({ type }) => type)).toEqual(changes.map((change) => `WORKFLOW_${change}`))
    })

    test('keeps the order and the names of what its program holds', async ({ api }) => {
      const value = JSON.parse('{"z":1,"__proto__":{"a":1},"a":{"constructor":null}}')
      const body = { id: 'odd', config: { kind: 'workflow', steps: [{ kind: 'value', value: { $raw: value } }] } }
      await api.workflows.create({ body })
      const { config } = await api.workflows.get({ id: 'odd' })
      expect(JSON.stringify(config)).toBe(JSON.stringify(body.config))
    })

    test('is refused with all that is wrong with it, when it is saved', async ({ api }) => {
      const wrong = { kind: 'workflow', steps: [{ kind: 'nop' }, { kind: 'call', function: 'core.lgo', args: {} }] }
      const refused = {
        code: 'INVALID',
        fieldErrors: {
          '/config/steps/0/kind': [problem('error.workflow.kind', 'nop', 'noop')],
          '/config/steps/1/function': [problem('error.workflow.function', 'core.lgo', 'core.log')],
        },
      }
      await expect(api.workflows.create({ body: { id: 'a', config: wrong } })).rejects.toMatchObject(refused)
      await api.workflows.create({ body: { id: 'a', config } })
      await expect(api.workflows.patch({ id: 'a', body: { config: wrong } })).rejects.toMatchObject(refused)
      expect(await api.workflows.get({ id: 'a' })).toEqual({ id: 'a', config })
    })

    test('has one id, of one segment, for good', async ({ api }) => {
      await expect(api.workflows.create({ body: { id: 'a:b', config } })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { '/id': [{ message: 'error.pattern' }] },
      })
      await api.workflows.create({ body: { id: 'a', config } })
      await expect(api.workflows.create({ body: { id: 'a', config } })).rejects.toMatchObject({ code: 'CONFLICT' })
      await expect(api.workflows.replace({ id: 'a', body: { id: 'b', config } })).rejects.toMatchObject({
        code: 'INVALID',
        errors: [problem('error.id.fixed', 'a')],
      })
    })
  })
  describe('a run of a workflow', () => {
    test('answers the result, what was done, and what was told', async ({ api }) => {
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

    test('fails with the node, and with what was done up to there', async ({ api }) => {
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

    test('has budgets, which the call can only lower', async ({ api }) => {
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

    test('keeps values for the next runs, whatever their keys and shapes', async ({ api }) => {
      const key = '${input.key}'
      const keep = workflow(
        call('store_set', { key, value: '${input.value}' }),
        call('store_mget', { keys: [key, 'x'] }),
      )
      await api.workflows.create({ body: { id: 'keep', config: keep } })
      const values = { __proto__: 'no member', 'a:b': { z: 1, a: [null, 'é'] }, constructor: 0, A: 'upper' }
      for (const [key, value] of [...Object.entries(values), ['__proto__', 'odd']] as const)
        expect(await api.workflows.run({ id: 'keep', body: { input: { key, value } } })).toMatchObject({
          result: [value, null],
        })
      const keys = workflow(call('store_keys', { pattern: '*', limit: 3 }))
      expect(await api.workflows.test({ body: { config: keys } })).toMatchObject({ result: ['A', '__proto__', 'a:b'] })
      const forget = workflow(call('store_delete', { key: 'a:b' }), call('store_get', { key: 'a:b' }))
      expect(await api.workflows.test({ body: { config: forget } })).toMatchObject({ result: null })
      const count = () => api.workflows.test({ body: { config: workflow(call('store_increment', { key: 'n' })) } })
      const counted = await Promise.all([count(), count(), count(), count()])
      expect(counted.map(({ result }) => result).toSorted()).toEqual([1, 2, 3, 4])
      const wrong = workflow(call('store_increment', { key: 'A' }))
      await expect(api.workflows.test({ body: { config: wrong } })).rejects.toMatchObject({
        code: 'INVALID',
        errors: [problem('error.workflow.value', 'A')],
      })
    })

    test('keeps values that move by nd-json, a key a line', async ({ api }) => {
      const keep = workflow(
        call('store_set', { key: 'a:b', value: { z: [null, 'é'] } }),
        call('store_increment', { key: 'n' }),
      )
      await api.workflows.test({ body: { config: keep } })
      const lines = await collect(await api.workflows.store.export())
      expect(lines).toEqual([
        { key: 'a:b', value: { z: [null, 'é'] } },
        { key: 'n', value: 1 },
      ])
      expect(await collect(await api.workflows.store.export({ pattern: 'a:*' }))).toEqual(lines.slice(0, 1))
      const forget = workflow(call('store_delete', { key: 'a:b' }), call('store_set', { key: 'n', value: 9 }))
      await api.workflows.test({ body: { config: forget } })
      const wrong = [
        { key: 'a b', value: 1 },
        { key: 'c', value: 'x'.repeat(70_000) },
      ] as const
      expect(await api.workflows.store.import({ body: [...lines, ...wrong] })).toMatchObject({
        success: 2,
        errors: { fieldErrors: { '/3/key': [{ message: 'error.pattern' }] } },
      })
      expect(await collect(await api.workflows.store.export())).toEqual(lines)
      await expect(api.workflows.create({ body: { id: 'store.ndjson', config } })).rejects.toMatchObject({
        fieldErrors: { '/id': [{ message: 'error.pattern' }] },
      })
    })

    test('emits events of its own, and none by what it keeps', async ({ api }) => {
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

    test('runs other workflows, but none that is running', async ({ api }) => {
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
