import { describe, expect, it } from 'vitest'
import { createSignalbox } from '../index.ts'
import { memoryStore } from '../memory/store.ts'
import { adminsTaken } from './last-admin.ts'

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
    const box = createSignalbox({ store })
    for (const id of admins) await box.users.create({ body: { ...user(id, true), password: 'correct horse battery' } })
    await box.users.create({ body: { ...user('zoe'), password: 'correct horse battery' } })
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
      const other = createSignalbox({ store })
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
    const box = createSignalbox()
    await box.users.create({ body: { ...user('ann', true), password: 'correct horse battery' } })
    const ops = box.as({ id: 'ops', kind: 'ApiKey', admin: true })
    const put = (record: object) => ({ kind: 'users', op: 'put' as const, record })
    await expect(
      ops.commit({ body: { changes: [put(user('ann')), put(user('zoe'))] } } as never),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      errors: [{ message: 'error.admin.last' }],
    })
    expect((await box.users.list({})).results.map(({ id }) => id)).toEqual(['ann'])
    await ops.commit({ body: { changes: [put(user('ann')), put(user('zoe', true))] } } as never)
    expect((await box.users.get({ id: 'zoe' })).admin).toBe(true)
  })
})

it('a dry run of a commit is judged, and writes nothing', async () => {
  const box = createSignalbox()
  await box.users.create({ body: { ...user('ann', true), password: 'correct horse battery' } })
  const ops = box.as({ id: 'ops', kind: 'ApiKey', admin: true })
  const demote = [{ kind: 'users', op: 'put' as const, record: user('ann') }]
  const dryRun = (changes: object) => ops.commit({ body: { changes }, dryRun: true } as never)
  await expect(dryRun(demote)).rejects.toMatchObject({ errors: [{ message: 'error.admin.last', args: ['ann'] }] })
  await dryRun([...demote, { kind: 'users', op: 'put', record: user('zoe', true) }])
  expect((await box.users.list({})).results.map(({ id, admin }) => [id, admin])).toEqual([['ann', true]])
})
