import { describe, expect, it } from 'vitest'
import { createFlags } from '../entries/flags.ts'
import { createSignalbox, memoryStore } from '../index.ts'

const feature = (id: string, enabled = true) => ({ id, enabled, activationStrategy: 'NO_STRATEGY' as const })
const reader = { id: 'reader', authorizedPatterns: 'shop:*$$$R' }

/** Calls that must have the same result with `createFlags` and with `createSignalbox`. */
const calls: readonly (readonly [name: string, call: (api: Asked) => Promise<unknown>])[] = [
  ['a page of features', ({ features }) => features.list({ active: true, pattern: 'shop:*' })],
  ['a check', ({ features }) => features.checkWith({ id: 'shop:half', body: { id: 'ann' } })],
  ['a tree of features', ({ features }) => features.tree({ pattern: '*' })],
  ['a config', ({ configs }) => configs.get({ id: 'shop:limits' })],
  ['the value of a config', ({ configs }) => configs.evaluate({ id: 'shop:limits', body: { id: 'ann' } })],
  ['the values of configs', ({ configs }) => configs.evaluateAll({ body: { id: 'ann' } })],
  ['an export of configs', async ({ configs }) => itemsOf(await configs.export())],
  ['the variant of a client', ({ experiments }) => experiments.variant({ id: 'shop:button', clientId: 'ann' })],
  ['the results of an experiment', ({ experiments }) => experiments.results({ id: 'shop:button' })],
  ['a script', ({ scripts }) => scripts.get({ id: 'shop:staff' })],
  ['a record that does not exist', ({ features }) => features.get({ id: 'shop:none' })],
  ['a body that is invalid', ({ features }) => features.create({ body: { id: 'a b', enabled: 1 } as never })],
  ['a record that exists already', ({ scripts }) => scripts.create({ body: script })],
]

type Asked = Pick<ReturnType<typeof createFlags>, 'features' | 'configs' | 'experiments' | 'scripts'>

const script = { id: 'shop:staff', name: 'Staff', source: { type: 'javascript', script: 'enabled()' } } as const

async function itemsOf<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of stream) items.push(item)
  return items
}

/** The result of a call, or its failure, as JSON. */
const outcome = async (answer: Promise<unknown>) =>
  JSON.parse(JSON.stringify(await answer.catch(({ code, message, fieldErrors }) => ({ code, message, fieldErrors }))))

async function seeded() {
  const store = memoryStore()
  const [box, flags] = [createSignalbox({ store }), createFlags({ store })]
  await box.features.create({ body: feature('shop:express') })
  await flags.features.create({
    body: { id: 'shop:half', enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 50 } },
  })
  await flags.configs.create({ body: { id: 'shop:limits', value: { items: 20 } } })
  await box.scripts.create({ body: script })
  const variants = [
    { id: 'A', name: 'Blue', traffic: 0.5 },
    { id: 'B', name: 'Green', traffic: 0.5 },
  ]
  await flags.experiments.create({ body: { id: 'shop:button', name: 'Colour', enabled: true, variants } })
  return { store, box, flags }
}

describe('flags', () => {
  it.each(calls)('return the same results as a whole box on the same store: %s', async (_, call) => {
    const { box, flags } = await seeded()
    const [ofBox, ofFlags] = [await outcome(call(box)), await outcome(call(flags))]
    expect(ofFlags).toEqual(ofBox)
    expect(ofFlags).not.toEqual({})
  })

  it('and a whole box see what the other writes: records, isActive and events', async () => {
    const { box, flags } = await seeded()
    await Promise.all([box.ready(), flags.ready()])
    const heard: string[] = []
    flags.on('*', ({ type, key }) => void heard.push(`flags ${type} ${key}`))
    box.on('*', ({ type, key }) => void heard.push(`box ${type} ${key}`))
    const stream = await flags.events.stream({ domains: 'Feature' })
    await box.features.create({ body: feature('shop:gift') })
    await expect.poll(() => flags.isActive('shop:gift')).toBe(true)
    await flags.features.replace({ id: 'shop:gift', body: feature('shop:gift', false) })
    expect(flags.isActive('shop:gift')).toBe(false)
    await expect.poll(() => box.isActive('shop:gift')).toBe(false)
    await expect
      .poll(() => heard.toSorted())
      .toEqual([
        'box FEATURE_CREATED shop:gift',
        'box FEATURE_UPDATED shop:gift',
        'flags FEATURE_CREATED shop:gift',
        'flags FEATURE_UPDATED shop:gift',
      ])
    const seen: string[] = []
    for await (const { type } of stream) if (seen.push(type) === 2) break
    expect(seen).toEqual(['FEATURE_CREATED', 'FEATURE_UPDATED'])
  })

  it('receive no events of other kinds in their store', async () => {
    const { box, flags } = await seeded()
    const heard: string[] = []
    flags.on('*', ({ key }) => void heard.push(key))
    await box.apiKeys.create({
      body: { clientId: 'me', clientSecret: 'sixteen-characters', name: 'Me', admin: true },
    })
    await box.features.create({ body: feature('shop:last') })
    await expect.poll(() => heard).toContain('shop:last')
    expect(heard).toEqual(['shop:last'])
    await expect(flags.events.stream({ domains: 'ApiKey' as never })).rejects.toMatchObject({ code: 'INVALID' })
  })

  it('on behalf of someone are limited to their grants', async () => {
    const { flags } = await seeded()
    await flags.features.create({ body: feature('other:a') })
    const api = flags.as(reader)
    expect((await api.features.list()).results.map(({ id }) => id)).toEqual(['shop:express', 'shop:half'])
    for (const call of [
      () => api.features.get({ id: 'other:a' }),
      () => api.features.delete({ id: 'shop:express' }),
      () => api.scripts.debug({ body: { context: {}, script: script.source } }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(api).not.toHaveProperty('as')
    expect(api.slices).toBe(flags.slices)
  })

  it('explain and check synchronously from memory', async () => {
    const flags = createFlags()
    expect(flags.isActive('a')).toBe(false)
    await flags.features.create({ body: feature('a') })
    expect(flags.isActive('a')).toBe(true)
    expect(flags.explain('a')).toMatchObject({ enabled: true, reason: 'STATIC' })
    expect(flags.explain('b')).toBeUndefined()
  })

  it('close their streams and their store once', async () => {
    let closed = 0
    const flags = createFlags({ store: { ...memoryStore(), close: async () => void closed++ } })
    const stream = await flags.events.stream()
    const rest = itemsOf(stream)
    await flags.close()
    expect(await rest).toEqual([])
    expect(closed).toBe(1)
  })

  it.each<[options: object, message: RegExp]>([
    [{ fetch: globalThis.fetch }, /createFlags.*"?fetch/],
    [{ passwords: {} }, /createFlags.*"?passwords/],
    [{ bukketing: 'murmur3' }, /bukketing.*bucketing/],
    [{ timeZone: 'Mars/Olympus' }, /Mars\/Olympus/],
    [{ scriptsPerCall: 0 }, /scriptsPerCall/],
    [{ store: {} }, /store/i],
  ])('reject %o', (options, message) => {
    expect(() => createFlags(options as never)).toThrow(message)
  })

  it('have no other parts of a box', () => {
    const flags = createFlags()
    expect(Object.keys(flags).sort()).toEqual([
      'as',
      'close',
      'configs',
      'evaluate',
      'events',
      'experiments',
      'explain',
      'features',
      'flag',
      'isActive',
      'isTrue',
      'lint',
      'loading',
      'on',
      'ready',
      'scripts',
      'segments',
      'slices',
      'value',
    ])
    expect(flags.slices.map(({ name }) => name)).toEqual([
      'features',
      'segments',
      'configs',
      'experiments',
      'scripts',
      'events',
    ])
  })
})
