import { importCounts } from '@signalbox/core'
import { describe, expect } from 'vitest'
import { collect } from '../../collect.ts'
import { type ApiTest, problem } from '../api-test.ts'
import { call, greeting as config, workflow } from './workflow-programs.ts'

/** Values that workflows store between runs. */
export function describeWorkflowStore(test: ApiTest): void {
  describe('a run of a workflow', () => {
    test('stores any values for later runs', async ({ api }) => {
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

    test('stores values that move by nd-json', async ({ api }) => {
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
      const kept = await api.workflows.store.import({ body: lines })
      expect([kept.success, importCounts(kept)?.kept]).toEqual([1, 1])
      await api.workflows.test({ body: { config: forget } })
      const tried = await api.workflows.store.import({ body: lines, strategy: 'Replace', dryRun: true })
      expect(tried).toMatchObject({ success: 2 })
      expect(await collect(await api.workflows.store.export())).toEqual([{ key: 'n', value: 9 }])
      expect(await api.workflows.store.import({ body: [...lines, ...wrong], strategy: 'Replace' })).toMatchObject({
        success: 2,
        errors: { fieldErrors: { '/3/key': [{ message: 'error.pattern' }] } },
      })
      expect(await collect(await api.workflows.store.export())).toEqual(lines)
      await expect(api.workflows.create({ body: { id: 'store.ndjson', config } })).rejects.toMatchObject({
        fieldErrors: { '/id': [{ message: 'error.pattern' }] },
      })
    })
  })
}
