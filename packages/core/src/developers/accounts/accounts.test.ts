import { describe, expect, it } from 'vitest'
import { memoryStore, sessionOf } from '../../index.ts'
import { codeOf, collect } from '../../machine/callers/access.fixture.ts'
import { consumer, consumerBox, PASSWORD, signUp, tokenIn, writingBox } from '../consumers.fixture.ts'

const HOUR = 60 * 60_000
const ann = { name: 'Ann', email: 'Ann@example.com', password: PASSWORD }
const other = 'another long password'

describe('signing up', () => {
  it('opens an account and a session, where everybody may', async () => {
    const { box } = consumerBox()
    const account = await box.mine.signUp({ body: ann })
    expect(account).toEqual({
      id: expect.stringMatching(/^developer_/),
      name: 'Ann',
      email: 'Ann@example.com',
      email_verified: false,
      status: 'active',
      groups: [],
      source: 'password',
      created_at: expect.any(Number),
    })
    const found = await box.consumers.find(sessionOf(account)!)
    expect(found).toMatchObject({ id: account.id, name: 'Ann', kind: 'Developer' })
    expect(await box.as(found!).mine.get()).toEqual(account)
  })

  it('is refused by default, whatever is sent', async () => {
    const { box } = consumerBox({ developers: {} })
    expect(await codeOf(box.mine.signUp({ body: ann }))).toBe('FORBIDDEN')
    expect(await codeOf(box.mine.signUp({ body: { ...ann, invitation: 'x' } }))).toBe('FORBIDDEN')
  })

  it('takes a valid invitation, once, where it is required', async () => {
    const { box, time } = consumerBox({ developers: { signUp: 'invite' } })
    const { token } = await box.developers.invite({ body: { email: 'ANN@example.com', name: 'Ann' } })
    const refused = { code: 'FORBIDDEN', errors: [{ message: 'error.invitation' }] }
    await expect(box.mine.signUp({ body: ann })).rejects.toMatchObject({ ...refused })
    await expect(box.mine.signUp({ body: { ...ann, invitation: 'x' } })).rejects.toMatchObject(refused)
    // An invitation to an address vouches for it.
    expect(await box.mine.signUp({ body: { ...ann, invitation: token } })).toMatchObject({ email_verified: true })
    const bob = { name: 'Bob', email: 'bob@example.com', password: PASSWORD }
    await expect(box.mine.signUp({ body: { ...bob, invitation: token } })).rejects.toMatchObject(refused)
    const late = await box.developers.invite({ body: {} })
    expect(late.until).toBe(time.clock() + 7 * 24 * HOUR)
    time.advance(7 * 24 * HOUR)
    await expect(box.mine.signUp({ body: { ...bob, invitation: late.token } })).rejects.toMatchObject(refused)
  })

  it('with an invitation to an application makes a member of it', async () => {
    const { box } = consumerBox({ developers: { signUp: 'invite' } })
    await box.applications.create({ body: { id: 'shop', name: 'Shop' } })
    const { token } = await box.developers.invite({ body: { application: 'shop', role: 'owner' } })
    const { id } = await signUp(box, 'ann', token)
    expect(await box.applications.get({ id: 'shop' })).toMatchObject({ members: [{ developer: id, role: 'owner' }] })
    expect((await box.as(consumer(id)).mine.applications.list()).results).toHaveLength(1)
  })

  it('twice with one invitation at once makes one member', async () => {
    const { box } = consumerBox({ developers: { signUp: 'invite' } })
    await box.applications.create({ body: { id: 'shop', name: 'Shop' } })
    const { token } = await box.developers.invite({ body: { application: 'shop' } })
    const codes = await Promise.all(['ann', 'bob', 'max'].map((name) => codeOf(signUp(box, name, token))))
    expect(codes.sort()).toEqual(['FORBIDDEN', 'FORBIDDEN', 'OK'])
    expect((await box.applications.get({ id: 'shop' })).members).toHaveLength(1)
    expect((await box.developers.count()).count).toBe(1)
  })

  it('50 times with one address at once makes one account', async () => {
    const { box } = consumerBox()
    const codes = await Promise.all(
      Array.from({ length: 50 }, (_, i) => codeOf(box.mine.signUp({ body: ann }, { address: `10.0.0.${i}` }))),
    )
    expect(codes.filter((code) => code === 'OK')).toHaveLength(1)
    expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(49)
    expect((await box.developers.count()).count).toBe(1)
  })

  it('is limited to 5 accounts an hour from a network, also at once', async () => {
    const { box, time } = consumerBox()
    const make = (i: number) => box.mine.signUp({ body: { ...ann, email: `a${i}@b.de` } }, { address: '10.0.0.1' })
    const codes = await Promise.all(Array.from({ length: 8 }, (_, i) => codeOf(make(i))))
    expect(codes.filter((code) => code === 'OK')).toHaveLength(5)
    await expect(make(9)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 3600 })
    await box.mine.signUp({ body: { ...ann, email: 'b@b.de' } }, { address: '10.0.0.2' })
    time.advance(HOUR)
    await make(9)
  })

  it('with a taken address does not count, but guessing addresses is limited', async () => {
    const { box } = consumerBox()
    await box.mine.signUp({ body: ann })
    const again = () => codeOf(box.mine.signUp({ body: ann }, { address: '10.0.0.1' }))
    for (let i = 0; i < 50; i++) expect(await again()).toBe('CONFLICT')
    expect(await again()).toBe('TOO_MANY_REQUESTS')
  })

  it('is named as the author in the log, without the password', async () => {
    const store = memoryStore()
    const { box } = consumerBox({ store })
    const { id } = await box.mine.signUp({ body: ann })
    const events = await collect(store.read({ after: 0 }))
    expect(events).toMatchObject([{ type: 'DEVELOPER_CREATED', authInfo: { id, name: 'Ann', kind: 'Developer' } }])
    expect(JSON.stringify(events)).not.toContain(PASSWORD)
  })
})

describe('signing up where people are written to', () => {
  it('waits for the link, and answers the same whether the address was free or not', async () => {
    const { box, sent } = writingBox()
    const first = await box.mine.signUp({ body: ann })
    await expect.poll(() => sent.length).toBe(1)
    const again = await box.mine.signUp({ body: { ...ann, name: 'Eve' } })
    await expect.poll(() => sent.length).toBe(2)
    const made = { id: expect.stringMatching(/^developer_/), created_at: expect.any(Number) }
    expect(first).toEqual({
      ...made,
      name: 'Ann',
      email: 'Ann@example.com',
      email_verified: false,
      status: 'waiting',
      groups: [],
      source: 'password',
    })
    expect(again).toEqual({ ...first, ...made, name: 'Eve' })
    expect(again.id).not.toBe(first.id)
    for (const answer of [first, again]) expect(sessionOf(answer)).toBeUndefined()
    expect((await box.developers.list()).results).toMatchObject([{ id: first.id, name: 'Ann' }])
    expect(sent).toMatchObject([
      {
        to: 'Ann@example.com',
        kind: 'confirm',
        link: expect.stringMatching(/^https:..api.example.com.portal.~.sign-in/),
      },
      { to: 'Ann@example.com', kind: 'reset', link: expect.stringMatching(/^https:..api.example.com.portal.~.reset/) },
    ])
    for (const { text, link } of sent) expect(text).toContain(link)
  })

  it('needs both the link and the password', async () => {
    const { box, sent } = writingBox()
    const { id } = await box.mine.signUp({ body: ann })
    await expect.poll(() => sent.length).toBe(1)
    const confirmation = tokenIn(sent[0]!.link!)
    const { email, password } = ann
    await expect(box.mine.signIn({ body: { email, password } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      errors: [{ message: 'error.developer.status', args: ['waiting'] }],
    })
    expect(await codeOf(box.mine.signIn({ body: { email, password: other, confirmation } }))).toBe('UNAUTHENTICATED')
    expect(await codeOf(box.mine.signIn({ body: { email, password, confirmation: 'x' } }))).toBe('FORBIDDEN')
    const confirmed = await box.mine.signIn({ body: { email, password, confirmation } })
    expect(confirmed).toMatchObject({ id, status: 'active', email_verified: true })
    expect(await box.consumers.find(sessionOf(confirmed)!)).toMatchObject({ id })
  })

  it('lets whoever reads the messages to an address take it back from somebody who signed up with it', async () => {
    const { box, sent } = writingBox()
    await box.mine.signUp({ body: { ...ann, name: 'Eve', password: other } })
    await box.mine.signUp({ body: ann })
    await expect.poll(() => sent.length).toBe(2)
    const token = tokenIn(sent.find(({ kind }) => kind === 'reset')!.link!)
    const reset = await box.mine.resetPassword({ body: { token, password: PASSWORD } })
    expect(reset).toMatchObject({ status: 'active', email_verified: true })
    expect(await codeOf(box.mine.signIn({ body: { email: ann.email, password: other } }))).toBe('UNAUTHENTICATED')
    expect(await codeOf(box.mine.signIn({ body: { email: ann.email, password: PASSWORD } }))).toBe('OK')
  })

  it('does not wait if an invitation has named the address', async () => {
    const { box, sent } = writingBox()
    const { url, token } = await box.developers.invite({ body: { email: ann.email } })
    await expect.poll(() => sent.length).toBe(1)
    expect(sent).toMatchObject([{ to: ann.email, kind: 'invite', link: url }])
    const account = await box.mine.signUp({ body: { ...ann, invitation: token } })
    expect(account).toMatchObject({ status: 'active', email_verified: true })
    expect(sessionOf(account)).toBeDefined()
  })

  it('reports messages that cannot be sent, and goes on', async () => {
    const reported: unknown[] = []
    const { box } = consumerBox({
      developers: { signUp: 'open', notify: () => Promise.reject(new Error('the mailer is away')) },
      report: (error) => reported.push(error),
    })
    expect(await box.mine.signUp({ body: ann })).toMatchObject({ status: 'waiting' })
    await expect.poll(() => reported).toMatchObject([{ cause: { message: 'the mailer is away' } }])
  })
})

describe('signing in', () => {
  it('takes the address in any case and the password, and nothing else', async () => {
    const { box } = consumerBox()
    const { id } = await box.mine.signUp({ body: ann })
    const signedIn = await box.mine.signIn({ body: { email: 'ANN@EXAMPLE.COM', password: PASSWORD } })
    expect(signedIn).toMatchObject({ id })
    expect(await box.consumers.find(sessionOf(signedIn)!)).toMatchObject({ id, session: sessionOf(signedIn) })
    const failures = await Promise.all(
      [
        { email: ann.email, password: other },
        { email: 'nobody@example.com', password: PASSWORD },
        { email: '', password: '' },
      ].map((body) => box.mine.signIn({ body }).catch(({ code, message }) => [code, message])),
    )
    for (const failed of failures)
      expect(failed).toEqual(['UNAUTHENTICATED', 'The e-mail address or the password is wrong'])
  })

  it('is throttled for whoever guesses; the right password is always accepted', async () => {
    const { box } = consumerBox()
    await box.mine.signUp({ body: ann })
    const guess = (password: string) =>
      codeOf(box.mine.signIn({ body: { ...{ email: ann.email }, password } }, { address: '10.0.0.1' }))
    for (let i = 0; i < 50; i++) expect(await guess(`a wrong password ${i}`)).toBe('UNAUTHENTICATED')
    expect(await guess('one more')).toBe('TOO_MANY_REQUESTS')
    expect(await guess(PASSWORD)).toBe('OK')
  })

  it('lasts 12 hours after its last use, until signing out', async () => {
    const { box, time } = consumerBox()
    const { session } = await signUp(box, 'ann')
    time.advance(11 * HOUR)
    const renewed = await box.consumers.find(session)
    expect(sessionOf(renewed!)).toBe(session)
    time.advance(11 * HOUR)
    expect(await box.consumers.find(session)).toBeDefined()
    time.advance(12 * HOUR)
    expect(await box.consumers.find(session)).toBeUndefined()
    const again = sessionOf(await box.mine.signIn({ body: { email: 'ann@example.com', password: PASSWORD } }))!
    const signedOut = await box.as((await box.consumers.find(again))!).mine.signOut()
    expect(sessionOf(signedOut)).toBe('')
    expect(await box.consumers.find(again)).toBeUndefined()
  })

  it('over another session ends that session, also with a new account or a new password', async () => {
    const { box } = consumerBox()
    const over = async (enter: (as: ReturnType<typeof box.as>['mine'], id: string) => Promise<object>) => {
      const email = `${crypto.randomUUID()}@example.com`
      const account = await box.mine.signUp({ body: { ...ann, email } }, { address: email })
      const session = sessionOf(account)!
      const next = await enter(box.as((await box.consumers.find(session))!).mine, account.id)
      expect(await box.consumers.find(session)).toBeUndefined()
      expect(await box.consumers.find(sessionOf(next)!)).toBeDefined()
    }
    const bob = await signUp(box, 'bob')
    await over((mine) => mine.signIn({ body: { email: 'bob@example.com', password: PASSWORD } }))
    await over((mine) => mine.signUp({ body: { ...ann, email: 'max@example.com' } }))
    const { token } = await box.developers.reset({ id: bob.id })
    await over((mine) => mine.resetPassword({ body: { token, password: other } }))
  })

  it('keeps a session while the password is wrong', async () => {
    const { box } = consumerBox()
    const { session } = await signUp(box, 'ann')
    const { mine } = box.as((await box.consumers.find(session))!)
    expect(await codeOf(mine.signIn({ body: { email: 'ann@example.com', password: other } }))).toBe('UNAUTHENTICATED')
    expect(await box.consumers.find(session)).toBeDefined()
  })

  it.each([
    ['is blocked', { status: 'blocked' }],
    ['gets another password', { password: other }],
  ] as const)('ends for whoever %s, for good', async (_, body) => {
    const { box } = consumerBox()
    const { id, session } = await signUp(box, 'ann')
    await box.developers.patch({ id, body: { tags: ['vip'] } })
    expect(await box.consumers.find(session)).toBeDefined()
    await box.developers.patch({ id, body })
    expect(await box.consumers.find(session)).toBeUndefined()
    await box.developers.patch({ id, body: { status: 'active', password: PASSWORD } })
    expect(await box.consumers.find(session)).toBeUndefined()
  })

  it('ends with the account, also if another one gets its id', async () => {
    const { box } = consumerBox()
    const { id, session } = await signUp(box, 'ann')
    await box.developers.delete({ id })
    expect(await box.consumers.find(session)).toBeUndefined()
    await box.developers.create({ body: { id, name: 'Other' } })
    expect(await box.consumers.find(session)).toBeUndefined()
  })

  it('does not open the dashboard, and a user has no account here', async () => {
    const { box } = consumerBox()
    const { session } = await signUp(box, 'ann')
    expect(await box.identify({ session })).toBeUndefined()
    await box.users.create({
      body: { id: 'root', name: 'Root', email: 'root@example.com', password: PASSWORD, admin: true },
    })
    expect(await codeOf(box.mine.signIn({ body: { email: 'root@example.com', password: PASSWORD } }))).toBe(
      'UNAUTHENTICATED',
    )
    const user = sessionOf(await box.login({ body: { userId: 'root', password: PASSWORD } }))!
    expect(await box.consumers.find(user)).toBeUndefined()
  })
})

describe('a link to choose a new password', () => {
  it('works once, for 24 hours, ends all sessions and opens a new one', async () => {
    const { box, time } = consumerBox()
    const { id, session } = await signUp(box, 'ann')
    const { token, until, url } = await box.developers.reset({ id })
    expect(until).toBe(time.clock() + 24 * HOUR)
    expect(tokenIn(url)).toBe(token)
    const answer = await box.mine.resetPassword({ body: { token, password: other } })
    expect(await box.consumers.find(session)).toBeUndefined()
    expect(await box.consumers.find(sessionOf(answer)!)).toMatchObject({ id })
    expect(await codeOf(box.mine.resetPassword({ body: { token, password: PASSWORD } }))).toBe('UNAUTHENTICATED')
    const late = await box.developers.reset({ id })
    time.advance(24 * HOUR)
    expect(await codeOf(box.mine.resetPassword({ body: { token: late.token, password: PASSWORD } }))).toBe(
      'UNAUTHENTICATED',
    )
  })

  it('used twice at once sets one password', async () => {
    const { box } = consumerBox()
    const { id } = await signUp(box, 'ann')
    const { token } = await box.developers.reset({ id })
    const passwords = [PASSWORD, other, 'a third long password'].map((password) => `${password}!`)
    const codes = await Promise.all(
      passwords.map((password) => codeOf(box.mine.resetPassword({ body: { token, password } }))),
    )
    expect(codes.sort()).toEqual(['OK', 'UNAUTHENTICATED', 'UNAUTHENTICATED'])
  })

  it('dies with another password, and opens nothing for whoever is blocked', async () => {
    const { box } = consumerBox()
    const { id } = await signUp(box, 'ann')
    const [one, two] = [await box.developers.reset({ id }), await box.developers.reset({ id })]
    await box.mine.resetPassword({ body: { token: one.token, password: other } })
    expect(await codeOf(box.mine.resetPassword({ body: { token: two.token, password: PASSWORD } }))).toBe(
      'UNAUTHENTICATED',
    )
    await box.developers.patch({ id, body: { status: 'blocked' } })
    const three = await box.developers.reset({ id })
    expect(await codeOf(box.mine.resetPassword({ body: { token: three.token, password: PASSWORD } }))).toBe('FORBIDDEN')
  })

  it('is not for accounts that sign in elsewhere', async () => {
    const { box } = consumerBox()
    await box.consumers.admit({ id: 'ann', name: 'Ann' })
    await expect(box.developers.reset({ id: 'ann' })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('is stored as a digest', async () => {
    const store = memoryStore()
    const { box } = consumerBox({ store })
    const { id, session } = await signUp(box, 'ann')
    const { token } = await box.developers.reset({ id })
    for (const collection of ['developer-tokens', 'developer-sessions', 'developers'])
      for await (const { key, value } of store.scan(collection)) {
        const text = `${key} ${JSON.stringify(value)}`
        for (const secret of [token, session]) expect(text).not.toContain(secret)
      }
  })
})

describe('the account of the caller', () => {
  it('gets another name at once, another address or password by the current one', async () => {
    const { box, time } = consumerBox()
    const { id, session } = await signUp(box, 'ann')
    const { mine } = box.as((await box.consumers.find(session))!)
    expect(await mine.update({ body: { name: 'Anna' } })).toMatchObject({ id, name: 'Anna' })
    for (const body of [{ email: 'anna@example.com' }, { password: other }]) {
      await expect(mine.update({ body })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { '/currentPassword': [{ message: 'error.required' }] },
      })
      expect(await codeOf(mine.update({ body: { ...body, currentPassword: 'wrong' } }))).toBe('UNAUTHENTICATED')
    }
    await box.developers.patch({ id, body: { email_verified: true } })
    const moved = await mine.update({ body: { email: 'anna@example.com', currentPassword: PASSWORD } })
    expect(moved).toMatchObject({ email: 'anna@example.com', email_verified: false })
    expect(await box.consumers.find(session)).toBeDefined()
    const changed = await mine.update({ body: { password: other, currentPassword: PASSWORD } })
    expect(await box.consumers.find(session)).toBeUndefined()
    expect(await box.consumers.find(sessionOf(changed)!)).toMatchObject({ id })
    expect(await codeOf(box.mine.signIn({ body: { email: 'anna@example.com', password: other } }))).toBe('OK')
    time.advance(1)
  })

  it('does not get the address of another account', async () => {
    const { box } = consumerBox()
    await signUp(box, 'bob')
    const { id } = await signUp(box, 'ann')
    const { mine } = box.as(consumer(id))
    await expect(mine.update({ body: { email: 'BOB@example.com', currentPassword: PASSWORD } })).rejects.toMatchObject({
      code: 'CONFLICT',
      errors: [{ message: 'error.email.taken' }],
    })
  })

  it('is deleted with its address and sessions', async () => {
    const { box } = consumerBox()
    const { session } = await signUp(box, 'ann')
    const answer = await box.as((await box.consumers.find(session))!).mine.delete()
    expect(sessionOf(answer)).toBe('')
    expect((await box.developers.count()).count).toBe(0)
    expect(await box.consumers.find(session)).toBeUndefined()
    await signUp(box, 'ann')
  })
})

describe('a person who signs in elsewhere', () => {
  it('gets a record with the first call that writes, and keeps it up to date', async () => {
    const { box } = consumerBox({ developers: {} })
    const person = { id: 'u-17', name: 'Ann', email: 'ann@example.com', groups: ['partners'] }
    const before = box.as(consumer('u-17')).mine
    expect(await before.applications.list()).toEqual({ results: [] })
    expect(await codeOf(before.applications.create({ body: { name: 'Shop' } }))).toBe('UNAUTHENTICATED')
    const identity = await box.consumers.admit(person)
    expect(identity).toEqual({ id: 'u-17', name: 'Ann', kind: 'Developer' })
    expect(await box.developers.get({ id: 'u-17' })).toMatchObject({
      ...person,
      source: 'embedder',
      email_verified: true,
    })
    await box.as(identity).mine.applications.create({ body: { name: 'Shop' } })
    await box.consumers.admit({ ...person, name: 'Anna', email: 'anna@example.com', groups: [] })
    expect(await box.developers.get({ id: 'u-17' })).toMatchObject({
      name: 'Anna',
      email: 'anna@example.com',
      email_verified: true,
      groups: [],
    })
    await box.consumers.admit({ id: 'u-17', name: 'Anna' })
    expect(await box.developers.get({ id: 'u-17' })).not.toHaveProperty('email')
  })

  it('is written once, of many calls at once', async () => {
    const store = memoryStore()
    const { box } = consumerBox({ store })
    const person = { id: 'ann', name: 'Ann', email: 'ann@example.com' }
    await Promise.all(Array.from({ length: 20 }, () => box.consumers.admit(person)))
    expect((await collect(store.read({ after: 0 }))).map(({ type }) => type)).toEqual(['DEVELOPER_CREATED'])
  })

  it('never takes over an account of another source, nor its address', async () => {
    const { box } = consumerBox()
    const bob = await signUp(box, 'bob')
    await expect(box.consumers.admit({ id: bob.id, name: 'Eve' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      errors: [{ message: 'error.developer.source' }],
    })
    await box.consumers.admit({ id: 'eve', name: 'Eve', email: 'bob@example.com' })
    expect(await box.developers.get({ id: 'eve' })).not.toHaveProperty('email')
    expect(await box.developers.get({ id: bob.id })).toMatchObject({ email: 'bob@example.com' })
  })

  it('is refused while blocked, and without a valid id', async () => {
    const { box } = consumerBox()
    await box.consumers.admit({ id: 'ann', name: 'Ann' })
    await box.developers.patch({ id: 'ann', body: { status: 'blocked' } })
    expect(await codeOf(box.consumers.admit({ id: 'ann', name: 'Ann' }))).toBe('FORBIDDEN')
    for (const id of ['a/b', 'a b', '', '~'])
      expect(await codeOf(box.consumers.admit({ id, name: 'Ann' }))).toBe('INVALID')
  })
})

it('wrong options are refused when a box is created', () => {
  const create = (developers: object) => () => consumerBox({ developers })
  expect(create({ signUp: 'all' })).toThrow(RangeError)
  expect(create({ portalUrl: 'portal' })).toThrow(RangeError)
  expect(create({ signup: 'open' })).toThrow(/did you mean signUp/)
})
