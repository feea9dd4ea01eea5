import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { modelledStep, unmodelledStep } from '../subscriptions/random-steps.fixture.ts'
import { type Scene, walk } from '../subscriptions/random-walk.fixture.ts'
import { stateOf } from '../subscriptions/subscription-states.ts'
import { followConsumers, verifyLive } from './source/live-consumers.fixture.ts'
import type { LiveConsumers } from './source/live-consumers.ts'

/** Whether the data plane misses a step, and whether the log forgets it before the data plane returns. */
const presence = fc.constantFrom('here', 'here', 'here', 'away', 'forgotten')
const first = [
  { step: { verb: 'subscribe', api: 'a' }, presence: 'here' },
  { step: { verb: 'subscribe', api: 'b' }, presence: 'here' },
] as const
const steps = fc.array(
  fc.record({ step: fc.oneof({ weight: 5, arbitrary: modelledStep }, unmodelledStep), presence }),
  { minLength: 5, maxLength: 40 },
)

describe('after any changes of plans, subscriptions, credentials and APIs', () => {
  it('a data plane judges every secret as the control plane does, for the same reason', async () => {
    await fc.assert(
      fc.asyncProperty(steps, (random) => {
        const taken = [...first, ...random]
        const presences = taken.map(({ presence }) => presence)
        return walk(
          taken.map(({ step }) => step),
          async (scene) => {
            const { store, clock } = scene
            const { consumers, caughtUp, leave } = await followConsumers(scene)
            return async () => {
              const presence = presences.shift()
              if (presence !== 'here') await leave()
              if (presence === 'forgotten') await store.trim(new Date(clock.now() + 1))
              if (presence !== 'here') return
              const expected = await verifyAll(scene)
              await caughtUp()
              for (const [clientId, secret, verification] of expected)
                expect(verifyLive(consumers, clientId, secret, clock.now())).toEqual(verification)
              await expectOwned(scene, consumers)
            }
          },
        )
      }),
      { numRuns: 50 },
    )
  })
})

/** What the control plane says of the last three secrets of every credential, of a wrong secret and of none. */
async function verifyAll({ box, issued }: Scene) {
  const pairs = [...issued, ['nobody', ['']] as const].flatMap(([clientId, secrets]) =>
    [...secrets.slice(-3), 'a guess', undefined].map((secret) => [clientId, secret] as const),
  )
  return Promise.all(
    pairs.map(async ([clientId, secret]) => [clientId, secret, await box.verify(clientId, secret)] as const),
  )
}

/** Subscriptions are found by their owner: first the subscriptions that admit them. */
async function expectOwned({ box }: Scene, { findSubscription }: LiveConsumers): Promise<void> {
  const { results } = await box.subscriptions.list({ pageSize: 100 })
  for (const api of ['a', 'b'])
    for (const owner of ['owner-0', 'owner-1', 'nobody']) {
      const owned = results.filter((one) => one.api_ref === api && one.owner_ref === owner)
      const found = findSubscription(api, 'gold', owner)
      expect(found?.id === undefined).toBe(owned.length === 0)
      if (owned.some(({ enabled }) => enabled)) expect(found && stateOf(found)).not.toBe('closed')
    }
}
