import { describe, expect, it } from 'vitest'
import { createFlags } from '../entries/flags.ts'
import { createSignalbox } from '../index.ts'

const shares = [
  ['PERCENTAGE', { percentage: 50 }],
  ['PERCENTAGE', { percentage: 100 }],
  ['RULES', { rules: [{ percentage: 50 }] }],
  ['RULES', { rules: [{ percentage: 50, hash: 'unleash' }] }],
] as const

/** A box with one feature and one config, and the sentences that it reported. */
async function reporting(create: typeof createFlags = createFlags, bucketing: 'murmur3' | 'classic' = 'murmur3') {
  const reported: string[] = []
  const box = create({ bucketing, report: (error) => reported.push((error as Error).message) })
  await box.features.create({ body: { id: 'shop:express', enabled: true, activationStrategy: 'NO_STRATEGY' } })
  await box.configs.create({ body: { id: 'shop:limit', value: 3 } })
  return { box, reported }
}

describe.each([
  ['a box', createSignalbox as typeof createFlags],
  ['flags', createFlags],
])('%s', (_, create) => {
  it('reports an unknown feature once for each key, with the nearest', async () => {
    const { box, reported } = await reporting(create)
    const flag = box.flag('shop:expres')
    for (let i = 0; i < 3; i++)
      expect([box.isActive('shop:expres'), flag.isActive(), box.isActive('other')]).toEqual([false, false, false])
    expect(reported).toEqual([
      'Feature shop:expres does not exist (did you mean shop:express?), so isActive returns false. Reported once for each key',
      'Feature other does not exist, so isActive returns false. Reported once for each key',
    ])
  })

  it.each([undefined, null, 5, {}, ['a']])(
    'never throws for the key %j, which is no text, and reports it',
    async (key) => {
      const { box, reported } = await reporting(create)
      const id = key as unknown as string
      for (let i = 0; i < 3; i++)
        expect([box.isActive(id), box.value(id), box.value(id, {}, { default: 1 })]).toEqual([false, undefined, 1])
      expect(reported).toHaveLength(2)
      expect(reported[0]).toMatch(/^The key of a feature is .*: pass its id as a text/)
    },
  )

  it('reports an unknown config once for each key, with the nearest', async () => {
    const { box, reported } = await reporting(create)
    for (let i = 0; i < 3; i++)
      expect([box.value('shop:limt'), box.value('x', {}, { default: 1 })]).toEqual([undefined, 1])
    expect(reported).toEqual([
      'Config shop:limt does not exist (did you mean shop:limit?), so value returns undefined. Reported once for each key',
      'Config x does not exist, so value returns its default. Reported once for each key',
    ])
  })

  it('says nothing about known keys, and where the answer tells', async () => {
    const { box, reported } = await reporting(create)
    expect([box.isActive('shop:express'), box.value('shop:limit'), box.isActive('shop:express', {})]).toEqual([
      true,
      3,
      true,
    ])
    expect([box.explain('nope'), box.evaluate('nope')]).toEqual([undefined, undefined])
    await expect(box.features.check({ id: 'nope' })).rejects.toThrow('nope does not exist')
    expect(reported).toEqual([])
  })
})

describe('a share of clients', () => {
  it.each(shares)(
    'that lacks an id is reported once, whichever call asked: %s %j',
    async (activationStrategy, parameters) => {
      for (const bucketing of ['murmur3', 'classic'] as const) {
        const { box, reported } = await reporting(createFlags, bucketing)
        await box.features.create({ body: { id: 'half', enabled: true, activationStrategy, parameters } as never })
        await box.features.checkMany({ body: {} })
        await box.features.list({ active: true })
        await box.features.tree()
        await box.features.checkWith({ id: 'half', body: {}, explain: true })
        box.explain('half')
        expect(reported).toEqual([])
        expect(await box.features.check({ id: 'half' })).toEqual({ active: false })
        for (const context of [undefined, {}, { id: null }, { id: true }, { id: ['ann'] }])
          expect([box.isActive('half', context), box.flag('half').isActive(context)]).toEqual([false, false])
        for (const id of ['ann', 7, '']) box.isActive('half', { id })
        expect(reported).toEqual([
          'Feature half is inactive because the context lacks an id: it is active for a share of clients, chosen by that text or number. Reported once for each key',
        ])
      }
    },
  )

  it('names the attribute that it hashes', async () => {
    const { box, reported } = await reporting()
    const parameters = { rules: [{ percentage: 50, by: 'company' }] }
    await box.features.create({ body: { id: 'half', enabled: true, activationStrategy: 'RULES', parameters } })
    await box.features.checkWith({ id: 'half', body: { id: 'ann' } })
    expect(reported).toEqual([expect.stringContaining('the context lacks the attribute company: ')])
  })

  it('of the values of a config is reported, too', async () => {
    const { box, reported } = await reporting()
    const split = ['a', 'b'].map((name) => ({ name, weight: 1, value: name }))
    await box.configs.create({ body: { id: 'button', value: 'z', rules: [{ split }] } })
    expect([box.value('button'), box.value('button', {}), box.value('button', { id: 'ann' })]).toEqual([
      'z',
      'z',
      expect.stringMatching(/a|b/),
    ])
    expect(reported).toEqual([
      expect.stringMatching(/^Config button has its value without rules: The split .* attribute id/),
    ])
  })
})

describe('a context that is no object', () => {
  it.each(['ann', 7, true, ''])('is reported once for each key, and counts as none: %j', async (context) => {
    const { box, reported } = await reporting()
    const wrong = context as never
    for (let i = 0; i < 2; i++)
      expect([
        box.isActive('shop:express', wrong),
        box.flag('shop:express').isActive(wrong),
        box.value('shop:limit', wrong),
      ]).toEqual([true, true, 3])
    expect(reported).toEqual(
      ['feature shop:express', 'config shop:limit'].map(
        (what) =>
          `The context of ${what} is a ${typeof context}: pass an object, such as { id: 'ann' }. Reported once for each key`,
      ),
    )
  })
})

describe('a program that makes up keys', () => {
  it('is reported at most a thousand times, and long keys are cut', async () => {
    const { box, reported } = await reporting()
    for (let i = 0; i < 3000; i++) box.isActive(`made-up:${i}`)
    expect(reported).toHaveLength(1000)
    const other = await reporting()
    for (const letter of ['a', 'b']) other.box.isActive(letter.repeat(100_000))
    expect(other.reported.map(({ length }) => length < 250)).toEqual([true])
  })

  it('is told of a near key among many', async () => {
    const box = createFlags({ report: (error) => reported.push((error as Error).message) })
    const reported: string[] = []
    const plain = { enabled: true, activationStrategy: 'NO_STRATEGY' } as const
    await box.features.import({
      body: Array.from({ length: 20_000 }, (_, i) => ({ id: `team:${i}:feature`, ...plain })),
    })
    box.isActive('team:19999:featur')
    expect(reported).toEqual([expect.stringContaining('team:19999:featur does not exist (did you mean team:')])
  })
})
