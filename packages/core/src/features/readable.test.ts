import { describe, expect, it } from 'vitest'
import { experiment } from '../experiments/experiments.fixture.ts'
import type { ChangeEvent } from '../machine/log/event.ts'
import { memoryStore } from '../memory/store.ts'
import type { Store } from '../ports.ts'
import { createSignalbox } from '../signalbox.ts'

const later = { attribute: 'id', operator: 'resembles', value: 'ann' }
const plain = (id: string) => ({ id, enabled: true, activationStrategy: 'NO_STRATEGY' })
const ruled = (id: string, when: object) => ({
  id,
  enabled: true,
  activationStrategy: 'RULES',
  parameters: { rules: [{ when }] },
})
const moon = { ...plain('moon'), activationStrategy: 'MOON_PHASE' }

type Stored = Readonly<Record<string, Readonly<Record<string, unknown>>>>
type Told = 'stored before the start' | 'changed while it runs' | 'returned as values'

/** Writes records as another version would, without validation: with their events, by collection and key. */
async function write(store: Store, records: Stored) {
  for (const [collection, byKey] of Object.entries(records))
    for (const [key, value] of Object.entries(byKey)) {
      const noun = collection.slice(0, -1)
      const domain = `${noun[0]?.toUpperCase()}${noun.slice(1)}`
      const event = { type: `${noun.toUpperCase()}_UPDATED`, domain, key, payload: value } as unknown as ChangeEvent
      await store.commit([{ op: 'put', collection, key, value }], [event])
    }
}

/** A store that returns values only: no texts, and nothing at once. */
function ofValues(store: Store): Store {
  return {
    ...store,
    scan: (collection, { asText: _, ...options } = {}) => store.scan(collection, options),
    read: ({ asText: _, ...options }) => store.read(options),
  }
}

/** A box over these records, how it receives them, and the messages that it reported. */
async function boxOver(records: Stored, told: Told = 'stored before the start') {
  const memory = memoryStore()
  const store = told === 'returned as values' ? ofValues(memory) : memory
  const isLate = told === 'changed while it runs'
  const reported: string[] = []
  if (!isLate) await write(memory, records)
  const box = createSignalbox({ store, report: (error) => reported.push((error as Error).message) })
  await box.ready()
  if (isLate) {
    await write(memory, records)
    await box.features.create({ body: { id: 'last', enabled: false, activationStrategy: 'NO_STRATEGY' } })
  }
  return { box, store: memory, reported }
}

const wayOut = 'Run the version of Signalbox that wrote it, or replace it'

describe.each<Told>(['stored before the start', 'changed while it runs', 'returned as values'])(
  'a feature with a strategy of a later version, %s',
  (told) => {
    const features = { moon, plain: plain('plain'), refers: ruled('refers', { not: { feature: 'moon' } }) }

    it('is inactive in every answer, and the other features are answered', async () => {
      const { box } = await boxOver({ features }, told)
      expect(['moon', 'plain', 'refers'].map((id) => box.isActive(id))).toEqual([false, true, false])
      expect(box.flag('moon').isActive()).toBe(false)
      expect(await box.features.check({ id: 'moon' })).toEqual({ active: false })
      expect(await box.features.checkWith({ id: 'moon', body: { id: 'ann' } })).toEqual({ active: false })
      expect(await box.features.tree({ pattern: 'moon,plain,refers' })).toEqual({
        moon: { active: false },
        plain: { active: true },
        refers: { active: false },
      })
      const { results } = await box.features.list({ active: true })
      const active = results.filter((one) => one.active).map(({ id }) => id)
      expect([results.length, active]).toEqual([told === 'changed while it runs' ? 4 : 3, ['plain']])
    })

    it('is explained with the reason and the way out', async () => {
      const { box } = await boxOver({ features }, told)
      const message = expect.stringMatching(
        `^Feature moon cannot be evaluated, so it is inactive: .* MOON_PHASE: expected one of .*\\. ${wayOut}$`,
      )
      const explanation = { reason: 'ERROR', errorCode: 'GENERAL', message, strategy: 'MOON_PHASE', enabled: true }
      expect(box.explain('moon')).toEqual(explanation)
      expect(await box.features.check({ id: 'moon', explain: true })).toEqual({ active: false, explanation })
      expect(await box.features.check({ id: 'refers', explain: true })).toMatchObject({
        explanation: { trace: [{ when: { node: { feature: 'moon', unresolved: true } } }] },
      })
    })

    it('is reported once for each stored version', async () => {
      const { box, store, reported } = await boxOver({ features }, told)
      for (let n = 0; n < 3; n++) {
        box.isActive('refers')
        box.isActive('moon')
        await box.features.tree()
      }
      expect(reported).toEqual([expect.stringContaining('Feature moon cannot be evaluated')])
      await write(store, { features: { moon: { ...moon, description: 'again' } } })
      await box.features.create({ body: { id: 'again', enabled: true, activationStrategy: 'NO_STRATEGY' } })
      expect([box.isActive('moon'), box.isActive('moon'), reported.length]).toEqual([false, false, 2])
    })

    it('is active as soon as it is replaced, and so is what refers to it', async () => {
      const { box, reported } = await boxOver({ features }, told)
      expect(box.isActive('refers')).toBe(false)
      await box.features.replace({
        id: 'moon',
        body: { id: 'moon', enabled: false, activationStrategy: 'NO_STRATEGY' },
      })
      expect([box.isActive('moon'), box.isActive('refers'), reported.length]).toEqual([false, true, 1])
      expect(box.explain('moon')).toMatchObject({ reason: 'DISABLED' })
    })
  },
)

it.each<[string, unknown]>([
  ['has an operator of a later version', ruled('moon', later)],
  ['lacks its parameters', { ...moon, activationStrategy: 'PERCENTAGE' }],
  ['has another id', plain('other')],
  ['has no id', { enabled: true, activationStrategy: 'NO_STRATEGY' }],
  ['is null', null],
  ['is a list', [1]],
  ['is a text', 'moon'],
])('a stored feature is inactive and affects no others if it %s', async (_, stored) => {
  const { box, reported } = await boxOver({ features: { moon: stored, plain: plain('plain') } })
  expect(await box.features.tree()).toEqual({ moon: { active: false }, plain: { active: true } })
  expect(box.explain('moon')).toMatchObject({ reason: 'ERROR', message: expect.stringContaining(wayOut) })
  expect(reported).toEqual([expect.stringContaining('Feature moon cannot be evaluated')])
})

it('a stored feature that is no JSON is inactive and affects no others', async () => {
  const memory = memoryStore()
  await write(memory, { features: { plain: plain('plain') } })
  const scan: Store['scan'] = async function* (collection, options) {
    if (collection === 'features') yield { key: 'moon', value: undefined, text: '{"id":"moon"', version: '1' }
    yield* memory.scan(collection, options)
  }
  const reported: unknown[] = []
  const box = createSignalbox({ store: { ...memory, scan }, report: (error) => reported.push(error) })
  await box.ready()
  expect(await box.features.tree()).toEqual({ moon: { active: false }, plain: { active: true } })
  expect(reported).toEqual([expect.objectContaining({ cause: expect.any(SyntaxError) })])
})

describe.each<Told>(['stored before the start', 'changed while it runs', 'returned as values'])(
  'a segment with an operator of a later version, %s',
  (told) => {
    const records = {
      segments: { staff: { id: 'staff', when: later } },
      features: {
        plain: plain('plain'),
        inside: ruled('inside', { segment: 'staff' }),
        outside: ruled('outside', { not: { segment: 'staff' } }),
      },
    }

    it('makes conditions that refer to it false; everything else works', async () => {
      const { box, reported } = await boxOver(records, told)
      const ids = ['plain', 'inside', 'outside']
      expect(ids.map((id) => box.isActive(id, { id: 'ann' }))).toEqual([true, false, false])
      await box.features.create({ body: { id: 'new', enabled: true, activationStrategy: 'NO_STRATEGY' } })
      expect(box.isActive('new')).toBe(true)
      expect(reported).toEqual([
        expect.stringMatching(
          /^Segment staff cannot be evaluated, so conditions that refer to it are false: .*resembles/,
        ),
      ])
      await box.segments.replace({ id: 'staff', body: { id: 'staff', included: ['ann'] } })
      expect(ids.map((id) => box.isActive(id, { id: 'ann' }))).toEqual([true, true, false])
    })
  },
)

it('a segment that becomes unreadable is no longer evaluated in its old version', async () => {
  const { box, store } = await boxOver({
    segments: { staff: { id: 'staff', included: ['ann'] } },
    features: { inside: ruled('inside', { segment: 'staff' }) },
  })
  expect(box.isActive('inside', { id: 'ann' })).toBe(true)
  await write(store, { segments: { staff: { id: 'staff', when: later } } })
  await expect.poll(() => box.isActive('inside', { id: 'ann' })).toBe(false)
})

describe.each<Told>(['stored before the start', 'changed while it runs', 'returned as values'])(
  'a config with an operator of a later version, %s',
  (told) => {
    const configs = {
      limit: { id: 'limit', type: 'number', value: 3, rules: [{ when: later, value: 4 }] },
      size: { id: 'size', type: 'number', value: 1 },
    }

    it('has its value without rules, with the reason; the other configs are answered', async () => {
      const { box, reported } = await boxOver({ configs }, told)
      const message = expect.stringMatching(/^Config limit cannot be evaluated, so its rules are ignored: .*resembles/)
      const limit = { id: 'limit', value: 3, reason: 'ERROR', message }
      const size = { id: 'size', value: 1, reason: 'STATIC' }
      expect([box.value('limit'), box.value('limit', { id: 'ann' }, { default: 9 })]).toEqual([3, 3])
      expect(box.evaluate('limit')).toEqual(limit)
      expect(await box.configs.evaluate({ id: 'limit', body: {} })).toEqual(limit)
      expect(await box.configs.evaluateAll({ body: {} })).toEqual({ results: [limit, size] })
      expect(reported).toEqual([message])
      await box.configs.replace({ id: 'limit', body: { id: 'limit', type: 'number', value: 5 } })
      expect(box.evaluate('limit')).toEqual({ id: 'limit', value: 5, reason: 'STATIC' })
    })
  },
)

it('telemetry is told of features and configs that cannot be evaluated', async () => {
  const store = memoryStore()
  const told: unknown[] = []
  await write(store, { features: { moon }, configs: { limit: null } })
  const box = createSignalbox({
    store,
    report: () => {},
    telemetry: {
      featureEvaluated: ({ id }, isActive, context, explain) =>
        told.push([id, isActive, explain(isActive, context).reason]),
      configEvaluated: ({ id }, { reason }) => told.push([id, reason]),
    },
  })
  await box.ready()
  expect([box.isActive('moon'), box.value('limit')]).toEqual([false, null])
  expect(told).toEqual([
    ['moon', false, 'ERROR'],
    ['limit', 'ERROR'],
  ])
})

describe('an experiment with an audience of a later version', () => {
  it('takes no new clients and is reported once; the other experiments are answered', async () => {
    const experiments = { odd: { ...experiment('odd'), audience: later }, plain: experiment('plain') }
    const { box, reported } = await boxOver({ experiments })
    for (const clientId of ['ann', 'bob'])
      expect(await box.experiments.tree({ clientId })).toEqual({ plain: { variant: expect.any(String) } })
    await expect(box.experiments.displayed({ id: 'odd', clientId: 'ann' })).rejects.toMatchObject({
      code: 'CONFLICT',
      errors: [{ message: 'error.not.eligible', args: ['odd', 'ann', 'audience'] }],
    })
    expect(reported).toEqual([
      expect.stringMatching(/^Experiment odd cannot be evaluated, so it takes no new clients: .*resembles/),
    ])
    await box.experiments.replace({ id: 'odd', body: experiment('odd') })
    expect(await box.experiments.displayed({ id: 'odd', clientId: 'ann' })).toMatchObject({ clientId: 'ann' })
  })
})
