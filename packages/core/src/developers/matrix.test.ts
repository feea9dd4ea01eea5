import { describe, expect, it } from 'vitest'
import { type ConsumerApi, contract, type Identity, operations, type Signalbox } from '../index.ts'
import { codeOf } from '../machine/callers/access.fixture.ts'
import { nobody, toCaller } from '../machine/callers/caller.ts'
import { consumer, consumerBox, PASSWORD, team } from './consumers.fixture.ts'

/** Who calls: Ann owns the application Shop, Max is its member, Bob has nothing. */
const callers = ['stranger', 'unknown', 'bob', 'member', 'owner', 'blocked', 'apiKey', 'user', 'gatewayKey'] as const
type Who = (typeof callers)[number]

type Seeded = Awaited<ReturnType<typeof team>> & { readonly token: string; readonly reset: string }
type Call = (api: Pick<ConsumerApi, 'mine'>, seeded: Seeded) => Promise<unknown>

const [OK, CREDENTIALS, NO, GONE, TAKEN, INVALID] = [
  'OK',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'INVALID',
] as const

/** What each operation answers each caller, in the order of `callers`. `of` Ann's application Shop. */
const rows: Readonly<Record<string, readonly [Call, ...codes: string[]]>> = {
  'mine.get': [({ mine }) => mine.get(), CREDENTIALS, GONE, OK, OK, OK, NO, NO, NO, NO],
  'mine.update': [
    ({ mine }) => mine.update({ body: { name: 'New' } }),
    ...[CREDENTIALS, CREDENTIALS, OK, OK, OK, NO, NO, NO, NO],
  ],
  // Ann is the only owner of an application with another member.
  'mine.delete': [({ mine }) => mine.delete(), CREDENTIALS, CREDENTIALS, OK, OK, TAKEN, NO, NO, NO, NO],
  'mine.signOut': [({ mine }) => mine.signOut(), CREDENTIALS, OK, OK, OK, OK, OK, NO, NO, NO],
  'mine.signUp': [
    ({ mine }) => mine.signUp({ body: { name: 'New', email: 'new@example.com', password: PASSWORD } }),
    ...[OK, OK, OK, OK, OK, OK, OK, OK, OK],
  ],
  'mine.signIn': [
    ({ mine }) => mine.signIn({ body: { email: 'bob@example.com', password: PASSWORD } }),
    ...[OK, OK, OK, OK, OK, OK, OK, OK, OK],
  ],
  'mine.resetPassword': [
    ({ mine }, { reset: token }) => mine.resetPassword({ body: { token, password: PASSWORD } }),
    ...[OK, OK, OK, OK, OK, OK, OK, OK, OK],
  ],
  'mine.applications.list': [({ mine }) => mine.applications.list(), ...[CREDENTIALS, OK, OK, OK, OK, NO, NO, NO, NO]],
  'mine.applications.create': [
    ({ mine }) => mine.applications.create({ body: { name: 'New' } }),
    ...[CREDENTIALS, CREDENTIALS, OK, OK, OK, NO, NO, NO, NO],
  ],
  'mine.applications.get': [
    ({ mine }, { shop: id }) => mine.applications.get({ id }),
    ...[CREDENTIALS, GONE, GONE, OK, OK, NO, NO, NO, NO],
  ],
  'mine.applications.update': [
    ({ mine }, { shop: id }) => mine.applications.update({ id, body: { name: 'New' } }),
    ...[CREDENTIALS, GONE, GONE, NO, OK, NO, NO, NO, NO],
  ],
  'mine.applications.delete': [
    ({ mine }, { shop: id }) => mine.applications.delete({ id }),
    ...[CREDENTIALS, GONE, GONE, NO, OK, NO, NO, NO, NO],
  ],
  'mine.applications.invite': [
    ({ mine }, { shop: id }) => mine.applications.invite({ id, body: {} }),
    ...[CREDENTIALS, GONE, GONE, NO, OK, NO, NO, NO, NO],
  ],
  // With an invitation, anybody with an account.
  'mine.applications.join': [
    ({ mine }, { shop: id, token }) => mine.applications.join({ id, body: { token } }),
    ...[CREDENTIALS, CREDENTIALS, OK, OK, OK, NO, NO, NO, NO],
  ],
  // Max removes himself.
  'mine.applications.removeMember': [
    ({ mine }, { shop: id, max: developer }) => mine.applications.removeMember({ id, developer }),
    ...[CREDENTIALS, GONE, GONE, OK, OK, NO, NO, NO, NO],
  ],
}

/** Calls with a wrong id, for everybody who may call at all. */
const wrong: Readonly<Record<string, readonly [Call, ...codes: string[]]>> = {
  'an application that does not exist': [
    ({ mine }) => mine.applications.get({ id: 'none' }),
    ...[CREDENTIALS, GONE, GONE, GONE, GONE, NO, NO, NO, NO],
  ],
  'an invitation to another application': [
    ({ mine }, { token }) => mine.applications.join({ id: 'none', body: { token } }),
    ...[CREDENTIALS, CREDENTIALS, GONE, GONE, GONE, NO, NO, NO, NO],
  ],
  'an invitation that is none': [
    ({ mine }, { shop: id }) => mine.applications.join({ id, body: { token: 'none' } }),
    ...[CREDENTIALS, CREDENTIALS, GONE, OK, OK, NO, NO, NO, NO],
  ],
  'the last owner': [
    ({ mine }, { shop: id, ann: developer }) => mine.applications.removeMember({ id, developer }),
    ...[CREDENTIALS, GONE, GONE, NO, TAKEN, NO, NO, NO, NO],
  ],
  'somebody who is no member': [
    ({ mine }, { shop: id, bob: developer }) => mine.applications.removeMember({ id, developer }),
    ...[CREDENTIALS, GONE, GONE, NO, GONE, NO, NO, NO, NO],
  ],
  'no name': [
    ({ mine }, { shop: id }) => mine.applications.update({ id, body: { name: '' } }),
    ...[CREDENTIALS, INVALID, INVALID, INVALID, INVALID, INVALID, NO, NO, NO],
  ],
}

async function seeded() {
  const { box } = consumerBox()
  const people = await team(box)
  await box.developers.create({ body: { id: 'blocked', name: 'Eve', status: 'blocked' } })
  await box.applications.patch({
    id: people.shop,
    body: [{ op: 'add', path: '/members/-', value: { developer: 'blocked', role: 'owner' } }],
  })
  await box.applications.patch({
    id: people.shop,
    body: [{ op: 'replace', path: '/members/2/role', value: 'member' }],
  })
  const { token } = await box.as(consumer(people.ann)).mine.applications.invite({ id: people.shop, body: {} })
  const { token: reset } = await box.developers.reset({ id: people.bob })
  return { box, ...people, token, reset }
}

function apiOf(box: Signalbox, who: Who, { ann, max, bob }: Seeded): Pick<ConsumerApi, 'mine'> {
  const identities = {
    unknown: consumer('unknown'),
    bob: consumer(bob),
    member: consumer(max),
    owner: consumer(ann),
    blocked: consumer('blocked'),
    apiKey: { id: ann, kind: 'ApiKey', authorizedPatterns: [{ pattern: '*', domains: ['*'] }] },
    user: { id: ann, kind: 'User', admin: true },
    gatewayKey: { id: ann, kind: 'GatewayKey' },
  } satisfies Record<Exclude<Who, 'stranger'>, Identity>
  return who === 'stranger' ? withCaller(box) : box.as(identities[who])
}

/** The same operations for callers without credentials. */
const withCaller = (box: Signalbox): Pick<ConsumerApi, 'mine'> => {
  const wrap = (node: object): object =>
    Object.fromEntries(
      Object.entries(node).map(([name, child]) => [
        name,
        typeof child === 'function'
          ? (input: object) => (child as (input: object, options: object) => unknown)(input, { caller: nobody })
          : wrap(child as object),
      ]),
    )
  return { mine: wrap(box.mine) as ConsumerApi['mine'] }
}

describe.each(Object.entries({ ...rows, ...wrong }))('%s', (_, [call, ...codes]) => {
  it.each(callers.map((who, i) => [who, codes[i]] as const))('answers %s: %s', async (who, code) => {
    const { box, ...people } = await seeded()
    expect(await codeOf(call(apiOf(box, who, people), people))).toBe(code)
  })
})

it('the table has every operation of consumers on their accounts and applications', () => {
  const names = operations(contract, 'portal').map(({ name }) => name.join('.'))
  const mine = names.filter((name) => name.startsWith('mine.') && !/^mine\.(subscriptions\.|try$)/.test(name))
  expect(Object.keys(rows).sort()).toEqual(mine.sort())
})

it('an identity never makes an admin of a consumer', () => {
  const caller = toCaller({ id: 'ann', kind: 'Developer', admin: true, authorizedPatterns: '*' })
  expect(caller.isAdmin).toBe(false)
  expect(caller.patterns('R', 'Feature')).toBe('')
})
