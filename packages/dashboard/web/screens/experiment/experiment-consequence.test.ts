import type { Experiment } from '@signalbox/core/contract'
import { expect, it } from 'vitest'
import { consequenceOf } from './experiment-consequence.ts'

const saved: Experiment = {
  id: 'shop:button',
  name: 'Button',
  enabled: true,
  variants: [
    { id: 'A', name: 'green', traffic: 0.5 },
    { id: 'B', name: 'orange', traffic: 0.5 },
  ],
}
const [A, B] = saved.variants as [Experiment['variants'][number], Experiment['variants'][number]]
const layer = { name: 'checkout', from: 0, to: 0.4 }
const audience = { attribute: 'country', operator: 'is', value: 'FR' } as const
const kept = 'Clients that are bound keep their variant.'
const bound = (a: number, b: number) =>
  new Map([
    ['A', a],
    ['B', b],
  ])

it.each([
  ['nothing', saved, bound(5, 5), []],
  ['a name', { ...saved, variants: [{ ...A, name: 'blue' }, B] }, bound(5, 5), []],
  [
    'the traffic',
    {
      ...saved,
      variants: [
        { ...A, traffic: 0.8 },
        { ...B, traffic: 0.2 },
      ],
    },
    bound(5, 5),
    [expect.stringMatching(/^A new phase starts: .* green 80% and orange 20%\.$/), kept],
  ],
  [
    'the traffic without clients',
    {
      ...saved,
      variants: [
        { ...A, traffic: 0.8 },
        { ...B, traffic: 0.2 },
      ],
    },
    bound(0, 0),
    [expect.stringMatching(/^A new phase starts/)],
  ],
  [
    'a bound variant',
    { ...saved, variants: [{ ...A, traffic: 1 }] },
    bound(5, 1),
    ['1 client that is bound to variant B loses it. Saving asks first.', expect.stringMatching(/^A new phase/), kept],
  ],
  [
    'an unbound variant',
    { ...saved, variants: [{ ...A, traffic: 1 }] },
    bound(5, 0),
    [expect.stringMatching(/^A new phase/), kept],
  ],
  [
    'the order',
    { ...saved, variants: [B, A] },
    undefined,
    [expect.stringMatching(/^A new phase/), 'Variant B becomes the baseline: the others are compared with it.', kept],
  ],
  ['the audience', { ...saved, audience }, undefined, [expect.stringMatching(/only if the audience is true/), kept]],
  [
    'the layer',
    { ...saved, layer },
    undefined,
    [expect.stringMatching(/only if they are in 0% to 40% of layer/), kept],
  ],
])('a change of %s', (_, draft, clients, sentences) => {
  expect(consequenceOf(saved, draft as Experiment, clients)).toEqual(sentences)
})

it('what is taken away opens the experiment', () => {
  const [audienceGone, layerGone] = consequenceOf({ ...saved, audience, layer }, saved, undefined)
  expect(audienceGone).toMatch(/whatever their context is/)
  expect(layerGone).toMatch(/^It leaves layer checkout/)
  expect(consequenceOf(undefined, saved, undefined)).toEqual([])
})
