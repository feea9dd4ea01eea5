import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../index.ts'
import { codeOf, collect } from '../../machine/callers/access.fixture.ts'
import { consumer, consumerBox, signUp, team, tokenIn } from '../consumers.fixture.ts'

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

describe('an invitation of a consumer', () => {
  /** Ann and Bob own the application; Bob's invitation is for an owner. */
  async function invitedByBob(options = {}) {
    const { box } = consumerBox(options)
    const { ann, bob, shop } = await team(box)
    const { token } = await box.as(consumer(ann)).mine.applications.invite({ id: shop, body: { role: 'owner' } })
    await box.as(consumer(bob)).mine.applications.join({ id: shop, body: { token } })
    const { applications } = box.as(consumer(bob)).mine
    const invitation = await applications.invite({ id: shop, body: { role: 'owner' } })
    const eve = await signUp(box, 'eve')
    const join = () =>
      codeOf(box.as(consumer(eve.id)).mine.applications.join({ id: shop, body: { token: invitation.token } }))
    return { box, ann, bob, shop, token: invitation.token, join }
  }

  const endings: [what: string, end: (team: Awaited<ReturnType<typeof invitedByBob>>) => Promise<unknown>][] = [
    [
      'is removed',
      ({ box, ann, bob, shop }) => box.as(consumer(ann)).mine.applications.removeMember({ id: shop, developer: bob }),
    ],
    [
      'leaves',
      ({ box, bob, shop }) => box.as(consumer(bob)).mine.applications.removeMember({ id: shop, developer: bob }),
    ],
    ['is blocked', ({ box, bob }) => box.developers.patch({ id: bob, body: { status: 'blocked' } })],
    ['is deleted', ({ box, bob }) => box.developers.delete({ id: bob })],
    [
      'becomes a mere member',
      async ({ box, bob, shop }) => {
        const { members = [] } = await box.applications.get({ id: shop })
        const next = members.map((one) => (one.developer === bob ? { ...one, role: 'member' as const } : one))
        await box.applications.patch({ id: shop, body: { members: next } })
      },
    ],
  ]

  it.each(endings)('ends for members and new accounts when the inviter %s', async (_, end) => {
    const made = await invitedByBob()
    await end(made)
    const before = (await made.box.applications.get({ id: made.shop })).members
    expect(await made.join()).toBe('NOT_FOUND')
    expect(await codeOf(signUp(made.box, 'zoe', made.token))).toBe('FORBIDDEN')
    expect((await made.box.applications.get({ id: made.shop })).members).toEqual(before)
    expect((await made.box.developers.list()).results).not.toContainEqual(expect.objectContaining({ name: 'zoe' }))
  })

  it('is not used while its inviter is removed at the same time', async () => {
    for (let i = 0; i < 10; i++) {
      const { box, ann, bob, shop, token, join } = await invitedByBob()
      const remove = () => box.as(consumer(ann)).mine.applications.removeMember({ id: shop, developer: bob })
      const use = i % 2 ? join : () => codeOf(signUp(box, 'zoe', token))
      const log: string[] = []
      await Promise.all([remove().then(() => log.push('removed')), use().then((code) => log.push(code))])
      const { members = [] } = await box.applications.get({ id: shop })
      // Either the invitation was used first, or it does not work.
      expect(members).toHaveLength(log.includes('OK') ? 3 : 2)
      expect(await join()).toBe(i % 2 && log.includes('OK') ? 'OK' : 'NOT_FOUND')
    }
  })

  it('is not used if its inviter is blocked between the decision and the commit', async () => {
    const store = memoryStore()
    let before: (() => Promise<unknown>) | undefined
    const commit: typeof store.commit = async (...sent) => {
      const work = JSON.stringify(sent).includes('developer-tokens') ? before : undefined
      if (work) before = undefined
      await work?.()
      return store.commit(...sent)
    }
    const { box, bob, join } = await invitedByBob({ store: { ...store, commit } })
    before = () => box.developers.patch({ id: bob, body: { status: 'blocked' } })
    expect(await join()).toBe('NOT_FOUND')
  })

  it('of the people of the API does not depend on members', async () => {
    const { box } = consumerBox()
    const { bob, shop } = await team(box)
    const { token } = await box.developers.invite({ body: { application: shop, role: 'owner' } })
    const joined = await box.as(consumer(bob)).mine.applications.join({ id: shop, body: { token } })
    expect(joined.members.at(-1)).toMatchObject({ developer: bob, role: 'owner' })
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

describe('deleting an account by its owner', () => {
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
