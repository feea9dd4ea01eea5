import { describe, expect, it } from 'vitest'
import { createSignalbox } from '../index.ts'
import { plainPasswords as passwords } from '../machine/callers/access.fixture.ts'
import { memoryStore } from '../memory/store.ts'
import { adminsTaken } from './last-admin.ts'

const password = 'correct horse battery'
const user = (id: string, admin?: true) => ({ id, name: id, email: `${id}@shop.example`, ...(admin && { admin }) })
const write = (id: string, was: object | undefined, next: object | undefined) => ({
  ...{ domain: 'User', collection: 'users', id, was, next },
})

describe('the admins that a commit takes', () => {
  it.each([
    ['a deletion of an admin', [write('a', user('a', true), undefined)], ['a']],
    ['a demotion', [write('a', user('a', true), user('a'))], ['a']],
    ['another change of an admin', [write('a', user('a', true), { ...user('a', true), name: 'Ada' })], []],
    ['a deletion of a user', [write('a', user('a'), undefined)], []],
    [
      'a demotion with a promotion',
      [write('a', user('a', true), user('a')), write('b', user('b'), user('b', true))],
      [],
    ],
    ['a rename', [write('a', user('a', true), undefined), write('z', undefined, user('z', true))], []],
    ['a key called like an admin', [{ ...write('a', user('a', true), undefined), collection: 'apikeys' }], []],
  ])('%s', (_, writes, taken) => {
    expect([...(adminsTaken(writes) ?? [])]).toEqual(taken)
  })
})

describe('the last admin', () => {
  async function scene(...admins: string[]) {
    const store = memoryStore()
    const box = createSignalbox({ store, passwords })
    for (const id of admins) await box.users.create({ body: { ...user(id, true), password } })
    await box.users.create({ body: { ...user('zoe'), password } })
    const as = box.as({ id: 'ops', kind: 'ApiKey', admin: true })
    const left = async () => (await box.users.list({})).results.filter(({ admin }) => admin).map(({ id }) => id)
    return { store, box, as, left }
  }
  const refused = { code: 'CONFLICT', errors: [{ message: 'error.admin.last', args: ['ann'] }] }

  it.each([
    ['deleted', (as) => as.users.delete({ id: 'ann' })],
    ['demoted by a patch', (as) => as.users.patch({ id: 'ann', body: [{ op: 'remove', path: '/admin' }] })],
    ['demoted by a merge patch', (as) => as.users.patch({ id: 'ann', body: { admin: null } as never })],
    ['demoted by a replacement', (as) => as.users.replace({ id: 'ann', body: user('ann') })],
    ['replaced by a user with another id', (as) => as.users.replace({ id: 'ann', body: user('bob') })],
  ] as [string, (as: Awaited<ReturnType<typeof scene>>['as']) => Promise<unknown>][])(
    'cannot be %s',
    async (_, remove) => {
      const { as, left } = await scene('ann')
      await expect(remove(as)).rejects.toMatchObject(refused)
      expect(await left()).toEqual(['ann'])
    },
  )

  it('cannot be demoted by an upload: the line is refused', async () => {
    const { as, left } = await scene('ann')
    const lines = [user('ann'), user('zoe')]
    await as.users.import({ body: lines as never, strategy: 'Replace' } as never).catch(() => {})
    expect(await left()).toEqual(['ann'])
  })

  it('can hand over in one upload', async () => {
    const { as, left } = await scene('ann')
    const lines = [user('ann'), user('zoe', true)]
    await as.users.import({ body: lines as never, strategy: 'Replace' } as never)
    expect(await left()).toEqual(['zoe'])
  })

  it('stays when bulk deletes match everybody, and can be deleted by the embedding program', async () => {
    const { as, box, left } = await scene('ann')
    await as.users.deleteMany({ pattern: '*' })
    expect(await left()).toEqual(['ann'])
    await box.users.delete({ id: 'ann' })
    expect(await left()).toEqual([])
  })

  it('is left when admins delete and demote each other at once, over two instances on a store', async () => {
    for (let race = 0; race < 50; race++) {
      const { store, box, left } = await scene('ann', 'ben', 'cleo')
      const other = createSignalbox({ store, passwords })
      const by = (id: string, from: typeof box) => from.as({ id, kind: 'User', admin: true })
      const results = await Promise.allSettled([
        by('ann', box).users.delete({ id: 'ben' }),
        by('ben', other).users.delete({ id: 'cleo' }),
        by('cleo', other).users.patch({ id: 'ann', body: [{ op: 'replace', path: '/admin', value: false }] }),
        by('ben', box).users.delete({ id: 'ben' }),
      ])
      expect(results.some(({ status }) => status === 'rejected')).toBe(true)
      expect(await left()).toHaveLength(1)
    }
  })
})

describe('a commit of several records', () => {
  it('is judged as a whole: it may demote the last admin if it makes another one, in any order', async () => {
    const box = createSignalbox({ passwords })
    await box.users.create({ body: { ...user('ann', true), password } })
    const ops = box.as({ id: 'ops', kind: 'ApiKey', admin: true })
    const put = (record: object) => ({ kind: 'users', op: 'put' as const, record })
    await expect(
      ops.commit({ body: { changes: [put(user('ann')), put(user('zoe'))] } } as never),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      errors: [{ message: 'error.admin.last' }],
    })
    expect((await box.users.list({})).results.map(({ id }) => id)).toEqual(['ann'])
    await ops.commit({
      body: { changes: [put(user('ann')), put({ ...user('zoe', true), passwordHash: 'x' })] },
    } as never)
    expect((await box.users.get({ id: 'zoe' })).admin).toBe(true)
  })
})

it('a dry run of a commit is judged, and writes nothing', async () => {
  const box = createSignalbox({ passwords })
  await box.users.create({ body: { ...user('ann', true), password } })
  const ops = box.as({ id: 'ops', kind: 'ApiKey', admin: true })
  const demote = [{ kind: 'users', op: 'put' as const, record: user('ann') }]
  const dryRun = (changes: object) => ops.commit({ body: { changes }, dryRun: true } as never)
  await expect(dryRun(demote)).rejects.toMatchObject({ errors: [{ message: 'error.admin.last', args: ['ann'] }] })
  await dryRun([...demote, { kind: 'users', op: 'put', record: { ...user('zoe', true), passwordHash: 'x' } }])
  expect((await box.users.list({})).results.map(({ id, admin }) => [id, admin])).toEqual([['ann', true]])
})

describe('an admin without a way to sign in', () => {
  async function scene() {
    const box = createSignalbox({ passwords })
    await box.users.create({ body: { ...user('ann', true), password } })
    await box.users.create({ body: user('ben', true) })
    return { box, ops: box.as({ id: 'ops', kind: 'ApiKey', admin: true }) }
  }
  const refused = {
    code: 'CONFLICT',
    message: 'ann is the last admin among the users who can sign in: make another user with a password an admin first',
    errors: [{ message: 'error.admin.last', args: ['ann'] }],
  }

  it('does not count as the one who stays: neither a stored one, nor a new one in the same commit', async () => {
    const { ops } = await scene()
    await expect(ops.users.delete({ id: 'ann' })).rejects.toMatchObject(refused)
    const changes = [
      { op: 'delete' as const, kind: 'users', id: 'ann' },
      { op: 'put' as const, kind: 'users', record: user('zoe', true) },
    ]
    await expect(ops.commit({ body: { changes } })).rejects.toMatchObject(refused)
    await expect(ops.commit({ body: { changes }, dryRun: true })).rejects.toMatchObject(refused)
  })

  it('counts once it has a password, and can always be removed', async () => {
    const { ops, box } = await scene()
    await ops.users.delete({ id: 'ben' })
    await ops.users.create({ body: { ...user('ben', true), password } })
    await ops.users.delete({ id: 'ann' })
    expect((await box.users.list({})).results.map(({ id }) => id)).toEqual(['ben'])
  })

  it('is not the one whom a bulk delete keeps', async () => {
    const { ops, box } = await scene()
    await ops.users.deleteMany({ pattern: '*' })
    expect((await box.users.list({})).results.map(({ id }) => id)).toEqual(['ann'])
  })

  it('stays if nobody can sign in: the last one is not removed', async () => {
    const box = createSignalbox({ passwords })
    await box.users.create({ body: user('ann', true) })
    const ops = box.as({ id: 'ops', kind: 'ApiKey', admin: true })
    await expect(ops.users.delete({ id: 'ann' })).rejects.toMatchObject({
      message: 'ann is the last admin among the users: make another user an admin first',
    })
  })
})
