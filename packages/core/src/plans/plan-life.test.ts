import { describe, expect, it } from 'vitest'
import { createSignalbox } from '../signalbox.ts'
import { type PlanStatus, type PlanVerb, planMoves, planVerbs } from './plan-life.ts'

/** The moves of a plan as a table: what it may become from each status. */
const decided: Record<PlanStatus, Record<PlanVerb, 'done' | 'refused'>> = {
  staging: { stage: 'done', publish: 'done', deprecate: 'refused', close: 'done' },
  published: { stage: 'refused', publish: 'done', deprecate: 'done', close: 'done' },
  deprecated: { stage: 'refused', publish: 'done', deprecate: 'done', close: 'done' },
  closed: { stage: 'refused', publish: 'refused', deprecate: 'refused', close: 'done' },
}
const cells = Object.entries(decided).flatMap(([from, row]) =>
  Object.entries(row).map(([verb, what]) => [from as PlanStatus, verb as PlanVerb, what] as const),
)

const apiWith = (status: PlanStatus) => ({
  id: 'a',
  name: 'a',
  documentation: { plans: [{ id: 'p', status, access_mode_configuration_type: 'keyless' as const }] },
})

describe('a plan', () => {
  it.each(cells)('that is %s, to %s: %s', async (from, verb, what) => {
    const box = createSignalbox()
    await box.apis.create({ body: apiWith(from) })
    const to = planVerbs[verb]
    const call = box.apis.replace({ id: 'a', body: apiWith(to) })
    if (what === 'refused')
      await expect(call).rejects.toMatchObject({ code: 'CONFLICT', members: { plan: 'p', from, to } })
    else await call
    const { documentation } = await box.apis.get({ id: 'a' })
    expect(documentation?.plans?.[0]?.status).toBe(what === 'done' ? to : from)
    expect(planMoves[from][verb]).toBe(what === 'done' ? to : 'refused')
  })

  it('without a status is in staging', async () => {
    const box = createSignalbox()
    const plans = [{ id: 'p', access_mode_configuration_type: 'keyless' as const }]
    await box.apis.create({ body: { id: 'a', name: 'a', documentation: { plans } } })
    const call = box.apis.replace({ id: 'a', body: apiWith('deprecated') })
    await expect(call).rejects.toMatchObject({ members: { from: 'staging', to: 'deprecated' } })
  })
})
