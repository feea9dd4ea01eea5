import { createSignalbox, type Signalbox, SignalboxError, type Store } from '@signalbox/core'
import { describe, expect, test } from 'vitest'
import { createSubscribable, setPlan, subscribe } from './api/gateway/subscribable.ts'
import { consumerRaces, describeDecisions } from './consumer-races.ts'
import { fixedClock } from './fixed-clock.ts'
import { createLane } from './lanes.ts'
import type { Act, Race } from './race.ts'
import { seededRandom } from './seeded-random.ts'
import { describeUsageRaces } from './usage-races.ts'

const subscribing: Act = (box) => subscribe(box, { id: 's' })
const closing: Act = (box) => setPlan(box, 'closed')
const withoutPlan: Act = (box) => box.apis.patch({ id: 'a', body: [{ op: 'remove', path: '/documentation/plans/0' }] })
const deleting: Act = (box) => box.apis.delete({ id: 'a' })
const forcing: Act = (box) => box.apis.delete({ id: 'a', force: true })
const rotating: Act = (box) => box.subscriptions.rotate({ id: 's', body: {} })
const resuming: Act = (box) => box.subscriptions.resume({ id: 's' })
const ending: Act = (box) => box.subscriptions.close({ id: 's' })
const paused: Act = async (box) => {
  await subscribing(box)
  await box.subscriptions.pause({ id: 's' })
}

const inLayer =
  (id: string, from: number, to: number): Act =>
  (box) =>
    box.experiments.create({
      body: {
        ...{ id, name: id, enabled: true },
        variants: [{ id: 'A', name: 'A', traffic: 1 }],
        layer: { name: 'l', from, to },
      },
    })
const moving: Act = (box) => box.experiments.patch({ id: 'e', body: { layer: { from: 0.5, to: 1 } } })
const leaving: Act = (box) => box.experiments.delete({ id: 'e' })

const races: readonly Race[] = [
  {
    what: 'two experiments with ranges of a layer that overlap',
    acts: [inLayer('e', 0, 0.6), inLayer('f', 0.5, 1)],
    never: [
      ['done', 'done'],
      ['refused', 'refused'],
    ],
  },
  {
    what: 'two experiments with ranges of a layer side by side',
    acts: [inLayer('e', 0, 0.5), inLayer('f', 0.5, 1)],
    never: [
      ['refused', 'done'],
      ['done', 'refused'],
      ['refused', 'refused'],
    ],
  },
  {
    what: 'a range that moves and another that is added',
    begin: inLayer('e', 0, 0.5),
    acts: [moving, inLayer('f', 0.5, 1)],
    never: [
      ['done', 'done'],
      ['refused', 'refused'],
    ],
  },
  {
    what: 'an experiment that is deleted and a range that is added beside it',
    begin: inLayer('e', 0, 0.5),
    acts: [leaving, inLayer('f', 0.5, 1)],
    never: [
      ['refused', 'done'],
      ['done', 'refused'],
      ['refused', 'refused'],
    ],
  },
  {
    what: 'subscribing and closing the plan',
    acts: [subscribing, closing],
    never: [
      ['refused', 'refused'],
      ['done', 'refused'],
    ],
  },
  {
    what: 'subscribing and taking the plan away',
    acts: [subscribing, withoutPlan],
    never: [
      ['done', 'done'],
      ['refused', 'refused'],
    ],
  },
  {
    what: 'subscribing and deleting the API',
    acts: [subscribing, deleting],
    never: [
      ['done', 'done'],
      ['refused', 'refused'],
    ],
  },
  {
    what: 'subscribing and deleting the API by force',
    acts: [subscribing, forcing],
    never: [
      ['done', 'refused'],
      ['refused', 'refused'],
    ],
  },
  {
    what: 'subscribing and subscribing the same',
    acts: [subscribing, subscribing],
    never: [
      ['done', 'done'],
      ['refused', 'refused'],
    ],
  },
  {
    what: 'resuming and closing the plan',
    begin: paused,
    acts: [resuming, closing],
    never: [
      ['done', 'refused'],
      ['refused', 'refused'],
    ],
  },
  {
    what: 'rotating and closing the subscription',
    begin: subscribing,
    acts: [rotating, ending],
    never: [
      ['done', 'refused'],
      ['refused', 'refused'],
    ],
  },
  {
    what: 'rotating and rotating',
    begin: subscribing,
    acts: [rotating, rotating],
    never: [
      ['done', 'done'],
      ['refused', 'refused'],
    ],
  },
  {
    what: 'rotating and deleting the API by force',
    begin: subscribing,
    acts: [rotating, forcing],
    never: [
      ['done', 'refused'],
      ['refused', 'refused'],
    ],
  },
]

/** Options of `describeRaces`. */
export interface RaceOptions {
  /**
   * Whether the second act also pauses in its middle while the first runs to its end (many more interleavings).
   * @default false
   */
  readonly isThorough?: boolean
}

/**
 * Registers Vitest tests that subscriptions and usage stay consistent on a store under concurrent use. Two processes act at once:
 * the first is paused before each of its reads and commits in turn, while the second works. `createStore` runs once per
 * interleaving and must return an empty store.
 *
 * @example
 * ```ts
 * describeRaces('on my store', () => memoryStore())
 * ```
 */
export function describeRaces(
  name: string,
  createStore: () => Store | Promise<Store>,
  { isThorough = false }: RaceOptions = {},
): void {
  describe(`subscriptions at once ${name}`, { concurrent: false }, () => {
    for (const { what, begin, acts, never } of [...races, ...consumerRaces])
      for (const [first, second, order] of [
        [acts[0], acts[1], 'the first stands still'],
        [acts[1], acts[0], 'the second stands still'],
      ] as const)
        test(`${what}, where ${order}, leave nothing that is not whole`, { timeout: 120_000 }, async () => {
          let isFirstOver = false
          for (let before = 0; !isFirstOver; before++) {
            let isSecondOver = false
            for (let between = isThorough ? 1 : Number.POSITIVE_INFINITY; !isSecondOver; between++) {
              const store = await createStore()
              const { clock } = fixedClock(Date.UTC(2026, 0, 1))
              const boxOn = (one: Store, seed: number) =>
                createSignalbox({ store: one, clock, random: seededRandom(seed) })
              const calm = boxOn(store, 1)
              await createSubscribable(calm)
              await begin?.(calm)
              const a = createLane(store, (own) => first(boxOn(own, 2)))
              const b = createLane(store, (own) => second(boxOn(own, 3)))
              isFirstOver = await a.run(before)
              isSecondOver = await b.run(between)
              await a.run(Number.POSITIVE_INFINITY)
              await b.run(Number.POSITIVE_INFINITY)
              const [x, y] = order === 'the first stands still' ? [a, b] : [b, a]
              const outcomes = [x, y].map((lane) => outcomeOf(lane.outcome()))
              expect(never).not.toContainEqual(outcomes)
              await expectWhole(calm)
              await calm.close()
            }
          }
        })
  })
  describeDecisions(name, createStore)
  describeUsageRaces(name, createStore)
}

function outcomeOf(settled: PromiseSettledResult<unknown> | undefined): 'done' | 'refused' {
  if (settled?.status === 'fulfilled') return 'done'
  if (settled?.reason instanceof SignalboxError && /^(CONFLICT|INVALID|NOT_FOUND)$/.test(settled.reason.code))
    return 'refused'
  throw settled?.reason ?? new Error('It did not settle')
}

/**
 * Checks consistency: each subscription has its API and plan, each credential its subscription, and whatever is closed
 * is disabled.
 */
async function expectWhole(box: Signalbox): Promise<void> {
  const { results: apis } = await box.apis.list()
  const { results: subscriptions } = await box.subscriptions.list()
  const { results: credentials } = await box.credentials.list()
  for (const { api_ref, plan_ref, status, enabled, approval, token_refs = [] } of subscriptions) {
    const plan = apis.find(({ id }) => id === api_ref)?.documentation?.plans?.find(({ id }) => id === plan_ref)
    expect(plan).toBeDefined()
    if (plan?.status === 'closed') expect({ status, enabled }).toEqual({ status: 'closed', enabled: false })
    const own = credentials.filter(({ clientId }) => token_refs.includes(clientId as string))
    expect(own).toHaveLength(token_refs.length)
    if (status === 'closed') for (const one of own) expect(one.enabled).toBe(false)
    if (approval === 'waiting') expect({ status, enabled, own }).toEqual({ status: 'staging', enabled: false, own: [] })
  }
  const listed = subscriptions.flatMap(({ token_refs = [] }) => token_refs).sort()
  expect(credentials.map(({ clientId }) => clientId)).toEqual(listed)
  for (const { id = '', documentation } of apis)
    for (const { id: planId } of documentation?.plans ?? []) {
      const { subscriptions: stopped } = await box.apis.impact({ id, planId, status: 'closed' })
      expect(stopped.count).toBe(
        subscriptions.filter((one) => one.api_ref === id && one.plan_ref === planId && one.status !== 'closed').length,
      )
    }
}
