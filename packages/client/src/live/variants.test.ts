import { SignalboxError } from '@signalbox/core'
import { createTestBox } from '@signalbox/testing'
import { describe, expect, it } from 'vitest'
import { type Controlled, controlled } from './controlled.fixture.ts'
import { flagsOf, halves, nextChange, quickWait, readyFlags } from './flags.fixture.ts'

describe('the variant of a client', () => {
  it('is requested once, binds the client and records nothing', async () => {
    const { box } = createTestBox()
    await box.experiments.create({ body: halves('a:b') })
    const server = controlled(box)
    const { flags } = await readyFlags(server.api)
    expect(flags.variantNow('a:b', 'ann')).toBeUndefined()
    const variant = await flags.variant('a:b', 'ann')
    expect(variant).toBe((await box.experiments.variant({ id: 'a:b', clientId: 'ann' })).id)
    expect(await flags.variant('a:b', 'ann')).toBe(variant)
    expect(flags.variantNow('a:b', 'ann')).toBe(variant)
    expect(server.calls.filter((name) => name === 'experiments.bindVariant')).toHaveLength(1)
    const { results } = await box.experiments.results({ id: 'a:b' })
    expect(results.map(({ displayed }) => displayed)).toEqual([0, 0])
  })

  it.each(['hash', 'classic'] as const)('is computed locally as on the server, with %s', async (assignment) => {
    const { box } = createTestBox({ assignment })
    await box.experiments.create({ body: halves('exp') })
    const { flags } = await readyFlags(box)
    const clients = Array.from({ length: 100 }, (_, i) => `client ${i}`)
    const computed = clients.map((client) => flags.variantNow('exp', client))
    const asked = await Promise.all(clients.map((client) => flags.variant('exp', client)))
    expect(computed).toEqual(asked)
    expect(new Set(computed)).toEqual(new Set(['A', 'B']))
  })

  it('is computed only for clients and known assignments, and never throws', () => {
    const bootstrap = { experiments: [halves('exp')] }
    const { flags } = flagsOf(undefined, { assignment: 'hash', bootstrap })
    const nobody = ['', null, undefined, 42] as string[]
    expect(nobody.map((client) => flags.variantNow('exp', client))).toEqual(nobody.map(() => undefined))
    expect(flags.variantNow('exp', 'ann')).toBeDefined()
    const later = flagsOf(undefined, { assignment: 'by moonlight' as never, bootstrap })
    expect(later.flags.variantNow('exp', 'ann')).toBeUndefined()
  })

  it('is the one that was shipped, for every client', async () => {
    const shipped = { ...halves('exp'), enabled: false, shipped: 'B' }
    const { flags } = flagsOf(undefined, { assignment: 'hash', bootstrap: { experiments: [shipped] } })
    expect(['ann', 'ben', 'cy', 'dot'].map((client) => flags.variantNow('exp', client))).toEqual(['B', 'B', 'B', 'B'])
  })

  it('is the bound variant, once the server has responded', async () => {
    const { box } = createTestBox({ assignment: 'hash' })
    const all = (first: number) => ({
      ...halves('exp'),
      variants: [
        { id: 'A', name: 'A', traffic: first },
        { id: 'B', name: 'B', traffic: 1 - first },
      ],
    })
    await box.experiments.create({ body: all(1) })
    await box.experiments.displayed({ id: 'exp', clientId: 'ann' })
    const { flags } = await readyFlags(box)
    const changed = nextChange(flags)
    await box.experiments.replace({ id: 'exp', body: all(0) })
    expect(await changed).toEqual({ features: [], segments: [], configs: [], experiments: ['exp'] })
    expect(flags.variantNow('exp', 'ann')).toBe('B')
    expect(await flags.variant('exp', 'ann')).toBe('A')
    expect(flags.variantNow('exp', 'ann')).toBe('A')
    expect(flags.variantNow('exp', 'ben')).toBe('B')
  })

  it('is the default for a closed or unknown experiment', async () => {
    const { box } = createTestBox({ assignment: 'hash' })
    await box.experiments.create({ body: halves('exp', false) })
    const { flags } = await readyFlags(box, { flags: { experiments: { exp: ['B', 'A'] } } })
    expect(flags.variantNow('exp', 'ann')).toBeUndefined()
    expect(await flags.variant('exp', 'ann')).toBe('B')
    expect(await flags.variant('exp', 'ann', { default: 'A' })).toBe('A')
    expect(await flags.variant('other', 'ann')).toBeUndefined()
    await expect(flags.variant('other', 'ann', { onError: 'throw' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it.each<[when: string, (server: Controlled) => void]>([
    ['the server is down', (server) => server.goDown()],
    [
      'the server does not take the API key',
      (server) => {
        server.refuse = () => new SignalboxError('UNAUTHENTICATED', 'The secret is another one')
      },
    ],
  ])('is the last known variant, else the computed one, while %s', async (_, turn) => {
    const { box } = createTestBox({ assignment: 'hash' })
    await box.experiments.create({ body: halves('exp') })
    const server = controlled(box)
    let now = Date.now()
    const options = { wait: quickWait(), onError: () => 'nobody', clock: () => now }
    const { flags } = await readyFlags(server.api, options)
    const known = await flags.variant('exp', 'ann')
    turn(server)
    now += 3_600_000 // too old to be used without asking
    expect(await flags.variant('exp', 'ann', { onError: 'default' })).toBe(known)
    expect(await flags.variant('exp', 'ben')).toBe('nobody')
    expect(await flags.variant('exp', 'ben', { onError: 'default' })).toBe(flags.variantNow('exp', 'ben'))
  })
})

describe('the variant of a client that an experiment with an audience or a layer does not take', () => {
  const audience = { any: [{ attribute: 'country', operator: 'is', value: 'FR' }, { segment: 'staff' }] } as const
  const [french, german] = [{ country: 'FR' }, { country: 'DE' }]

  it.each(['balanced', 'hash'] as const)('is the default, and no failure: %s', async (assignment) => {
    const { box } = createTestBox({ assignment })
    await box.segments.create({ body: { id: 'staff' } })
    await box.experiments.create({ body: { ...halves('exp'), audience } })
    await box.experiments.create({ body: halves('other') })
    const server = controlled(box)
    const { flags, reported } = await readyFlags(server.api)
    expect(await flags.variant('exp', 'ann', { context: german, onError: 'throw' })).toBeUndefined()
    expect(await flags.variant('exp', 'ann', { context: german, default: 'B', onError: 'throw' })).toBe('B')
    expect(server.calls.filter((name) => name === 'experiments.bindVariant')).toHaveLength(1)
    expect(flags.variantNow('exp', 'ann', german)).toBeUndefined()
    expect(await flags.variant('exp', 'bob', { context: french })).toBe(flags.variantNow('exp', 'bob'))
    const { id } = await box.experiments.variant({ id: 'exp', clientId: 'bob' })
    expect(await flags.variant('exp', 'bob', { context: german })).toBe(id)
    flags.displayed('exp', 'ann', german)
    flags.displayed('exp', 'cid', french)
    await flags.flush()
    expect(reported).toEqual([])
    const { results } = await box.experiments.results({ id: 'exp' })
    expect(results.reduce((sum, { displayed }) => sum + displayed, 0)).toBe(1)
    await flags.prepare({ id: 'dan', ...french }, '*')
    expect([flags.variantNow('exp', 'dan', german), flags.variantNow('other', 'dan')]).not.toContain(undefined)
  })

  it('is computed locally by layer, audience and segments as on the server, with hash', async () => {
    const { box } = createTestBox({ assignment: 'hash' })
    await box.segments.create({ body: { id: 'staff', included: ['c1', 'c2', 'c3'] } })
    const layer = { name: 'page', from: 0, to: 0.6 }
    await box.experiments.create({ body: { ...halves('exp'), audience, layer } })
    const { flags } = await readyFlags(box)
    const clients = Array.from({ length: 30 }, (_, i) => [`c${i}`, i % 2 ? french : german] as const)
    const computed = clients.map(([client, context]) => flags.variantNow('exp', client, context))
    const asked = await Promise.all(clients.map(([client, context]) => flags.variant('exp', client, { context })))
    expect(computed).toEqual(asked)
    expect(new Set(computed)).toEqual(new Set(['A', 'B', undefined]))
  })
})
