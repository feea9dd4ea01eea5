import { memoryStore } from '../memory/store.ts'
import type { Plan } from '../plans/plan.ts'
import type { SignalboxOptions } from '../signalbox.ts'
import { createSignalbox } from '../signalbox.ts'

/** An hour in milliseconds. */
export const HOUR = 60 * 60_000
/** When tests begin. */
export const START = Date.UTC(2026, 0, 1)

/** A plan of keys that rotate daily, with two hours of grace. */
export const gold: Plan = {
  id: 'gold',
  status: 'published',
  access_mode_configuration_type: 'apikey',
  access_mode_configuration: { rotation: { enabled: true, rotationEvery: 24, gracePeriod: 2 } },
}

/** A Signalbox with a published API `a` of these plans, and its clock. */
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

/** Publishes an API of these plans. */
export async function createApi(box: Box, plans: readonly Plan[] = [gold], id = 'a'): Promise<void> {
  await box.apis.create({ body: { id, name: id, documentation: { plans: structuredClone(plans) as Plan[] } } })
  await box.apis.patch({ id, body: { state: 'published' } })
}

/** Gives the first plan of the API `a` a status. */
export const setPlan = (box: Box, value: string) =>
  box.apis.patch({ id: 'a', body: [{ op: 'replace', path: '/documentation/plans/0/status', value }] })

/** Subscribes to the plan `gold`, and answers the pair too. */
export async function subscribe(box: Box, more: { id?: string; owner_ref?: string; api_ref?: string } = {}) {
  const { id, credentials } = await box.subscriptions.create({ body: { api_ref: 'a', plan_ref: 'gold', ...more } })
  return { id: id as string, ...(credentials as { clientId: string; clientSecret: string }) }
}
