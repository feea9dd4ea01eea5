import { describe, expect, it, vi } from 'vitest'
import { testTime } from '../machine/callers/access.fixture.ts'
import { QUARTER_HOUR } from '../machine/guessing/throttle.ts'
import type { ChangeEvent } from '../machine/log/event.ts'
import type { Follower } from '../machine/log/follower.ts'
import { hashSecret } from '../machine/secrets/secret.ts'
import type { StoredApiKey } from './api-key.ts'
import { createIdentify } from './authenticate.ts'

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
const secret = 'a-secret-of-tests'
const right = { clientId: 'k', clientSecret: secret, address: 'here' }
const wrong = { ...right, clientSecret: 'not the secret at all' }

/** Sets up `createIdentify` over one key. Counts its reads of the store and lets a test send it events. */
function setUp() {
  const record: StoredApiKey = { clientId: 'k', name: 'k', clientSecretHash: hashSecret(secret, random) }
  const findKey = vi.fn(async (id: string) => (id === 'k' ? { record, version: '1' } : undefined))
  const listeners: ((event: ChangeEvent) => void)[] = []
  const start = vi.fn(async () => {})
  const on: Follower['on'] = (listener) => void listeners.push(listener)
  const unused = { later: () => () => {}, track: () => {}, positions: () => [] }
  const rest = { last: 0, ...unused, applied: async () => {}, close: async () => {} }
  const follower: Follower = { start, on, ...rest }
  const sessions = {
    open: async () => '',
    find: async (token: string) => (token === 'open' ? { id: 'u', kind: 'User' } : undefined),
    close: async () => {},
    untilOver: async () => {},
  }
  const time = testTime()
  const identify = createIdentify({
    findKey,
    findGatewayKey: async () => undefined,
    sessions,
    follower,
    random,
    clock: time.clock,
  })
  const tell = (domain: ChangeEvent['domain'], key: string) => {
    const event: ChangeEvent = { _id: 1, type: 'APIKEY_UPDATED', domain, key, payload: {}, timestamp: '' }
    for (const listener of listeners) listener(event)
  }
  return { identify, findKey, start, tell, time }
}

describe('a verified pair', () => {
  it('is cached: the store is read once', async () => {
    const { identify, findKey } = setUp()
    const first = await identify(right)
    expect(await identify(right)).toBe(first)
    expect(first).toMatchObject({ id: 'k', name: 'k', kind: 'ApiKey' })
    expect(findKey).toHaveBeenCalledTimes(1)
  })

  it('does not admit a wrong secret, and stays cached', async () => {
    const { identify, findKey } = setUp()
    await identify(right)
    expect(await identify(wrong)).toBeUndefined()
    expect(findKey).toHaveBeenCalledTimes(2)
    expect(await identify(right)).toBeDefined()
    expect(findKey).toHaveBeenCalledTimes(2)
  })

  it('is cached only while the log is followed', async () => {
    const { identify, start, findKey } = setUp()
    start.mockRejectedValueOnce(new Error('The store cannot be reached'))
    await expect(identify(right)).rejects.toThrow('cannot be reached')
    expect(findKey).not.toHaveBeenCalled()
    await identify(right)
    expect(start.mock.invocationCallOrder[1]).toBeLessThan(findKey.mock.invocationCallOrder[0]!)
  })

  it('is read again after a change of its key, and after no other change', async () => {
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

  it('is recognized on its connection until its key changes, and no other there', async () => {
    const { identify, findKey, tell } = setUp()
    const [connection, another] = [{}, {}]
    const first = await identify({ ...right, connection })
    for (let count = 0; count < 3; count++) expect(await identify({ ...right, connection })).toBe(first)
    expect(findKey).toHaveBeenCalledTimes(1)
    expect(await identify({ ...wrong, connection })).toBeUndefined()
    expect(await identify({ ...right, clientId: 'other', connection })).toBeUndefined()
    expect(await identify({ ...wrong, connection: another })).toBeUndefined()
    expect(await identify({ ...right, connection })).toBe(first)
    tell('ApiKey', 'k')
    findKey.mockImplementation(async () => undefined)
    expect(await identify({ ...right, connection })).toBeUndefined()
    expect(await identify({ ...right, connection: another })).toBeUndefined()
  })

  it('is not cached if its key changes during the lookup', async () => {
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

describe('a caller without an identity', () => {
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
  ])('results from %s', async (_, credentials) => {
    const { identify } = setUp()
    expect(await identify(right)).toBeDefined()
    expect(await identify(credentials)).toBeUndefined()
  })

  it('can still have a session', async () => {
    expect(await setUp().identify({ session: 'open' })).toEqual({ id: 'u', kind: 'User' })
  })
})

describe('identification that fails', () => {
  it.each([
    ['without credentials', undefined],
    ['with what is no text', { clientId: Symbol('k'), clientSecret: secret }],
  ])('rejects %s, and does not throw', async (_, given) => {
    const { identify } = setUp()
    const identified = identify(given as never)
    await expect(identified).rejects.toThrow(TypeError)
  })
})

describe('an address with failed logins', () => {
  const guess = async ({ identify }: ReturnType<typeof setUp>, address: string, times: number) => {
    for (let i = 0; i < times; i++) await identify({ clientId: `guess${i}`, clientSecret: 'x', address })
  }
  const throttled = { code: 'TOO_MANY_REQUESTS', retryAfter: 900 }
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      (found) => (found ? 'OK' : 'UNKNOWN'),
      ({ code, retryAfter }) => retryAfter ?? code,
    )

  it('is throttled for wrong pairs after 50 of them within 15 minutes', async () => {
    const setting = setUp()
    await guess(setting, 'there', 50)
    await expect(setting.identify({ ...wrong, address: 'there' })).rejects.toMatchObject(throttled)
    expect(await codeOf(setting.identify(wrong))).toBe('UNKNOWN')
  })

  it('does not throttle a valid pair, cached or not', async () => {
    const setting = setUp()
    await guess(setting, 'here', 60).catch(() => {})
    expect(await codeOf(setting.identify(right))).toBe('OK')
    expect(await codeOf(setting.identify(right))).toBe('OK')
  })

  it('does not throttle a valid pair whose key has just changed', async () => {
    const setting = setUp()
    await setting.identify(right)
    await guess(setting, 'here', 50)
    setting.tell('ApiKey', 'k')
    expect(await codeOf(setting.identify(right))).toBe('OK')
  })

  it('is no longer throttled later', async () => {
    const setting = setUp()
    await guess(setting, 'here', 50)
    setting.time.advance(QUARTER_HOUR - 1)
    expect(await codeOf(setting.identify(wrong))).toBe(1)
    setting.time.advance(1)
    expect(await codeOf(setting.identify(wrong))).toBe('UNKNOWN')
  })

  it('gains nothing by concurrent guesses', async () => {
    const setting = setUp()
    const guesses = Array.from({ length: 200 }, (_, i) => setting.identify({ ...wrong, clientSecret: `guess ${i}` }))
    const answers = await Promise.all(guesses.map(codeOf))
    expect(answers.filter((answer) => answer === 'UNKNOWN')).toHaveLength(50)
    expect(answers.filter((answer) => answer === 900)).toHaveLength(150)
  })

  it('has its pairs looked up one at a time from then on, unlike other addresses', async () => {
    const setting = setUp()
    await guess(setting, 'here', 50)
    let atOnce = 0
    let most = 0
    setting.findKey.mockImplementation(async () => {
      most = Math.max(most, ++atOnce)
      await Promise.resolve()
      atOnce--
      return undefined
    })
    const many = (address: string) =>
      Promise.all(
        Array.from({ length: 20 }, (_, i) => codeOf(setting.identify({ ...wrong, clientSecret: `${i}`, address }))),
      )
    expect(new Set(await many('here'))).toEqual(new Set([900]))
    expect(most).toBe(1)
    await many('there')
    expect(most).toBe(20)
  })

  it('is a /64 network for IPv6', async () => {
    const setting = setUp()
    for (let i = 0; i < 50; i++)
      await setting.identify({ clientId: `guess${i}`, clientSecret: 'x', address: `2001:db8:0:7::${i}` })
    expect(await codeOf(setting.identify({ ...wrong, address: '2001:db8:0:7:ffff::1' }))).toBe(900)
    expect(await codeOf(setting.identify({ ...wrong, address: '2001:db8:0:8::1' }))).toBe('UNKNOWN')
  })
})

describe('a program that repeats a stale secret', () => {
  it('is throttled after a while, unlike others at its address', async () => {
    const { identify } = setUp()
    const stale = () => identify(wrong).catch(({ code }) => code)
    const answers: unknown[] = []
    for (let i = 0; i < 60; i++) answers.push(await stale())
    expect(answers.slice(0, 50)).toEqual(Array(50).fill(undefined))
    expect(new Set(answers.slice(50))).toEqual(new Set(['TOO_MANY_REQUESTS']))
    expect(await identify({ clientId: 'other', clientSecret: 'mistyped', address: 'here' })).toBeUndefined()
    expect(await identify(right)).toMatchObject({ id: 'k' })
  })
})
