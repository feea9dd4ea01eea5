import { describe, expect, it } from 'vitest'
import { consumer, consumerBox, signUp } from '../consumers.fixture.ts'

const ada = {
  ...{ issuer: 'https://id.example.com', subject: '17', name: 'Ada' },
  ...{ email: 'ada@example.com', email_verified: true, groups: ['partners'] },
}

describe('a person for whom an identity provider vouches', () => {
  it('has an account with the first sign-in, and a session', async () => {
    const { box } = consumerBox({ developers: { signUp: 'off' } })
    const { id, session } = await box.consumers.signInWith(ada)
    expect(await box.consumers.find(session)).toMatchObject({ id, name: 'Ada', kind: 'Developer' })
    expect(await box.developers.get({ id })).toMatchObject({
      ...{ name: 'Ada', email: 'ada@example.com', email_verified: true, groups: ['partners'] },
      ...{ source: 'sso', status: 'active' },
    })
    expect((await box.as(consumer(id)).mine.applications.create({ body: { name: 'Shop' } })).members).toMatchObject([
      { developer: id, role: 'owner' },
    ])
  })

  it('is who the subject says, whatever the name, and nobody else with the same name', async () => {
    const { box } = consumerBox()
    const { id } = await box.consumers.signInWith(ada)
    const renamed = { ...ada, name: 'Ada L', email: 'lovelace@example.com', groups: [] }
    expect((await box.consumers.signInWith(renamed)).id).toBe(id)
    expect(await box.developers.get({ id })).toMatchObject({
      ...{ name: 'Ada L', email: 'lovelace@example.com', email_verified: true, groups: [] },
    })
    const others = [
      { ...ada, subject: '18', email: undefined },
      { ...ada, issuer: 'https://other.example.com', email: undefined },
    ]
    const ids = await Promise.all(others.map(async (one) => (await box.consumers.signInWith(one)).id))
    expect(new Set([id, ...ids]).size).toBe(3)
  })

  it.each([
    [{ email_verified: false }, false],
    [{ email_verified: undefined }, false],
    [{ email: undefined }, false],
    [{}, true],
  ])('has a verified address only if the provider says so: %j', async (members, verified) => {
    const { box } = consumerBox()
    const { id } = await box.consumers.signInWith({ ...ada, ...members })
    expect((await box.developers.get({ id })).email_verified ?? false).toBe(verified)
    await box.consumers.signInWith({ ...ada, email_verified: false })
    expect((await box.developers.get({ id })).email_verified).toBe(false)
    await box.consumers.signInWith(ada)
    expect((await box.developers.get({ id })).email_verified).toBe(true)
  })

  it('is never merged with another account, and learns what to do', async () => {
    const { box } = consumerBox()
    const { id: ann } = await signUp(box, 'ann')
    const refused = {
      code: 'FORBIDDEN',
      message: expect.stringMatching(/belongs to another account.*: ask the owners/),
    }
    for (const email of ['ann@example.com', 'ANN@example.com'])
      for (const email_verified of [true, false])
        await expect(box.consumers.signInWith({ ...ada, email, email_verified })).rejects.toMatchObject(refused)
    expect((await box.developers.list({})).results.map(({ id }) => id)).toEqual([ann])
    const { id } = await box.consumers.signInWith(ada)
    await box.developers.delete({ id })
    await box.developers.create({ body: { id, name: 'Eve' } })
    await expect(box.consumers.signInWith(ada)).rejects.toMatchObject({
      ...{
        code: 'FORBIDDEN',
        message: expect.stringMatching(/^The id .* belongs to an account of another source.*: ask/),
      },
    })
  })

  it('loses the groups that are lost, also if the new address is refused', async () => {
    const { box } = consumerBox()
    await signUp(box, 'ann')
    const { id } = await box.consumers.signInWith(ada)
    const moved = { ...ada, email: 'ann@example.com', groups: [] }
    await expect(box.consumers.signInWith(moved)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await box.developers.get({ id })).toMatchObject({
      ...{ email: 'ada@example.com', email_verified: true, groups: [] },
    })
  })

  it('stays out while blocked, also with a session', async () => {
    const { box } = consumerBox()
    const { id, session } = await box.consumers.signInWith(ada)
    await box.developers.patch({ id, body: [{ op: 'replace', path: '/status', value: 'blocked' }] })
    expect(await box.consumers.find(session)).toBeUndefined()
    await expect(box.consumers.signInWith(ada)).rejects.toMatchObject({
      ...{ code: 'FORBIDDEN', message: expect.stringContaining('is blocked') },
    })
  })

  it('has one account after 20 first sign-ins at once', async () => {
    const { box } = consumerBox()
    const all = await Promise.all(Array.from({ length: 20 }, () => box.consumers.signInWith(ada)))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect((await box.developers.list({})).results).toHaveLength(1)
  })
})
