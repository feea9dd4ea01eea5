import { describe, expect, it } from 'vitest'
import type { Account, Signalbox } from '../index.ts'
import { codeOf, testBox } from '../machine/callers/access.fixture.ts'

const issuer = 'https://id.example'
const ada: Account = {
  issuer,
  subject: '17',
  id: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  authorizedPatterns: [{ pattern: 'shop:*' }],
}
const password = 'twelve or more'
const identityOf = (box: Signalbox, session: string) => box.identify({ session })

describe('signing in with an identity provider', () => {
  it('creates the user at the first time, with the rights of the account', async () => {
    const box = testBox()
    const { user, session } = await box.signIn(ada)
    const expected = {
      id: 'ada',
      name: 'Ada',
      email: 'ada@example.com',
      admin: false,
      temporary: false,
      authorizedPatterns: [{ pattern: 'shop:*' }],
      identity: { issuer, subject: '17' },
    }
    expect(user).toEqual(expected)
    expect(await box.users.get({ id: 'ada' })).toEqual(expected)
    expect(await identityOf(box, session)).toMatchObject({ id: 'ada', authorizedPatterns: [{ pattern: 'shop:*' }] })
  })

  it('updates the user at each time, and writes nothing if nothing has changed', async () => {
    const box = testBox()
    const { session } = await box.signIn(ada)
    const types: string[] = []
    box.on('*', ({ type, reason }) => types.push(`${type} ${reason}`))
    await box.signIn(ada)
    const { email: _none, ...without } = ada
    await box.signIn({ ...without, name: 'Ada L', admin: true, authorizedPatterns: [] })
    expect(await box.users.get({ id: 'ada' })).toEqual({
      ...{ id: 'ada', name: 'Ada L', admin: true, temporary: false, authorizedPatterns: [] },
      identity: { issuer, subject: '17' },
    })
    expect(await identityOf(box, session)).toMatchObject({ admin: true })
    await expect.poll(() => types).toEqual([`USER_UPDATED Signed in with ${issuer}`])
  })

  it('takes the rights of a user whose account has none any more', async () => {
    const box = testBox()
    const { session } = await box.signIn({ ...ada, admin: true })
    expect(await codeOf(box.signIn({ ...ada, admin: false, authorizedPatterns: [] }))).toBe('FORBIDDEN')
    const identity = await identityOf(box, session)
    expect(identity).toMatchObject({ id: 'ada', authorizedPatterns: [] })
    expect(identity?.admin).toBeUndefined()
  })

  it('creates no user for an account without rights', async () => {
    const box = testBox()
    expect(await codeOf(box.signIn({ ...ada, authorizedPatterns: [] }))).toBe('FORBIDDEN')
    expect((await box.users.count()).count).toBe(0)
  })

  it.each<[whose: string, setUp: (box: Signalbox) => Promise<unknown>]>([
    ['a local user', (box) => box.users.create({ body: { id: 'ada', name: 'Ada', password, admin: true } })],
    ['a local user without a password', (box) => box.users.create({ body: { id: 'ada', name: 'Ada' } })],
    ['another account of the provider', (box) => box.signIn({ ...ada, subject: '18' })],
    ['an account of another provider', (box) => box.signIn({ ...ada, issuer: 'https://other.example' })],
  ])('does not take over %s', async (_, setUp) => {
    const box = testBox()
    await setUp(box)
    const before = await box.users.get({ id: 'ada' })
    expect(await codeOf(box.signIn({ ...ada, name: 'Eve' }))).toBe('CONFLICT')
    expect(await codeOf(box.signIn({ ...ada, authorizedPatterns: [] }))).toBe('CONFLICT')
    expect(await box.users.get({ id: 'ada' })).toEqual(before)
  })

  it('never finds a user by the e-mail address', async () => {
    const box = testBox()
    await box.users.create({ body: { id: 'boss', name: 'Boss', email: 'ada@example.com', password, admin: true } })
    expect((await box.signIn(ada)).user).toMatchObject({ id: 'ada', admin: false })
  })

  it('is open to several calls at a time', async () => {
    const box = testBox()
    const all = await Promise.all(Array.from({ length: 5 }, () => box.signIn(ada)))
    for (const { session } of all) expect(await identityOf(box, session)).toMatchObject({ id: 'ada' })
  })

  it('rejects ids that users cannot have', async () => {
    expect(await codeOf(testBox().signIn({ ...ada, id: 'ada:admin' }))).toBe('INVALID')
    expect(await codeOf(testBox().signIn({ ...ada, id: undefined }))).toBe('INVALID')
    expect(await codeOf(testBox().signIn({ ...ada, id: undefined, ...none }))).toBe('FORBIDDEN')
  })
})

const platform = [{ pattern: 'shop:*' }, { pattern: 'site:*' }]
const none = { admin: false, authorizedPatterns: [] }

describe('an account with another name', () => {
  const changes: readonly [what: string, rights: Partial<Account>, code: string][] = [
    ['more rights', { admin: true, authorizedPatterns: platform }, 'OK'],
    ['fewer rights', { admin: false, authorizedPatterns: [{ pattern: 'shop:a' }] }, 'OK'],
    ['no rights', none, 'FORBIDDEN'],
  ]
  const names: readonly [how: string, account: Partial<Account>, invalid?: string][] = [
    ['a free id', { id: 'ada2', name: 'Ada L' }],
    ['the id of a local user', { id: 'boss' }],
    ['the id of another account', { id: 'eve' }],
    ['an id that users cannot have', { id: 'a:b' }],
    ['no id', { id: undefined }],
    ['a name that users cannot have', { id: 'ada2', name: '' }, 'INVALID'],
    ['an e-mail address that is too long', { id: 'ada2', email: 'a'.repeat(513) }, 'INVALID'],
  ]
  const all = names.flatMap(([how, account, invalid]) =>
    changes.map(([what, rights, code]) => [how, what, { ...account, ...rights }, invalid ?? code] as const),
  )

  it.each(all)('that is %s, and %s, keeps its user, with these rights in open sessions', async (_, __, now, code) => {
    const box = testBox()
    await box.users.create({ body: { id: 'boss', name: 'Boss', password, admin: true } })
    await box.signIn({ ...ada, subject: '18', id: 'eve', admin: true })
    const { session } = await box.signIn({ ...ada, admin: true, authorizedPatterns: [{ pattern: 'old:*' }] })
    expect(await codeOf(box.signIn({ ...ada, ...now }))).toBe(code)
    const { admin, authorizedPatterns } = now
    const identity = await identityOf(box, session)
    expect(identity).toMatchObject({ id: 'ada', authorizedPatterns })
    expect(identity?.admin ?? false).toBe(admin)
    expect(await box.users.get({ id: 'ada' })).toMatchObject({ admin, authorizedPatterns, identity: { subject: '17' } })
    expect((await box.users.count()).count).toBe(3)
    for (const id of ['boss', 'eve']) expect(await box.users.get({ id })).toMatchObject({ admin: true })
  })

  it('opens sessions of the same user, with the new name', async () => {
    const box = testBox()
    await box.signIn(ada)
    const { user, session } = await box.signIn({ ...ada, id: 'ada2', name: 'Ada L' })
    expect(user).toMatchObject({ id: 'ada', name: 'Ada L' })
    expect(await identityOf(box, session)).toMatchObject({ id: 'ada', name: 'Ada L' })
  })

  it('keeps the user that an admin renamed', async () => {
    const box = testBox()
    await box.signIn(ada)
    await box.users.replace({ id: 'ada', body: { id: 'lovelace', name: 'Ada' } })
    expect((await box.signIn(ada)).user.id).toBe('lovelace')
    expect((await box.users.count()).count).toBe(1)
  })

  it('is one user, although an earlier version made two', async () => {
    const box = testBox()
    const identity = { issuer, subject: '17' }
    const lines = ['ada', 'ada2', 'ada3'].map((id) => ({ id, name: 'Ada', admin: true, identity }))
    await box.users.import({ body: lines })
    const rights = async () =>
      Promise.all(['ada', 'ada2', 'ada3'].map(async (id) => (await box.users.get({ id })).admin))
    expect(await rights()).toEqual([true, true, true])
    expect((await box.signIn({ ...ada, id: 'ada2', admin: true })).user.id).toBe('ada2')
    expect(await rights()).toEqual([false, true, false])
    expect(await codeOf(box.signIn({ ...ada, id: 'new', ...none }))).toBe('FORBIDDEN')
    expect(await rights()).toEqual([false, false, false])
  })

  it('is another account if its issuer or its subject differs', async () => {
    const box = testBox()
    await box.signIn({ ...ada, admin: true })
    for (const [i, other] of [{ issuer: `${issuer}/` }, { subject: '17 ' }, { subject: '0017' }].entries())
      expect((await box.signIn({ ...ada, ...other, id: `other${i}` })).user).toMatchObject({ admin: false })
    expect(await box.users.get({ id: 'ada' })).toMatchObject({ admin: true })
  })
})

describe('a user of an identity provider', () => {
  it('has no password', async () => {
    const box = testBox()
    await box.signIn(ada)
    expect(await codeOf(box.users.patch({ id: 'ada', body: { password } }))).toBe('INVALID')
    expect(await codeOf(box.login({ body: { userId: 'ada', password } }))).toBe('UNAUTHENTICATED')
  })

  it('loses all sessions when it is deleted', async () => {
    const box = testBox()
    const { session } = await box.signIn(ada)
    await box.users.delete({ id: 'ada' })
    expect(await identityOf(box, session)).toBeUndefined()
    await box.signIn(ada)
    expect(await identityOf(box, session)).toBeUndefined()
  })

  it('stays one when it is edited, exported and imported', async () => {
    const box = testBox()
    await box.signIn(ada)
    const body = { id: 'ada', name: 'A', identity: { issuer, subject: 'another' } }
    await box.users.replace({ id: 'ada', body })
    expect((await box.users.get({ id: 'ada' })).identity).toEqual({ issuer, subject: '17' })
    const other = testBox()
    await other.users.import({ body: box.users.export() })
    expect((await other.users.get({ id: 'ada' })).identity).toEqual({ issuer, subject: '17' })
    expect((await other.signIn(ada)).user.id).toBe('ada')
  })

  it('cannot be made by creating a user', async () => {
    const box = testBox()
    await box.users.create({ body: { ...{ id: 'ada', name: 'A', password }, identity: { issuer, subject: '17' } } })
    expect(await box.users.get({ id: 'ada' })).not.toHaveProperty('identity')
  })
})

describe('passwordUsers', () => {
  it('are the only users who log in with a password, and keep such sessions', async () => {
    const box = testBox({ passwordUsers: ['root'] })
    for (const id of ['root', 'ada']) await box.users.create({ body: { id, name: id, password } })
    const login = (userId: string) => codeOf(box.login({ body: { userId, password } }))
    expect([await login('root'), await login('ada')]).toEqual(['OK', 'UNAUTHENTICATED'])
    expect((await box.signIn({ ...ada, id: 'eve' })).user.id).toBe('eve')
  })
})
