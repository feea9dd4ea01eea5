import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chiSquare, chiSquareSf } from '../statistics/statistics.ts'
import { assignments } from './assign.ts'
import { boxWith, experiment, variants } from './experiments.fixture.ts'
import { compileLayer } from './layers/compile-layer.ts'

const french = { attribute: 'country', operator: 'is', value: 'FR' } as const
const [ann, bob] = [
  { clientId: 'ann', body: { country: 'FR' } },
  { clientId: 'bob', body: { country: 'DE' } },
]
const refused = { code: 'CONFLICT', errors: [{ message: 'error.not.eligible' }] }

async function sceneWith(more: object) {
  const made = await boxWith([])
  await made.experiments.create({ body: { ...experiment('e'), ...more } })
  return made
}

describe('an experiment with an audience', () => {
  it('binds only clients in whose context the audience is true', async () => {
    const { experiments, populations } = await sceneWith({ audience: french })
    for (const call of ['displayed', 'won', 'bindVariant'] as const) {
      await expect(experiments[call]({ id: 'e', ...bob })).rejects.toMatchObject(refused)
      await expect(experiments[call]({ id: 'e', clientId: 'ann' })).rejects.toMatchObject(refused)
    }
    await expect(experiments.displayed({ id: 'e', ...bob })).rejects.toThrow(
      'Client bob is not eligible for experiment e: the audience is not true for the context of the call. Nothing was recorded',
    )
    expect(await populations('e')).toEqual([0, 0])
    expect(await experiments.bindVariant({ id: 'e', ...ann })).toMatchObject({ id: 'A', currentPopulation: 1 })
    expect(await experiments.displayed({ id: 'e', clientId: 'ann' })).toMatchObject({ variantId: 'A' })
    await expect(experiments.variant({ id: 'e', clientId: 'bob' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await experiments.results({ id: 'e' })).results.map(({ users }) => users)).toEqual([1, 0])
  })

  it('is left out of trees of other clients', async () => {
    const { experiments } = await sceneWith({ audience: french })
    await experiments.create({ body: experiment('f') })
    expect(await experiments.tree({ clientId: 'ann' })).toEqual({ f: { variant: 'A' } })
    expect(await experiments.treeWith(ann)).toEqual({ e: { variant: 'A' }, f: { variant: 'A' } })
    expect(await experiments.tree({ clientId: 'ann' })).toEqual({ e: { variant: 'A' }, f: { variant: 'A' } })
    expect(await experiments.treeWith(bob)).toEqual({ f: { variant: 'B' } })
  })

  it('has the id of the client in the context, and takes no other', async () => {
    const { experiments } = await sceneWith({ audience: { attribute: 'id', operator: 'startsWith', value: 'a' } })
    await experiments.displayed({ id: 'e', clientId: 'ann' })
    await experiments.displayed({ id: 'e', clientId: 'abe', body: { id: 'abe' } })
    await expect(experiments.displayed({ id: 'e', clientId: 'bob' })).rejects.toMatchObject(refused)
    for (const call of ['displayed', 'won', 'bindVariant', 'treeWith'] as const)
      await expect(
        experiments[call]({ ...(call !== 'treeWith' && { id: 'e' }), clientId: 'bob', body: { id: 'ann' } } as never),
      ).rejects.toMatchObject({ code: 'INVALID', fieldErrors: { '/id': [{ message: 'error.client', args: ['bob'] }] } })
    const records = [
      { kind: 'displayed', experiment: 'e', clientId: 'abe' } as const,
      { kind: 'displayed', experiment: 'e', clientId: 'bob', context: { id: 'ann' } } as const,
    ]
    const message = 'The body is invalid: /records/1/context/id must be bob, the clientId of the call, or absent'
    expect(await experiments.record({ body: { records } })).toEqual({
      results: [{ variant: expect.any(String) }, { code: 'INVALID', message }],
    })
  })

  it('can be bound, which reading the variant of an unbound client says', async () => {
    const { experiments } = await sceneWith({})
    await expect(experiments.variant({ id: 'e', clientId: 'zed' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('Client zed is not bound to a variant of experiment e'),
    })
  })

  it('judges each record of a batch by its own context', async () => {
    const { experiments } = await sceneWith({ audience: french })
    const record = { kind: 'displayed', experiment: 'e' } as const
    const records = [ann, bob].map(({ clientId, body }) => ({ ...record, clientId, context: body }))
    expect(await experiments.record({ body: { records } })).toEqual({
      results: [{ variant: 'A' }, { code: 'CONFLICT', message: expect.stringContaining('not eligible') }],
    })
  })

  it('follows segments and features; an unresolved reference takes nobody', async () => {
    const { box, experiments } = await sceneWith({
      audience: {
        all: [{ segment: 'staff' }, { feature: 'open' }, { attribute: 'id', operator: 'matches', value: '^a' }],
      },
    })
    const display = (clientId: string) => experiments.displayed({ id: 'e', clientId })
    await expect(display('ann')).rejects.toMatchObject(refused)
    await box.segments.create({ body: { id: 'staff', included: ['ann', 'bob', 'abe'] } })
    await box.features.create({ body: { id: 'open', enabled: true, activationStrategy: 'NO_STRATEGY' } })
    await display('ann')
    await expect(display('bob')).rejects.toMatchObject(refused)
    await box.features.patch({ id: 'open', body: { enabled: false } })
    await expect(display('abe')).rejects.toMatchObject(refused)
    await box.features.patch({ id: 'open', body: { enabled: true } })
    await experiments.patch({ id: 'e', body: { audience: { not: { segment: 'staff' } } } })
    await expect(display('abe')).rejects.toMatchObject(refused)
    await display('zoe')
  })
})

describe('experiments in one layer', () => {
  const ranges = [
    { name: 'page', from: 0, to: 0.2 },
    { name: 'page', from: 0.2, to: 0.29999 },
    { name: 'page', from: 0.29999, to: 0.7 },
  ]
  const CLIENTS = 100_000

  it('have at most one of 100,000 clients each, in shares that chance explains, the holdout included', () => {
    const isIn = ranges.map(compileLayer)
    const counts = [0, 0, 0, 0]
    for (let i = 0; i < CLIENTS; i++) {
      const inside = isIn.flatMap((test, place) => (test(`client-${i}`) ? [place] : []))
      if (inside.length > 1) expect.unreachable(`client-${i} is in two experiments`)
      counts[inside[0] ?? 3]!++
    }
    const shares = [...ranges.map(({ from, to }) => to - from), 0.3]
    const { chi2, df } = chiSquare(counts, shares)
    expect(chiSquareSf(chi2, df)).toBeGreaterThan(0.001)
  })

  it('split their clients as their traffic says: the layer and the variants are chosen independently', () => {
    const isIn = compileLayer({ name: 'page', from: 0.2, to: 0.5 })
    const counts = [0, 0]
    for (let i = 0; i < CLIENTS; i++) {
      const clientId = `client-${i}`
      if (isIn(clientId))
        counts[assignments.hash({ experimentId: 'page', clientId, variants: variants(), bound: [] })]!++
    }
    const { chi2, df } = chiSquare(counts, [0.5, 0.5])
    expect(chiSquareSf(chi2, df)).toBeGreaterThan(0.001)
  })

  it('bind no client twice', async () => {
    const { experiments } = await boxWith([])
    for (const [i, layer] of ranges.entries()) await experiments.create({ body: { ...experiment(`e${i}`), layer } })
    const counts = [0, 0, 0, 0]
    for (let i = 0; i < 500; i++) {
      const bound = Object.keys(await experiments.tree({ clientId: `c${i}` }))
      expect(bound.length).toBeLessThan(2)
      counts[bound[0] === undefined ? 3 : Number(bound[0].slice(1))]!++
    }
    const isIn = ranges.map(compileLayer)
    const expected = [0, 0, 0, 0]
    for (let i = 0; i < 500; i++) expected[(isIn.findIndex((test) => test(`c${i}`)) + 4) % 4]!++
    expect(counts).toEqual([expected[0], expected[1], expected[2], expected[3]])
    const outside = Array.from({ length: 50 }, (_, i) => `c${i}`).find((id) => !isIn.some((test) => test(id)))!
    await expect(experiments.displayed({ id: 'e0', clientId: outside })).rejects.toThrow(
      "the experiment's range of its layer does not cover the client",
    )
  })
})

describe('a binding', () => {
  const layer = fc.tuple(fc.nat(9), fc.nat(9)).map(([a, b]) => ({
    name: 'page',
    from: Math.min(a, b) / 10,
    to: (Math.max(a, b) + 1) / 10,
  }))
  const audience = fc.constantFrom(
    french,
    { not: french },
    { any: [] },
    { segment: 'missing' },
    { attribute: 'id', operator: 'is', values: ['c1', 'c2'] },
  )
  const edit = fc.oneof(
    fc.record({ layer: fc.option(layer, { nil: null }) }),
    fc.record({ audience: fc.option(audience, { nil: null }) }),
    fc.record({ layer, audience }),
  )
  const steps = fc.array(
    fc.record({ edit, clients: fc.array(fc.nat(19), { maxLength: 6 }), country: fc.constantFrom('FR', 'DE') }),
    { minLength: 1, maxLength: 8 },
  )

  it.each(['balanced', 'hash'] as const)(
    'made by %s stays, even if the audience and the layer change',
    async (assignment) => {
      await fc.assert(
        fc.asyncProperty(steps, async (all) => {
          const { experiments } = await boxWith(['e'], { assignment })
          const bound = new Map<string, string>()
          for (const { edit, clients, country } of all) {
            await experiments.patch({ id: 'e', body: edit as never })
            for (const clientId of clients.map((n) => `c${n}`)) {
              const call = experiments.displayed({ id: 'e', clientId, body: { country } })
              const { variantId } = await call.catch(() => ({ variantId: undefined }))
              if (bound.has(clientId)) expect(variantId).toBe(bound.get(clientId))
              else if (variantId !== undefined) bound.set(clientId, variantId)
            }
            for (const [clientId, variantId] of bound)
              expect((await experiments.variant({ id: 'e', clientId })).id).toBe(variantId)
          }
        }),
        { seed: 7, numRuns: 60 },
      )
    },
  )
})
