import { describe, expect, it } from 'vitest'
import { type Passwords, sessionOf } from '../../index.ts'
import { codeOf, plainPasswords } from '../../machine/callers/access.fixture.ts'
import { consumer, PASSWORD, tokenIn, writingBox } from '../consumers.fixture.ts'

const other = 'another long password'
const address = 'eve@example.com'
const victim = 'ceo@example.org'

/** Passwords that call something once, while the next one is hashed or verified. */
function slowPasswords() {
  let meanwhile: (() => Promise<unknown>) | undefined
  const run = async () => {
    const work = meanwhile
    meanwhile = undefined
    await work?.()
  }
  const passwords: Passwords = {
    async hash(password) {
      await run()
      return plainPasswords.hash(password)
    },
    async verify(password, hash) {
      await run()
      return plainPasswords.verify(password, hash)
    },
  }
  return {
    passwords,
    during: (work: () => Promise<unknown>) => {
      meanwhile = work
    },
  }
}

/** Eve with a verified address. */
async function eveBox() {
  const { passwords, during } = slowPasswords()
  const { box, sent, time } = writingBox({ passwords })
  const last = async (count: number) => {
    await expect.poll(() => sent.length).toBe(count)
    return tokenIn(sent.at(-1)!.link!)
  }
  const signUp = (email: string) => box.mine.signUp({ body: { name: 'Eve', email, password: PASSWORD } })
  await signUp(address)
  const body = { email: address, password: PASSWORD, confirmation: await last(1) }
  const { id } = await box.mine.signIn({ body })
  const move = (email: string) => box.developers.patch({ id, body: { email } })
  return { box, sent, time, id, during, last, signUp, move, mine: box.as(consumer(id)).mine }
}

describe('a link to an account', () => {
  it('does not verify an address that the account has got while the new password is hashed', async () => {
    const { box, id, during, last, signUp, move } = await eveBox()
    await signUp(address)
    const token = await last(2)
    during(() => move(victim))
    expect(await codeOf(box.mine.resetPassword({ body: { token, password: other } }))).toBe('UNAUTHENTICATED')
    expect(await box.developers.get({ id })).toMatchObject({ email: victim, email_verified: false })
  })

  it('does not verify an address that the account has got while the password is verified', async () => {
    const { box, id, during, last, mine, move } = await eveBox()
    await mine.update({ body: { email: 'eve2@example.com', currentPassword: PASSWORD } })
    const confirmation = await last(2)
    during(() => move(victim))
    await codeOf(box.mine.signIn({ body: { email: address, password: PASSWORD, confirmation } }))
    expect(await box.developers.get({ id })).toMatchObject({ email: victim, email_verified: false })
  })

  it.each(['by the person', 'by an admin'])('ends when the address is changed %s', async (by) => {
    const { box, id, last, mine, move, signUp } = await eveBox()
    await signUp(address)
    const tokens = [await last(2), (await box.developers.reset({ id })).token]
    if (by === 'by an admin') await move(victim)
    else {
      await mine.update({ body: { email: victim, currentPassword: PASSWORD } })
      const body = { email: address, password: PASSWORD, confirmation: await last(4) }
      await box.mine.signIn({ body })
    }
    for (const token of tokens)
      expect(await codeOf(box.mine.resetPassword({ body: { token, password: other } }))).toBe('UNAUTHENTICATED')
    expect(await box.developers.get({ id })).toMatchObject({ email: victim, email_verified: by === 'by the person' })
  })
})

describe('another address, where people are written to', () => {
  it('is the address of the account after the link in the message to it was opened', async () => {
    const { box, id, sent, last, mine } = await eveBox()
    const body = { email: 'eva@example.com', currentPassword: PASSWORD }
    expect(await mine.update({ body })).toMatchObject({ email: address, email_verified: true })
    const confirmation = await last(2)
    expect(sent.at(-1)).toMatchObject({ to: 'eva@example.com', kind: 'confirm' })
    const confirmed = await box.mine.signIn({ body: { email: address, password: PASSWORD, confirmation } })
    expect(confirmed).toMatchObject({ id, email: 'eva@example.com', email_verified: true })
    const again = { email: 'eva@example.com', password: PASSWORD }
    expect(await codeOf(box.mine.signIn({ body: { ...again, confirmation } }))).toBe('OK')
    expect(await codeOf(box.mine.signIn({ body: { ...again, email: address } }))).toBe('UNAUTHENTICATED')
  })

  it('is answered the same if another account has it, whose owner is told', async () => {
    const { box, sent, last, mine } = await eveBox()
    await box.developers.create({ body: { id: 'ceo', name: 'Ceo', email: victim, password: PASSWORD } })
    const ask = (email: string) => mine.update({ body: { email, currentPassword: PASSWORD } })
    const free = await ask('free@example.org')
    expect(await ask(victim)).toEqual(free)
    await last(3)
    expect(sent.slice(1).map(({ to, kind }) => [to, kind])).toEqual([
      ['free@example.org', 'confirm'],
      [victim, 'reset'],
    ])
    expect(await mine.get()).toEqual(free)
  })

  it('stays with the account that has got it before the link was opened', async () => {
    const { box, id, last, mine } = await eveBox()
    await mine.update({ body: { email: victim, currentPassword: PASSWORD } })
    const confirmation = await last(2)
    await box.developers.create({ body: { id: 'ceo', name: 'Ceo', email: victim, password: PASSWORD } })
    const body = { email: address, password: PASSWORD, confirmation }
    expect(await codeOf(box.mine.signIn({ body }))).toBe('UNAUTHENTICATED')
    expect(await box.developers.get({ id })).toMatchObject({ email: address, email_verified: true })
  })
})

describe('changing an account by its owner', () => {
  it('takes 5 other addresses an hour, taken or not, and sends as few messages', async () => {
    const { box, sent, time, mine } = await eveBox()
    await box.developers.create({ body: { id: 'ceo', name: 'Ceo', email: victim, password: PASSWORD } })
    const move = (email: string) => codeOf(mine.update({ body: { email, currentPassword: PASSWORD } }))
    const codes: string[] = []
    for (let i = 0; i < 8; i++) codes.push(await move(i % 2 ? victim : `eve${i}@example.com`))
    expect(codes.slice(5)).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
    expect(codes.slice(0, 5)).not.toContain('TOO_MANY_REQUESTS')
    expect(sent.length).toBeLessThanOrEqual(1 + 5)
    expect(await codeOf(mine.update({ body: { name: 'Eva' } }))).toBe('OK')
    expect(await codeOf(mine.update({ body: { password: other, currentPassword: PASSWORD } }))).toBe('OK')
    time.advance(60 * 60_000)
    expect(await codeOf(mine.update({ body: { email: 'e@example.com', currentPassword: other } }))).toBe('OK')
  })

  it('fails if the account gets another password while the current one is checked', async () => {
    for (const body of [{ email: victim }, { password: other }]) {
      const { box, id, during, mine } = await eveBox()
      during(() => box.developers.patch({ id, body: { password: 'a third long password' } }))
      expect(await codeOf(mine.update({ body: { ...body, currentPassword: PASSWORD } }))).toBe('UNAUTHENTICATED')
      expect(await box.developers.get({ id })).toMatchObject({ email: address })
      const again = { email: address, password: 'a third long password' }
      expect(sessionOf(await box.mine.signIn({ body: again }))).toBeDefined()
    }
  })
})

describe('an address', () => {
  const bad = ['a b@c.de', 'Mike<mike@kite.de', 'mike@kite.de>', '"mike"@kite.de', 'a@b.de,c@d.de', 'a@b.de;c@d.de']
  const hidden = [
    'mike@kite.de\u200b',
    'mi\u0085ke@kite.de',
    'mike@\u202ekite.de',
    'mike\r\n@kite.de',
    'a@b@c.de',
    '@',
    'a@',
  ]

  it.each([...bad, ...hidden])('%j is not taken from anybody', async (email) => {
    const { box, mine, signUp } = await eveBox()
    const codes = await Promise.all([
      codeOf(signUp(email)),
      codeOf(mine.update({ body: { email, currentPassword: PASSWORD } })),
      codeOf(box.developers.invite({ body: { email } })),
      codeOf(box.developers.create({ body: { name: 'A', email } })),
      codeOf(box.consumers.admit({ id: 'a', name: 'A', email })),
    ])
    expect(codes).toEqual(Array(5).fill('INVALID'))
  })

  it.each(["o'neil+tag@example.com", 'jürgen@müller.example', 'a@[127.0.0.1]', 'x/y=z@localhost'])(
    '%j is taken',
    async (email) => {
      const { box } = await eveBox()
      expect(await box.developers.create({ body: { name: 'A', email } })).toMatchObject({ email })
    },
  )

  it('that was stored by an earlier release stays, is restored, and can be replaced', async () => {
    const { box } = await eveBox()
    const email = '"mike"@kite.example'
    await box.developers.import({ body: [{ id: 'mike', name: 'Mike', email }] })
    expect(await box.developers.patch({ id: 'mike', body: { name: 'Michael', password: PASSWORD } })).toMatchObject({
      name: 'Michael',
      email,
    })
    expect(await codeOf(box.mine.signIn({ body: { email, password: PASSWORD } }))).toBe('OK')
    const { mine } = box.as(consumer('mike'))
    expect(await mine.update({ body: { name: 'Mike' } })).toMatchObject({ name: 'Mike', email })
    expect(await codeOf(mine.update({ body: { email: 'mike@kite.example', currentPassword: PASSWORD } }))).toBe('OK')
  })
})

describe('addresses that are the same but of two mailboxes', () => {
  const typed = 'mi\u212ae@kite.example'
  const stored = 'mike@kite.example'

  it('get messages only at the address of the account', async () => {
    const { box, sent, last, signUp } = await eveBox()
    await box.developers.create({ body: { id: 'mike', name: 'Mike', email: stored, password: PASSWORD } })
    for (const [i, one] of [typed, 'mike@\u212aite.example', 'MIKE@KITE.EXAMPLE'].entries()) {
      await signUp(one)
      await last(2 + i)
      expect(sent.at(-1)).toMatchObject({ kind: 'reset', to: stored })
    }
  })

  it('do not vouch for each other', async () => {
    const { box, last, id } = await eveBox()
    const { token } = await box.developers.invite({ body: { email: stored } })
    await last(2)
    const body = { name: 'Mike', email: typed, password: PASSWORD, invitation: token }
    expect(await box.mine.signUp({ body })).toMatchObject({ status: 'waiting', email_verified: false })
    await box.developers.patch({ id, body: { email: 'kim@example.com' } })
    await box.developers.patch({ id, body: { email_verified: true } })
    const { mine } = box.as(consumer(id))
    expect(await codeOf(mine.update({ body: { email: '\u212aim@example.com' } }))).toBe('INVALID')
    expect(await mine.update({ body: { email: 'KIM@example.com' } })).toMatchObject({ email_verified: true })
    const next = { email: '\u212aim@example.com', email_verified: true }
    expect(await box.developers.patch({ id, body: next })).toMatchObject({ email_verified: false })
  })
})
