import { describe, expect, it } from 'vitest'
import { contract } from '../contract.ts'
import { recordKinds } from '../machine/calls/record-kinds.ts'
import { memoryStore } from '../memory/store.ts'
import type { SignalboxOptions } from '../options.ts'
import type { Store, Wait } from '../ports.ts'
import { createSignalbox } from '../signalbox.ts'

const feature = (id: string, more: object = {}) => ({ id, enabled: true, activationStrategy: 'NO_STRATEGY', ...more })
const inSegment = (segment: string) => ({
  ...{ activationStrategy: 'RULES', parameters: { rules: [{ when: { segment } }] } },
})
const segment = (id: string, more: object = {}) => ({ id, included: ['ann'], ...more })
const put = (kind: string, record: object, more: { ifMatch?: string; ifNoneMatch?: '*'; force?: boolean } = {}) => ({
  ...{ op: 'put' as const, kind, record: { ...record } },
  ...more,
})
const drop = (kind: string, id: string, more: { ifMatch?: string; force?: boolean } = {}) => ({
  ...{ op: 'delete' as const, kind, id },
  ...more,
})
type Change = ReturnType<typeof put> | ReturnType<typeof drop>

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

function boxOver(store: Store = memoryStore(), options: SignalboxOptions = {}) {
  const box = createSignalbox({ store, ...options })
  const commit = async (changes: readonly Change[], dryRun = false) =>
    (await box.commit({ dryRun, body: { changes: [...changes] } })).results.map(
      ({ kind, id, change }) => `${kind} ${id} ${change}`,
    )
  const log = async () => (await collect(store.read({ after: 0 }))).map(({ type, key }) => `${type} ${key}`)
  return { box, commit, log, store }
}

/** A store that runs something before its next commits. */
function disturbed(store: Store, disturb: (commits: number) => Promise<unknown>): Store & { readonly commits: number } {
  let commits = 0
  return {
    ...store,
    get commits() {
      return commits
    },
    async commit(changes, events) {
      await disturb(++commits)
      return store.commit(changes, events)
    },
  }
}

describe('a commit over several kinds', () => {
  it('writes records that refer to one another, whatever their order', async () => {
    const { commit, log, box } = boxOver()
    expect(
      await commit([
        put('features', feature('b', { ...inSegment('all'), enabled: true })),
        put('segments', segment('all', { included: [], when: { segment: 'staff' } })),
        put('features', feature('a', { ...inSegment('staff') })),
        put('segments', segment('staff')),
      ]),
    ).toEqual([...['features b created', 'segments all created', 'features a created', 'segments staff created']])
    expect(await log()).toEqual([
      ...['SEGMENT_CREATED staff', 'SEGMENT_CREATED all', 'FEATURE_CREATED b', 'FEATURE_CREATED a'],
    ])
    expect([box.isActive('b', { id: 'ann' }), box.isActive('b', { id: 'ben' })]).toEqual([true, false])
  })

  it('deletes records together with those that used them, after everything is written', async () => {
    const { commit, log, box } = boxOver()
    await commit([
      put('segments', segment('staff')),
      put('segments', segment('all', { when: { segment: 'staff' } })),
      put('features', feature('gone', inSegment('all'))),
      put('features', feature('stays', inSegment('staff'))),
    ])
    await expect(commit([drop('segments', 'staff')])).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(
      await commit([
        ...[drop('segments', 'staff'), drop('segments', 'all'), drop('features', 'gone')],
        put('features', feature('stays')),
      ]),
    ).toEqual([
      ...['segments staff deleted', 'segments all deleted', 'features gone deleted', 'features stays updated'],
    ])
    expect((await log()).slice(4)).toEqual([
      ...['FEATURE_UPDATED stays', 'FEATURE_DELETED gone', 'SEGMENT_DELETED all', 'SEGMENT_DELETED staff'],
    ])
    expect(await box.segments.count()).toEqual({ count: 0 })
  })

  it('renames a record that others refer to', async () => {
    const { commit, box } = boxOver()
    await commit([put('segments', segment('old')), put('features', feature('a', inSegment('old')))])
    await commit([
      ...[drop('segments', 'old'), put('features', feature('a', inSegment('new'))), put('segments', segment('new'))],
    ])
    expect(await collect(await box.segments.export())).toMatchObject([{ id: 'new' }])
    expect(box.isActive('a', { id: 'ann' })).toBe(true)
  })

  it('takes records of every kind', async () => {
    const { commit, box } = boxOver()
    const plans = [{ id: 'gold', status: 'published', access_mode_configuration_type: 'apikey' }]
    const api = { id: 'shop', name: 'Shop', state: 'published', domain: 'shop.example', documentation: { plans } }
    const source = boxOver()
    await source.commit([put('apis', { ...api, routes: [] })])
    await source.box.subscriptions.create({ body: { id: 's', api_ref: 'shop', plan_ref: 'gold' } })
    const [subscription] = await collect(await source.box.subscriptions.export())
    const [credential] = await collect(await source.box.credentials.export())
    const variants = ['A', 'B'].map((id) => ({ id, name: id, traffic: 0.5 }))
    const records: readonly (readonly [kind: string, record: object])[] = [
      ['credentials', credential as object],
      ['api-subscriptions', subscription as object],
      ['apis', { ...api, routes: [{ id: 'r', backend: 'b', frontend: { paths: ['/'] } }] }],
      ['backends', { id: 'b', backend: { targets: [{ hostname: 'one.example' }] } }],
      ['features', feature('f', { activationStrategy: 'GLOBAL_SCRIPT', parameters: { ref: 'script' } })],
      ['configs', { id: 'c', value: 1 }],
      ['experiments', { id: 'e', name: 'E', enabled: true, variants, audience: { segment: 'staff' } }],
      ['segments', segment('staff')],
      ['scripts', { id: 'script', name: 'Script', source: { type: 'javascript', script: 'enabled()' } }],
      ['error-templates', { serviceId: 'shop', name: 'Shop' }],
      ['workflows', { id: 'w', name: 'W', config: { kind: 'workflow', steps: [] } }],
      ['webhooks', { clientId: 'hook', callbackUrl: 'https://ci.example' }],
      ['users', { id: 'ann', name: 'Ann' }],
      ['developers', { id: 'dev', name: 'Dev' }],
      ['applications', { id: 'app', name: 'App', members: [{ developer: 'dev', role: 'owner' }] }],
      ['apikeys', { clientId: 'key', name: 'Key', clientSecret: 'sixteen letters!' }],
      ['gateway/keys', { id: 'edge', name: 'Edge', keyHash: `hmac-sha256$${'0'.repeat(32)}$${'1'.repeat(64)}` }],
    ]
    expect(records.map(([kind]) => kind).sort()).toEqual(
      recordKinds(contract)
        .map(({ kind }) => kind)
        .sort(),
    )
    const ids = records.map(([kind, record]) => {
      const { id, clientId, serviceId } = record as Readonly<Record<string, string>>
      return [kind, (id ?? clientId ?? serviceId) as string] as const
    })
    const puts = records.map(([kind, record]) => put(kind, record))
    expect(await commit(puts)).toEqual(ids.map(([kind, id]) => `${kind} ${id} created`))
    expect(await commit(puts.filter(({ kind }) => kind === 'features'))).toEqual(['features f unchanged'])
    const drops = ids.filter(([kind]) => !['credentials', 'api-subscriptions', 'apis'].includes(kind))
    await commit([
      drop('api-subscriptions', 's'),
      drop('apis', 'shop', { force: true }),
      ...drops.map(([kind, id]) => drop(kind, id)),
    ])
    expect((await box.search()).results).toEqual([])
  })

  it('takes a record through its states, and publishes an API once', async () => {
    const { commit, log } = boxOver()
    const api = (state: string) => ({ id: 'shop', name: 'Shop', state, domain: 'shop.example', routes: [] })
    expect(await commit([put('apis', api('staging')), put('apis', api('published'))])).toEqual([
      ...['apis shop created', 'apis shop updated'],
    ])
    expect((await log()).filter((one) => one.startsWith('API_DEPLOYED'))).toHaveLength(1)
  })

  it('writes nothing if one change fails, and names it', async () => {
    const { commit, box, store } = boxOver()
    await box.features.create({ body: feature('there') as never })
    const head = await store.head()
    const before = [put('segments', segment('staff')), drop('features', 'there')]
    await expect(commit([...before, put('features', { id: 'wrong', enabled: 1 })])).rejects.toMatchObject({
      code: 'INVALID',
      message: expect.stringMatching(/^Nothing was written, because of change 2 \(features wrong\): /),
      fieldErrors: { '/changes/2/record/enabled': [{ message: 'error.type', args: ['boolean'] }] },
      members: { index: 2, kind: 'features', id: 'wrong' },
    })
    await expect(
      commit([drop('segments', 'staff'), put('features', feature('x', inSegment('staff'))), before[1]!]),
    ).rejects.toMatchObject({ code: 'NOT_FOUND', members: { index: 0, kind: 'segments', id: 'staff' } })
    await expect(commit([drop('features', 'thera'), before[0]!])).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('did you mean there?'),
      members: { index: 0, kind: 'features', id: 'thera' },
    })
    await expect(commit([put('features', feature('there'), { ifNoneMatch: '*' }), before[0]!])).rejects.toMatchObject({
      code: 'CONFLICT',
      members: { index: 0 },
    })
    expect(await store.head()).toBe(head)
    expect(await box.segments.count()).toEqual({ count: 0 })
  })

  it('only writes the versions that the call names', async () => {
    const { commit, store } = boxOver()
    await commit([put('features', feature('a')), put('features', feature('b'))])
    const tagOf = async (key: string) => `"${(await store.get('features', key))?.version}"`
    const [a, b] = [await tagOf('a'), await tagOf('b')]
    await commit([put('features', feature('a', { enabled: false }), { ifMatch: a })])
    for (const change of [
      put('features', feature('a', { enabled: true }), { ifMatch: a }),
      put('features', feature('new'), { ifMatch: a }),
      drop('features', 'a', { ifMatch: a }),
    ])
      await expect(commit([drop('features', 'b', { ifMatch: b }), change])).rejects.toMatchObject({
        code: 'PRECONDITION_FAILED',
        members: { index: 1 },
      })
    expect(await commit([drop('features', 'b', { ifMatch: b })])).toEqual(['features b deleted'])
  })

  it('tells what a dry run would do, and leaves the store as it is', async () => {
    const { commit, store, box } = boxOver()
    await commit([put('segments', segment('staff')), put('features', feature('same'))])
    const head = await store.head()
    const changes = [
      put('features', feature('a', inSegment('s'))),
      put('segments', segment('s')),
      drop('segments', 'staff'),
    ]
    const results = ['features a created', 'segments s created', 'segments staff deleted', 'features same unchanged']
    expect(await commit([...changes, put('features', feature('same'))], true)).toEqual(results)
    expect([await store.head(), await box.features.count()]).toEqual([head, { count: 1 }])
    expect(await commit([...changes, put('features', feature('same'))])).toEqual(results)
  })

  it('rejects what it cannot mean before anything is tried', async () => {
    const { commit, box, store } = boxOver()
    const many = Array.from({ length: 1001 }, (_, i) => put('features', feature(`f${i}`)))
    await expect(commit(many)).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringContaining('1001 changes, and one commit takes at most 1000: send them in several calls'),
    })
    await expect(commit([put('feature', feature('a')), put('things', { id: 'b' })])).rejects.toMatchObject({
      code: 'INVALID',
      fieldErrors: {
        '/changes/0/kind': [{ message: 'error.enum', args: ['features'] }],
        '/changes/1/kind': [{ message: 'error.enum', args: expect.arrayContaining(['features', 'apis']) }],
      },
    })
    for (const twice of [
      [put('features', feature('a')), drop('features', 'a')],
      [drop('features', 'a'), put('features', feature('a'))],
      [drop('features', 'a'), drop('features', 'a')],
    ])
      await expect(commit(twice)).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { '/changes/1': [{ message: 'error.id.duplicate', args: ['a'] }] },
      })
    for (const wrong of [{ op: 'put', kind: 'features' }, { op: 'delete', kind: 'features' }, { op: 'move' }, null])
      await expect(box.commit({ body: { changes: [wrong as never] } })).rejects.toMatchObject({ code: 'INVALID' })
    expect(await box.commit({ body: { changes: [] } })).toEqual({ results: [] })
    expect(await store.head()).toBe(0)
  })

  it('takes no record that an upload would not take', async () => {
    const { commit, store } = boxOver(memoryStore(), { bodyLimit: 2000 })
    const large = put('configs', { id: 'b', value: 'x'.repeat(2000) })
    await expect(commit([put('configs', { id: 'a', value: 1 }), large])).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringMatching(
        /change 1 \(configs b\): The record of configs is larger than 2000 bytes: .*bodyLimit/,
      ),
    })
    expect(await store.head()).toBe(0)
  })

  it.each([
    ['kinds that are unknown', Array.from({ length: 1000 }, (_, n) => put(`unknown-${n}-kind`, { id: 'a' }))],
    ['kinds that look like known ones', Array.from({ length: 1000 }, () => put('featurse', { id: 'a' }))],
    [
      'records that are written and deleted',
      Array.from({ length: 1000 }, (_, n) =>
        n % 2 ? drop('configs', 'a'.repeat(400)) : put('configs', { id: 'a'.repeat(400), value: 1 }),
      ),
    ],
  ])('lists at most 100 problems: %s', async (_, changes) => {
    const { commit } = boxOver()
    const error = (await commit(changes as never).catch((error) => error)) as { fieldErrors: object; message: string }
    expect(Object.keys(error.fieldErrors)).toHaveLength(100)
    expect(JSON.stringify(error.fieldErrors).length + error.message.length).toBeLessThan(60_000)
  })

  it('commits 1,000 changes at once', async () => {
    const store = disturbed(memoryStore(), async () => {})
    const { commit, log } = boxOver(store)
    const chain = Array.from({ length: 500 }, (_, i) => [
      put('segments', segment(`s${i}`, i % 50 === 0 ? {} : { when: { segment: `s${i - 1}` } })),
      put('features', feature(`f${i}`, inSegment(`s${i}`))),
    ])
    await commit(chain.flat().toReversed())
    expect([store.commits, (await log()).length]).toEqual([1, 1000])
  })
})

describe('the rights of a commit', () => {
  it('are those of each change: the first that the caller may not make is named', async () => {
    const { box, store } = boxOver()
    await box.features.create({ body: feature('other:a') as never })
    const head = await store.head()
    const ada = box.as({
      id: 'ada',
      authorizedPatterns: [{ pattern: 'shop:*', rights: ['C', 'U'], domains: ['Feature', 'Segment'] }],
    })
    for (const [index, denied] of [
      put('features', feature('other:b')),
      put('features', feature('other:a', { enabled: false })),
      drop('features', 'other:a'),
      put('configs', { id: 'shop:c', value: 1 }),
      put('users', { id: 'eve', name: 'Eve', admin: true, password: 'long enough 1' }),
    ].entries())
      await expect(
        ada.commit({
          body: { changes: [put('segments', segment('shop:s')), put('features', feature('shop:a')), denied] },
        }),
        `${index}`,
      ).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('because of change 2'),
        members: { index: 2, kind: denied.kind },
      })
    expect(await store.head()).toBe(head)
    const changes = [put('features', feature('shop:a', inSegment('shop:s'))), put('segments', segment('shop:s'))]
    expect((await ada.commit({ body: { changes } })).results).toHaveLength(2)
  })

  it('are needed at all', async () => {
    const { box } = boxOver()
    const { nobody } = await import('../machine/callers/caller.ts')
    await expect(box.commit({ body: { changes: [] } }, { caller: nobody })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })
})

describe('a commit that others disturb', () => {
  const changes = [put('segments', segment('staff')), put('features', feature('a', inSegment('staff')))]

  it('is rehearsed again, with what they wrote', async () => {
    const below = memoryStore()
    const other = createSignalbox({ store: below })
    const store = disturbed(below, async (count) => {
      if (count === 1) await other.features.create({ body: feature('a', { enabled: false }) as never })
    })
    const { commit } = boxOver(store)
    expect(await commit(changes)).toEqual(['segments staff created', 'features a updated'])
    expect(store.commits).toBe(2)
    expect((await below.get('features', 'a'))?.value).toMatchObject({ enabled: true, activationStrategy: 'RULES' })
  })

  it('rejects if they begin to refer to what it deletes', async () => {
    const below = memoryStore()
    const other = createSignalbox({ store: below })
    await other.segments.create({ body: segment('staff') as never })
    const store = disturbed(below, async (count) => {
      if (count === 1) await other.features.create({ body: feature('b', inSegment('staff')) as never })
    })
    const { commit } = boxOver(store)
    await expect(commit([put('features', feature('a')), drop('segments', 'staff')])).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('because of change 1 (segments staff): '),
    })
    expect(await below.get('features', 'a')).toBeUndefined()
  })

  it('gives up after five attempts and has written nothing', async () => {
    const below = memoryStore()
    const other = createSignalbox({ store: below })
    const store = disturbed(below, (count) =>
      other.features.import({ strategy: 'Replace', body: [feature('a', { description: `${count}` })] as never }),
    )
    const { commit } = boxOver(store)
    await expect(commit(changes)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('others changed the same records during each of 5 attempts'),
      errors: [{ message: 'error.commit.busy', args: ['5'] }],
    })
    expect(store.commits).toBe(5)
    expect(await below.get('segments', 'staff')).toBeUndefined()
  })

  it('and other commits are never half there', async () => {
    const { box, commit } = boxOver()
    const pair = (n: number) => [
      put('features', feature('a', { description: `${n}` })),
      put('configs', { id: 'b', value: n }),
    ]
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => commit(pair(n)).catch(({ code }) => expect(code).toBe('CONFLICT'))),
    )
    const a = await box.features.get({ id: 'a' })
    expect(await box.configs.get({ id: 'b' })).toMatchObject({ value: Number(a.description) })
  })
})

describe('what follows a commit', () => {
  it('is told once, in order, with the reason', async () => {
    const { box, store } = boxOver()
    const heard: string[] = []
    box.on('*', ({ type, key, reason }) => heard.push(`${type} ${key} ${reason}`))
    const ada = box.as({ id: 'ada', admin: true })
    const changes = [put('features', feature('a', inSegment('s'))), put('segments', segment('s'))]
    await ada.commit({ body: { changes } }, { reason: 'Launch' })
    await expect.poll(() => heard).toEqual(['SEGMENT_CREATED s Launch', 'FEATURE_CREATED a Launch'])
    const [first, second] = await collect(store.read({ after: 0 }))
    expect([first?.authInfo?.id, second!._id - first!._id]).toEqual(['ada', 1])
  })

  it('is seen at once: no check finds one half', async () => {
    const { box, commit } = boxOver()
    await commit([put('features', feature('a', { enabled: false })), put('features', feature('b', { enabled: false }))])
    box.isActive('a')
    const seen = new Set<string>()
    let isOver = false
    const watching = (async () => {
      while (!isOver) {
        seen.add(`${box.isActive('a')} ${box.isActive('b')}`)
        await new Promise((done) => setImmediate(done))
      }
    })()
    box.on('*', () => void seen.add(`${box.isActive('a')} ${box.isActive('b')}`))
    await commit([put('features', feature('a')), put('features', feature('b'))])
    seen.add(`${box.isActive('a')} ${box.isActive('b')}`)
    isOver = true
    await watching
    expect([...seen].sort()).toEqual(['false false', 'true true'])
  })

  it('keeps secrets: masked ones stay, and no event, answer or failure shows one', async () => {
    const { box, store } = boxOver()
    const headers = { Authorization: 'Bearer very-secret' }
    await box.webhooks.create({ body: { clientId: 'ci', callbackUrl: 'https://ci.example', headers } })
    const admin = box.as({ id: 'ada', admin: true })
    const [masked] = await collect(await admin.webhooks.export())
    expect(JSON.stringify(masked)).not.toContain('very-secret')
    const changes = [put('webhooks', { ...masked, types: ['FEATURE_UPDATED'] }), put('features', feature('a'))]
    const result = await admin.commit({ body: { changes } })
    expect((await store.get('webhooks', 'ci'))?.value).toMatchObject({ headers, types: ['FEATURE_UPDATED'] })
    const told = [result, await collect(store.read({ after: 0 }))]
    expect(JSON.stringify(told)).not.toContain('very-secret')
  })

  it('reaches each webhook once, and nothing is called in a rehearsal', async () => {
    const calls: string[] = []
    const fetch = async (_url: string, { body }: RequestInit) => {
      calls.push(
        ...JSON.parse(String(body)).objectsEdited.map(
          ({ type, key }: { type: string; key: string }) => `${type} ${key}`,
        ),
      )
      return new Response()
    }
    const { box, commit } = boxOver(memoryStore(), {
      fetch: Object.assign(fetch, { refuses: (url: string) => (url.includes('inside') ? 'it is private' : undefined) }),
    })
    await commit([put('webhooks', { clientId: 'ci', callbackUrl: 'https://ci.example', domains: ['Feature'] })])
    await commit([put('features', feature('a')), put('features', feature('b'))], true)
    await commit([put('features', feature('a')), put('features', feature('b'))])
    await expect.poll(() => calls).toEqual(['FEATURE_CREATED a', 'FEATURE_CREATED b'])
    await expect(
      commit([put('webhooks', { clientId: 'x', callbackUrl: 'https://inside.example' })]),
    ).rejects.toMatchObject({
      code: 'INVALID',
      fieldErrors: { '/changes/0/record/callbackUrl': expect.anything() },
    })
    await box.close()
  })

  it('does not begin in a rehearsal: nobody waits there to deliver to webhooks', async () => {
    let waits = 0
    const wait: Wait = (_, signal) => {
      waits++
      return new Promise((resolve) => signal?.addEventListener('abort', () => resolve()))
    }
    const { commit, box } = boxOver(memoryStore(), { fetch: async () => new Response(), wait })
    const hook = (id: string) => put('webhooks', { clientId: id, callbackUrl: 'https://ci.example' })
    const settled = async () => {
      for (let turns = 0; turns < 50; turns++) await new Promise((done) => setImmediate(done))
    }
    await commit([hook('first')])
    await settled()
    const before = waits
    for (let i = 0; i < 5; i++) await commit([hook('second')], true)
    await settled()
    expect(waits).toBe(before)
    await box.close()
  })

  it('does not begin in a rehearsal: interrupted erasures are left to the instance', async () => {
    const below = memoryStore()
    const reports: unknown[] = []
    const store = disturbed(below, async () => {})
    const { commit, box } = boxOver(store, { report: (error) => void reports.push(error) })
    const variants = ['A', 'B'].map((id) => ({ id, name: id, traffic: 0.5 }))
    await box.experiments.create({ body: { id: 'e', name: 'E', enabled: true, variants } })
    await below.commit([{ op: 'put', collection: 'experiment-erasures', key: 'x', value: {} }], [])
    const { commits } = store
    await commit([put('experiments', { id: 'e', name: 'New', enabled: true, variants })], true)
    await new Promise((done) => setImmediate(done))
    expect([store.commits, reports, await below.count('experiment-erasures')]).toEqual([commits, [], 1])
  })

  it('begins only after the commit: subscriptions of a deleted API end in the background', async () => {
    const { box, commit } = boxOver()
    await commit([
      put('apis', {
        ...{ id: 'shop', name: 'Shop', state: 'published', domain: 'shop.example', routes: [] },
        documentation: { plans: [{ id: 'gold', status: 'published', access_mode_configuration_type: 'apikey' }] },
      }),
      ...Array.from({ length: 120 }, (_, i) =>
        put('api-subscriptions', { id: `s${i}`, api_ref: 'shop', plan_ref: 'gold' }),
      ),
    ])
    await commit([drop('apis', 'shop', { force: true })], true)
    expect(await box.subscriptions.count()).toEqual({ count: 120 })
    await commit([drop('apis', 'shop', { force: true })])
    await expect.poll(() => box.subscriptions.count()).toEqual({ count: 0 })
    await box.close()
  })
})

describe('secrets that a commit would generate', () => {
  const admin = { id: 'ops', kind: 'User', admin: true }
  it.each([
    ['apikeys', { clientId: 'a', name: 'A' }, '/clientSecret', /send clientSecret, or create .* POST \/api\/apikeys/],
    ['gateway/keys', { id: 'edge' }, '/keyHash', /keyHash is missing/],
  ])('are refused, because nobody would see them: %s', async (kind, record, pointer, message) => {
    const { box, store } = boxOver()
    for (const by of [box, box.as(admin)])
      for (const dryRun of [true, false])
        await expect(by.commit({ dryRun, body: { changes: [put(kind, record)] } })).rejects.toMatchObject({
          code: 'INVALID',
          message: expect.stringMatching(message),
          fieldErrors: { [`/changes/0/record${pointer}`]: [expect.objectContaining({ message: 'error.required' })] },
        })
    expect(await store.head()).toBe(0)
  })

  it('are none if they are sent, or if the record has one', async () => {
    const { commit } = boxOver()
    const key = { clientId: 'a', name: 'A', clientSecret: 'sixteen letters!' }
    expect(await commit([put('apikeys', key)])).toEqual(['apikeys a created'])
    expect(await commit([put('apikeys', { clientId: 'a', name: 'B' })])).toEqual(['apikeys a updated'])
  })
})
