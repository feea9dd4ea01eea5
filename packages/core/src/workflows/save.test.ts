import { describe, expect, it } from 'vitest'
import { testBox } from '../machine/callers/access.fixture.ts'

const call = (workflow_id: string) => ({ kind: 'call', function: 'core.workflow_call', args: { workflow_id } })
const workflow = (...steps: object[]) => ({ kind: 'workflow', steps })

describe('a workflow that is saved', () => {
  it('is rejected with all mistakes, by place', async () => {
    const box = testBox()
    const config = workflow(
      { kind: 'nop' },
      { kind: 'call', function: 'core.feature_chek', args: {} },
      { kind: 'call', function: 'core.feature_check', args: { id: 'a', who: 1 } },
      { kind: 'value', value: '${nothing}' },
    )
    const places = [
      '/config/steps/0/kind',
      '/config/steps/1/function',
      '/config/steps/2/args/who',
      '/config/steps/3/value',
    ]
    const failure: unknown = await box.workflows.create({ body: { id: 'a', config } }).catch((error) => error)
    expect(failure).toMatchObject({ code: 'INVALID', message: expect.stringContaining('/config/steps/0/kind') })
    expect(Object.keys((failure as { fieldErrors: object }).fieldErrors)).toEqual(places)
    await box.workflows.create({ body: { id: 'a', config: workflow() } })
    for (const write of [
      box.workflows.replace({ id: 'a', body: { config } }),
      box.workflows.patch({ id: 'a', body: { config: { steps: config.steps } } }),
    ])
      await expect(write).rejects.toMatchObject({ code: 'INVALID', fieldErrors: { '/config/steps/0/kind': [{}] } })
    const { success, errors } = await box.workflows.import({ body: [{ id: 'b', config }] })
    expect(success).toBe(0)
    expect(Object.keys(errors.fieldErrors)).toEqual(places.map((place) => `/1${place}`))
    await box.close()
  })

  it('cannot call itself, nor workflows that call it', async () => {
    const box = testBox()
    const refused = (...way: string[]) => ({
      code: 'INVALID',
      fieldErrors: { '/config/steps/0/args/workflow_id': [{ message: 'error.workflow.cycle', args: way }] },
    })
    const save = (id: string, ...steps: object[]) =>
      box.workflows.import({ body: [{ id, config: workflow(...steps) }], strategy: 'Replace' })
    const create = (id: string, ...steps: object[]) =>
      box.workflows.create({ body: { id, config: workflow(...steps) } })
    await expect(create('a', call('a'))).rejects.toMatchObject(refused('a', 'a'))
    await create('a', call('b'))
    await create('b', { kind: 'if', predicate: true, then: call('c') })
    await expect(create('c', call('a'))).rejects.toMatchObject(refused('c', 'a', 'b', 'c'))
    await create('c', call('d'))
    expect((await save('c', call('a'))).errors.fieldErrors).toHaveProperty('/1/config/steps/0/args/workflow_id')
    await box.close()
  })

  it('is rejected at the run if a cycle exists nevertheless', async () => {
    const box = testBox()
    const byInput = workflow({
      kind: 'call',
      function: 'core.workflow_call',
      args: { workflow_id: '${input}', input: '${input}' },
    })
    await box.workflows.create({ body: { id: 'a', config: byInput } })
    await expect(box.workflows.run({ id: 'a', body: { input: 'a' } })).rejects.toMatchObject({
      code: 'INVALID',
      errors: [{ message: 'error.workflow.cycle' }],
    })
    await box.close()
  })
})
