import type { Signalbox } from '@signalbox/core'
import { expect } from 'vitest'
import type { Act, Race } from './race.ts'

const mine = (box: Signalbox, id: string) => box.as({ id, kind: 'Developer' }).mine
const password = 'a long password'

/** The token of the link that `begin` has made. Races run one after the other. */
let token = ''

const people: Act = async (box) => {
  for (const id of ['ann', 'bob', 'max']) await box.developers.create({ body: { id, name: id } })
}
const withOwners =
  (...ids: readonly string[]): Act =>
  async (box) => {
    await people(box)
    const members = ids.map((developer) => ({ developer, role: 'owner' as const }))
    await box.applications.create({ body: { id: 'app', name: 'App', members } })
    token = (await mine(box, 'ann').applications.invite({ id: 'app', body: {} })).token
  }
const withLink: Act = async (box) => {
  await box.developers.create({ body: { id: 'ann', name: 'Ann', email: 'ann@example.com', password } })
  token = (await box.developers.reset({ id: 'ann' })).token
}

const creating =
  (email: string): Act =>
  (box) =>
    box.developers.create({ body: { name: 'Ann', email } })
const signingUp =
  (email: string): Act =>
  (box) =>
    box.mine.signUp({ body: { name: 'Ann', email, password } })
const signingUpInvited =
  (email: string): Act =>
  (box) =>
    box.mine.signUp({ body: { name: 'Ann', email, password, invitation: token } })
const choosing =
  (chosen: string): Act =>
  (box) =>
    box.mine.resetPassword({ body: { token, password: chosen } })
const joining =
  (id: string): Act =>
  (box) =>
    mine(box, id).applications.join({ id: 'app', body: { token } })
const removing =
  (by: string, developer: string): Act =>
  (box) =>
    mine(box, by).applications.removeMember({ id: 'app', developer })
const leaving = (id: string): Act => removing(id, id)
const deletingOwn =
  (id: string): Act =>
  (box) =>
    mine(box, id).delete()
const deleting =
  (id: string): Act =>
  (box) =>
    box.developers.delete({ id })
const deletingApplication: Act = (box) => mine(box, 'ann').applications.delete({ id: 'app' })

const once = [
  ['done', 'done'],
  ['refused', 'refused'],
] as const
const neverBothRefused = [['refused', 'refused']] as const
const address = 'ann@example.com'

/** Races of consumers about addresses, invitations and the last owner of an application. */
export const accountRaces: readonly Race[] = [
  { what: 'two accounts with one address', acts: [creating(address), creating('ANN@example.com')], never: once },
  { what: 'two sign-ups with one address', acts: [signingUp(address), signingUp('ANN@example.com')], never: once },
  {
    what: 'two sign-ups with one invitation',
    begin: withOwners('ann'),
    acts: [signingUpInvited(address), signingUpInvited('bob@example.com')],
    never: once,
  },
  {
    what: 'joining twice by one invitation',
    begin: withOwners('ann'),
    acts: [joining('bob'), joining('max')],
    never: once,
  },
  {
    what: 'joining an application and deleting it',
    begin: withOwners('ann'),
    acts: [joining('bob'), deletingApplication],
    never: neverBothRefused,
  },
  {
    what: 'joining an application and being deleted',
    begin: withOwners('ann'),
    acts: [joining('bob'), deleting('bob')],
    never: [...neverBothRefused, ['done', 'refused']],
  },
  {
    what: 'joining an application whose only owner deletes the own account',
    begin: withOwners('ann'),
    acts: [joining('bob'), deletingOwn('ann')],
    never: neverBothRefused,
  },
  {
    what: 'the last two owners leaving',
    begin: withOwners('ann', 'bob'),
    acts: [leaving('ann'), leaving('bob')],
    never: once,
  },
  {
    what: 'two of three owners removing each other',
    begin: withOwners('ann', 'bob', 'max'),
    acts: [removing('ann', 'bob'), removing('bob', 'ann')],
    never: once,
  },
  {
    what: 'one of the last two owners leaving, the other deleting the own account',
    begin: async (box) => {
      await withOwners('ann', 'bob')(box)
      await joining('max')(box)
    },
    acts: [leaving('ann'), deletingOwn('bob')],
    never: once,
  },
  {
    what: 'choosing two passwords by one link',
    begin: withLink,
    acts: [choosing('the first password'), choosing('the second password')],
    never: once,
  },
]

/** Checks consistency: members of applications exist, and no two consumers have the same address. */
export async function expectWholeAccounts(box: Signalbox): Promise<void> {
  const { results: all } = await box.developers.list()
  const { results: applications } = await box.applications.list()
  const ids = new Set(all.map(({ id }) => id))
  for (const { members = [] } of applications) {
    for (const { developer } of members) expect(ids).toContain(developer)
    expect(new Set(members.map(({ developer }) => developer)).size).toBe(members.length)
  }
  const addresses = all.flatMap(({ email }) => (email === undefined ? [] : [email.toLowerCase()]))
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const id of ids) {
    const own = (await mine(box, id ?? '').applications.list()).results.map((one) => one.id)
    const listing = applications.filter(({ members = [] }) => members.some((one) => one.developer === id))
    expect(own.sort()).toEqual(listing.map((one) => one.id).sort())
  }
}
