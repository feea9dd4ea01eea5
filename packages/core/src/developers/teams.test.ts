import { describe, expect, it } from 'vitest'
import { memoryStore } from '../index.ts'
import { codeOf, collect } from '../machine/callers/access.fixture.ts'
import { consumer, consumerBox, signUp, team, tokenIn } from './consumers.fixture.ts'

const HOUR = 60 * 60_000

describe('a team', () => {
  it('sees names and roles, and no addresses', async () => {
    const { box } = consumerBox()
    const { ann, max, shop } = await team(box)
    const seen = await box.as(consumer(max)).mine.applications.get({ id: shop })
    expect(seen).toEqual({
      id: shop,
      name: 'Shop',
      description: '',
      members: [
        { developer: ann, name: 'ann', role: 'owner' },
        { developer: max, name: 'max', role: 'member' },
      ],
    })
    expect(JSON.stringify(seen)).not.toContain('@')
  })

  it('grows by invitations, each for one person and 7 days', async () => {
    const { box, time } = consumerBox()
    const { ann, bob, shop } = await team(box)
    const { mine } = box.as(consumer(ann))
    const { url, token, until } = await mine.applications.invite({ id: shop, body: { role: 'owner' } })
    expect(until).toBe(time.clock() + 7 * 24 * HOUR)
    expect(url).toBe(`~/join?application=${shop}&token=${token}`)
    expect(tokenIn(url)).toBe(token)
    const joined = await box.as(consumer(bob)).mine.applications.join({ id: shop, body: { token } })
    expect(joined.members.at(-1)).toEqual({ developer: bob, name: 'bob', role: 'owner' })
    const eve = await signUp(box, 'eve')
    const join = () => box.as(consumer(eve.id)).mine.applications.join({ id: shop, body: { token } })
    await expect(join()).rejects.toMatchObject({ code: 'NOT_FOUND', errors: [{ message: 'error.invitation' }] })
    const late = await mine.applications.invite({ id: shop, body: {} })
    time.advance(7 * 24 * HOUR)
    const { applications } = box.as(consumer(eve.id)).mine
    expect(await codeOf(applications.join({ id: shop, body: { token: late.token } }))).toBe('NOT_FOUND')
  })

  it('gets one member by an invitation that many use at once', async () => {
    const { box } = consumerBox()
    const { ann, shop } = await team(box)
    const { token } = await box.as(consumer(ann)).mine.applications.invite({ id: shop, body: {} })
    const people = await Promise.all(['a', 'b', 'c', 'd'].map((name) => signUp(box, name)))
    const codes = await Promise.all(
      people.map(({ id }) => codeOf(box.as(consumer(id)).mine.applications.join({ id: shop, body: { token } }))),
    )
    expect(codes.sort()).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'OK'])
    expect((await box.applications.get({ id: shop })).members).toHaveLength(3)
  })

  it('has at most 50 members', async () => {
    const { box } = consumerBox()
    const { ann, bob, shop } = await team(box)
    const { token } = await box.as(consumer(ann)).mine.applications.invite({ id: shop, body: {} })
    const ids = Array.from({ length: 48 }, (_, i) => `d${i}`)
    await box.developers.import({ body: ids.map((id) => ({ id, name: id })) })
    const { members = [] } = await box.applications.get({ id: shop })
    const all = [...members, ...ids.map((developer) => ({ developer, role: 'member' as const }))]
    await box.applications.patch({ id: shop, body: { members: all } })
    const join = () => box.as(consumer(bob)).mine.applications.join({ id: shop, body: { token } })
    await expect(join()).rejects.toMatchObject({ code: 'CONFLICT' })
    await box.applications.patch({ id: shop, body: { members } })
    await join() // the invitation was not used up
  })

  it('always keeps an owner, whoever leaves at once', async () => {
    for (let i = 0; i < 10; i++) {
      const { box } = consumerBox()
      const { ann, bob, shop } = await team(box)
      const { token } = await box.as(consumer(ann)).mine.applications.invite({ id: shop, body: { role: 'owner' } })
      await box.as(consumer(bob)).mine.applications.join({ id: shop, body: { token } })
      const leave = (id: string) => box.as(consumer(id)).mine.applications.removeMember({ id: shop, developer: id })
      const codes = await Promise.all([
        codeOf(leave(ann)),
        codeOf(i % 2 ? leave(bob) : box.as(consumer(bob)).mine.delete()),
      ])
      expect(codes.sort()).toEqual(['CONFLICT', 'OK'])
      const { members = [] } = await box.applications.get({ id: shop })
      expect(members.filter(({ role }) => role === 'owner')).toHaveLength(1)
    }
  })

  it('whose owner has lost the role meanwhile is not changed any more', async () => {
    const { box } = consumerBox()
    const { ann, max, shop } = await team(box)
    const body = {
      members: [
        { developer: max, role: 'owner' as const },
        { developer: ann, role: 'member' as const },
      ],
    }
    const { mine } = box.as(consumer(ann))
    const codes = await Promise.all([
      codeOf(box.applications.patch({ id: shop, body })),
      ...Array.from({ length: 5 }, (_, i) =>
        codeOf(mine.applications.update({ id: shop, body: { name: `Shop ${i}` } })),
      ),
    ])
    expect(codes[0]).toBe('OK')
    expect(await codeOf(mine.applications.update({ id: shop, body: { name: 'Mine' } }))).toBe('FORBIDDEN')
    expect(await codeOf(mine.applications.delete({ id: shop }))).toBe('FORBIDDEN')
  })

  it('is named in the log: who did what', async () => {
    const store = memoryStore()
    const { box } = consumerBox({ store })
    const { ann, max, shop } = await team(box)
    const events = (await collect(store.read({ after: 0 }))).filter(({ domain }) => domain === 'Application')
    expect(events).toMatchObject([
      { type: 'APPLICATION_CREATED', key: shop, authInfo: { id: ann, kind: 'Developer' } },
      { type: 'APPLICATION_UPDATED', key: shop, authInfo: { id: max, kind: 'Developer' } },
    ])
  })
})

describe('limits of a consumer', () => {
  it('are 20 applications, also at once', async () => {
    const { box } = consumerBox()
    const { id } = await signUp(box, 'ann')
    const { applications } = box.as(consumer(id)).mine
    const codes = await Promise.all(
      Array.from({ length: 24 }, (_, i) => codeOf(applications.create({ body: { name: `A${i}` } }))),
    )
    expect(codes.filter((code) => code === 'OK')).toHaveLength(20)
    expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(4)
    const [first] = (await applications.list()).results
    await applications.delete({ id: first!.id })
    await applications.create({ body: { name: 'again' } })
  })

  it('are 20 invitations an hour', async () => {
    const { box, time } = consumerBox()
    const { ann, shop } = await team(box)
    const { applications } = box.as(consumer(ann)).mine
    for (let i = 1; i < 20; i++) await applications.invite({ id: shop, body: {} }) // the team has used one
    await expect(applications.invite({ id: shop, body: {} })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfter: 3600,
    })
    time.advance(HOUR)
    await applications.invite({ id: shop, body: {} })
  })
})

describe('deleting the own account', () => {
  it('is refused while an application with others would have no owner, and says which', async () => {
    const { box } = consumerBox()
    const { ann, max, shop } = await team(box)
    const { mine } = box.as(consumer(ann))
    await expect(mine.delete()).rejects.toMatchObject({
      code: 'CONFLICT',
      errors: [{ message: 'error.developer.owner', args: [shop] }],
      members: { applications: [shop] },
    })
    await mine.applications.removeMember({ id: shop, developer: max })
    await mine.delete()
    expect(await box.applications.get({ id: shop })).toMatchObject({ members: [] })
  })
})
