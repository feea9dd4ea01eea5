import { describe, expect, it } from 'vitest'
import { testBox } from '../machine/callers/access.fixture.ts'
import type { WorkflowEnd } from './telemetry.ts'

const ending = { kind: 'end', value: 1 }
const workflow = (...steps: readonly object[]) => ({ kind: 'workflow', steps })

function setUp(runs = 10) {
  const ends: WorkflowEnd[] = []
  const box = testBox({ workflows: { runs }, telemetry: { workflowEnded: (end) => void ends.push(end) } })
  return { box, ends }
}

describe('telemetry of workflows', () => {
  it('is told of each run, by its id', async () => {
    const { box, ends } = setUp()
    await box.workflows.create({ body: { id: 'w', name: 'w', config: workflow(ending) } })
    await box.workflows.run({ id: 'w', body: {} })
    await box.workflows.test({ body: { config: workflow(ending) } })
    expect(ends).toEqual([
      { workflow: 'w', ms: expect.any(Number), steps: expect.any(Number) },
      { workflow: '_test', ms: expect.any(Number), steps: expect.any(Number) },
    ])
    expect(ends[0]?.steps).toBeGreaterThan(0)
  })

  it('is told why a run failed, and which budget it exceeded', async () => {
    const { box, ends } = setUp()
    const config = workflow({ kind: 'noop' }, { kind: 'noop' })
    await expect(box.workflows.test({ body: { config, budgets: { steps: 1 } } })).rejects.toThrow()
    const missing = { kind: 'call', function: 'core.http_client', args: { url: 'https://a.example' } }
    await expect(box.workflows.test({ body: { config: workflow(missing) } })).rejects.toThrow()
    expect(ends[0]).toMatchObject({ error: 'INVALID', budget: 'steps' })
    expect(ends[1]).toHaveProperty('error')
    expect(ends[1]).not.toHaveProperty('budget')
  })

  it('is told of runs that are refused', async () => {
    const { box, ends } = setUp(1)
    const run = () => box.workflows.test({ body: { config: workflow(ending) } })
    await Promise.allSettled([run(), run()])
    expect(ends.map(({ error }) => error)).toEqual(['TOO_MANY_REQUESTS', undefined])
  })
})
