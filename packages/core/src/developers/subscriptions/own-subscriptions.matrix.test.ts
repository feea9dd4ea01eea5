import { describe, expect, it } from 'vitest'
import type { Identity } from '../../contract.ts'
import { boxWithConsumers, failureOf, outcomeOf } from './consumers.fixture.ts'

/** Who calls. `zoe` is a member of the application, and blocked; `eve` has no record. */
const identities = {
  owner: { id: 'ann', kind: 'Developer' },
  member: { id: 'mia', kind: 'Developer' },
  other: { id: 'bob', kind: 'Developer' },
  stranger: { id: 'eve', kind: 'Developer' },
  blocked: { id: 'zoe', kind: 'Developer' },
  'API key': { id: 'ann', kind: 'ApiKey', admin: true },
  'gateway key': { id: 'ann', kind: 'GatewayKey' },
  user: { id: 'ann', kind: 'User', admin: true },
  'claims to be an admin': { id: 'eve', kind: 'Developer', admin: true, authorizedPatterns: '*' },
} as const satisfies Record<string, Identity>
type Who = keyof typeof identities

const noConsumers = { 'API key': 'FORBIDDEN', 'gateway key': 'FORBIDDEN', user: 'FORBIDDEN' } as const
const strangers = { other: 'NOT_FOUND', stranger: 'NOT_FOUND', 'claims to be an admin': 'NOT_FOUND' } as const
const members = { owner: 'accepted', member: 'accepted', blocked: 'FORBIDDEN', ...strangers, ...noConsumers } as const

type Mine = ReturnType<Awaited<ReturnType<typeof boxWithConsumers>>['box']['as']>['mine']['subscriptions']
type Row = readonly [
  operation: string,
  call: (mine: Mine, id: string) => Promise<unknown>,
  Readonly<Record<Who, string>>,
]

const place = { api_ref: 'a', plan_ref: 'manual' }

/** Every operation on subscriptions of consumers, and the outcome for each identity. */
const matrix: readonly Row[] = [
  ['get', (mine, id) => mine.get({ id }), members],
  ['credentials', (mine, id) => mine.credentials({ id }), members],
  ['usage', (mine, id) => mine.usage({ id }), members],
  ['rotate', (mine, id) => mine.rotate({ id, body: {} }), members],
  ['create', (mine) => mine.create({ body: { owner_ref: 'shop', ...place } }), members],
  ['close', (mine, id) => mine.close({ id }), { ...members, member: 'FORBIDDEN' }],
  [
    'list',
    (mine) => mine.list(),
    { ...members, other: 'accepted', stranger: 'accepted', 'claims to be an admin': 'accepted' },
  ],
]
const cells = matrix.flatMap(([operation, call, expected]) =>
  Object.entries(expected).map(([who, outcome]) => [operation, who as Who, outcome, call] as const),
)

async function scene() {
  const opened = await boxWithConsumers()
  await opened.box.developers.create({ body: { id: 'zoe', name: 'zoe' } })
  const { members = [] } = await opened.box.applications.get({ id: 'shop' })
  await opened.box.applications.patch({
    id: 'shop',
    body: { members: [...members, { developer: 'zoe', role: 'owner' }] },
  })
  await opened.box.developers.patch({ id: 'zoe', body: { status: 'blocked' } })
  const { id = '' } = await opened.subscribe('gold')
  return { ...opened, id }
}

describe('the subscriptions of an application', () => {
  it.each(cells)('%s by %s: %s', async (_operation, who, outcome, call) => {
    const { box, id } = await scene()
    expect(await outcomeOf(call(box.as(identities[who]).mine.subscriptions, id))).toBe(outcome)
  })

  it('are every operation of the group', async () => {
    const { box } = await boxWithConsumers()
    expect(matrix.map(([operation]) => operation).sort()).toEqual(Object.keys(box.mine.subscriptions).sort())
  })

  it('are not for the embedding program, which has no applications', async () => {
    const { box } = await boxWithConsumers()
    expect(await outcomeOf(box.mine.subscriptions.list())).toBe('FORBIDDEN')
  })

  it('of others are answered as unknown ones are', async () => {
    const { box, mine, id } = await scene()
    await box.subscriptions.create({ body: { id: 'free', api_ref: 'a', plan_ref: 'gold' } })
    await box.subscriptions.create({ body: { id: 'text', api_ref: 'a', plan_ref: 'gold', owner_ref: 'a text/*' } })
    for (const [operation, call] of matrix.filter(([name]) => name !== 'list' && name !== 'create')) {
      const unknown = await failureOf(call(mine('bob'), 'unknown'))
      for (const one of [id, 'free', 'text']) {
        const { code, message, errors } = await failureOf(call(mine('bob'), one))
        const named = JSON.stringify({ code, message, errors }).replaceAll(one, 'unknown')
        expect([operation, named]).toEqual([
          operation,
          JSON.stringify({ code: unknown.code, message: unknown.message, errors: unknown.errors }),
        ])
      }
    }
  })

  it('are out of reach for whoever has left', async () => {
    const { box, mine, id } = await scene()
    await box.applications.patch({ id: 'shop', body: { members: [{ developer: 'ann', role: 'owner' }] } })
    for (const [name, call] of matrix)
      expect([name, await outcomeOf(call(mine('mia'), id))]).toEqual([name, name === 'list' ? 'accepted' : 'NOT_FOUND'])
    expect(await mine('mia').list()).toMatchObject({ results: [] })
  })

  it('cannot be changed by consumers in any other way', async () => {
    const { box, id } = await scene()
    const { subscriptions } = box.as(identities.owner)
    for (const call of [
      subscriptions.get({ id }),
      subscriptions.pause({ id }),
      subscriptions.resume({ id }),
      subscriptions.approve({ id }),
      subscriptions.patch({ id, body: { enabled: false } }),
      subscriptions.delete({ id }),
    ])
      expect(await outcomeOf(call)).toBe('FORBIDDEN')
  })
})
