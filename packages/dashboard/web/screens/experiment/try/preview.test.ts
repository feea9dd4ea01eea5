import { createSignalbox } from '@signalbox/core'
import type { Experiment } from '@signalbox/core/contract'
import { expect, it, onTestFinished } from 'vitest'
import { boundNow, type Phases } from '../phases.ts'
import { previewOf } from './preview.ts'

const experiment: Experiment = {
  id: 'shop:button',
  name: 'Button',
  enabled: true,
  variants: [
    { id: 'A', name: 'green', traffic: 0.5 },
    { id: 'B', name: 'orange', traffic: 0.5 },
  ],
}
const candidate = {
  experiment,
  clientId: 'ann',
  isInAudience: true,
  assignment: 'balanced' as const,
  boundNow: [3, 2],
}

it.each([
  [{}, 'It would get orange.', /furthest below its share/],
  [{ boundNow: [2, 3] }, 'It would get green.', /furthest below/],
  [{ boundNow: undefined }, 'Eligible.', /not known yet/],
  [{ experiment: { ...experiment, enabled: false } }, 'Not eligible.', /disabled/],
  [{ experiment: { ...experiment, layer: { name: 'x', from: 0, to: 0 } } }, 'Not eligible.', /range of layer x/],
  [{ isInAudience: false }, 'Not eligible.', /audience is not true/],
  [{ isInAudience: undefined }, 'Not known.', /can’t be evaluated/],
])('a client with %o: %s', (members, title, because) => {
  expect(previewOf({ ...candidate, ...members })).toMatchObject({ title, because: expect.stringMatching(because) })
})

it.each(['balanced', 'hash'] as const)('the preview with %s is what the service does', async (assignment) => {
  const box = createSignalbox({ assignment })
  onTestFinished(() => box.close())
  const layer = { name: 'checkout', from: 0.2, to: 0.9 }
  await box.experiments.create({ body: { ...experiment, layer } })
  for (let n = 0; n < 40; n++) {
    const clientId = `client-${n}`
    let phases: Phases | undefined
    for await (const line of await box.experiments.exportPhases({ pattern: experiment.id })) phases = line
    const { variant } = previewOf({
      experiment: { ...experiment, layer },
      clientId,
      isInAudience: true,
      assignment,
      boundNow: boundNow(phases, experiment.variants),
    })
    const got = await box.experiments.bindVariant({ id: experiment.id, clientId, body: {} }).catch(() => undefined)
    expect(variant?.id, clientId).toBe(got?.id)
  }
})
