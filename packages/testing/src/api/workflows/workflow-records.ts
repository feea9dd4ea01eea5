import { describe, expect } from 'vitest'
import { collect } from '../../collect.ts'
import { type ApiTest, emitted, problem } from '../api-test.ts'
import { greeting as config } from './workflow-programs.ts'

/** Workflows as records. */
export function describeWorkflowRecords(test: ApiTest): void {
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
            ...{ name: 'Two', description: '', config },
          })
          const bye = [{ op: 'replace' as const, path: '/config/steps/0/value', value: 'Bye' }]
          expect(await api.workflows.patch({ id, body: bye })).toMatchObject({
            config: { steps: [{ kind: 'value', value: 'Bye' }] },
          })
          expect(await api.workflows.patch({ id, body: { name: null } })).toMatchObject({ name: '' })
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

    test('keeps the order and the names of its program', async ({ api }) => {
      const value = JSON.parse('{"z":1,"__proto__":{"a":1},"a":{"constructor":null}}')
      const body = { id: 'odd', config: { kind: 'workflow', steps: [{ kind: 'value', value: { $raw: value } }] } }
      await api.workflows.create({ body })
      const { config } = await api.workflows.get({ id: 'odd' })
      expect(JSON.stringify(config)).toBe(JSON.stringify(body.config))
    })

    test('is rejected with all mistakes when it is saved', async ({ api }) => {
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
      expect(await api.workflows.get({ id: 'a' })).toEqual({ id: 'a', name: '', description: '', config })
    })

    test('has a permanent id of one segment', async ({ api }) => {
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
}
