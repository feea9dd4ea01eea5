import { plainPasswords } from '../../machine/callers/access.fixture.ts'
import type { SignalboxError } from '../../machine/errors/errors.ts'
import { memoryStore } from '../../memory/store.ts'
import type { SignalboxOptions } from '../../options.ts'
import type { Plan } from '../../plans/plan.ts'
import { createSignalbox } from '../../signalbox.ts'
import { createApi, gold, START } from '../../subscriptions/subscriptions.fixture.ts'

/** A plan whose subscriptions wait for approval. */
export const manual: Plan = { ...gold, id: 'manual', approval: 'manual' }
/** A plan that asks for terms and answers. */
export const asking: Plan = {
  ...gold,
  id: 'asking',
  terms: { version: '2', text: '# Terms' },
  form: [
    { name: 'purpose', label: 'What for?', type: 'text', required: true },
    { name: 'size', label: 'Size', type: 'select', options: ['S', 'L'] },
    { name: 'constructor', label: 'Agreed?', type: 'checkbox' },
  ],
}
/** A plan whose consumers are found by the subject of their tokens. */
export const tokens: Plan = {
  id: 'tokens',
  status: 'published',
  access_mode_configuration_type: 'jwt',
  access_mode_configuration: { secret: 's'.repeat(32), requireSubscription: true },
}
/** All of them. */
export const plans = [gold, manual, asking, tokens]

/**
 * A Signalbox with a published API `a` and two applications: `shop` of ann (owner) and mia (member), and `other` of bob. A clock
 * to advance.
 */
export async function boxWithConsumers(options: SignalboxOptions & { readonly plans?: readonly Plan[] } = {}) {
  const { plans: offered = plans, ...others } = options
  let now = START
  const clock = () => now
  const store = options.store ?? memoryStore({ clock })
  const box = createSignalbox({ clock, passwords: plainPasswords, ...others, store })
  for (const id of ['ann', 'mia', 'bob']) await box.developers.create({ body: { id, name: id } })
  const members = [
    { developer: 'ann', role: 'owner' as const },
    { developer: 'mia', role: 'member' as const },
  ]
  await box.applications.create({ body: { id: 'shop', name: 'Shop', members } })
  await box.applications.create({
    body: { id: 'other', name: 'Other', members: [{ developer: 'bob', role: 'owner' }] },
  })
  await createApi(box, offered)
  await box.apis.deployments.create({ id: 'a', body: {} })
  const mine = (id: string) => box.as({ id, kind: 'Developer' }).mine.subscriptions
  return {
    box,
    store,
    mine,
    clock: {
      now: clock,
      advance(ms: number) {
        now += ms
      },
    },
    /** Subscribes the application of ann. */
    subscribe: (plan: string, more: object = {}) =>
      mine('ann').create({ body: { owner_ref: 'shop', api_ref: 'a', plan_ref: plan, ...more } }),
  }
}

/** The error with which a call fails. */
export const failureOf = (promise: Promise<unknown>): Promise<SignalboxError> =>
  promise.then(
    () => Promise.reject(new Error('It was accepted')),
    (error) => error,
  )

/** The code with which a call fails, or `accepted`. */
export const outcomeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'accepted',
    ({ code }: SignalboxError) => code,
  )
