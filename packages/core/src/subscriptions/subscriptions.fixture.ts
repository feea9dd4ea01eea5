import { memoryStore } from '../memory/store.ts'
import type { SignalboxOptions } from '../options.ts'
import type { Plan } from '../plans/plan.ts'
import { createSignalbox } from '../signalbox.ts'

/** An hour in milliseconds. */
export const HOUR = 60 * 60_000
/** The time when tests begin. */
export const START = Date.UTC(2026, 0, 1)

/** A plan with API keys that rotate daily, with a grace period of two hours. */
export const gold: Plan = {
  id: 'gold',
  status: 'published',
  access_mode_configuration_type: 'apikey',
  access_mode_configuration: { rotation: { enabled: true, rotationEvery: 24, gracePeriod: 2 } },
}

/** Creates a Signalbox with a published API `a` that has these plans, and a clock to advance. */
export async function boxWithPlans(plans: readonly Plan[] = [gold], options: SignalboxOptions = {}) {
  let now = START
  const clock = () => now
  const store = options.store ?? memoryStore({ clock })
  const box = createSignalbox({ clock, ...options, store })
  await createApi(box, plans)
  return {
    box,
    store,
    clock: {
      now: clock,
      advance(ms: number) {
        now += ms
      },
    },
  }
}

type Box = ReturnType<typeof createSignalbox>

/** Creates and publishes an API with these plans. */
export async function createApi(box: Box, plans: readonly Plan[] = [gold], id = 'a'): Promise<void> {
  await box.apis.create({ body: { id, name: id, documentation: { plans: structuredClone(plans) as Plan[] } } })
  await box.apis.patch({ id, body: { state: 'published' } })
}

/** Sets the status of the first plan of the API `a`. */
export const setPlan = (box: Box, value: string) =>
  box.apis.patch({ id: 'a', body: [{ op: 'replace', path: '/documentation/plans/0/status', value }] })

/** Subscribes to the plan `gold`; returns the id with client id and secret. */
export async function subscribe(box: Box, more: { id?: string; owner_ref?: string; api_ref?: string } = {}) {
  const { id, credentials } = await box.subscriptions.create({ body: { api_ref: 'a', plan_ref: 'gold', ...more } })
  return { id: id as string, ...(credentials as { clientId: string; clientSecret: string }) }
}

/** Has a subscription to the plan `gold` wait for approval, as if a consumer had asked for it. */
export async function ask(box: Box, more: object = {}): Promise<{ id: string }> {
  const line = { id: 'asked', api_ref: 'a', plan_ref: 'gold', dates: { created_at: START }, ...more }
  await box.subscriptions.import({ body: [{ ...line, approval: 'waiting' }] })
  return { id: line.id }
}
