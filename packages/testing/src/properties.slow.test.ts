import { createClient } from '@signalbox/client'
import { createSignalbox, type Feature, memoryStore, type SignalboxOptions } from '@signalbox/core'
import { contract, operations, type SignalboxApi, type Stream } from '@signalbox/core/contract'
import { toHono } from '@signalbox/hono'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emitted } from './api/api-test.ts'
import { context, featuresUnder, goodId, instant } from './arbitraries.fixture.ts'
import { type ApiCall, call, calledNames } from './calls.fixture.ts'
import { createTestBox } from './create-test-box.ts'
import { fixedClock } from './fixed-clock.ts'
import { outcome } from './outcome.fixture.ts'
import { quickPasswords } from './quick-passwords.ts'
import { seededRandom } from './seeded-random.ts'

/**
 * The callers in process and over HTTP. The box itself sees more than an administrator, so it is called in process
 * only.
 */
const admin = { id: 'admin', admin: true }

const local = (options: SignalboxOptions): SignalboxApi => createSignalbox(options).as(admin)

const remote = (options: SignalboxOptions): SignalboxApi => {
  const { fetch } = toHono(createSignalbox(options), { access: () => admin })
  return createClient({ baseUrl: 'http://signalbox.test', fetch })
}

/** What a tree holds under an id. */
const under = (tree: object, id: string): unknown =>
  id
    .split(':')
    .reduce<unknown>(
      (node, segment) => (Object.hasOwn(Object(node), segment) ? (node as never)[segment] : undefined),
      tree,
    )

/** Ids without the segment `active`, which trees reserve for the feature itself. */
const plainId = goodId.filter((id) => !id.split(':').includes('active'))

describe('in process and over HTTP', () => {
  const step = fc.oneof({ arbitrary: call, weight: 9 }, { arbitrary: instant, weight: 1 })

  interface Scene {
    /** The initial records: features, and under each of their ids a record of every other kind. */
    readonly stored: readonly Feature[]
    /** The calls made after that; a number sets the clock. */
    readonly steps: readonly (ApiCall | number)[]
  }
  const scene: fc.Arbitrary<Scene> = fc.record({
    stored: featuresUnder(goodId),
    steps: fc.array(step, { maxLength: 30 }),
  })

  const variants = ['A', 'B'].map((id) => ({ id, name: id, traffic: 0.5 }))
  const plans = (['apikey', 'keyless'] as const).map((access_mode_configuration_type, i) => ({
    id: i === 0 ? 'a' : 'b',
    status: 'published' as const,
    access_mode_configuration_type,
  }))
  const source = { type: 'javascript', script: 'function enabled() {}' } as const

  async function play(create: (options: SignalboxOptions) => SignalboxApi, { stored, steps }: Scene) {
    const { clock, set } = fixedClock(Date.UTC(2026, 0, 15))
    const api = create({ clock, passwords: quickPasswords, random: seededRandom(1) })
    const outcomes: string[] = []
    const events = await emitted(
      api,
      async () => {
        await api.features.import({ body: structuredClone(stored) })
        await api.configs.import({ body: stored.map(({ id }) => ({ id, tags: [], value: id })) })
        const named = stored.map(({ id }) => ({ id, name: id }))
        await api.experiments.import({ body: named.map((one) => ({ ...one, enabled: true, variants })) })
        await api.experiments.importBindings({
          body: named.map(({ id }) => ({ variantBindingKey: `${id}:ann`, variantId: 'B' })),
        })
        await api.scripts.import({ body: named.map((one) => ({ ...one, source })) })
        await api.errorTemplates.import({ body: stored.map(({ id }) => ({ serviceId: id, template50x: id })) })
        await api.backends.import({ body: ['a', 'b'].map((id) => ({ id })) })
        await api.apis.import({
          body: ['a', 'b'].map((id) => ({ id, name: id, state: 'published' as const, documentation: { plans } })),
        })
        await api.subscriptions.import({
          body: ['a', 'b'].map((id) => ({ id, api_ref: 'a', plan_ref: 'a', token_refs: [id] })),
        })
        await api.credentials.import({
          body: ['a', 'b'].map((id) => ({
            clientId: id,
            ...{ subscription_ref: id, api_ref: 'a', plan_ref: 'a' },
            secrets: { current: { hash: `hmac-sha256$${'0'.repeat(32)}$${'0'.repeat(64)}`, since: 0 } },
          })),
        })
        await api.apiKeys.import({ body: named.map(({ id, name }) => ({ clientId: id, name })) })
        await api.users.import({ body: named.map((one) => ({ ...one, password: 'a long password' })) })
        await api.webhooks.import({
          body: named.map(({ id }) => ({ clientId: id, callbackUrl: 'https://receiver.invalid' })),
        })
        await api.workflows.import({
          body: ['a', 'b'].map((id) => ({ id, config: { kind: 'workflow', steps: [{ kind: 'noop' }] } })),
        })
        for (const one of structuredClone(steps))
          if (typeof one === 'number') set(one)
          else outcomes.push(await outcome(api, one))
      },
      'Feature,Experiment,Script,ErrorTemplate,User,ApiKey,Webhook,Api,Backend,Subscription,Credential,Workflow',
    )
    return { outcomes, events: events.map((event) => JSON.stringify(event)) }
  }

  it('calls have the same results, failures, entity tags and events', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(scene, async (scene) => {
        const [here, there] = [await play(local, scene), await play(remote, scene)]
        expect(there.outcomes).toEqual(here.outcomes)
        // Readers may get an event before an erasure replaces it, or after.
        const erases = scene.steps.some((step) => typeof step === 'object' && /erase/i.test(step.name))
        if (!erases) expect(there.events).toEqual(here.events)
      }),
      { numRuns: 200 },
    )
  })

  it('calls cover every operation that ends', () => {
    const ending = operations(contract).filter(({ operation: { response } }) => (response as Stream).encoding !== 'sse')
    expect(ending.map(({ name }) => name.join('.')).sort()).toEqual(calledNames.toSorted())
  })
})

describe('a percentage', () => {
  const percentage = fc.oneof(fc.double({ min: 0, max: 100, noNaN: true }), fc.integer({ min: 0, max: 100 }))
  const clients = fc.uniqueArray(fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.integer()), {
    minLength: 1,
    maxLength: 50,
  })
  const bucketings = fc.constantFrom('murmur3' as const, 'classic' as const)

  it('only adds clients as it grows, from none at 0 to all at 100', async () => {
    await fc.assert(
      fc.asyncProperty(goodId, clients, fc.array(percentage), bucketings, async (id, ids, shares, bucketing) => {
        const { box } = createTestBox({ bucketing })
        let before: unknown[] = []
        for (const share of [0, ...shares.sort((a, b) => a - b), 100]) {
          await box.features.import({
            body: [{ id, enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: share } }],
            strategy: 'Replace',
          })
          const active = ids.filter((client) => box.isActive(id, { id: client }))
          if (share === 0) expect(active).toEqual([])
          expect(active).toEqual(expect.arrayContaining(before))
          before = active
        }
        expect(before).toEqual(ids)
      }),
    )
  })
})

describe('a tree', () => {
  it('is its members, nested, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(plainId, { maxLength: 30 }), async (ids) => {
        const { box } = createTestBox()
        await box.features.import({ body: ids.map((id) => ({ id, enabled: true, activationStrategy: 'NO_STRATEGY' })) })
        const members = (node: object, path: readonly string[]): string[] =>
          Object.keys(node).flatMap((name) => {
            if (name === 'active') return [path.join(':')]
            return members((node as Record<string, object>)[name] as object, [...path, name])
          })
        expect(members(await box.features.tree(), []).sort()).toEqual(ids.toSorted())
        const nested = await box.features.nested()
        for (const id of ids) expect(under(nested, id)).toMatchObject({ value: { id } })
      }),
    )
  })
})

describe('concurrent patches', () => {
  const routes = fc.array(fc.constantFrom(0, 1, 2), { minLength: 30, maxLength: 30 })

  it('lose nothing, in one process, in another, and over HTTP', async () => {
    await fc.assert(
      fc.asyncProperty(routes, fc.constantFrom('features' as const, 'configs' as const), async (ways, kind) => {
        const store = memoryStore()
        const apis = [createSignalbox({ store }), createSignalbox({ store }), remote({ store })]
        const record = { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY', tags: [] } as const
        if (kind === 'features') await apis[0]!.features.create({ body: { ...record, tags: [] } })
        else await apis[0]!.configs.create({ body: { id: 'a', tags: [], value: null } })
        await Promise.all(
          ways.map((way, n) =>
            apis[way]![kind].patch({ id: 'a', body: [{ op: 'add', path: '/tags/-', value: `${n}` }] }),
          ),
        )
        const { tags } = await apis[0]![kind].get({ id: 'a' })
        expect(tags?.map(Number).sort((a, b) => a - b)).toEqual(ways.map((_, n) => n))
      }),
      { numRuns: 30 },
    )
  })
})

describe('a feature', () => {
  it('is the same by isActive, check, list, tree, nested and OFREP, with and without a context', async () => {
    await fc.assert(
      fc.asyncProperty(featuresUnder(plainId), context, instant, async (all, body, now) => {
        const { box } = createTestBox({ start: now })
        await box.features.import({ body: all })
        const list = await box.features.list({ active: true, pageSize: 1000 })
        const many = await box.features.checkMany({ body, pageSize: 1000 })
        const [tree, treeWith] = [await box.features.tree(), await box.features.treeWith({ body })]
        const nested = await box.features.nested({ active: true })
        const { flags } = await box.ofrep.evaluateAll({ body: { context: body } })
        expect(flags.map(({ key }) => key)).toEqual(many.results.map(({ id }) => id))
        expect(list.results).toHaveLength(all.length)
        for (const { id } of all) {
          const without = box.isActive(id)
          expect((await box.features.check({ id })).active).toBe(without)
          expect(list.results.find((one) => one.id === id)?.active).toBe(without)
          expect(under(tree, id)).toMatchObject({ active: without })
          expect(under(nested, id)).toMatchObject({ value: { active: without } })
          const within = box.isActive(id, body)
          expect((await box.features.checkWith({ id, body })).active).toBe(within)
          expect((await box.features.checkWith({ id, body, explain: true })).active).toBe(within)
          expect(many.results.find((one) => one.id === id)?.active).toBe(within)
          expect(under(treeWith, id)).toMatchObject({ active: within })
          const flag = flags.find(({ key }) => key === id)
          expect(flag && 'value' in flag && flag.value).toBe(within)
          const alone = await box.ofrep.evaluate({ key: id, body: { context: body } }).catch(({ members }) => members)
          expect(alone).toEqual(flag)
        }
      }),
      { numRuns: 200 },
    )
  })
})
