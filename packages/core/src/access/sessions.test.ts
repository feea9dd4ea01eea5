import { beforeEach, describe, expect, it } from 'vitest'
import { type Identity, memoryStore, SESSION_LIFE, type Signalbox, type Store, sessionOf, toCaller } from '../index.ts'
import { codeOf, collect, testBox, testTime } from '../machine/callers/access.fixture.ts'

const password = 'a long password'
const newPassword = 'another password'
let time: ReturnType<typeof testTime>
let store: Store
let box: Signalbox

beforeEach(async () => {
  time = testTime()
  store = memoryStore({ clock: time.clock })
  box = testBox({ store, ...time.ports })
  await box.users.create({ body: { id: 'u', name: 'User', password, authorizedPatterns: [{ pattern: 'a:*' }] } })
})

const open = async (secret = password) =>
  sessionOf(await box.login({ body: { userId: 'u', password: secret } })) as string
const who = (session: string) => box.identify({ session })
const isOpen = async (session: string) => (await who(session)) !== undefined
const as = async (session: string) => box.as((await who(session)) as Identity)

describe('a session', () => {
  it('has the identity and the grants of the user', async () => {
    const api = await as(await open())
    expect(await api.me()).toEqual({
      id: 'u',
      name: 'User',
      kind: 'User',
      admin: false,
      temporary: false,
      authorizedPatterns: [{ pattern: 'a:*' }],
    })
    expect(await codeOf(api.features.get({ id: 'b' }))).toBe('FORBIDDEN')
  })

  it('is new for each login', async () => {
    const tokens = new Set(await Promise.all(Array.from({ length: 20 }, () => open())))
    expect(tokens.size).toBe(20)
  })

  it('is stored as a digest of its token', async () => {
    const token = await open()
    const entries = await collect(store.scan('sessions'))
    expect(entries).toHaveLength(1)
    expect(entries[0]?.key).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(entries)).not.toContain(token)
    expect(await isOpen(entries[0]!.key)).toBe(false)
  })

  it('is valid in every box on the same store', async () => {
    const token = await open()
    expect(await testBox({ store, ...time.ports }).identify({ session: token })).toMatchObject({ id: 'u' })
  })

  it.each(['', '__proto__', 'constructor', 'x'.repeat(52)])('is rejected with the token %j', async (token) => {
    await open()
    expect(await isOpen(token)).toBe(false)
  })
})

describe('a session lives 12 hours', () => {
  it('from the login', async () => {
    const token = await open()
    time.advance(SESSION_LIFE - 1)
    expect(await isOpen(token)).toBe(true)
    const other = await open()
    time.advance(SESSION_LIFE)
    expect(await isOpen(other)).toBe(false)
  })

  it('from its last use', async () => {
    const token = await open()
    for (let i = 0; i < 5; i++) {
      time.advance(SESSION_LIFE - 60_000)
      expect(await isOpen(token)).toBe(true)
    }
    time.advance(SESSION_LIFE)
    expect(await isOpen(token)).toBe(false)
  })

  it('and reports a longer life, so that the cookie is renewed', async () => {
    const token = await open()
    const renewed = async () => sessionOf(toCaller((await who(token)) as Identity))
    expect(await renewed()).toBeUndefined()
    time.advance(SESSION_LIFE / 2)
    expect(await renewed()).toBe(token)
    expect(await renewed()).toBeUndefined()
  })

  it('and reports that in copies of the identity, but not after JSON', async () => {
    const token = await open()
    time.advance(SESSION_LIFE / 2)
    const identity = (await who(token)) as Identity
    expect(sessionOf(identity)).toBe(token)
    expect(sessionOf({ ...identity })).toBe(token)
    expect(sessionOf({ ...toCaller({ ...identity }) })).toBe(token)
    expect(sessionOf(JSON.parse(JSON.stringify({ ...identity, renewed: token })) as object)).toBeUndefined()
  })

  it('and expired sessions are deleted when others are opened', async () => {
    await open()
    time.advance(SESSION_LIFE)
    await open()
    expect(await store.count('sessions')).toBe(1)
  })

  it('and a login looks at few of many, which is enough to delete the expired ones', async () => {
    const old = Array.from({ length: 400 }, () => open())
    await Promise.all(old)
    time.advance(SESSION_LIFE)
    await open()
    expect(await store.count('sessions')).toBe(400 + 1 - 20)
    for (let logins = 0; logins < 60; logins++) await open()
    expect(await store.count('sessions')).toBeLessThan(61 + 80)
  })
})

describe('a session ends', () => {
  it('by logout, without ending others', async () => {
    const [mine, other] = [await open(), await open()]
    const answer = await (await as(mine)).logout()
    expect(sessionOf(answer)).toBe('')
    expect([await isOpen(mine), await isOpen(other)]).toEqual([false, true])
  })

  it('with all sessions of its user when the password changes, which opens a new one', async () => {
    const [mine, other] = [await open(), await open()]
    const answer = await (await as(mine)).changePassword({ body: { currentPassword: password, newPassword } })
    const opened = sessionOf(answer) as string
    expect([await isOpen(mine), await isOpen(other), await isOpen(opened)]).toEqual([false, false, true])
    expect(await codeOf(open())).toBe('UNAUTHENTICATED')
    expect(await isOpen(await open(newPassword))).toBe(true)
  })

  it.each<[string, () => Promise<unknown>]>([
    [
      'an admin sets the password',
      () => box.users.replace({ id: 'u', body: { id: 'u', name: 'u', password: newPassword } }),
    ],
    [
      'a line of an import sets the password',
      () => box.users.import({ body: [{ id: 'u', name: 'u', password: newPassword }], strategy: 'Replace' }),
    ],
    ['the user is deleted', () => box.users.delete({ id: 'u' })],
    ['the user is deleted among many', () => box.users.deleteMany({ pattern: '*' })],
    ['the user is renamed', () => box.users.replace({ id: 'u', body: { id: 'v', name: 'v' } })],
  ])('when %s', async (_, change) => {
    const token = await open()
    await change()
    expect(await isOpen(token)).toBe(false)
  })

  it('permanently, even if the same user is created or imported again', async () => {
    const token = await open()
    const lines = await collect(await box.users.export())
    await box.users.delete({ id: 'u' })
    await box.users.import({ body: lines, strategy: 'Replace' })
    expect(await isOpen(token)).toBe(false)
    const second = await open()
    await box.users.patch({ id: 'u', body: [{ op: 'add', path: '/password', value: newPassword }] })
    await box.users.import({ body: lines, strategy: 'Replace' })
    expect(await isOpen(second)).toBe(false)
  })

  it('not by other changes of the user, which apply to the next call', async () => {
    const token = await open()
    await box.users.patch({ id: 'u', body: [{ op: 'replace', path: '/authorizedPatterns', value: 'b' }] })
    expect((await (await as(token)).me()).authorizedPatterns).toEqual([{ pattern: 'b' }])
    await box.users.patch({ id: 'u', body: [{ op: 'replace', path: '/admin', value: true }] })
    expect((await (await as(token)).me()).admin).toBe(true)
  })
})

describe('changing the password', () => {
  it('requires the current password', async () => {
    const api = await as(await open())
    const change = (currentPassword: string) => codeOf(api.changePassword({ body: { currentPassword, newPassword } }))
    expect(await change('wrong')).toBe('UNAUTHENTICATED')
    expect(await codeOf(open())).toBe('OK')
  })

  it('is throttled as logins are', async () => {
    const api = await as(await open())
    const guess = (currentPassword: string) => codeOf(api.changePassword({ body: { currentPassword, newPassword } }))
    for (let i = 0; i < 5; i++) expect(await guess(`guess ${i}`)).toBe('UNAUTHENTICATED')
    expect(await guess(password)).toBe('TOO_MANY_REQUESTS')
  })

  it('makes a temporary password permanent, and requires a new one', async () => {
    await box.users.patch({ id: 'u', body: [{ op: 'replace', path: '/temporary', value: true }] })
    const api = await as(await open())
    const change = (newPassword: string) => api.changePassword({ body: { currentPassword: password, newPassword } })
    await expect(change(password)).rejects.toMatchObject({
      code: 'INVALID',
      fieldErrors: { '/newPassword': [{ message: 'error.password.same' }] },
    })
    expect(await api.me()).toMatchObject({ temporary: true })
    expect(await change(newPassword)).toMatchObject({ temporary: false })
    expect(await api.me()).toMatchObject({ temporary: false })
  })

  it('requires 12 characters', async () => {
    const api = await as(await open())
    const body = { currentPassword: password, newPassword: 'x'.repeat(11) }
    await expect(api.changePassword({ body })).rejects.toMatchObject({
      fieldErrors: { '/newPassword': [{ message: 'error.length.minimum' }] },
    })
  })
})
