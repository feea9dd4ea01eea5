import { describe, expect, it } from 'vitest'
import { boxWithPlans, HOUR, subscribe } from './subscriptions.fixture.ts'

/** The result of a call, or the code of its error. */
const outcome = (call: Promise<unknown>): Promise<unknown> => call.catch(({ code }) => code)

/** A well-formed secret that belongs to no credential. */
const guess = (i: number) => `sbx_${String(i).padStart(38, 'x')}`

/** A subscription whose holder rotates the secret from a given address. */
async function held() {
  const { box, clock } = await boxWithPlans()
  const { clientId, clientSecret } = await subscribe(box)
  const rotate = (secret: string, address = 'here') =>
    box.credentials.rotate({ body: { clientId, clientSecret: secret } }, { address })
  return { box, clock, clientId, clientSecret, rotate }
}

describe('a rotation by the holder', () => {
  it('does nothing if it is repeated, within the grace period and after it', async () => {
    const { clock, clientSecret, rotate } = await held()
    const { clientSecret: next } = await rotate(clientSecret)
    expect(await outcome(rotate(clientSecret))).toBe('UNAUTHENTICATED')
    clock.advance(3 * HOUR)
    expect(await outcome(rotate(clientSecret))).toBe('UNAUTHENTICATED')
    expect(await outcome(rotate(next))).toMatchObject({ clientSecret: expect.any(String) })
  })

  it('creates one new secret for concurrent calls', async () => {
    const { clientSecret, rotate } = await held()
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => outcome(rotate(clientSecret))))
    expect(outcomes.filter((one) => typeof one === 'object')).toHaveLength(1)
    expect(new Set(outcomes.filter((one) => typeof one === 'string'))).toEqual(new Set(['UNAUTHENTICATED']))
  })

  it('is throttled after 50 wrong secrets from an address, except with the right one', async () => {
    const { clientSecret, rotate } = await held()
    const guesses = await Promise.all(Array.from({ length: 60 }, (_, i) => outcome(rotate(guess(i)))))
    expect(guesses.filter((one) => one === 'UNAUTHENTICATED')).toHaveLength(50)
    expect(guesses.filter((one) => one === 'TOO_MANY_REQUESTS')).toHaveLength(10)
    expect(await outcome(rotate(guess(60), 'there'))).toBe('UNAUTHENTICATED')
    expect(await outcome(rotate(clientSecret))).toMatchObject({ clientSecret: expect.any(String) })
  })
})
