import { describe, expect, it } from 'vitest'
import { createSignalbox } from '../signalbox.ts'

const HASH = '9f'.repeat(64)
const ann = { id: 'ann', name: 'Ann', email: 'ann@shop.example', admin: true }
const upload = async (line: object) => {
  const box = createSignalbox()
  const { success, errors } = await box.users.import({ body: [line as never] })
  return { box, success, fieldErrors: errors.fieldErrors }
}

describe('a line of a user of the previous feature service', () => {
  it.each(['Izanami', 'OAuth', 'Otoroshi'])('of the type %s is accepted, without the type', async (type) => {
    const { box, success } = await upload({ ...ann, type })
    expect([success, await box.users.get({ id: 'ann' })]).toEqual([1, expect.not.objectContaining({ type })])
  })

  it('of another type is rejected by the name of the field', async () => {
    expect(await upload({ ...ann, type: 'LDAP' })).toMatchObject({ success: 0, fieldErrors: { '/1/type': [{}] } })
  })

  it('with a hash sets no password, and keeps an existing one', async () => {
    const { box } = await upload({ ...ann, password: HASH })
    expect(await box.users.get({ id: 'ann' })).toMatchObject({ temporary: true })
    const login = (password: string) => box.login({ body: { userId: 'ann', password } })
    await expect(login(HASH)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await box.users.patch({ id: 'ann', body: [{ op: 'add', path: '/password', value: 'a password of now' }] })
    await box.users.import({ body: [{ ...ann, password: HASH }], strategy: 'Replace' })
    expect(await login('a password of now')).toMatchObject({ id: 'ann' })
  })

  it('with a password sets it', async () => {
    const { box } = await upload({ ...ann, password: 'a password of now' })
    expect(await box.login({ body: { userId: 'ann', password: 'a password of now' } })).toMatchObject({ id: 'ann' })
  })
})

describe('grants under their earlier name', () => {
  it('are read in a line and in a call', async () => {
    const { box } = await upload({ ...ann, authorizedPattern: 'a:*,b:*$$$R' })
    const grants = [{ pattern: 'a:*' }, { pattern: 'b:*', rights: ['R'] }]
    expect((await box.users.get({ id: 'ann' })).authorizedPatterns).toEqual(grants)
    const body = { clientId: 'k', name: 'k', authorizedPattern: '*' } as never
    expect(await box.apiKeys.create({ body })).toMatchObject({ authorizedPatterns: [{ pattern: '*' }] })
  })

  it.each([
    [{ authorizedPattern: 'a b' }, '/1/authorizedPattern/0/pattern'],
    [{ authorizedPattern: 7 }, '/1/authorizedPattern'],
    [{ authorizedPattern: '*', authorizedPatterns: [] }, '/1/authorizedPattern'],
  ])('are rejected at their name: %j', async (grants, pointer) => {
    const { success, fieldErrors } = await upload({ ...ann, ...grants })
    expect([success, Object.keys(fieldErrors)]).toEqual([0, [pointer]])
  })
})
