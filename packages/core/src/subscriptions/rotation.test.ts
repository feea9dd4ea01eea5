import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSecret } from '../machine/secrets/secret.ts'
import type { StoredCredential } from './credential.ts'
import { firstSecret, isRotationDue, rotated, standingOf } from './rotation.ts'
import { boxWithPlans, HOUR, subscribe } from './subscriptions.fixture.ts'

const YEARS = 2 * 365 * 24 * HOUR

describe('over two years of rotation', () => {
  /** The next step: only wait, or rotate as owner or as holder; and after how many hours. */
  const step = fc.record({
    act: fc.constantFrom('wait', 'owner', 'holder'),
    hours: fc.oneof(fc.constantFrom(0, 1, 2, 3, 24), fc.integer({ min: 0, max: 24 * 40 })),
  })

  it('one or two secrets are valid at every instant, and each was returned to someone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(step), async (steps) => {
        const { box, store, clock } = await boxWithPlans()
        const { id, clientId, clientSecret } = await subscribe(box)
        const given = [clientSecret]
        const end = clock.now() + YEARS
        const isValid = async (secret: string, at: number) => (await box.verify(clientId, secret, at)).isValid
        let graceUntil = 0
        for (const { act, hours } of steps) {
          if (clock.now() >= end) break
          const rotate = {
            wait: undefined,
            owner: () => box.subscriptions.rotate({ id, body: {} }),
            holder: () => box.credentials.rotate({ body: { clientId, clientSecret: given.at(-1) as string } }),
          }[act]
          if (rotate && clock.now() < graceUntil) await expect(rotate()).rejects.toMatchObject({ code: 'CONFLICT' })
          else if (rotate) {
            const next = await rotate()
            given.push(next.clientSecret)
            graceUntil = next.previousUntil as number
          }
          const stored = await store.get('credentials', clientId)
          const { secrets } = stored!.value as StoredCredential
          for (const at of [clock.now(), graceUntil - 1, graceUntil, clock.now() + hours * HOUR].filter(
            (one) => one >= clock.now(),
          )) {
            expect(await isValid(given.at(-1) as string, at)).toBe(true)
            const before = given.at(-2)
            if (before !== undefined) expect(await isValid(before, at)).toBe(at < graceUntil)
            for (const old of given.slice(-4, -2)) expect(await isValid(old, at)).toBe(false)
          }
          expect(isSecret(given.at(-1) as string, secrets.current.hash)).toBe(true)
          if (secrets.previous) expect(isSecret(given.at(-2) as string, secrets.previous.hash)).toBe(true)
          clock.advance(hours * HOUR)
        }
        for (const old of given.slice(0, -2)) expect(await isValid(old, clock.now())).toBe(false)
        await box.close()
      }),
      { numRuns: 8 },
    )
  })
})

describe('the secrets of a credential', () => {
  it('are at most two: a rotation waits for the grace period', () => {
    const one = rotated(firstSecret('a', 0), 'b', { now: 10, gracePeriod: 1 })
    expect(one).toEqual({ current: { hash: 'b', since: 10 }, previous: { hash: 'a', until: 10 + HOUR } })
    expect(() => rotated(one, 'c', { now: 10 + HOUR - 1 })).toThrow(/already rotated/)
    expect(rotated(one, 'c', { now: 10 + HOUR })).toEqual({
      current: { hash: 'c', since: 10 + HOUR },
      previous: { hash: 'b', until: 10 + HOUR },
    })
  })

  it('without a grace period expire at once', () => {
    expect(rotated(firstSecret('a', 0), 'b', { now: 5 }).previous).toEqual({ hash: 'a', until: 5 })
  })

  it('do not expire earlier if the clock goes back', () => {
    expect(rotated(firstSecret('a', 50), 'b', { now: 5, gracePeriod: 1 })).toEqual({
      current: { hash: 'b', since: 50 },
      previous: { hash: 'a', until: 50 + HOUR },
    })
  })

  it('are due when the plan says so, to the millisecond', () => {
    const secrets = firstSecret('a', 1000)
    const daily = { enabled: true, rotationEvery: 24 }
    expect(isRotationDue(daily, secrets, 1000 + 24 * HOUR - 1)).toBe(false)
    expect(isRotationDue(daily, secrets, 1000 + 24 * HOUR)).toBe(true)
    expect(isRotationDue({ rotationEvery: 24 }, secrets, 1e15)).toBe(false)
    expect(isRotationDue({ enabled: true }, secrets, 1e15)).toBe(false)
  })

  it('are verified in the same two steps for each secret', () => {
    expect(standingOf('x', firstSecret(`hmac-sha256$${'0'.repeat(32)}$${'0'.repeat(64)}`, 0), 0)).toBe('wrong')
  })
})
