import { type Signalbox, SignalboxError } from '@signalbox/core'
import type { Config, Feature, Segment } from '@signalbox/core/contract'
import type { Context } from '@signalbox/core/evaluate'
import { toHono } from '@signalbox/hono'
import { createTestBox } from '@signalbox/testing'
import { describe, expect, it } from 'vitest'
import { createClient, type StandardSchema } from '../index.ts'
import { controlled } from './controlled.fixture.ts'
import { flagsOf, nextChange, plain, quickWait, readyFlags } from './flags.fixture.ts'
import { rules } from './rules.ts'

const inFrance = { attribute: 'country', operator: 'is', value: 'FR' } as const
const staff: Segment = { id: 'staff', when: { attribute: 'email', operator: 'endsWith', value: '@example.com' } }
const ann = { id: 'ann', email: 'ann@example.com', country: 'FR' }
const ben = { id: 'ben', country: 'DE' }

const limits: readonly Config[] = [
  { id: 'a:plain', value: 3, type: 'number' },
  { id: 'a:json', value: '{"size":1}' },
  { id: 'a:text', value: '{"size":1}', type: 'string' },
  { id: 'a:country', value: 3, type: 'number', rules: [{ name: 'france', when: inFrance, value: 5 }] },
  { id: 'a:staff', value: { max: 1 }, rules: [{ when: { segment: 'staff' }, value: { max: 9 } }] },
  { id: 'a:both', value: 0, rules: [{ when: { all: [{ feature: 'checkout' }, { segment: 'staff' }] }, value: 1 }] },
  {
    id: 'a:split',
    value: 'none',
    type: 'string',
    rules: [
      {
        split: [
          { name: 'red', weight: 1, value: 'r' },
          { name: 'blue', weight: 1, value: 'b' },
        ],
      },
    ],
  },
  {
    id: 'a:pattern',
    value: false,
    rules: [{ when: { attribute: 'email', operator: 'matches', value: '^a.*@' }, value: true }],
  },
]

/** A client over HTTP of a box with these records, and the calls that it makes. */
async function served(configs: readonly Config[], features: readonly Feature[] = []) {
  const { box } = createTestBox()
  await box.segments.create({ body: staff })
  await box.features.import({ body: features })
  await box.configs.import({ body: configs })
  const server = controlled(overHttp(box))
  const asked = () => server.calls.filter((name) => name === 'configs.evaluate').length
  return { box, server, asked }
}

const overHttp = (box: Signalbox) =>
  createClient({ baseUrl: 'http://signalbox.test', fetch: toHono(box, { access: 'open' }).fetch })

const ruled = (when: object, id = 'c'): Config => ({ id, value: 0, rules: [{ when: when as never, value: 1 }] })

describe('the value of a config', () => {
  it('is what the box says: plain, by attributes, segments, features, splits and patterns', async () => {
    const { box, server, asked } = await served(limits, [plain('checkout')])
    const { flags, reported } = await readyFlags(server.api)
    for (const context of [ann, ben, {}, undefined])
      for (const { id } of limits) {
        expect([id, flags.value(id, context)]).toEqual([id, box.value(id, context)])
        expect([id, await flags.checkValue(id, context)]).toEqual([id, box.value(id, context)])
        expect(flags.evaluate(id, context)).toEqual(box.evaluate(id, context))
        expect(await flags.decideValue(id, context)).toEqual(box.evaluate(id, context))
      }
    await expect
      .poll(() => reported)
      .toEqual([expect.objectContaining({ message: expect.stringMatching(/^Config a:split .* without rules/) })])
    expect(asked()).toBe(0)
    expect(flags.evaluate('a:country', ann)).toMatchObject({ value: 5, variant: 'france', reason: 'TARGETING_MATCH' })
    expect(flags.evaluate('a:split', {})).toMatchObject({ value: 'none', errorCode: 'TARGETING_KEY_MISSING' })
  })

  it('is frozen and shared, and the same object each time', async () => {
    const { server } = await served(limits)
    const { flags } = await readyFlags(server.api)
    for (const context of [ann, ben]) {
      expect(Object.isFrozen(flags.value('a:staff', context))).toBe(true)
      expect(flags.value('a:staff', context)).toBe(flags.value('a:staff', context))
    }
    expect(flags.config('a:staff')).toEqual({ max: 1 })
  })

  it('follows changes of the config, of its segments and of features it refers to', async () => {
    const { box, server, asked } = await served(limits, [plain('checkout')])
    const { flags } = await readyFlags(server.api)
    const values = () => [flags.value('a:both', ann), flags.value('a:both', ben)]
    expect(values()).toEqual([1, 0])
    const steps: readonly (readonly [change: () => Promise<unknown>, values: readonly unknown[]])[] = [
      [() => box.segments.replace({ id: 'staff', body: { id: 'staff', included: ['ben'] } }), [0, 1]],
      [() => box.features.patch({ id: 'checkout', body: { enabled: false } }), [0, 0]],
      [() => box.configs.patch({ id: 'a:both', body: { rules: [{ when: inFrance, value: 2 }] } }), [2, 0]],
      [() => box.configs.replace({ id: 'a:both', body: { id: 'a:both', value: 0 } }), [0, 0]],
    ]
    for (const [change, expected] of steps) {
      const changed = nextChange(flags)
      await change()
      await changed
      expect(values()).toEqual(expected)
    }
    expect(asked()).toBe(0)
  })

  it('with the first rules that arrive as an event is soon evaluated without the server', async () => {
    const { box, server } = await served([])
    const { flags } = await readyFlags(server.api)
    const changes: unknown[] = []
    const evaluated = new Promise<void>((resolve) => {
      flags.on('change', ({ configs }) => {
        changes.push(configs)
        if (flags.evaluate('c', ann)?.rule) resolve()
      })
    })
    await box.configs.create({ body: ruled(inFrance) })
    await evaluated
    expect([flags.value('c', ann), flags.value('c', ben)]).toEqual([1, 0])
    expect(changes).toEqual([['c'], ['c']])
  })

  it('is evaluated offline from a snapshot, at once if the engine is passed', async () => {
    const { server } = await served([ruled({ segment: 'staff' })])
    const first = await readyFlags(server.api)
    const bootstrap = JSON.parse(JSON.stringify(first.flags.snapshot()))
    const { flags } = await readyFlags(undefined, { bootstrap })
    const atOnce = flagsOf(undefined, { bootstrap, rules })
    for (const live of [flags, atOnce.flags]) expect([live.value('c', ann), live.value('c', ben)]).toEqual([1, 0])
  })

  it('offline, a condition with an unknown reference is false, reported once', async () => {
    const config = ruled({ any: [inFrance, { segment: 'unknown' }] })
    const { flags, reported } = await readyFlags(undefined, { bootstrap: { configs: [config] } })
    expect([flags.value('c', ann), flags.value('c', ben), await flags.checkValue('c', ann)]).toEqual([0, 0, 0])
    expect(reported.map(String)).toEqual(['Error: Config c refers to something unknown; its condition is false'])
  })

  it('follows the settings of the server', async () => {
    const when = { time: { from: '2026-01-01T09:00:00', timezone: undefined } }
    const config = ruled(JSON.parse(JSON.stringify(when)))
    const options = { bootstrap: { configs: [config] }, clock: () => Date.parse('2026-01-01T08:30:00Z'), rules }
    const { box } = createTestBox({ timeZone: 'Europe/Paris' })
    await box.configs.create({ body: config })
    const { flags } = flagsOf(box, options)
    expect(flags.value('c')).toBe(0)
    await flags.ready()
    expect(flags.value('c')).toBe(1)
  })
})

describe('an unknown config', () => {
  it('has its default of the flags, else the default of the call, else nothing', async () => {
    const { flags } = await readyFlags(undefined, { flags: { configs: { c: 7 } } })
    expect([flags.value('c', ann), flags.value('d', ann), flags.value('d', ann, { default: 1 })]).toEqual([
      7,
      undefined,
      1,
    ])
    expect([await flags.checkValue('c'), await flags.checkValue('d', ann, { default: 1 })]).toEqual([7, 1])
    expect(flags.evaluate('c', ann)).toBeUndefined()
    await expect(flags.decideValue('c', ann)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(flags.checkValue('d', ann, { onError: 'throw' })).rejects.toThrow('config d does not exist')
  })
})

describe('a schema', () => {
  const schema: StandardSchema<number> = {
    '~standard': {
      version: 1,
      vendor: 'tests',
      validate: (value) => (value === 5 ? { value: 50 } : { issues: [{ message: 'Not five' }] }),
    },
  }

  it('validates the value of each rule; the default is for values that it rejects', async () => {
    const { flags, reported } = await readyFlags(undefined, { bootstrap: { configs: limits }, rules })
    const read = (context: Context) => flags.value('a:country', context, { schema, default: -1 })
    expect([read(ann), read(ben)]).toEqual([50, -1])
    expect(await flags.checkValue('a:country', ann, { schema })).toBe(50)
    expect(await flags.checkValue('a:country', ben, { schema, default: -1 })).toBe(-1)
    await expect(flags.checkValue('a:country', ben, { schema, onError: 'throw' })).rejects.toThrow('Not five')
    expect(reported).toEqual([])
  })
})

describe('the server is asked, and the reason reported once, about a config', () => {
  async function asksServer(source: Parameters<typeof readyFlags>[0], options = {}) {
    const { flags, reported } = await readyFlags(source, options)
    for (const context of [ann, ann, ben]) {
      flags.value('c', context)
      expect(await flags.checkValue('c', context)).toBe(context === ann ? 1 : 0)
      expect(flags.value('c', context)).toBe(context === ann ? 1 : 0)
    }
    expect(await flags.checkValue('c')).toBe(0)
    expect(await flags.decideValue('c', ann)).toEqual({
      id: 'c',
      value: 1,
      reason: 'TARGETING_MATCH',
      rule: { index: 0 },
    })
    expect(flags.evaluate('c', ann)).toMatchObject({ id: 'c', value: 1, rule: { index: 0 } })
    expect(reported).toEqual([
      expect.objectContaining({ message: 'Config c cannot be evaluated here, so the server is asked' }),
    ])
    return { flags, cause: (reported[0] as Error).cause }
  }

  it('that refers to a feature outside the patterns', async () => {
    const { server } = await served([ruled({ all: [inFrance, { feature: 'checkout' }] })], [plain('checkout')])
    const { cause } = await asksServer(server.api, { patterns: 'c' })
    expect(String(cause)).toContain('feature checkout')
  })

  it('that refers to a segment which its key may not read', async () => {
    const { server } = await served([ruled({ segment: 'staff' })])
    server.refuse = (name) => name === 'segments.export' && new SignalboxError('FORBIDDEN', 'No segments for this key')
    const { cause } = await asksServer(server.api)
    expect(String(cause)).toContain('segment staff')
  })

  it.each<[what: string, rule: object]>([
    ['an operator', { when: { ...inFrance, operator: 'rhymesWith' } }],
    ['a member of a condition', { when: { ...inFrance, language: 'fr' } }],
    ['a member of a rule', { when: inFrance, until: 'spring' }],
    ['a hash', { when: inFrance, hash: 'blake9' }],
    ['a member of a variant', { value: undefined, split: [{ name: 'one', weight: 1, value: 1, until: 'spring' }] }],
  ])('that uses %s of a later version', async (_, rule) => {
    const { server } = await served([ruled(inFrance)])
    const api = {
      ...server.api,
      configs: {
        ...server.api.configs,
        async *export() {
          yield JSON.parse(JSON.stringify({ ...ruled(inFrance), rules: [{ value: 1, ...rule }] }))
        },
      },
    }
    await asksServer(api as never)
  })

  it('and until the server has answered, the reason is ERROR with a message', async () => {
    const { server } = await served([ruled({ segment: 'staff' })])
    server.refuse = (name) => name === 'segments.export' && new SignalboxError('FORBIDDEN', 'No segments for this key')
    const { flags } = await readyFlags(server.api)
    const message = 'Config c has not been evaluated in this context yet'
    expect(flags.evaluate('c', ann)).toEqual({ id: 'c', value: 0, reason: 'ERROR', message })
    expect(flags.value('c', ann)).toBe(0)
    await expect.poll(() => flags.evaluate('c', ann)).toMatchObject({ value: 1, reason: 'TARGETING_MATCH' })
  })

  it('and the answers are kept per context, also those of `prepare`', async () => {
    const { server, asked } = await served([ruled({ segment: 'staff' })])
    server.refuse = (name) => name === 'segments.export' && new SignalboxError('FORBIDDEN', 'No segments for this key')
    const { flags } = await readyFlags(server.api)
    await flags.prepare(ann)
    expect(flags.value('c', { ...ann })).toBe(1)
    expect(asked()).toBe(0)
    expect(server.calls).toContain('configs.evaluateAll')
  })

  it('and a server that cannot evaluate configs leaves their values, reported once', async () => {
    const { server } = await served([ruled({ segment: 'staff' })])
    server.refuse = (name) =>
      (name === 'segments.export' || name === 'configs.evaluate') && new SignalboxError('NOT_FOUND', 'No such path')
    const { flags, reported } = await readyFlags(server.api, { wait: quickWait() })
    expect([flags.value('c', ann), await flags.checkValue('c', ann)]).toEqual([0, 0])
    await expect(flags.checkValue('c', ann, { onError: 'throw' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect
      .poll(() => reported.map((error) => (error as Error).message))
      .toEqual([
        'Config c cannot be evaluated here, so the server is asked',
        'Config c could not be evaluated by the server; its last results apply',
      ])
  })
})

it('a config whose context fails has its own value, and the failure is reported', async () => {
  const { flags, reported } = await readyFlags(undefined, { bootstrap: { configs: [ruled(inFrance)] }, rules })
  const broken = {
    get country(): string {
      throw new Error('There is no country')
    },
  }
  expect([flags.value('c', broken), flags.evaluate('c', broken)?.reason]).toEqual([0, 'ERROR'])
  await expect.poll(() => reported).not.toEqual([])
  expect(String((reported[0] as Error).cause)).toContain('There is no country')
})
