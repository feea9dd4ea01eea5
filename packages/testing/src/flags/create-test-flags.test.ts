import { defineFlags, type Live } from '@signalbox/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestFlags } from '../index.ts'

/** An application under test. It does not know that its flags are test flags. */
function createShop(flags: Live) {
  return {
    banner: (id: string) => (flags.isActive('shop:sale', { id }) ? 'Everything must go' : 'Welcome'),
    color: () => (flags.config('shop:theme') as { color: string } | undefined)?.color ?? 'grey',
    async button(clientId: string) {
      flags.displayed('shop:button', clientId)
      return flags.variant('shop:button', clientId)
    },
    buy: (clientId: string) => flags.won('shop:button', clientId),
  }
}

const declared = defineFlags({
  features: { 'shop:sale': false, 'shop:express': true },
  configs: { 'shop:theme': { color: 'red' } },
  experiments: { 'shop:button': ['old', 'new'] },
})

describe('flags for tests', () => {
  it('begin as they are declared', () => {
    const flags = createTestFlags(declared)
    expect([flags.isActive('shop:sale'), flags.isActive('shop:express')]).toEqual([false, true])
    expect(flags.config('shop:theme')).toEqual({ color: 'red' })
    expect(flags.explain('shop:express')).toEqual({ reason: 'STATIC', strategy: 'NO_STRATEGY', enabled: true })
  })

  it('may be features alone', () => {
    const flags = createTestFlags({ 'shop:sale': true, features: false })
    expect([flags.isActive('shop:sale'), flags.isActive('features'), flags.explain('other')]).toEqual([
      true,
      false,
      undefined,
    ])
  })

  it('steer an app that takes a Live', async () => {
    const flags = createTestFlags(declared)
    const shop = createShop(flags as unknown as Live)
    await flags.ready()
    expect([shop.banner('ann'), shop.color()]).toEqual(['Welcome', 'red'])
    flags.enable('shop:sale')
    flags.setConfig('shop:theme', { color: 'green' })
    expect([shop.banner('ann'), shop.color()]).toEqual(['Everything must go', 'green'])
    flags.disable('shop:sale')
    expect(shop.banner('ann')).toBe('Welcome')
  })

  it('have handles, which follow what is set', () => {
    const flags = createTestFlags({
      ...declared,
      features: { 'shop:sale': { activationStrategy: 'PERCENTAGE', parameters: { percentage: 20 } } },
    })
    const [sale, theme] = [flags.flag('shop:sale'), flags.flag('shop:theme')]
    flags.setBucket('shop:sale', 'ann', 'in')
    flags.setConfig('shop:theme', { color: 'green' })
    expect([sale.isActive({ id: 'ann' }), theme.value()]).toEqual([true, { color: 'green' }])
    flags.disable('shop:sale')
    expect([sale.isActive({ id: 'ann' }), sale.explain()?.reason]).toEqual([false, 'DISABLED'])
    flags.reset()
    expect(theme.value()).toEqual({ color: 'red' })
  })

  it('are checked like any others', async () => {
    const flags = createTestFlags({ 'shop:sale': true }, { unknown: 'default' })
    expect(await flags.check('shop:sale')).toBe(true)
    expect(await flags.check('shop:unknown', {}, { default: true })).toBe(true)
    expect(flags.status).toBe('offline')
    await flags.prepare({ id: 'ann' }, '*')
    expect(flags.feature('shop:sale')).toMatchObject({ id: 'shop:sale', enabled: true })
  })

  it('notify listeners of set values', () => {
    const flags = createTestFlags(declared)
    const heard: unknown[] = []
    const off = flags.on('change', (changed) => heard.push(changed))
    flags.enable('shop:sale')
    flags.setConfig('shop:theme', { color: 'blue' })
    off()
    flags.disable('shop:sale')
    expect(heard).toEqual([
      { features: ['shop:sale'], segments: [], configs: [], experiments: [] },
      { features: [], segments: [], configs: ['shop:theme'], experiments: [] },
    ])
  })

  it('evaluate strategies at the time of the test', () => {
    const parameters = { releaseDate: '01/06/2026 12:00:00' }
    const flags = createTestFlags({ 'shop:new': { activationStrategy: 'RELEASE_DATE', parameters } })
    expect(flags.isActive('shop:new')).toBe(false)
    flags.at('2026-06-01T12:00:00Z')
    expect(flags.isActive('shop:new')).toBe(false)
    flags.advance(1)
    expect(flags.isActive('shop:new')).toBe(true)
    flags.set('shop:new', { activationStrategy: 'RELEASE_DATE', parameters, enabled: false })
    expect(flags.explain('shop:new')).toMatchObject({ reason: 'DISABLED', strategy: 'RELEASE_DATE' })
  })

  it('take the time zone that they are given', () => {
    const parameters = { startDate: '09:00', endDate: '10:00' }
    const flags = createTestFlags(
      { 'shop:open': { activationStrategy: 'HOUR_RANGE', parameters } },
      { timeZone: 'Asia/Kolkata', start: '2026-06-15T03:30:00Z' },
    )
    expect(flags.isActive('shop:open')).toBe(true)
    flags.advance(60 * 60_000)
    expect(flags.isActive('shop:open')).toBe(false)
  })
})

describe('a key that was not passed to the flags', () => {
  const reads: readonly [call: string, read: (flags: Live) => unknown, like: string, otherwise: unknown][] = [
    ['isActive', (flags) => flags.isActive('shop:sael'), 'shop:sale', false],
    ['isActive of a handle', (flags) => flags.flag('shop:sael').isActive(), 'shop:sale', false],
    ['check', (flags) => flags.check('shop:sael'), 'shop:sale', false],
    ['config', (flags) => flags.config('shop:them'), 'shop:theme', undefined],
    ['value', (flags) => flags.value('shop:them'), 'shop:theme', undefined],
    ['value with a default', (flags) => flags.value('shop:them', {}, { default: 1 }), 'shop:theme', 1],
    ['value of a handle', (flags) => flags.flag('shop:them').value(), 'shop:theme', undefined],
    ['checkValue', (flags) => flags.checkValue('shop:them'), 'shop:theme', undefined],
    ['variant', (flags) => flags.variant('shop:buton', 'ann'), 'shop:button', undefined],
    ['displayed', (flags) => flags.displayed('shop:buton', 'ann'), 'shop:button', undefined],
    ['won', (flags) => flags.won('shop:buton', 'ann'), 'shop:button', undefined],
  ]

  it.each(reads)('fails the code that reads it, and names the nearest: %s', async (_, read, like) => {
    const flags = createTestFlags(declared) as unknown as Live
    const failure = await Promise.resolve()
      .then(() => read(flags))
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(RangeError)
    expect((failure as Error).message).toMatch(
      new RegExp(`did you mean ${like}\\? Else declare it .* or pass \\{ unknown: 'default' \\}`),
    )
  })

  it.each(reads)('has the default of the client if the test says so: %s', async (_, read, _like, otherwise) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const flags = createTestFlags(declared, { unknown: 'default' }) as unknown as Live
    expect(await read(flags)).toBe(otherwise)
    warn.mockRestore()
  })

  it('is unknown to calls that say so', async () => {
    const flags = createTestFlags(declared) as unknown as Live
    expect([flags.explain('x'), flags.feature('x'), flags.evaluate('x'), flags.configRecord('x')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(flags.variantNow('x', 'ann')).toBeUndefined()
    for (const call of [flags.decide('x'), flags.decideValue('x'), flags.check('x', {}, { onError: 'throw' })])
      await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await flags.check('x', {}, { onError: () => true })).toBe(true)
  })
})

describe('a percentage in tests', () => {
  const half = { activationStrategy: 'PERCENTAGE', parameters: { percentage: 50 } } as const

  it('contains clients that were put in a bucket, by the evaluator', async () => {
    const flags = createTestFlags({ half })
    flags.setBucket('half', 'ann', 'in')
    flags.setBucket('half', 7, 'out')
    expect([flags.isActive('half', { id: 'ann' }), flags.isActive('half', { id: 7 })]).toEqual([true, false])
    expect(await flags.check('half', { id: 'ann', plan: 'gold' })).toBe(true)
    expect(flags.explain('half', { id: 'ann' })).toMatchObject({ reason: 'SPLIT', bucket: 0, bound: 50_000 })
    expect(flags.explain('half', { id: '7' })).toMatchObject({ reason: 'SPLIT', bucket: 99_999 })
  })

  it('includes a bucket as it grows', () => {
    const flags = createTestFlags({ half })
    flags.setBucket('half', 'ann', 50_000)
    expect(flags.isActive('half', { id: 'ann' })).toBe(false)
    flags.set('half', { activationStrategy: 'PERCENTAGE', parameters: { percentage: 50.001, salt: 'other' } })
    expect(flags.isActive('half', { id: 'ann' })).toBe(true)
  })

  it('does not affect other clients, and keeps 0 and 100 exact', () => {
    const flags = createTestFlags({ half })
    const others = Array.from({ length: 50 }, (_, i) => `client-${i}`)
    const active = () => others.filter((id) => flags.isActive('half', { id }))
    const before = active()
    flags.setBucket('half', 'ann', 'in')
    expect(active()).toEqual(before)
    flags.set('half', { activationStrategy: 'PERCENTAGE', parameters: { percentage: 0 } })
    expect(flags.isActive('half', { id: 'ann' })).toBe(false)
  })

  it.each([-1, 100_000, 0.5, Number.NaN])('has no bucket %d', (bucket) => {
    expect(() => createTestFlags({ half }).setBucket('half', 'ann', bucket)).toThrow(RangeError)
  })
})

describe('a config in tests', () => {
  const when = { attribute: 'country', operator: 'is', value: 'FR' } as const
  const arms = [
    { name: 'low', weight: 99.9, value: 1 },
    { name: 'high', weight: 0.1, value: 9 },
  ]

  it('has rules and splits, which the evaluator decides; a client gets the variant that was set', async () => {
    const flags = createTestFlags({ configs: { limit: 3 } })
    expect(flags.value('limit', { id: 'ann' })).toBe(3)
    flags.setConfigRules('limit', { type: 'number', value: 3, rules: [{ when, split: arms }] })
    flags.setArm('limit', 'ann', 'high')
    expect([flags.value('limit', { id: 'ann', country: 'FR' }), flags.value('limit', { id: 'ann' })]).toEqual([9, 3])
    expect(await flags.checkValue('limit', { id: 'ann', country: 'FR' })).toBe(9)
    expect(flags.evaluate('limit', { id: 'ann', country: 'FR' })).toMatchObject({ variant: 'high', reason: 'SPLIT' })
    expect(() => flags.setArm('limit', 'ann', 'highest')).toThrow('limit has no variant highest: use low, high')
    flags.reset()
    expect(flags.value('limit', { id: 'ann', country: 'FR' })).toBe(3)
  })

  it('is rejected if a server would reject it', () => {
    const flags = createTestFlags({ configs: { limit: 3 } })
    expect(() => flags.setConfigRules('limit', { value: 3, rules: [{ when }] as never })).toThrow(
      'The config limit is invalid',
    )
    expect(flags.value('limit')).toBe(3)
  })
})

describe('an experiment in tests', () => {
  it('gives clients the variants that were set, and records what was displayed and won', async () => {
    const flags = createTestFlags(declared)
    const shop = createShop(flags as unknown as Live)
    flags.setVariant('shop:button', 'new')
    flags.setVariant('shop:button', 'old', 'ann')
    expect([await shop.button('ann'), await shop.button('ben')]).toEqual(['old', 'new'])
    expect(flags.variantNow('shop:button', 'ann')).toBe('old')
    shop.buy('ben')
    expect(flags.recorded).toEqual([
      { kind: 'displayed', experiment: 'shop:button', clientId: 'ann', variant: 'old' },
      { kind: 'displayed', experiment: 'shop:button', clientId: 'ben', variant: 'new' },
      { kind: 'won', experiment: 'shop:button', clientId: 'ben', variant: 'new' },
    ])
    await flags.flush()
  })

  it('assigns other clients a stable variant', async () => {
    const flags = createTestFlags(declared)
    const clients = Array.from({ length: 100 }, (_, i) => `client-${i}`)
    const given = await Promise.all(clients.map((id) => flags.variant('shop:button', id)))
    expect(clients.map((id) => flags.variantNow('shop:button', id))).toEqual(given)
    expect(new Set(given)).toEqual(new Set(['old', 'new']))
  })

  it('rejects an unknown variant', () => {
    const flags = createTestFlags({ experiments: { e: ['A', 'B'] } })
    expect(() => flags.setVariant('e', 'C')).toThrow('e has no variant C: use A, B')
  })
})

describe('an undeclared key', () => {
  const flags = createTestFlags(declared) as unknown as ReturnType<typeof createTestFlags>

  it.each<[hand: string, use: () => void, says: string]>([
    ['enabled', () => flags.enable('shop:sail'), 'no feature shop:sail among these flags: did you mean shop:sale?'],
    ['disabled', () => flags.disable('shop:expres'), 'did you mean shop:express?'],
    ['given a strategy', () => flags.set('shop:sales', true), 'did you mean shop:sale?'],
    ['given a bucket', () => flags.setBucket('shop:sal', 'ann', 'in'), 'did you mean shop:sale?'],
    ['given a value', () => flags.setConfig('shop:thema', 1), 'no config shop:thema among these flags: did you mean'],
    ['given a variant', () => flags.setVariant('shop:buton', 'new'), 'no experiment shop:buton'],
  ])('cannot be %s', (_, use, says) => {
    const before = JSON.stringify(flags.snapshot())
    expect(use).toThrow(RangeError)
    expect(use).toThrow(says)
    expect(JSON.stringify(flags.snapshot())).toBe(before)
  })

  it.each<[kind: string, use: () => void, wayOut: string]>([
    ['feature', () => flags.enable('a:c'), "createTestFlags({ features: { 'a:c': false } })"],
    ['config', () => flags.setConfig('a:c', 1), "createTestFlags({ configs: { 'a:c': … } })"],
    ['experiment', () => flags.setVariant('a:c', 'A'), "createTestFlags({ experiments: { 'a:c': ['A', 'B'] } })"],
  ])('unlike any %s is rejected with advice', (kind, use, wayOut) => {
    expect(use).toThrow(`There is no ${kind} a:c among these flags: declare it with ${wayOut}`)
  })

  it('can be read, like unknown keys of the client, if the test says so', () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const flags = createTestFlags({}, { unknown: 'default' }) as unknown as Live
    expect([flags.isActive('a:c'), flags.config('a:c'), flags.variantNow('a:c', 'ann')]).toEqual([
      false,
      undefined,
      undefined,
    ])
  })
})

describe('a record that a server would reject', () => {
  const percentage = (percentage: unknown) => ({ activationStrategy: 'PERCENTAGE', parameters: { percentage } })
  const unknown = { activationStrategy: 'PERCENT', parameters: {} }
  const refused = (use: () => void, message: string) =>
    expect(use).toThrow(expect.objectContaining({ code: 'INVALID', message: expect.stringContaining(message) }))

  it.each<[what: string, feature: unknown, says: string]>([
    ['a strategy that there is not', unknown, '/activationStrategy must be one of NO_STRATEGY, RELEASE_DATE,'],
    ['one of a disabled feature', { ...unknown, enabled: false }, '/activationStrategy must be one of NO_STRATEGY,'],
    ['no parameters', { activationStrategy: 'RELEASE_DATE' }, '/parameters is missing'],
    ['a misspelt parameter', { ...percentage(5), parameters: { percent: 5 } }, '/parameters/percentage is missing'],
    ['a percentage that there is not', percentage(300), '/parameters/percentage must be at most 100'],
    ['a percentage that is a text', percentage('50'), '/parameters/percentage must be a number'],
    [
      'a date that there is not',
      { activationStrategy: 'RELEASE_DATE', parameters: { releaseDate: '31/02/2026 00:00:00' } },
      '/parameters/releaseDate must',
    ],
    [
      'a time zone that nobody knows',
      { activationStrategy: 'HOUR_RANGE', parameters: { startDate: '02:00', endDate: '05:00', timezone: 'Mars' } },
      '/parameters/timezone must',
    ],
    [
      'a member that features have not',
      { activationStrategy: 'NO_STRATEGY', active: true, on: true },
      '/on is an unknown field',
    ],
  ])('is rejected at creation and later, with the reason: %s', (_, feature, says) => {
    refused(() => createTestFlags({ a: feature as never }), `The feature a is invalid: ${says}`)
    const flags = createTestFlags({ a: true })
    refused(() => flags.set('a', feature as never), `The feature a is invalid: ${says}`)
    expect(flags.isActive('a')).toBe(true)
  })

  it.each<[what: string, use: () => void, says: string]>([
    ['the id of a feature', () => createTestFlags({ 'the sale': true }), 'The feature the sale is invalid: /id'],
    ['an experiment of nothing', () => createTestFlags({ experiments: { e: [] } }), 'The experiment e is invalid'],
    ['a variant twice', () => createTestFlags({ experiments: { e: ['A', 'A'] } }), '/variants/1/id'],
  ])('is rejected with the reason: %s', (_, use, says) => refused(use, says))
})

it('older spellings are accepted as by a server', () => {
  const flags = createTestFlags(
    {
      released: { activationStrategy: 'RELEASE_DATE', parameters: { releaseDate: '2025-12-31 23:59:59' } },
      night: { activationStrategy: 'HOUR_RANGE', parameters: { startAt: '0:00', endAt: '5:00' } as never },
    },
    { start: '2026-01-01T00:00:00Z' },
  )
  expect([flags.isActive('released'), flags.isActive('night')]).toEqual([true, true])
  expect(flags.feature('night')?.parameters).toEqual({ startDate: '00:00', endDate: '05:00' })
})

describe('features with rules', () => {
  const inSegment = (segment: string) =>
    ({ activationStrategy: 'RULES', parameters: { rules: [{ when: { segment } }] } }) as const

  it('are evaluated at once, with segments', () => {
    const flags = createTestFlags({ features: { a: inSegment('staff'), b: false }, segments: { staff: ['ann'] } })
    const active = () => ['ann', 'ben'].filter((id) => flags.isActive('a', { id }))
    expect(active()).toEqual(['ann'])
    const heard: unknown[] = []
    flags.on('change', (changed) => heard.push(changed))
    flags.setSegment('staff', { when: { attribute: 'id', operator: 'startsWith', value: 'b' } })
    expect(active()).toEqual(['ben'])
    expect(heard).toEqual([{ features: [], segments: ['staff'], configs: [], experiments: [] }])
    flags.set('b', { activationStrategy: 'RULES', parameters: { rules: [{ when: { feature: 'a' } }] } })
    expect(flags.isActive('b', { id: 'ben' })).toBe(true)
    flags.reset()
    expect([active(), flags.isActive('b', { id: 'ben' })]).toEqual([['ann'], false])
  })

  it('with regular expressions are evaluated once the flags are ready', async () => {
    const when = { attribute: 'id', operator: 'matches', value: '^a' } as const
    const flags = createTestFlags({ a: { activationStrategy: 'RULES', parameters: { rules: [{ when }] } } })
    await flags.ready()
    expect([flags.isActive('a', { id: 'ann' }), flags.isActive('a', { id: 'ben' })]).toEqual([true, false])
  })

  it('cannot have a segment that a server would reject', () => {
    const flags = createTestFlags({ a: true })
    expect(() => flags.setSegment('a b', [])).toThrow('The segment a b is invalid: /id')
  })
})

describe('a reset', () => {
  it('restores everything, and notifies listeners', async () => {
    const flags = createTestFlags(
      {
        ...declared,
        features: { 'shop:sale': false, half: { activationStrategy: 'PERCENTAGE', parameters: { percentage: 50 } } },
      },
      { start: '2026-05-05T00:00:00Z' },
    )
    const first = JSON.stringify(flags.snapshot())
    const variant = flags.variantNow('shop:button', 'ann')
    const other = variant === 'new' ? 'old' : 'new'
    const inside = flags.isActive('half', { id: 'ann' })
    flags.enable('shop:sale')
    flags.setConfig('shop:theme', 3 as never)
    flags.setVariant('shop:button', other, 'ann')
    flags.setBucket('half', 'ann', inside ? 'out' : 'in')
    flags.won('shop:button', 'ann')
    flags.at('2030-01-01T00:00:00Z')
    expect([flags.variantNow('shop:button', 'ann'), flags.isActive('half', { id: 'ann' })]).toEqual([other, !inside])
    await flags.close()
    expect(flags.status).toBe('closed')
    const heard: unknown[] = []
    flags.on('change', (changed) => heard.push(changed))
    flags.on('status', (status) => heard.push(status))
    flags.reset()
    expect(JSON.stringify(flags.snapshot())).toBe(first)
    expect([flags.variantNow('shop:button', 'ann'), flags.isActive('half', { id: 'ann' })]).toEqual([variant, inside])
    expect([flags.recorded, flags.status]).toEqual([[], 'offline'])
    expect(heard).toEqual([
      'offline',
      { features: ['shop:sale'], segments: [], configs: ['shop:theme'], experiments: [] },
    ])
  })
})

/** Each pair of tests shares flags: what the first test sets is reset before the second. */
describe.each<[how: string, options: Parameters<typeof createTestFlags>[1], isGlobal: boolean]>([
  ['that is given', { afterEach }, false],
  ['that the runner made global', {}, true],
])('after each test, by an afterEach %s, flags', (_, options, isGlobal) => {
  if (isGlobal) Object.assign(globalThis, { afterEach })
  const flags = createTestFlags({ 'shop:sale': false }, options)
  if (isGlobal) Reflect.deleteProperty(globalThis, 'afterEach')

  it('may be set', () => {
    flags.enable('shop:sale')
    flags.advance(1000)
    expect(flags.isActive('shop:sale')).toBe(true)
  })

  it('are as they were', () => {
    expect(flags.isActive('shop:sale')).toBe(false)
  })
})

it('flags may be made inside a test where hooks are global', () => {
  Object.assign(globalThis, { afterEach })
  try {
    expect(createTestFlags({ a: true }).isActive('a')).toBe(true)
  } finally {
    Reflect.deleteProperty(globalThis, 'afterEach')
  }
})
