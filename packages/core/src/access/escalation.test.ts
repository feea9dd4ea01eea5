import { describe, expect, it } from 'vitest'
import { contract, type Identity, operations, owner, type Signalbox, type SignalboxApi } from '../index.ts'
import { codeOf, collect, testBox } from '../machine/callers/access.fixture.ts'

const all = [{ pattern: '*', domains: ['*'] as ['*'] }]

/** A caller with every right who is not an admin. */
const everything: Identity = { id: 'mighty', kind: 'ApiKey', authorizedPatterns: all }

async function seeded(): Promise<Signalbox> {
  const box = testBox()
  await box.apiKeys.create({ body: { clientId: 'mighty', name: 'mighty', authorizedPatterns: all } })
  await box.apiKeys.create({ body: { clientId: 'admin', name: 'admin', admin: true } })
  await box.users.create({
    body: { id: 'mighty', name: 'mighty', password: 'a long password', authorizedPatterns: all },
  })
  return box
}
const snapshot = async (box: SignalboxApi) => [
  await collect(await box.apiKeys.export()),
  await collect(await box.users.export()),
]

const admin = [{ op: 'add' as const, path: '/admin', value: true }]
const wider = [{ op: 'add' as const, path: '/authorizedPatterns', value: [{ pattern: '*' }] }]
const key = { clientId: 'mighty', name: 'mighty', admin: true }
const user = { id: 'mighty', name: 'mighty', password: 'another password', admin: true }

describe('a caller who is not an admin cannot become one, with any grants,', () => {
  const attempts: Record<string, (api: SignalboxApi) => Promise<unknown>> = {
    'by a PATCH of admin': (api) => api.apiKeys.patch({ id: 'mighty', body: admin }),
    'by a PATCH of grants': (api) => api.apiKeys.patch({ id: 'mighty', body: wider }),
    'by a PUT of their own key': (api) => api.apiKeys.replace({ id: 'mighty', body: key }),
    "by renaming onto an admin's key": (api) =>
      api.apiKeys.replace({ id: 'mighty', body: { clientId: 'admin', name: 'x' } }),
    "by renaming an admin's key": (api) => api.apiKeys.replace({ id: 'admin', body: { clientId: 'mine', name: 'x' } }),
    'by a new key': (api) => api.apiKeys.create({ body: { name: 'mine', admin: true } }),
    'by a key with their own grants': (api) => api.apiKeys.create({ body: { name: 'mine', authorizedPatterns: all } }),
    'by lines of keys': (api) => api.apiKeys.import({ body: [key] }),
    "by deleting the admin's key": (api) => api.apiKeys.delete({ id: 'admin' }),
    'by deleting keys': (api) => api.apiKeys.deleteMany({ pattern: '*' }),
    'by reading hashes of keys': (api) => api.apiKeys.export(),
    'by a PATCH of their own user': (api) => api.users.patch({ id: 'mighty', body: admin }),
    'by a PUT of their own user': (api) => api.users.replace({ id: 'mighty', body: user }),
    'by a new user': (api) => api.users.create({ body: { ...user, id: 'new' } }),
    'by lines of users': (api) => api.users.import({ body: [user] }),
    'by reading hashes of passwords': (api) => api.users.export(),
    'by listing users': (api) => api.users.list(),
    'by counting keys': (api) => api.apiKeys.count(),
  }

  it.each(Object.keys(attempts))('%s', async (name) => {
    const box = await seeded()
    const before = await snapshot(box)
    expect(await codeOf(attempts[name]!(box.as(everything)))).toBe('FORBIDDEN')
    expect(await codeOf(attempts[name]!(box.as({ ...everything, kind: 'User' })))).toBe('FORBIDDEN')
    expect(await snapshot(box)).toEqual(before)
  })

  it('by any operation on API keys or users, which all require an admin', () => {
    const open = operations(contract).filter(
      ({ name: [group], operation }) => /^(apiKeys|users)$/.test(group!) && operation.access !== 'admin',
    )
    expect(open).toEqual([])
  })

  it('by claiming another identity in a call', async () => {
    const box = await seeded()
    expect(await codeOf(box.as(everything).apiKeys.list({}, { caller: owner }))).toBe('FORBIDDEN')
  })

  it('by changing their own password', async () => {
    const box = await seeded()
    const me = box.as({ id: 'mighty', kind: 'User', authorizedPatterns: all })
    const body = { currentPassword: 'a long password', newPassword: 'another password' }
    expect(await codeOf(me.changePassword({ body: { ...body, admin: true } as typeof body }))).toBe('INVALID')
    await me.changePassword({ body })
    expect(await box.users.get({ id: 'mighty' })).toMatchObject({ admin: false, authorizedPatterns: all })
  })
})

describe('an API key', () => {
  it('cannot change a password, not even of a user with its name', async () => {
    const box = await seeded()
    const body = { currentPassword: 'a long password', newPassword: 'another password' }
    expect(await codeOf(box.as(everything).changePassword({ body }))).toBe('INVALID')
  })
})
