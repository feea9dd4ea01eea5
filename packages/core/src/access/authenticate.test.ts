import { describe, expect, it, vi } from 'vitest'
import type { ChangeEvent } from '../events/event.ts'
import type { Follower } from '../events/follower.ts'
import { testTime } from './access.fixture.ts'
import type { StoredApiKey } from './api-key.ts'
import { createIdentify } from './authenticate.ts'
import { hashSecret } from './secret.ts'
import { QUARTER_HOUR } from './throttle.ts'

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
const secret = 'a-secret-of-tests'
const right = { clientId: 'k', clientSecret: secret, address: 'here' }
const wrong = { ...right, clientSecret: 'not the secret at all' }

/** `createIdentify` over one key, with an eye on what it asks the store, and a hand on what the log tells it. */
function setUp() {
  const record: StoredApiKey = { clientId: 'k', name: 'k', clientSecretHash: hashSecret(secret, random) }
  const findKey = vi.fn(async (id: string) => (id === 'k' ? { record, version: '1' } : undefined))
  const listeners: ((event: ChangeEvent) => void)[] = []
  const start = vi.fn(async () => {})
  const on: Follower['on'] = (listener) => void listeners.push(listener)
  const follower: Follower = { start, last: 0, on, applied: async () => {}, close() {} }
  const sessions = {
    open: async () => '',
    find: async (token: string) => (token === 'open' ? { id: 'u', kind: 'User' } : undefined),
    close: async () => {},
    untilOver: async () => {},
  }
  const time = testTime()
  const identify = createIdentify({ findKey, sessions, follower, random, clock: time.clock })
  const tell = (domain: ChangeEvent['domain'], key: string) => {
    const event: ChangeEvent = { _id: 1, type: 'APIKEY_UPDATED', domain, key, payload: {}, timestamp: '' }
    for (const listener of listeners) listener(event)
  }
  return { identify, findKey, start, tell, time }
}

describe('a verified pair', () => {
  it('is remembered: the store is asked once', async () => {
    const { identify, findKey } = setUp()
    const first = await identify(right)
    expect(await identify(right)).toBe(first)
    expect(first).toMatchObject({ id: 'k', name: 'k', kind: 'ApiKey' })
    expect(findKey).toHaveBeenCalledTimes(1)
  })

  it('does not help a wrong secret: the store is asked, and the right one still is remembered', async () => {
    const { identify, findKey } = setUp()
    await identify(right)
    expect(await identify(wrong)).toBeUndefined()
    expect(findKey).toHaveBeenCalledTimes(2)
    expect(await identify(right)).toBeDefined()
    expect(findKey).toHaveBeenCalledTimes(2)
  })

  it('is remembered only when the log is followed', async () => {
    const { identify, start, findKey } = setUp()
    start.mockRejectedValueOnce(new Error('The store cannot be reached'))
    await expect(identify(right)).rejects.toThrow('cannot be reached')
    expect(findKey).not.toHaveBeenCalled()
    await identify(right)
    expect(start.mock.invocationCallOrder[1]).toBeLessThan(findKey.mock.invocationCallOrder[0]!)
  })

  it('is forgotten when its key changes, and by no other change', async () => {
    const { identify, findKey, tell } = setUp()
    await identify(right)
    tell('ApiKey', 'other')
    tell('User', 'k')
    tell('Feature', 'k')
    await identify(right)
    expect(findKey).toHaveBeenCalledTimes(1)
    tell('ApiKey', 'k')
    await identify(right)
    expect(findKey).toHaveBeenCalledTimes(2)
  })

  it('is not remembered when its key changed while it was looked at', async () => {
    const { identify, findKey, tell } = setUp()
    const before = await findKey('k')
    findKey.mockImplementationOnce(async () => {
      tell('ApiKey', 'k')
      return before
    })
    await identify(right)
    await identify(right)
    expect(findKey).toHaveBeenCalledTimes(3)
  })
})

describe('nobody', () => {
  it.each([
    ['an unknown id', { ...right, clientId: 'unknown' }],
    ['a wrong secret', wrong],
    ['no secret', { clientId: 'k', address: 'here' }],
    ['no id', { clientSecret: secret }],
    ['empty texts', { clientId: '', clientSecret: '' }],
    ['the secret with a character more', { ...right, clientSecret: `${secret}x` }],
    ['the stored hash', { ...right, clientSecret: 'hmac-sha256' }],
    ['__proto__', { ...right, clientId: '__proto__' }],
    ['constructor', { ...right, clientId: 'constructor' }],
    ['a wrong pair beside a session that is open', { ...wrong, session: 'open' }],
    ['half a pair beside a session that is open', { clientId: 'k', session: 'open' }],
    ['a session that is not open', { session: 'closed' }],
    ['nothing', {}],
  ])('is who calls with %s', async (_, credentials) => {
    const { identify } = setUp()
    expect(await identify(right)).toBeDefined()
    expect(await identify(credentials)).toBeUndefined()
  })

  it('is known by a session alone', async () => {
    expect(await setUp().identify({ session: 'open' })).toEqual({ id: 'u', kind: 'User' })
  })
})

describe('an address that guesses', () => {
  const guess = async ({ identify }: ReturnType<typeof setUp>, address: string, times: number) => {
    for (let i = 0; i < times; i++) await identify({ clientId: `guess${i}`, clientSecret: 'x', address })
  }
  const throttled = { code: 'TOO_MANY_REQUESTS', retryAfter: 900 }

  it('is refused after 50 failures in a quarter of an hour, whatever it says then', async () => {
    const setting = setUp()
    await guess(setting, 'there', 50)
    await expect(setting.identify({ ...right, address: 'there' })).rejects.toMatchObject(throttled)
    expect(await setting.identify(right)).toBeDefined()
  })

  it('does not slow a pair that is remembered', async () => {
    const setting = setUp()
    await setting.identify(right)
    await guess(setting, 'here', 50)
    expect(await setting.identify(right)).toBeDefined()
  })

  it('is heard again later', async () => {
    const setting = setUp()
    await guess(setting, 'here', 50)
    setting.time.advance(QUARTER_HOUR - 1)
    await expect(setting.identify(right)).rejects.toMatchObject({ retryAfter: 1 })
    setting.time.advance(1)
    expect(await setting.identify(right)).toBeDefined()
  })

  it('learns no more by guessing at once', async () => {
    const setting = setUp()
    const guesses = Array.from({ length: 200 }, (_, i) => setting.identify({ ...wrong, clientSecret: `guess ${i}` }))
    const answers = await Promise.allSettled([...guesses, setting.identify(right)])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
    expect(answers.at(-1)).toMatchObject({ status: 'rejected', reason: throttled })
  })
})
