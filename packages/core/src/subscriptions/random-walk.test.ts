import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { modelledStep } from './random-steps.fixture.ts'
import { walk } from './random-walk.fixture.ts'
import type { Subscription } from './subscription.ts'

describe('after any changes of plans, subscriptions and credentials', () => {
  it('dates only grow, and nothing paused, closed, disabled, expired or deleted is valid', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(modelledStep, { minLength: 5, maxLength: 40 }), (steps) =>
        walk(steps, async (scene) => {
          const { box, clock, issued } = scene
          const seen = new Map<string, Subscription['dates']>()
          return async () => {
            const known = new Set<string>()
            for (const model of scene.models) {
              const { id, api, clientId, given, state } = model
              const subscription = await box.subscriptions.get({ id })
              const token_refs = clientId === undefined ? [] : [clientId]
              expect(subscription).toMatchObject({ enabled: state === 'active', token_refs })
              expect(subscription.status === 'closed').toBe(state === 'closed')
              expectGrown(seen.get(id), subscription.dates)
              seen.set(id, subscription.dates)
              if (clientId === undefined) continue
              known.add(clientId)
              const isOpen =
                state === 'active' && model.isEnabled && clock.now() < model.validUntil && scene.admits(api)
              for (const [i, secret] of given.slice(-3).toReversed().entries()) {
                const isCurrent = i === 0 || (i === 1 && clock.now() < model.graceUntil)
                expect((await box.verify(clientId, secret)).isValid).toBe(isOpen && isCurrent)
              }
            }
            for (const [clientId, secrets] of issued)
              if (!known.has(clientId))
                expect(await box.verify(clientId, secrets.at(-1))).toEqual({ isValid: false, reason: 'unknown' })
          }
        }),
      ),
      { numRuns: 60 },
    )
  })
})

function expectGrown(before: Subscription['dates'] = {}, after: Subscription['dates'] = {}): void {
  for (const [name, date] of Object.entries(before))
    expect(after[name as keyof typeof after]).toBeGreaterThanOrEqual(date as number)
  const { created_at = 0, processed_at = 0, started_at = 0, paused_at = started_at, closed_at = Infinity } = after
  expect(created_at <= processed_at && processed_at <= started_at).toBe(true)
  expect(closed_at >= Math.max(started_at, paused_at)).toBe(true)
}
