import { describe, expect, it } from 'vitest'
import type { Signalbox } from '../index.ts'
import { codeOf, collect, testBox } from '../machine/callers/access.fixture.ts'

const password = 'a long password'
const user = (id: string, more: object = {}) => ({ id, name: id, password, ...more })
const canLogIn = async (box: Signalbox, userId: string, password: string) =>
  (await codeOf(box.login({ body: { userId, password } }))) === 'OK'
const ids = async (box: Signalbox) => (await box.users.list()).results.map(({ id }) => id)
const hash = 'plain another password'

describe('a password', () => {
  it('is never returned', async () => {
    const box = testBox()
    const shown = { id: 'u', name: 'u', email: 'u@x.tld', admin: false, temporary: false, authorizedPatterns: [] }
    expect(await box.users.create({ body: user('u', { email: 'u@x.tld' }) })).toEqual(shown)
    expect(await box.users.get({ id: 'u' })).toEqual(shown)
    expect((await box.users.list()).results).toEqual([shown])
    expect(await box.users.replace({ id: 'u', body: user('u', { email: 'u@x.tld' }) })).toEqual(shown)
    expect(
      await box.users.patch({ id: 'u', body: [{ op: 'add', path: '/password', value: 'third password' }] }),
    ).toEqual(shown)
    expect(await box.login({ body: { userId: 'u', password: 'third password' } })).toEqual(shown)
    expect(await box.users.delete({ id: 'u' })).toEqual(shown)
  })

  it('does not change if a PUT or PATCH omits it', async () => {
    const box = testBox()
    await box.users.create({ body: user('u') })
    await box.users.replace({ id: 'u', body: { id: 'u', name: 'other' } })
    await box.users.patch({ id: 'u', body: [{ op: 'replace', path: '/name', value: 'third' }] })
    expect(await canLogIn(box, 'u', password)).toBe(true)
  })

  it('must have at least 12 characters', async () => {
    expect(await codeOf(testBox().users.create({ body: user('u', { password: 'x'.repeat(11) }) }))).toBe('INVALID')
    expect(await codeOf(testBox().users.create({ body: user('u', { password: 'x'.repeat(12) }) }))).toBe('OK')
  })

  it('is required to log in', async () => {
    const box = testBox()
    await box.users.create({ body: { id: 'u', name: 'u' } })
    expect(await canLogIn(box, 'u', '')).toBe(false)
    expect(await canLogIn(box, 'u', 'nobody has this password')).toBe(false)
  })
})

describe('the hash of a password', () => {
  it('is part of nd-json, so that a user can log in elsewhere', async () => {
    const [here, there] = [testBox(), testBox()]
    await here.users.create({ body: user('u') })
    const lines = await collect(await here.users.export())
    expect(lines).toMatchObject([{ id: 'u', passwordHash: `plain ${password}` }])
    expect(await there.users.import({ body: lines })).toMatchObject({ success: 1 })
    expect(await canLogIn(there, 'u', password)).toBe(true)
  })

  it('is rejected by name everywhere else', async () => {
    const box = testBox()
    await box.users.create({ body: user('u') })
    const sent = { ...user('u'), passwordHash: hash }
    const named = { code: 'INVALID', fieldErrors: { '/passwordHash': [{ message: 'error.unknown.field' }] } }
    await expect(box.users.create({ body: { ...sent, id: 'v' } })).rejects.toMatchObject(named)
    await expect(box.users.replace({ id: 'u', body: sent })).rejects.toMatchObject(named)
    await expect(
      box.users.patch({ id: 'u', body: [{ op: 'add', path: '/passwordHash', value: hash }] }),
    ).rejects.toMatchObject(named)
    await expect(
      box.users.patch({ id: 'u', body: [{ op: 'copy', from: '/passwordHash', path: '/name' }] }),
    ).rejects.toMatchObject({ code: 'INVALID' })
  })
})

describe('deleting many users', () => {
  it('never deletes the caller', async () => {
    const box = testBox()
    for (const id of ['a', 'b', 'c']) await box.users.create({ body: user(id, { admin: id !== 'c' }) })
    const me = { id: 'a', kind: 'User', admin: true }
    expect(await box.as(me).users.deleteMany({ pattern: '*' })).toEqual({ count: 2 })
    expect(await ids(box)).toEqual(['a'])
  })

  it('deletes a user with the id of the calling API key', async () => {
    const box = testBox()
    for (const id of ['a', 'b']) await box.users.create({ body: user(id, { admin: id === 'b' }) })
    await box.as({ id: 'a', kind: 'ApiKey', admin: true }).users.deleteMany({ pattern: 'a' })
    expect(await ids(box)).toEqual(['b'])
  })

  it('never deletes the last admin', async () => {
    const box = testBox()
    for (const id of ['a', 'b', 'c']) await box.users.create({ body: user(id, { admin: id !== 'c' }) })
    expect(await box.users.deleteMany({ pattern: '*' })).toEqual({ count: 2 })
    expect(await ids(box)).toEqual(['b'])
    expect(await box.users.deleteMany({ pattern: '*' })).toEqual({ count: 0 })
  })

  it('deletes an admin if another admin remains', async () => {
    const box = testBox()
    for (const id of ['a', 'z']) await box.users.create({ body: user(id, { admin: true }) })
    expect(await box.users.deleteMany({ pattern: 'z' })).toEqual({ count: 1 })
    expect(await ids(box)).toEqual(['a'])
  })
})

describe('deleting many API keys', () => {
  it('never deletes the calling key', async () => {
    const box = testBox()
    for (const clientId of ['a', 'b']) await box.apiKeys.create({ body: { clientId, name: clientId, admin: true } })
    expect(await box.as({ id: 'a', kind: 'ApiKey', admin: true }).apiKeys.deleteMany({ pattern: '*' })).toEqual({
      count: 1,
    })
    expect((await box.apiKeys.list()).results).toMatchObject([{ clientId: 'a' }])
  })
})

describe('naming one user', () => {
  it('deletes even the last admin', async () => {
    const box = testBox()
    await box.users.create({ body: user('a', { admin: true }) })
    await box.users.delete({ id: 'a' })
    expect(await ids(box)).toEqual([])
  })
})
