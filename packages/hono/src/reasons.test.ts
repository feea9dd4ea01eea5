import { describe, expect, it } from 'vitest'
import { errorOf, feature, mounted } from './mounted.fixture.ts'

const because = (reason: string) => ({ 'X-Change-Reason': reason })

describe('the reason of a change', () => {
  it('is in the events of the call: of records, of uploads and of bulk changes', async () => {
    const { call, box } = mounted()
    const lines = [feature('b'), feature('c')].map((line) => JSON.stringify(line)).join('\n')
    const ndjson = { 'Content-Type': 'application/nd-json' }
    await call('POST', '/api/features', { json: feature('a'), headers: because('one') })
    await call('POST', '/api/features.ndjson', { body: lines, headers: { ...ndjson, ...because('two') } })
    await call('POST', '/api/features/_patch', {
      json: { pattern: 'b', patch: { enabled: false } },
      headers: because('F%C3%BC%C3%9Fe'),
    })
    await call('DELETE', '/api/features?pattern=c', { headers: because('four, 100% sure') })
    const { results } = await box.events.history()
    expect(results.toReversed().map(({ type, key, reason }) => `${type} ${key}: ${reason}`)).toEqual([
      'FEATURE_CREATED a: one',
      'FEATURE_CREATED b: two',
      'FEATURE_CREATED c: two',
      'FEATURE_UPDATED b: Füße',
      'FEATURE_DELETED c: four, 100% sure',
      'FEATURES_DELETED c: four, 100% sure',
    ])
  })

  it('of a run of a workflow is that of the changes that it makes', async () => {
    const { call, box } = mounted()
    const variants = ['A', 'B'].map((id) => ({ id, name: id, traffic: 0.5 }))
    await box.experiments.create({ body: { id: 'e', name: 'e', enabled: true, variants } })
    const step = (name: string, args: object) => ({ kind: 'call', function: `core.${name}`, args })
    const steps = [
      step('experiment_displayed', { id: 'e', client_id: 'ann' }),
      step('emit_event', { name: 'done', payload: {} }),
    ]
    await box.workflows.create({ body: { id: 'w', config: { kind: 'workflow', steps } } })
    expect((await call('POST', '/api/workflows/w/_run', { json: {}, headers: because('nightly') })).status).toBe(200)
    const { results } = await box.events.history({ domains: 'Experiment,Workflow', limit: 3 })
    expect(results.map(({ type, reason }) => [type, reason])).toEqual([
      ['WORKFLOW_EVENT_EMITTED', 'nightly'],
      ['EXPERIMENT_VARIANT_EVENT_CREATED', 'nightly'],
      ['VARIANT_BINDING_CREATED', 'nightly'],
    ])
  })

  it.each([['x'.repeat(501)], ['two%0Alines'], ['%00']])('is rejected if it is %j', async (reason) => {
    const { call, box } = mounted()
    const answer = await call('POST', '/api/features', { json: feature('a'), headers: because(reason) })
    expect(answer.status).toBe(400)
    expect(await errorOf(answer)).toMatchObject({
      code: 'INVALID',
      detail: expect.stringContaining('X-Change-Reason'),
      fieldErrors: { 'X-Change-Reason': [{ message: 'error.reason', args: ['500'] }] },
    })
    expect(await box.features.count()).toEqual({ count: 0 })
  })

  it('does not matter to reads', async () => {
    const { call } = mounted()
    expect((await call('GET', '/api/features', { headers: because('x'.repeat(501)) })).status).toBe(200)
  })

  it('is described for every operation that may change something, and for no other', async () => {
    const document = (await (await mounted().call('GET', '/apis/openapi.json')).json()) as {
      paths: Record<string, Record<string, { parameters: { $ref?: string }[] }>>
    }
    const takes = (path: string, method: string) =>
      document.paths[path]?.[method]?.parameters.some(({ $ref }) => $ref === '#/components/parameters/ChangeReason')
    const writes = [
      ['/api/features', 'post'],
      ['/api/features', 'delete'],
      ['/api/features.ndjson', 'post'],
      ['/api/features/{id}', 'patch'],
      ['/api/credentials/_rotate', 'post'],
      ['/api/experiments/{id}/won', 'post'],
    ] as const
    for (const [path, method] of writes) expect([path, takes(path, method)]).toEqual([path, true])
    const reads = [
      ['/api/features', 'get'],
      ['/api/features/{id}/check', 'post'],
      ['/api/events/_history.ndjson', 'get'],
    ] as const
    for (const [path, method] of reads) expect([path, takes(path, method)]).toEqual([path, false])
  })
})
