import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SignalboxError } from '../errors.ts'
import type { Subscription } from './subscription.ts'
import { boxWithPlans, createApi, gold, HOUR, subscribe } from './subscriptions.fixture.ts'

const which = fc.nat(4)
const step = fc.oneof(
  fc.record({ verb: fc.constant('subscribe' as const), api: fc.constantFrom('a', 'b') }),
  fc.record({ verb: fc.constantFrom('pause' as const, 'resume' as const, 'rotate' as const), which }),
  fc.record({ verb: fc.constantFrom('close' as const, 'delete' as const, 'hold' as const), which }),
  fc.record({ verb: fc.constantFrom('disable' as const, 'enable' as const, 'off' as const, 'on' as const), which }),
  fc.record({
    verb: fc.constant('plan' as const),
    api: fc.constantFrom('a', 'b'),
    status: fc.constantFrom('published', 'published', 'deprecated', 'closed'),
  }),
  fc.record({ verb: fc.constant('wait' as const), hours: fc.constantFrom(0, 1, 2, 3, 30) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** The expected state of a subscription after the actions so far. */
interface Model {
  readonly id: string
  readonly api: string
  readonly clientId: string
  readonly given: string[]
  graceUntil: number
  state: 'active' | 'paused' | 'closed'
  isEnabled: boolean
}

describe('after any changes of plans, subscriptions and credentials', () => {
  it('dates only grow, and nothing paused, closed or disabled is valid', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const { box, clock } = await boxWithPlans()
        await createApi(box, [gold], 'b')
        const plans: Record<string, string> = { a: 'published', b: 'published' }
        let models: Model[] = []
        const seen = new Map<string, Subscription['dates']>()

        async function act(one: Step): Promise<void> {
          const model = 'which' in one ? models[one.which % Math.max(models.length, 1)] : undefined
          switch (one.verb) {
            case 'subscribe': {
              const made = await subscribe(box, { api_ref: one.api })
              const { clientId, clientSecret } = made
              models.push({
                id: made.id,
                api: one.api,
                clientId,
                given: [clientSecret],
                graceUntil: 0,
                state: 'active',
                isEnabled: true,
              })
              return
            }
            case 'plan':
              await box.apis.patch({
                id: one.api,
                body: [{ op: 'replace', path: '/documentation/plans/0/status', value: one.status }],
              })
              plans[one.api] = one.status
              if (one.status === 'closed')
                for (const ended of models.filter(({ api }) => api === one.api)) ended.state = 'closed'
              return
            case 'wait':
              return clock.advance(one.hours * HOUR)
          }
          if (!model) return
          const { id, clientId } = model
          switch (one.verb) {
            case 'pause':
            case 'off':
              await (one.verb === 'pause'
                ? box.subscriptions.pause({ id })
                : box.subscriptions.patch({ id, body: { enabled: false } }))
              if (model.state === 'active') model.state = 'paused'
              return
            case 'resume':
            case 'on':
              await (one.verb === 'resume'
                ? box.subscriptions.resume({ id })
                : box.subscriptions.patch({ id, body: { enabled: true } }))
              model.state = 'active'
              return
            case 'close':
              await box.subscriptions.close({ id })
              model.state = 'closed'
              return
            case 'delete':
              await box.subscriptions.delete({ id })
              seen.delete(id)
              models = models.filter((other) => other !== model)
              for (const secret of model.given)
                expect(await box.verify(clientId, secret)).toMatchObject({ reason: 'unknown' })
              return
            case 'rotate':
            case 'hold': {
              const clientSecret = model.given.at(-1) as string
              const next = await (one.verb === 'rotate'
                ? box.subscriptions.rotate({ id, body: {} })
                : box.credentials.rotate({ body: { clientId, clientSecret } }))
              model.given.push(next.clientSecret)
              model.graceUntil = next.previousUntil as number
              return
            }
            case 'disable':
            case 'enable':
              await box.credentials.patch({ id: clientId, body: { enabled: one.verb === 'enable' } })
              model.isEnabled = one.verb === 'enable'
          }
        }

        for (const one of steps) {
          await act(one).catch((error) => {
            if (!(error instanceof SignalboxError) || error.code === 'INTERNAL') throw error
          })
          for (const { id, clientId, given, graceUntil, state, isEnabled } of models) {
            const subscription = await box.subscriptions.get({ id })
            expect(subscription).toMatchObject({ enabled: state === 'active', token_refs: [clientId] })
            expect(subscription.status === 'closed').toBe(state === 'closed')
            expectGrown(seen.get(id), subscription.dates)
            seen.set(id, subscription.dates)
            const isOpen = state === 'active' && isEnabled
            for (const [i, secret] of given.slice(-3).toReversed().entries()) {
              const isCurrent = i === 0 || (i === 1 && clock.now() < graceUntil)
              expect((await box.verify(clientId, secret)).isValid).toBe(isOpen && isCurrent)
            }
          }
        }
        await box.close()
      }),
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
