import { describe, expect, it } from 'vitest'
import { boxWith } from './experiments.fixture.ts'
import type { ExperimentTelemetry } from './telemetry.ts'

describe('telemetry of experiments', () => {
  it('is told of every client that is bound, displayed or won, once it is written', async () => {
    const assigned: (readonly string[])[] = []
    const telemetry: ExperimentTelemetry = {
      variantAssigned: (id, variant, clientId) => void assigned.push([id, variant, clientId]),
    }
    const { experiments } = await boxWith(['e'], { telemetry })
    const records = [{ kind: 'bound' as const, experiment: 'e', clientId: 'ann' }]
    const [{ variant: id } = {}] = (await experiments.record({ body: { records } })).results
    await experiments.displayed({ id: 'e', clientId: 'ann' })
    await experiments.won({ id: 'e', clientId: 'ann' })
    expect(assigned).toEqual([
      ['e', id, 'ann'],
      ['e', id, 'ann'],
      ['e', id, 'ann'],
    ])
  })

  it('is not told of calls that fail', async () => {
    const assigned: unknown[] = []
    const { experiments } = await boxWith([], { telemetry: { variantAssigned: (id) => void assigned.push(id) } })
    await expect(experiments.displayed({ id: 'none', clientId: 'ann' })).rejects.toThrow()
    expect(assigned).toEqual([])
  })
})
