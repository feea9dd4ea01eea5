import { createSignalbox, type Signalbox, SignalboxError, type Store } from '@signalbox/core'
import { expect, test } from 'vitest'
import { createSubscribable, setPlan } from './api/gateway/subscribable.ts'
import { fixedClock } from './fixed-clock.ts'
import type { Act, Race } from './race.ts'
import { seededRandom } from './seeded-random.ts'

const consumer = (box: Signalbox) => box.as({ id: 'ann', kind: 'Developer' }).mine.subscriptions
const owner = { developer: 'ann', role: 'owner' as const }

/** An application that can subscribe to the plan `gold`, whose subscriptions wait for approval. */
const offered: Act = async (box) => {
  await box.developers.create({ body: { id: 'ann', name: 'Ann' } })
  await box.developers.create({ body: { id: 'bob', name: 'Bob' } })
  const members = [{ developer: 'bob', role: 'owner' as const }, owner]
  await box.applications.create({ body: { id: 'app', name: 'App', members } })
  const path = '/documentation/plans/0/approval'
  await box.apis.patch({ id: 'a', body: [{ op: 'add', path, value: 'manual' }] })
}
const asking: Act = (box) => consumer(box).create({ body: { owner_ref: 'app', api_ref: 'a', plan_ref: 'gold' } })
const idOf = async (box: Signalbox) => (await box.subscriptions.list()).results[0]?.id ?? 'none'
const asked: Act = async (box) => {
  await offered(box)
  await asking(box)
}
const approved: Act = async (box) => {
  await asked(box)
  await approving(box)
}
const approving: Act = async (box) => box.subscriptions.approve({ id: await idOf(box) })
const refusing: Act = async (box) => box.subscriptions.refuse({ id: await idOf(box), reason: 'No' })
const withdrawing: Act = async (box) => consumer(box).close({ id: await idOf(box) })
const creatingKey: Act = async (box) => consumer(box).rotate({ id: await idOf(box), body: {} })
const closing: Act = (box) => setPlan(box, 'closed')
const deprecating: Act = (box) => setPlan(box, 'deprecated')
const leaving: Act = (box) =>
  box.applications.patch({ id: 'app', body: { members: [{ developer: 'bob', role: 'owner' }] } })
const deleting: Act = (box) => box.applications.delete({ id: 'app' })

const once = [
  ['done', 'done'],
  ['refused', 'refused'],
] as const
const neverBoth = [['refused', 'refused']] as const

/** Races of consumers, of those who decide about their subscriptions, and of those who change the plan. */
export const consumerRaces: readonly Race[] = [
  { what: 'asking and asking the same', begin: offered, acts: [asking, asking], never: once },
  { what: 'asking and closing the plan', begin: offered, acts: [asking, closing], never: neverBoth },
  { what: 'asking and leaving the application', begin: offered, acts: [asking, leaving], never: neverBoth },
  { what: 'asking and deleting the application', begin: offered, acts: [asking, deleting], never: once },
  { what: 'approving and refusing', begin: asked, acts: [approving, refusing], never: once },
  { what: 'approving and withdrawing', begin: asked, acts: [approving, withdrawing], never: neverBoth },
  { what: 'approving and closing the plan', begin: asked, acts: [approving, closing], never: neverBoth },
  { what: 'approving and deprecating the plan', begin: asked, acts: [approving, deprecating], never: neverBoth },
  { what: 'creating the key twice', begin: approved, acts: [creatingKey, creatingKey], never: neverBoth },
  { what: 'approving and creating the key', begin: asked, acts: [approving, creatingKey], never: neverBoth },
  { what: 'creating the key and leaving', begin: approved, acts: [creatingKey, leaving], never: neverBoth },
]

/** How often all decide at once. */
const ROUNDS = 15

const deciding = { approving, refusing, withdrawing, closing, creatingKey }

/** Registers a test in which everybody decides about one subscription at once, in random orders: one decision holds. */
export function describeDecisions(name: string, createStore: () => Store | Promise<Store>): void {
  test(`one decision about a subscription holds ${name}, in ${ROUNDS} random orders`, {
    timeout: 120_000,
  }, async () => {
    const random = seededRandom(1)
    for (let round = 0; round < ROUNDS; round++) {
      const store = await createStore()
      const { clock } = fixedClock(Date.UTC(2026, 0, 1))
      const box = createSignalbox({ store: hesitant(store, random), clock, random: seededRandom(round) })
      await createSubscribable(box)
      await asked(box)
      const names = Object.keys(deciding) as (keyof typeof deciding)[]
      const order = names.map((name) => ({ name, by: random(1)[0] ?? 0 })).sort((a, b) => a.by - b.by)
      const settled = await Promise.allSettled(order.map(({ name }) => deciding[name](box)))
      const done = order.filter((_, i) => isDone(settled[i] as PromiseSettledResult<unknown>)).map(({ name }) => name)
      await expectOneDecision(box, done)
      await box.close()
    }
  })
}

/** A store that takes a random time for each read and commit. */
function hesitant(store: Store, random: (bytes: number) => Uint8Array): Store {
  const pause = async () => {
    for (let turns = (random(1)[0] ?? 0) % 8; turns > 0; turns--) await new Promise((resolve) => setTimeout(resolve, 0))
  }
  return {
    ...store,
    async get(...given) {
      await pause()
      return store.get(...given)
    },
    async commit(...given) {
      await pause()
      return store.commit(...given)
    },
  }
}

function isDone(settled: PromiseSettledResult<unknown>): boolean {
  if (settled.status === 'fulfilled') return true
  const { reason } = settled
  if (reason instanceof SignalboxError && reason.code === 'CONFLICT') return false
  throw reason
}

async function expectOneDecision(box: Signalbox, done: readonly (keyof typeof deciding)[]): Promise<void> {
  const { results } = await box.subscriptions.list()
  const { results: credentials } = await box.credentials.list()
  const decisions = done.filter((one) => one === 'approving' || one === 'refusing')
  expect(decisions.length).toBeLessThanOrEqual(1)
  const approval = decisions[0] && { approving: 'approved', refusing: 'refused' }[decisions[0] as 'approving']
  expect(results.map((one) => [one.status, one.enabled, one.approval])).toEqual([['closed', false, approval]])
  expect(credentials.map(({ enabled }) => enabled)).toEqual(done.includes('creatingKey') ? [false] : [])
  if (credentials.length > 0) expect(approval).toBe('approved')
}
