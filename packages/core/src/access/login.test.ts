import { describe, expect, it } from 'vitest'
import { plainPasswords, testTime } from '../machine/callers/access.fixture.ts'
import { QUARTER_HOUR } from '../machine/guessing/throttle.ts'
import { createLogin } from './login.ts'

const password = 'a long password'

/** Sets up a login for the user `u`. `logIn` returns OK, an error code, or the seconds to wait. */
function setUp() {
  const time = testTime()
  const record = { id: 'u', name: 'u', passwordHash: hashed(password) }
  const work = { atOnce: 0, most: 0, checks: 0 }
  const logIn = createLogin({
    mayUsePassword: () => true,
    ...time,
    passwords: {
      ...plainPasswords,
      async verify(...words) {
        work.checks++
        work.most = Math.max(work.most, ++work.atOnce)
        await Promise.resolve()
        work.atOnce--
        return plainPasswords.verify(...words)
      },
    },
    findUser: async (id) => (id === 'u' ? { record } : undefined),
  })
  const attempt = (userId: string, password: string, address?: string) =>
    logIn(userId, password, address).then(
      () => 'OK',
      ({ code, retryAfter }) => retryAfter ?? code,
    )
  return {
    time,
    work,
    logIn,
    right: (address?: string) => attempt('u', password, address),
    wrong: (address?: string, userId = 'u') => attempt(userId, 'wrong', address),
  }
}
const hashed = (text: string) => `plain ${text}`

describe('a login', () => {
  it('fails alike for an unknown user and a wrong password', async () => {
    const { logIn } = setUp()
    const failure = (userId: string) =>
      logIn(userId, 'wrong').catch(({ name, code, message, errors }) => [name, code, message, errors])
    expect(await failure('u')).toEqual(await failure('unknown'))
  })

  it('checks a password for an unknown user too', async () => {
    const checked: string[] = []
    const logIn = createLogin({
      mayUsePassword: () => true,
      ...testTime(),
      findUser: async () => undefined,
      passwords: { ...plainPasswords, verify: async (_, stored) => checked.push(stored) > 0 },
    })
    await expect(logIn('unknown', 'any')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(checked).toEqual(['plain nobody has this password'])
  })
})

describe('a pair of user and address', () => {
  it('is throttled for 15 minutes after 5 failures, even with the right password', async () => {
    const { right, wrong, time } = setUp()
    for (let i = 0; i < 5; i++) expect(await wrong('here')).toBe('UNAUTHENTICATED')
    expect(await wrong('here')).toBe(900)
    expect(await right('here')).toBe(900)
    time.advance(QUARTER_HOUR - 1)
    expect(await right('here')).toBe(1)
    time.advance(1)
    expect(await right('here')).toBe('OK')
  })

  it('starts anew after a success', async () => {
    const { right, wrong } = setUp()
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 4; i++) await wrong('here')
      expect(await right('here')).toBe('OK')
    }
  })

  it('does not throttle others from that address, nor the user elsewhere', async () => {
    const { right, wrong } = setUp()
    for (let i = 0; i < 5; i++) await wrong('here')
    expect(await wrong('here', 'other')).toBe('UNAUTHENTICATED')
    expect(await right('there')).toBe('OK')
  })

  it('is not confused by the names of users and addresses', async () => {
    const { wrong } = setUp()
    for (let i = 0; i < 5; i++) await wrong('b","c', 'a')
    expect(await wrong('c', 'a","b')).toBe('UNAUTHENTICATED')
    for (let i = 0; i < 5; i++) await wrong('x', '__proto__')
    expect(await wrong('x', '__proto__')).toBe(900)
  })

  it('gains nothing by concurrent guesses', async () => {
    const { right, wrong } = setUp()
    const guesses = Array.from({ length: 40 }, () => wrong('here'))
    const answers = await Promise.all([...guesses, right('here')])
    expect(answers.filter((answer) => answer === 'UNAUTHENTICATED')).toHaveLength(5)
    expect(answers.at(-1)).toBe(900)
  })

  it('cannot check more passwords by concurrent guesses', async () => {
    const { wrong, work } = setUp()
    await Promise.all(Array.from({ length: 30 }, () => wrong('here')))
    expect(work.checks).toBe(5)
  })

  it('admits concurrent logins with the right password', async () => {
    const { right } = setUp()
    expect(new Set(await Promise.all(Array.from({ length: 30 }, () => right('here'))))).toEqual(new Set(['OK']))
  })
})

describe('checks of passwords', () => {
  it('run two at a time, one for each address', async () => {
    const { wrong, work } = setUp()
    await Promise.all(Array.from({ length: 30 }, (_, i) => wrong('here', `user${i}`)))
    expect([work.most, work.checks]).toEqual([1, 30])
    await Promise.all(Array.from({ length: 30 }, (_, i) => wrong(`address ${i}`, `user${i}`)))
    expect([work.most, work.checks]).toEqual([2, 60])
  })

  it('of one address do not delay others', async () => {
    const { wrong, right } = setUp()
    const order: string[] = []
    const floods = ['here', 'there'].flatMap((address) =>
      Array.from({ length: 30 }, (_, i) => wrong(address, `user${i}`).then(() => order.push(address))),
    )
    await Promise.all([...floods, right('home').then(() => order.push('home'))])
    expect(order.indexOf('home')).toBeLessThan(10)
  })
})

describe('an address', () => {
  it('is throttled after 50 failures, for any user', async () => {
    const { right, wrong } = setUp()
    for (let i = 0; i < 50; i++) expect(await wrong('here', `user${i}`)).toBe('UNAUTHENTICATED')
    expect(await wrong('here', 'another')).toBe(900)
    expect(await right('here')).toBe(900)
    expect(await right('there')).toBe('OK')
  })

  it('is a /64 network for IPv6', async () => {
    const { right, wrong } = setUp()
    for (let i = 0; i < 5; i++) await wrong(`2001:db8::${i}`)
    expect(await right('2001:db8::ffff')).toBe(900)
    expect(await right('2001:db8:0:1::1')).toBe('OK')
  })
})

describe('a user alone', () => {
  it('is slowed by attacks from many addresses, but never locked', async () => {
    const { right, wrong, time } = setUp()
    for (let i = 0; i < 10; i++) await wrong(`address ${i}`)
    expect(time.waits).toEqual([])
    for (let i = 10; i < 40; i++) {
      const slow = wrong(`address ${i}`)
      time.advance(3000)
      expect(await slow).toBe('UNAUTHENTICATED')
    }
    expect(time.waits.slice(0, 3)).toEqual([250, 500, 750])
    expect(time.waits.at(-1)).toBe(3000)
    const late = right('home')
    time.advance(3000)
    expect(await late).toBe('OK')
    time.advance(QUARTER_HOUR)
    const waited = time.waits.length
    expect(await right('home')).toBe('OK')
    expect(time.waits).toHaveLength(waited)
  })
})
