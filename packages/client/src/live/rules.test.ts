import { type Signalbox, SignalboxError } from '@signalbox/core'
import type { Feature, Segment } from '@signalbox/core/contract'
import { toHono } from '@signalbox/hono'
import { createTestBox } from '@signalbox/testing'
import { describe, expect, it } from 'vitest'
import { createClient } from '../index.ts'
import { controlled } from './controlled.fixture.ts'
import { flagsOf, nextChange, plain, quickWait, readyFlags } from './flags.fixture.ts'
import { rules } from './rules.ts'

const ruled = (id: string, ...list: readonly unknown[]) =>
  ({ id, enabled: true, activationStrategy: 'RULES', parameters: { rules: list } }) as Feature
const inFrance = { attribute: 'country', operator: 'is', value: 'FR' } as const
const staff: Segment = { id: 'staff', when: { attribute: 'email', operator: 'endsWith', value: '@example.com' } }
const ann = { id: 'ann', email: 'ann@example.com', country: 'FR' }
const ben = { id: 'ben', country: 'DE' }

/** A client over HTTP of a box with these records, and the calls that it makes. */
async function served(features: readonly Feature[], segments: readonly Segment[] = []) {
  const { box } = createTestBox()
  await box.segments.import({ body: segments })
  for (const one of features) await box.features.create({ body: one })
  const server = controlled(overHttp(box))
  const asked = () => server.calls.filter((name) => name === 'features.checkWith').length
  return { box, server, asked }
}

const overHttp = (box: Signalbox) =>
  createClient({ baseUrl: 'http://signalbox.test', fetch: toHono(box, { access: 'open' }).fetch })

describe('a feature with rules', () => {
  it('is evaluated without asking the server: by attributes, segments, other features and shares', async () => {
    const { box, server, asked } = await served(
      [
        plain('checkout'),
        ruled('a:country', { when: inFrance, name: 'france' }),
        ruled('a:staff', { when: { segment: 'staff' } }),
        ruled('a:both', { when: { all: [{ feature: 'checkout' }, { feature: 'a:staff', active: false }] } }),
        ruled('a:half', { percentage: 50 }),
        ruled('a:pattern', { when: { attribute: 'email', operator: 'matches', value: '^a.*@' } }),
      ],
      [staff],
    )
    const { flags, reported } = await readyFlags(server.api)
    for (const context of [ann, ben, {}, undefined])
      for (const { id } of flags.snapshot().features) {
        expect([id, flags.isActive(id, context)]).toEqual([id, box.isActive(id, context)])
        expect([id, await flags.check(id, context)]).toEqual([id, box.isActive(id, context)])
        expect(flags.explain(id, context)).toEqual(box.explain(id, context))
      }
    expect(flags.explain('a:country', ann)).toMatchObject({ rule: { index: 0, name: 'france' } })
    await expect
      .poll(() => reported)
      .toEqual([expect.objectContaining({ message: expect.stringMatching(/^Feature a:half .* lacks an id/) })])
    expect(asked()).toBe(0)
  })

  it('follows changes of its segments and of features it refers to', async () => {
    const { box, server, asked } = await served(
      [plain('checkout'), ruled('a', { when: { all: [{ segment: 'staff' }, { feature: 'checkout' }] } })],
      [staff],
    )
    const { flags } = await readyFlags(server.api)
    expect([flags.isActive('a', ann), flags.isActive('a', ben)]).toEqual([true, false])
    const segment = nextChange(flags)
    await box.segments.replace({ id: 'staff', body: { id: 'staff', included: ['ben'] } })
    expect(await segment).toEqual({ features: [], segments: ['staff'], configs: [], experiments: [] })
    expect([flags.isActive('a', ann), flags.isActive('a', ben)]).toEqual([false, true])
    const prerequisite = nextChange(flags)
    await box.features.patch({ id: 'checkout', body: { enabled: false } })
    await prerequisite
    expect([flags.isActive('a', ann), flags.isActive('a', ben)]).toEqual([false, false])
    expect(asked()).toBe(0)
  })

  it('that is the first one, and arrives as an event, is soon evaluated without the server', async () => {
    const { box, server } = await served([])
    const { flags } = await readyFlags(server.api)
    const changes: unknown[] = []
    const evaluated = new Promise<void>((resolve) => {
      flags.on('change', ({ features }) => {
        changes.push(features)
        if (flags.explain('a', ann)?.rule) resolve()
      })
    })
    await box.features.create({ body: ruled('a', { when: inFrance }) })
    await evaluated
    expect([flags.isActive('a', ann), flags.isActive('a', ben)]).toEqual([true, false])
    expect(changes).toEqual([['a'], ['a']])
  })

  it('keeps all segments, whatever the patterns of the features', async () => {
    const { box, server, asked } = await served([ruled('shop:a', { when: { segment: 'staff' } })], [staff])
    const { flags } = await readyFlags(server.api, { patterns: 'shop:*' })
    expect([flags.isActive('shop:a', ann), flags.isActive('shop:a', ben)]).toEqual([true, false])
    const changed = nextChange(flags)
    await box.segments.replace({ id: 'staff', body: { id: 'staff', included: ['ben'] } })
    await changed
    expect([flags.isActive('shop:a', ann), flags.isActive('shop:a', ben)]).toEqual([false, true])
    expect(asked()).toBe(0)
  })

  it('is in snapshots with its segments, and evaluated offline', async () => {
    const { server } = await served([ruled('a', { when: { segment: 'staff' } })], [staff])
    const first = await readyFlags(server.api)
    const bootstrap = JSON.parse(JSON.stringify(first.flags.snapshot()))
    const { flags } = await readyFlags(undefined, { bootstrap })
    expect([flags.isActive('a', ann), flags.isActive('a', ben)]).toEqual([true, false])
    const atOnce = flagsOf(undefined, { bootstrap, rules })
    expect(atOnce.flags.isActive('a', ann)).toBe(true)
  })
})

describe('the server is asked, and the reason reported once, about a feature with rules', () => {
  const asksServer = async (source: Parameters<typeof readyFlags>[0], id: string, options = {}) => {
    const { flags, reported } = await readyFlags(source, options)
    for (const context of [ann, ann, ben]) {
      flags.isActive(id, context)
      expect(await flags.check(id, context)).toBe(context === ann)
      expect(flags.isActive(id, context)).toBe(context === ann)
    }
    expect(await flags.check(id)).toBe(false)
    expect((await flags.decide(id, ann)).explanation).toMatchObject({ reason: 'TARGETING_MATCH', rule: { index: 0 } })
    expect(reported).toEqual([
      expect.objectContaining({ message: `Feature ${id} cannot be evaluated here, so the server is asked` }),
    ])
    return { flags, cause: (reported[0] as Error).cause }
  }

  it('that refers to a feature outside the patterns', async () => {
    const { server } = await served([
      plain('checkout'),
      ruled('a:a', { when: { all: [inFrance, { feature: 'checkout' }] } }),
    ])
    const { cause } = await asksServer(server.api, 'a:a', { patterns: 'a:*' })
    expect(String(cause)).toContain('feature checkout')
  })

  it.each(['FORBIDDEN', 'NOT_FOUND'] as const)(
    'that refers to a segment, if the list of segments is answered with %s',
    async (code) => {
      const { server } = await served(
        [ruled('a', { when: { segment: 'staff' } }), ruled('b', { when: inFrance })],
        [staff],
      )
      server.refuse = (name) => name === 'segments.export' && new SignalboxError(code, 'No segments for this key')
      const { flags, cause } = await asksServer(server.api, 'a')
      expect(String(cause)).toContain('segment staff')
      expect([flags.isActive('b', ann), flags.isActive('b', ben), flags.status]).toEqual([true, false, 'fresh'])
    },
  )

  it('that refers to a segment, if the API key has no right to read segments', async () => {
    const { box } = createTestBox()
    await box.segments.create({ body: staff })
    await box.features.create({ body: ruled('a', { when: { segment: 'staff' } }) })
    const { clientSecret = '', clientId = '' } = await box.apiKeys.create({
      body: {
        clientId: 'one',
        name: 'One',
        authorizedPatterns: [{ pattern: '*', rights: ['R'], domains: ['Feature', 'Config'] }],
      },
    })
    const api = createClient({ baseUrl: 'http://signalbox.test', fetch: toHono(box).fetch, clientId, clientSecret })
    const { flags, reported } = await readyFlags(api)
    expect([await flags.check('a', ann), await flags.check('a', ben)]).toEqual([true, false])
    expect(reported).toHaveLength(1)
  })

  it.each<[what: string, change: object]>([
    ['a strategy', { activationStrategy: 'MOON_PHASE' }],
    [
      'an operator',
      { parameters: { rules: [{ when: { attribute: 'country', operator: 'rhymesWith', value: 'FR' } }] } },
    ],
    ['a member of a condition', { parameters: { rules: [{ when: { ...inFrance, language: 'fr' } }] } }],
  ])('that uses %s of a later version', async (_, change) => {
    const { server } = await served([ruled('a', { when: inFrance })])
    const api = {
      ...server.api,
      features: {
        ...server.api.features,
        async *export() {
          yield { ...ruled('a', { when: inFrance }), ...change }
        },
      },
    }
    await asksServer(api as never, 'a')
  })

  it('whose strategy is changed to one of a later version while it is followed', async () => {
    const { box, server } = await served([ruled('a', { when: { attribute: 'country', operator: 'exists' } })])
    const { stream } = server.api.events
    async function* later(...options: Parameters<typeof stream>) {
      for await (const event of stream(...options))
        yield { ...event, payload: { ...(event.payload as object), activationStrategy: 'MOON_PHASE' } }
    }
    const api = { ...server.api, events: { ...server.api.events, stream: later } }
    const { flags, reported } = await readyFlags(api as never)
    expect([flags.isActive('a', ann), flags.isActive('a', ben)]).toEqual([true, true])
    const changed = nextChange(flags)
    await box.features.replace({ id: 'a', body: ruled('a', { when: inFrance }) })
    await changed
    expect([flags.isActive('a', ann), flags.isActive('a', ben)]).toEqual([false, false]) // the default, until it is known
    expect([await flags.check('a', ann), await flags.check('a', ben)]).toEqual([true, false])
    expect([flags.isActive('a', ann), flags.isActive('a', ben)]).toEqual([true, false])
    expect(reported).toHaveLength(1)
  })

  it('that refers to a segment with an operator of a later version, directly or not', async () => {
    const { server } = await served(
      [ruled('a', { when: { feature: 'b' } }), ruled('b', { when: { segment: 'staff' } })],
      [staff],
    )
    const api = {
      ...server.api,
      segments: {
        ...server.api.segments,
        async *export() {
          yield { id: 'staff', when: { attribute: 'email', operator: 'rhymesWith', value: 'x' } }
        },
      },
    }
    await asksServer(api as never, 'a')
  })
})

describe('an older server', () => {
  it('without segments is followed as before', async () => {
    const { box, server } = await served([plain('a')])
    server.refuse = (name) => name.startsWith('segments.') && new SignalboxError('NOT_FOUND', 'No such path')
    const { stream } = box.events
    const older: typeof stream = (input, options) => {
      if (/Segment/.test(input?.domains ?? '')) throw new SignalboxError('INVALID', 'There is no domain Segment')
      return stream(input, options)
    }
    const api = { ...server.api, events: { ...server.api.events, stream: older } }
    for (const patterns of ['*', 'a*']) {
      const { flags, reported } = await readyFlags(api, { patterns, wait: quickWait() })
      const changed = nextChange(flags)
      await box.features.replace({ id: 'a', body: plain('a', patterns !== '*') })
      await changed
      expect([flags.isActive('a'), flags.status, reported]).toEqual([patterns !== '*', 'fresh', []])
    }
  })
})
