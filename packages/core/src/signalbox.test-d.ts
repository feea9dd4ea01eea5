import { describe, expectTypeOf, it } from 'vitest'
import type { Api, ConsumerApi, contract, SignalboxApi } from './contract.ts'
import {
  type ChangeEvent,
  type Config,
  type ConfigEvaluation,
  type Context,
  createSignalbox,
  type EventDraft,
  type EventType,
  type Explanation,
  type Feature,
  type FeatureBody,
  type StrategyName,
} from './index.ts'

const box = createSignalbox()

describe('a box', () => {
  it('takes and answers what the contract says', () => {
    expectTypeOf(box.features.get).parameter(0).toEqualTypeOf<{ id: string }>()
    expectTypeOf(box.features.get).returns.resolves.toEqualTypeOf<Feature>()
    expectTypeOf(box.features.export).returns.resolves.toEqualTypeOf<AsyncIterable<Feature>>()
    expectTypeOf(box.features.count).returns.resolves.toEqualTypeOf<{ count: number }>()
    expectTypeOf(box.configs.get).returns.resolves.toEqualTypeOf<Config>()
    expectTypeOf(box.configs.create).parameter(0).toEqualTypeOf<{ body: Config; force?: boolean }>()
    expectTypeOf(box.events.stream).returns.resolves.toEqualTypeOf<AsyncIterable<ChangeEvent>>()
    expectTypeOf(box.isActive).toEqualTypeOf<(id: string, context?: Context) => boolean>()
    expectTypeOf(box.value('a')).toEqualTypeOf<unknown>()
    expectTypeOf(box.value('a', { id: 'ann' }, { default: 3 })).toEqualTypeOf<number>()
    expectTypeOf(box.value('a', undefined, { default: [{ b: '' }] })).toEqualTypeOf<{ b: string }[]>()
    expectTypeOf(box.evaluate).toEqualTypeOf<(id: string, context?: Context) => ConfigEvaluation | undefined>()
    expectTypeOf(box.explain).returns.toEqualTypeOf<Explanation | undefined>()
  })

  it('lists without input, and refuses another', () => {
    void box.features.list()
    void box.features.list({ pattern: 'a:*', page: 2, active: true })
    // @ts-expect-error pages are numbers
    void box.features.list({ page: '2' })
    // @ts-expect-error deleting many needs a pattern
    void box.features.deleteMany()
  })
})

it('has every operation of the contract', () => {
  expectTypeOf<SignalboxApi & ConsumerApi>().toExtend<Api<typeof contract>>()
  expectTypeOf<Api<typeof contract>>().toExtend<SignalboxApi & ConsumerApi>()
})

describe('a patch', () => {
  it('is an object of the members to change, or a list of operations', () => {
    void box.features.patch({ id: 'a', body: { enabled: false, description: null } })
    void box.features.patch({ id: 'a', body: { activationStrategy: 'PERCENTAGE', parameters: { percentage: 5 } } })
    void box.apis.patch({ id: 'a', body: { testing: { enabled: true } } })
    void box.configs.patch({ id: 'a', body: [{ op: 'add', path: '/value/list/-', value: 1 }] })
    void box.webhooks.patch({ id: 'a', body: { isBanned: false } })
    // @ts-expect-error enabled is a boolean
    void box.features.patch({ id: 'a', body: { enabled: 'no' } })
    // @ts-expect-error there is no such member
    void box.features.patch({ id: 'a', body: { enable: true } })
    // @ts-expect-error an addition has a value
    void box.features.patch({ id: 'a', body: [{ op: 'add', path: '/tags/-' }] })
    // @ts-expect-error there is no such operation
    void box.features.patch({ id: 'a', body: [{ op: 'mend', path: '/tags' }] })
  })
})

describe('change events', () => {
  it('can be awaited or iterated over', async () => {
    expectTypeOf(box.events.stream()).toExtend<AsyncIterable<ChangeEvent>>()
    expectTypeOf(box.features.export()).toExtend<AsyncIterable<Feature>>()
    expectTypeOf(await box.events.stream()).toEqualTypeOf<AsyncIterable<ChangeEvent>>()
  })

  it('show what their type says', () => {
    box.on('FEATURE_UPDATED', ({ type, payload, oldValue }) => {
      expectTypeOf(type).toEqualTypeOf<'FEATURE_UPDATED'>()
      expectTypeOf(payload).toEqualTypeOf<Feature>()
      expectTypeOf(oldValue).toEqualTypeOf<Feature | undefined>()
    })
    box.on('CONFIG_DELETED', ({ payload }) => expectTypeOf(payload).toEqualTypeOf<Config>())
    box.on('APIKEY_CREATED', ({ payload }) => expectTypeOf(payload.clientId).toExtend<string | undefined>())
    box.on('FEATURES_DELETED', ({ payload }) => expectTypeOf(payload.count).toEqualTypeOf<number>())
    box.on('VARIANT_BINDING_CREATED', ({ payload }) => expectTypeOf(payload.variantId).toEqualTypeOf<string>())
    box.on('*', (event) => expectTypeOf(event).toEqualTypeOf<ChangeEvent>())
    // @ts-expect-error there is no such type
    box.on('FEATURE_MOVED', () => {})
  })
})

describe('a feature', () => {
  const common = { id: 'f', enabled: true } as const

  it('has the parameters of its strategy', () => {
    void ({ ...common, activationStrategy: 'NO_STRATEGY' } satisfies Feature)
    void ({ ...common, activationStrategy: 'PERCENTAGE', parameters: { percentage: 50, salt: 's' } } satisfies Feature)
    void ({ ...common, activationStrategy: 'GLOBAL_SCRIPT', parameters: { ref: 'shared' } } satisfies Feature)
    // @ts-expect-error a percentage needs its parameters
    void ({ ...common, activationStrategy: 'PERCENTAGE' } satisfies Feature)
    // @ts-expect-error and not the names of another
    void ({ ...common, activationStrategy: 'PERCENTAGE', parameters: { ref: 'shared' } } satisfies Feature)
    // @ts-expect-error none are none
    void ({ ...common, activationStrategy: 'NO_STRATEGY', parameters: { percentage: 50 } } satisfies Feature)
    // @ts-expect-error languages come from the contract
    void ({ ...common, activationStrategy: 'SCRIPT', parameters: { type: 'perl', script: '' } } satisfies Feature)
    // @ts-expect-error there is no such strategy
    void ({ ...common, activationStrategy: 'SOMETIMES' } satisfies Feature)
  })

  it('is told by its strategy', () => {
    const read = (feature: Feature) => {
      if (feature.activationStrategy === 'PERCENTAGE')
        expectTypeOf(feature.parameters.percentage).toEqualTypeOf<number>()
      if (feature.activationStrategy === 'DATE_RANGE') expectTypeOf(feature.parameters.from).toEqualTypeOf<string>()
      if (feature.activationStrategy === 'HOUR_RANGE')
        expectTypeOf(feature.parameters.timezone).toEqualTypeOf<string | undefined>()
      if (feature.activationStrategy === 'CUSTOMERS_LIST')
        expectTypeOf(feature.parameters.customers).toEqualTypeOf<string[]>()
    }
    expectTypeOf(read).parameter(0).toEqualTypeOf<Feature>()
    expectTypeOf<Feature['activationStrategy']>().toEqualTypeOf<StrategyName>()
  })
})

describe('an event', () => {
  it('has one of the types that its domains make', () => {
    expectTypeOf<'FEATURE_CREATED'>().toExtend<EventType>()
    expectTypeOf<'FEATURES_DELETED'>().toExtend<EventType>()
    expectTypeOf<'GLOBALSCRIPT_UPDATED'>().toExtend<EventType>()
    expectTypeOf<'APIKEYS_DELETED'>().toExtend<EventType>()
    expectTypeOf<'FEATURE_MOVED'>().not.toExtend<EventType>()
    expectTypeOf<'FEATURES_CREATED'>().not.toExtend<EventType>()
    expectTypeOf<'SCRIPT_CREATED'>().not.toExtend<EventType>()
  })

  it('gets its id by its commit', () => {
    expectTypeOf<ChangeEvent['_id']>().toEqualTypeOf<number>()
    expectTypeOf<keyof EventDraft>().toEqualTypeOf<Exclude<keyof ChangeEvent, '_id'>>()
  })
})

describe('the body of a feature', () => {
  const common = { id: 'f', enabled: true }

  it('has the parameters of its strategy, and a wrong one is reported at its place', () => {
    void box.features.create({ body: { ...common, activationStrategy: 'PERCENTAGE', parameters: { percentage: 5 } } })
    void box.features.create({ body: { ...common, activationStrategy: 'NO_STRATEGY' } })
    void box.features.create({
      body: {
        ...common,
        activationStrategy: 'PERCENTAGE',
        parameters: {
          // @ts-expect-error the percentage is misspelled
          percent: 5,
        },
      },
    })
    void box.features.replace({
      id: 'f',
      body: {
        ...common,
        activationStrategy: 'RELEASE_DATE',
        parameters: {
          // @ts-expect-error this is a parameter of another strategy
          percentage: 5,
        },
      },
    })
    void box.features.create({
      body: {
        ...common,
        activationStrategy: 'NO_STRATEGY',
        // @ts-expect-error there are no parameters
        parameters: { percentage: 5 },
      },
    })
  })

  it('may be a feature that was read', () => {
    const feature = {} as Feature
    void box.features.replace({ id: 'f', body: feature })
    void box.features.create({ body: { ...feature, id: 'g' } })
    expectTypeOf<Feature>().toExtend<FeatureBody>()
    expectTypeOf<FeatureBody>().toExtend<Feature>()
  })
})
