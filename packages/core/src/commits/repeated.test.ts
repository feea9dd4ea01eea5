import { describe, expect, it } from 'vitest'
import { plainPasswords } from '../machine/callers/access.fixture.ts'
import { memoryStore } from '../memory/store.ts'
import { createSignalbox } from '../signalbox.ts'

const DAY = 24 * 60 * 60_000
const put = (id: string, value: unknown, more: object = {}) => ({
  ...{ op: 'put' as const, kind: 'configs', record: { id, value } },
  ...more,
})
const drop = (id: string) => ({ op: 'delete' as const, kind: 'configs', id })

function scene() {
  let now = Date.parse('2026-03-01T12:00:00Z')
  const store = memoryStore()
  const clock = () => now
  const box = createSignalbox({ store, clock })
  const commit = (changes: readonly object[], idempotencyKey?: string, by: typeof box = box) =>
    by.commit({ body: { changes: changes as never } }, idempotencyKey === undefined ? {} : { idempotencyKey })
  const advance = (ms: number) => {
    now += ms
  }
  return { store, clock, box, commit, advance }
}

describe('a commit with an idempotency key', () => {
  it('takes effect once, and is answered as before', async () => {
    const { commit, store, box } = scene()
    const changes = [put('a', 1, { ifNoneMatch: '*' }), put('b', 1)]
    const first = await commit(changes, 'k')
    const head = await store.head()
    await box.configs.replace({ id: 'b', body: { id: 'b', value: 2 } })
    expect(await commit(changes, 'k')).toEqual(first)
    expect([await store.head(), (await box.configs.get({ id: 'b' })).value]).toEqual([head + 1, 2])
    expect(await commit([drop('a')], 'other')).toEqual(await commit([drop('a')], 'other'))
  })

  it('is remembered although it changed nothing', async () => {
    const { commit, box } = scene()
    await commit([put('a', 1)])
    const same = await commit([put('a', 1)], 'k')
    await box.configs.replace({ id: 'a', body: { id: 'a', value: 2 } })
    expect(await commit([put('a', 1)], 'k')).toEqual(same)
    expect((await box.configs.get({ id: 'a' })).value).toBe(2)
  })

  it('takes effect once if it is sent several times at once, over two instances', async () => {
    const { commit, store, clock } = scene()
    const other = createSignalbox({ store, clock })
    const changes = [put('a', 1, { ifNoneMatch: '*' })]
    const all = await Promise.all(Array.from({ length: 8 }, (_, n) => commit(changes, 'k', n % 2 ? other : undefined)))
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1)
    let events = 0
    for await (const _ of store.read({ after: 0 })) events++
    expect(events).toBe(1)
  })

  it('is another one for each caller, and without a key each call counts', async () => {
    const { commit, box } = scene()
    const as = (id: string) => box.as({ id, kind: 'User', admin: true }) as typeof box
    const changes = [put('a', 1)]
    const changed = async (key: string | undefined, by?: typeof box) =>
      (await commit(changes, key, by)).results[0]?.change
    expect([await changed('k', as('ann')), await changed('k', as('ben')), await changed('k')]).toEqual([
      'created',
      'unchanged',
      'unchanged',
    ])
    expect([await changed('k', as('ann')), await changed(undefined), await changed('')]).toEqual([
      'created',
      'unchanged',
      'unchanged',
    ])
  })

  it('is rejected with another body, and with a key that is too long', async () => {
    const { commit, box } = scene()
    await commit([put('a', 1)], 'k')
    await expect(commit([put('a', 2)], 'k')).rejects.toMatchObject({
      code: 'INVALID',
      fieldErrors: { 'Idempotency-Key': [{ message: 'error.key.used' }] },
    })
    await expect(commit([put('a', 2)], 'k'.repeat(257))).rejects.toMatchObject({
      fieldErrors: { 'Idempotency-Key': [{ message: 'error.length.maximum', args: ['256'] }] },
    })
    expect((await box.configs.get({ id: 'a' })).value).toBe(1)
  })

  it('remembers neither failures nor dry runs', async () => {
    const { commit, box } = scene()
    await expect(commit([drop('a')], 'k')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const options = { idempotencyKey: 'k' }
    await box.commit({ body: { changes: [put('a', 1)] }, dryRun: true }, options)
    await commit([put('a', 1)])
    expect(await commit([drop('a')], 'k')).toMatchObject({ results: [{ change: 'deleted' }] })
  })

  it('is remembered for 24 hours, and then forgotten', async () => {
    const { commit, store, advance } = scene()
    const changed = async (key: string) => (await commit([put('a', 1)], key)).results[0]?.change
    expect(await changed('k')).toBe('created')
    advance(DAY - 1)
    expect(await changed('k')).toBe('created')
    advance(1)
    expect(await changed('k')).toBe('unchanged')
    advance(3 * DAY)
    await changed('new')
    expect(await store.count('commit-answers')).toBe(1)
  })
})

describe('what is remembered of a commit', () => {
  const marked = {
    id: 'marked',
    name: 'Marked',
    description: '',
    categories: [],
    steps: ['ValidateAccess' as const],
    configSchema: {
      type: 'object',
      properties: { plain: { type: 'string' }, hidden: { type: 'string', writeOnly: true } },
    } as never,
  }
  const slot = (hidden: string, plain = 'p') => ({
    ...{ id: 'flow', plugins: { slots: [{ plugin: 'marked', enabled: true, config: { plain, hidden } }] } },
  })
  const secret = 'correct horse battery staple'
  const user = (more: object) => ({ id: 'ann', name: 'Ann', ...more })
  const key = (more: object) => ({ clientId: 'app', name: 'App', ...more })
  const hook = (more: object) => ({ clientId: 'hook', callbackUrl: 'https://hook.example', ...more })
  const whsec = (letter: string) => `whsec_${btoa(letter.repeat(32))}`

  it.each([
    ['users', user({ password: secret }), user({ password: `${secret}!` })],
    ['apikeys', key({ clientSecret: secret }), key({ clientSecret: `${secret}!` })],
    ['webhooks', hook({ secret: whsec('a') }), hook({ secret: whsec('b') })],
    ['webhooks', hook({ secret: whsec('a'), headers: { X: '1' } }), hook({ secret: whsec('a'), headers: { X: '2' } })],
    ['apis', { id: 'a', name: 'A', flows: [slot('1')] }, { id: 'a', name: 'A', flows: [slot('2')] }],
    ['configs', { id: 'a', value: { token: '1' } }, { id: 'a', value: { token: '2' } }],
  ])('tells nothing of the secrets in %s', async (kind, record, other) => {
    const store = memoryStore()
    const box = createSignalbox({ store, plugins: [marked], passwords: plainPasswords })
    const commit = (body: object) =>
      box.commit({ body: { changes: [{ op: 'put', kind, record: body }] } } as never, { idempotencyKey: 'k' })
    const first = await commit(record)
    const remembered = async () => {
      const found: unknown[] = []
      for await (const { value } of store.scan('commit-answers')) found.push(value)
      return found
    }
    const [before] = await remembered()
    expect(await commit(other)).toEqual(first)
    expect(await remembered()).toEqual([before])
    await expect(commit({ ...record, name: 'Other', value: 'other', isBanned: true })).rejects.toMatchObject({
      code: 'INVALID',
    })
  })

  it('is nothing if it has no changes, for which nobody needs rights', async () => {
    const { box, store, commit } = scene()
    const nobody = box.as({ id: 'nobody', kind: 'ApiKey' }) as typeof box
    for (const by of [nobody, box]) expect(await commit([], 'k', by)).toEqual({ results: [] })
    expect(await store.count('commit-answers')).toBe(0)
    await expect(commit([], 'k'.repeat(257))).rejects.toMatchObject({ code: 'INVALID' })
  })

  it.each([
    ['created', 'C', [put('shop:a', 1)]],
    ['updated', 'U', [put('shop:b', 2)]],
    ['unchanged', 'U', [put('shop:b', 1)]],
    ['deleted', 'D', [drop('shop:b')]],
  ])('is not told to a caller who has lost the right: %s', async (change, right, changes) => {
    const { box, commit } = scene()
    await commit([put('shop:b', 1)])
    const as = (rights: string) =>
      box.as({ id: 'app', kind: 'ApiKey', authorizedPatterns: `shop:*$$$${rights}` }) as typeof box
    const first = await commit(changes, 'k', as('CRUD'))
    expect(first.results[0]?.change).toBe(change)
    expect(await commit(changes, 'k', as(right))).toEqual(first)
    await expect(commit(changes, 'k', as('CRUD'.replace(right, '')))).rejects.toMatchObject({
      code: 'FORBIDDEN',
      members: { index: 0, kind: 'configs' },
    })
  })

  it('is told of records for admins to admins only', async () => {
    const { box, commit } = scene()
    const changes = [{ op: 'put', kind: 'scripts', record: { id: 's', name: 'S', source: 'true' } }]
    const as = (admin: boolean) => box.as({ id: 'a', kind: 'User', admin, authorizedPatterns: '*' }) as typeof box
    await commit(changes, 'k', as(true))
    await expect(commit(changes, 'k', as(false))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

it('a commit with If-Match is rejected, because only its changes have versions', async () => {
  const { box } = scene()
  await expect(box.commit({ body: { changes: [put('a', 1)] } }, { ifMatch: '*' })).rejects.toMatchObject({
    code: 'INVALID',
    fieldErrors: { 'If-Match': [{ message: 'error.match.unsupported' }] },
  })
  expect(await box.configs.count()).toEqual({ count: 0 })
})
