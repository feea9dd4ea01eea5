import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSignalbox, type Signalbox } from '../index.ts'
import { codeOf, collect, testBox } from '../machine/callers/access.fixture.ts'
import { memoryStore } from '../memory/store.ts'
import { createCanSignIn } from './can-sign-in.ts'
import { isPbkdf2Hash } from './passwords.ts'
import type { StoredUser } from './user.ts'

const issuer = 'https://id.example'
const password = 'correct horse battery'
const passwordHash = `plain ${password}`
const ids = ['ann', 'ben', 'cleo'] as const

describe('who can sign in', () => {
  const user = { id: 'ann', name: 'Ann' }
  it.each([
    ['a user with a password', { passwordHash }, true],
    ['a user with a temporary password', { passwordHash, temporary: true }, true],
    ['a user with an account of a provider', { identity: { issuer, subject: '1' } }, true],
    ['a user without either', {}, false],
    ['a user with an empty hash', { passwordHash: '' }, false],
  ])('%s: %s', (_, more, can) => {
    expect(createCanSignIn(() => true)({ ...user, ...more })).toBe(can)
  })

  it('not by a password that the instance does not let the user use', () => {
    const canSignIn = createCanSignIn((id) => id === 'root')
    expect(canSignIn({ ...user, passwordHash })).toBe(false)
    expect(canSignIn({ ...user, id: 'root', passwordHash })).toBe(true)
    expect(canSignIn({ ...user, identity: { issuer, subject: '1' } })).toBe(true)
  })
})

describe('accounts of identity providers and hashes', () => {
  const user = { id: 'ann', name: 'Ann', identity: { issuer, subject: '1' } }
  it.each([
    ['any', undefined, true],
    ['none', [], false],
    ['this one', [issuer], true],
    ['this one with a slash', [`${issuer}/`], true],
    ['another one', ['https://other.example'], false],
  ])('count if the instance has the provider: %s', (_, issuers, can) => {
    expect(createCanSignIn(() => true, { issuers })(user)).toBe(can)
  })

  it.each([
    ['pbkdf2-sha256$600000$c2FsdA==$a2V5', true],
    ['x', false],
    ['plain', false],
    ['pbkdf2-sha256$0$c2FsdA==$a2V5', false],
    [' pbkdf2-sha256$600000$c2FsdA==$a2V5', false],
  ])('count if they are hashes: %s', (hash, can) => {
    expect(createCanSignIn(() => true, { isHash: isPbkdf2Hash })({ id: 'ann', name: 'Ann', passwordHash: hash })).toBe(
      can,
    )
  })

  it('stay if they are no hashes, and take the account of nobody who can sign in', async () => {
    const store = memoryStore()
    const line = { id: 'ann', name: 'Ann', passwordHash: 'x', admin: true }
    await testBox({ store, passwords: { hash: async () => 'x', verify: async () => true } }).users.import({
      body: [line],
    })
    const box = createSignalbox({ store })
    const ops = box.as({ id: 'ops', kind: 'ApiKey', admin: true })
    const commit = (record: object) =>
      ops.commit({ body: { changes: [{ op: 'put', kind: 'users', record: record as never }] } })
    expect(await commit({ ...line, name: 'Anna' })).toMatchObject({ results: [{ change: 'updated' }] })
    await box.users.create({ body: { id: 'cleo', name: 'Cleo', admin: true, password } })
    await expect(ops.users.delete({ id: 'cleo' })).rejects.toMatchObject({ code: 'CONFLICT' })
    const spoilt = { id: 'cleo', name: 'Cleo', admin: true, passwordHash: 'garbage' }
    await expect(commit(spoilt)).rejects.toMatchObject({ errors: [{ message: 'error.admin.last' }] })
    const upload = ops.users.import({ strategy: 'Replace', body: [spoilt] })
    await expect(upload).rejects.toMatchObject({ errors: [{ message: 'error.admin.last' }] })
    expect(await box.login({ body: { userId: 'cleo', password } })).toBeDefined()
  })
})

describe('the advice to an admin who removes the last one', () => {
  it.each([
    [{}, 'make another user with a password an admin first'],
    [{ passwordUsers: ['ann', 'root'], issuers: [] }, 'make root, with a password, an admin first'],
    [{ passwordUsers: ['ann'], issuers: [issuer] }, `make another user of ${issuer} an admin first`],
    [{ passwordUsers: ['ann'] }, 'make another user of an identity provider an admin first'],
    [{ issuers: [issuer] }, `make another user with a password or another user of ${issuer} an admin first`],
    [{ passwordUsers: ['ann'], issuers: [] }, /^nobody else can sign in here/],
  ])('names who could sign in: %j', async (options, advice) => {
    const box = testBox(options)
    await box.users.create({ body: { id: 'ann', name: 'Ann', admin: true, password } })
    const ops = box.as({ id: 'ops', kind: 'ApiKey', admin: true })
    await expect(ops.users.delete({ id: 'ann' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message:
        typeof advice === 'string'
          ? `ann is the last admin among the users who can sign in: ${advice}`
          : expect.stringContaining('nobody else can sign in here'),
    })
  })
})

const way = fc.constantFrom('none', 'password', 'identity')
const line = fc.record({ id: fc.constantFrom(...ids), admin: fc.boolean(), way })
const act = fc.oneof(
  fc.record({ do: fc.constant('delete' as const), id: fc.constantFrom(...ids) }),
  fc.record({ do: fc.constant('deleteMany' as const), pattern: fc.constantFrom('*', 'a*', 'ben') }),
  fc.record({ do: fc.constantFrom('replace' as const, 'upload' as const, 'commit' as const), line }),
  fc.record({ do: fc.constant('swap' as const), id: fc.constantFrom(...ids), line }),
)
type Line = typeof line extends fc.Arbitrary<infer T> ? T : never
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

const toLine = ({ id, admin, way }: Line) => ({
  ...{ id, name: id, admin },
  ...(way === 'password' && { passwordHash }),
  ...(way === 'identity' && { identity: { issuer, subject: id } }),
})

const put = (one: Line) => ({ op: 'put' as const, kind: 'users', record: toLine(one) })

async function perform(box: Pick<Signalbox, 'users' | 'commit'>, one: Act): Promise<unknown> {
  if (one.do === 'delete') return box.users.delete({ id: one.id })
  if (one.do === 'deleteMany') return box.users.deleteMany({ pattern: one.pattern })
  if (one.do === 'upload') return box.users.import({ strategy: 'Replace', body: [toLine(one.line)] as never })
  if (one.do === 'commit') return box.commit({ body: { changes: [put(one.line)] } })
  if (one.do === 'swap')
    return box.commit({ body: { changes: [{ op: 'delete', kind: 'users', id: one.id }, put(one.line)] } })
  const { id, admin } = one.line
  return box.users.replace({ id, body: { id, name: id, admin } })
}

let tries = 0
/** Another address for each try, so that none is refused because of failures before it. */
const address = () =>
  `2001:db8:${(++tries)
    .toString(16)
    .padStart(8, '0')
    .replace(/(?=.{4}$)/, ':')}::1`

/** The admins who do sign in when they try. */
async function whoSignsIn(box: Signalbox): Promise<string[]> {
  const admins = ((await collect(await box.users.export())) as StoredUser[]).filter(({ admin }) => admin)
  const tried = await Promise.all(
    admins.map(async ({ id, name, admin = false, identity }) =>
      identity
        ? codeOf(box.signIn({ ...identity, id, name, admin }))
        : codeOf(box.login({ body: { userId: id, password } }, { address: address() })),
    ),
  )
  return admins.filter((_, n) => tried[n] === 'OK').map(({ id }) => id)
}

it.each([
  ['all users may use passwords', undefined],
  ['only one may', ['ben']],
])('an admin who can sign in is always left: %s', { timeout: 60_000 }, async (_, passwordUsers) => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 4 }), fc.array(act, { maxLength: 6 }), async (lines, acts) => {
      const box = testBox({
        store: memoryStore(),
        wait: async () => {},
        ...(passwordUsers && { passwordUsers }),
      })
      const first = new Map(lines.map((one) => [one.id, toLine(one)]))
      await box.users.import({ body: [...first.values()] as never })
      const ops = box.as({ id: 'ops', kind: 'ApiKey', admin: true }) as Signalbox
      for (const one of acts) {
        const before = await whoSignsIn(box)
        await perform(ops, one).catch(() => {})
        const after = await whoSignsIn(box)
        if (before.length > 0) expect(after, JSON.stringify(one)).not.toEqual([])
      }
      await box.close()
    }),
    { numRuns: 200 },
  )
})
