import { describe, expect } from 'vitest'
import { type ApiTest, emitted } from '../api-test.ts'

/** Commits over several kinds. */
export function describeCommits(test: ApiTest): void {
  describe('commit', () => {
    const inSegment = (id: string, segment: string) => ({
      ...{ id, enabled: true, activationStrategy: 'RULES', parameters: { rules: [{ when: { segment } }] } },
    })
    const feature = { op: 'put' as const, kind: 'features', record: inSegment('a', 'staff') }
    const segment = { op: 'put' as const, kind: 'segments', record: { id: 'staff', included: ['ann'] } }

    test('writes records of several kinds, whatever their order', async ({ api }) => {
      const both = { body: { changes: [feature, segment] } }
      const events = await emitted(api, () => api.commit(both, { reason: 'Launch' }), 'Feature,Segment')
      expect(events.map(({ type, reason }) => [type, reason])).toEqual([
        ['SEGMENT_CREATED', 'Launch'],
        ['FEATURE_CREATED', 'Launch'],
      ])
      expect(await api.features.checkWith({ id: 'a', body: { id: 'ann' } })).toMatchObject({ active: true })
    })

    test('names the change that fails, and writes nothing', async ({ api }) => {
      const changes = [segment, { op: 'delete' as const, kind: 'configs', id: 'none' }]
      await expect(api.commit({ body: { changes } })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: expect.stringContaining('because of change 1 (configs none): '),
        members: { index: 1, kind: 'configs', id: 'none' },
      })
      expect(await api.segments.count()).toEqual({ count: 0 })
    })

    test('validates in a dry run, and writes nothing', async ({ api }) => {
      const { results } = await api.commit({ dryRun: true, body: { changes: [segment, feature] } })
      expect(results.map(({ change }) => change)).toEqual(['created', 'created'])
      expect(await api.segments.count()).toEqual({ count: 0 })
    })
  })
}
