import { describe, expect, it } from 'vitest'
import type { AuthorizedPatterns, Right, Signalbox } from '../index.ts'
import { codeOf, feature, holder, testBox } from '../machine/callers/access.fixture.ts'

const variants = [{ id: 'A', name: 'A', traffic: 1 }]
const own = (name: string, args: object) => ({ kind: 'call', function: `core.${name}`, args })
const workflow = (step: object) => ({ kind: 'workflow', steps: [step] })

/** The arguments of each function for an id. */
const asked = {
  feature_check: (id: string) => own('feature_check', { id }),
  config_get: (id: string) => own('config_get', { id }),
  experiment_variant: (id: string) => own('experiment_variant', { id, client_id: 'ann' }),
  experiment_displayed: (id: string) => own('experiment_displayed', { id, client_id: 'ann' }),
  experiment_won: (id: string) => own('experiment_won', { id, client_id: 'ann' }),
  workflow_call: (id: string) => own('workflow_call', { workflow_id: id }),
  store_get: (id: string) => own('store_get', { key: id }),
  store_mget: (id: string) => own('store_mget', { keys: [id] }),
  store_set: (id: string) => own('store_set', { key: id, value: 1 }),
  store_increment: (id: string) => own('store_increment', { key: id }),
  store_delete: (id: string) => own('store_delete', { key: id }),
}
type Asked = keyof typeof asked

/**
 * Creates records `in` and `out` of every kind, and two workflows per function: `<function>-in` and `<function>-out`.
 */
async function seeded(): Promise<Signalbox> {
  const box = testBox()
  const noop = workflow({ kind: 'noop' })
  for (const id of ['in', 'out']) {
    await box.features.create({ body: feature(id) })
    await box.configs.create({ body: { id, value: `the value of ${id}` } })
    await box.experiments.create({ body: { id, name: id, enabled: true, variants } })
    await box.experiments.displayed({ id, clientId: 'ann' })
    await box.workflows.create({ body: { id, config: noop } })
    await box.workflows.test({ body: { config: workflow(own('store_set', { key: id, value: 1 })) } })
    for (const name of Object.keys(asked) as Asked[])
      await box.workflows.create({ body: { id: `${name}-${id}`, config: workflow(asked[name](id)) } })
  }
  return box
}

const grants = (pattern: string, rights?: Right[]): AuthorizedPatterns => [
  { pattern, domains: ['*'], ...(rights && { rights }) },
]
const names = Object.keys(asked) as Asked[]
const writes: readonly Asked[] = ['store_set', 'store_increment', 'store_delete']

describe('a workflow that runs for a caller', () => {
  it.each(names)('accesses by %s only what its caller may access', async (name) => {
    const box = await seeded()
    const { workflows } = box.as(holder(grants('in,*-in,*-out')))
    await workflows.run({ id: `${name}-in` })
    const failure: unknown = await workflows.run({ id: `${name}-out` }).catch((error) => error)
    expect(failure).toMatchObject({ code: 'FORBIDDEN', members: { node: '/steps/0', logs: [] } })
    expect(JSON.stringify((failure as { members: object }).members)).not.toContain('the value of')
    await box.workflows.run({ id: `${name}-out` })
    await box.close()
  })

  it.each(names)('does not reveal by %s which records exist', async (name) => {
    const box = await seeded()
    await box.workflows.create({ body: { id: 'asks', config: workflow(asked[name]('nothing')) } })
    expect(await codeOf(box.as(holder(grants('asks'))).workflows.run({ id: 'asks' }))).toBe('FORBIDDEN')
    await box.close()
  })

  it.each(writes)('writes by %s only with rights', async (name) => {
    const box = await seeded()
    const { workflows } = box.as(holder(grants('*', ['R'])))
    expect(await codeOf(workflows.run({ id: `${name}-in` }))).toBe('FORBIDDEN')
    await box.close()
  })

  it('requires R on it, and on each called workflow', async () => {
    const box = await seeded()
    const call = (workflow_id: string) => workflow(own('workflow_call', { workflow_id }))
    await box.workflows.create({ body: { id: 'middle', config: call('config_get-in') } })
    await box.workflows.create({ body: { id: 'outer', config: call('middle') } })
    const run = (pattern: string) => box.as(holder(grants(pattern))).workflows.run({ id: 'outer' })
    expect(await codeOf(run('middle,config_get-in,in'))).toBe('FORBIDDEN')
    expect(await codeOf(run('outer,config_get-in,in'))).toBe('FORBIDDEN')
    expect(await codeOf(run('outer,middle,in'))).toBe('FORBIDDEN')
    expect(await codeOf(run('outer,middle,config_get-in'))).toBe('FORBIDDEN')
    expect(await run('outer,middle,config_get-in,in')).toMatchObject({ result: 'the value of in' })
    await box.close()
  })

  it('lists only readable keys', async () => {
    const box = await seeded()
    await box.workflows.create({ body: { id: 'keys', config: workflow(own('store_keys', {})) } })
    expect(await box.as(holder(grants('keys,in'))).workflows.run({ id: 'keys' })).toMatchObject({ result: ['in'] })
    expect(await box.workflows.run({ id: 'keys' })).toMatchObject({ result: ['in', 'out'] })
    await box.close()
  })

  it('creates values with C, changes them with U, and deletes them with D', async () => {
    const box = await seeded()
    const steps = {
      C: own('store_set', { key: 'new', value: 1 }),
      U: own('store_set', { key: 'new', value: 2 }),
      D: own('store_delete', { key: 'new' }),
    }
    for (const [right, step] of Object.entries(steps) as [Right, object][]) {
      const config = workflow(step) as Record<string, unknown>
      await box.workflows.import({ body: [{ id: 'step', config }], strategy: 'Replace' })
      const others = (['C', 'U', 'D'] as const).filter((one) => one !== right)
      expect(await codeOf(box.as(holder(grants('*', others))).workflows.run({ id: 'step' }))).toBe('FORBIDDEN')
      expect(await codeOf(box.as(holder(grants('*', [right]))).workflows.run({ id: 'step' }))).toBe('OK')
    }
    await box.close()
  })

  it('emits events of its caller, with U on the workflow', async () => {
    const box = await seeded()
    const emit = own('emit_event', { name: 'ordered', payload: { items: 2 } })
    await box.workflows.create({ body: { id: 'emits', config: workflow(emit) } })
    const run = (rights: Right[]) => codeOf(box.as(holder(grants('emits', rights))).workflows.run({ id: 'emits' }))
    const heard = new Promise((resolve) => box.on('WORKFLOW_EVENT_EMITTED', resolve))
    expect(await run(['C', 'R', 'D'])).toBe('FORBIDDEN')
    expect(await run(['U'])).toBe('OK')
    expect(await heard).toMatchObject({
      ...{ domain: 'Workflow', key: 'emits', payload: { name: 'ordered', payload: { items: 2 } } },
      authInfo: { id: 'holder' },
    })
    await box.close()
  })
})
