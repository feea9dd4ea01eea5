import { describe, expect, it } from 'vitest'
import { contract, memoryStore, operations } from '../index.ts'
import { codeOf, collect, plainPasswords, testBox } from '../machine/callers/access.fixture.ts'
import { mapOperations } from '../machine/calls/map-operations.ts'

const ann = { id: 'ann', name: 'Ann', email: 'Ann@example.com' }
const bob = { id: 'bob', name: 'Bob', email: 'bob@example.com' }

async function boxWithPeople() {
  const box = testBox()
  await box.developers.create({ body: ann })
  await box.developers.create({ body: bob })
  return box
}

const as = (id: string) => ({ id, kind: 'Developer' })

describe('a developer', () => {
  it('has defaults, an id, and a source', async () => {
    const box = testBox()
    const created = await box.developers.create({ body: { name: 'Ann' } })
    expect(created).toMatchObject({
      id: expect.stringMatching(/^developer_[0-9a-f-]{36}$/),
      email_verified: false,
      status: 'active',
      groups: [],
      source: 'api',
      created_at: expect.any(Number),
      tags: [],
      metadata: {},
    })
  })

  it.each(['ann', 'ann@b@c', 'a b@c', '@b', 'a@', `${'a'.repeat(250)}@b.de`, 'a\n@b.de'])(
    'is not created with the address %j',
    async (email) => {
      const box = testBox()
      await expect(box.developers.create({ body: { name: 'Ann', email } })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { '/email': expect.anything() },
      })
    },
  )

  it('keeps the time and the source of its creation, whatever is sent', async () => {
    const box = await boxWithPeople()
    const { source, created_at } = await box.developers.get({ id: 'ann' })
    const replaced = await box.developers.replace({
      id: 'ann',
      body: { ...ann, name: 'Anna', source: 'sso', created_at: 5 },
    })
    expect(replaced).toMatchObject({ name: 'Anna', source, created_at })
  })

  it('has an address of its own, without regard to case', async () => {
    const box = await boxWithPeople()
    const taken = { code: 'CONFLICT', errors: [{ message: 'error.email.taken' }] }
    await expect(box.developers.create({ body: { name: 'A', email: 'ANN@EXAMPLE.com' } })).rejects.toMatchObject(taken)
    await expect(box.developers.patch({ id: 'bob', body: { email: 'ann@example.com' } })).rejects.toMatchObject(taken)
    await box.developers.patch({ id: 'ann', body: { email: 'ann@Example.com' } }) // its own
    await box.developers.patch({ id: 'ann', body: { email: 'anna@example.com' } })
    await box.developers.patch({ id: 'bob', body: { email: 'ann@example.com' } }) // free again
    await box.developers.delete({ id: 'bob' })
    await box.developers.create({ body: { name: 'A', email: 'ANN@example.com' } })
  })

  it('is created once, of 50 with the same address at once', async () => {
    const box = testBox()
    const calls = Array.from({ length: 50 }, (_, i) =>
      codeOf(box.developers.create({ body: { name: `Ann ${i}`, email: i % 2 ? 'ann@b.de' : 'ANN@b.de' } })),
    )
    const codes = await Promise.all(calls)
    expect(codes.filter((code) => code === 'OK')).toHaveLength(1)
    expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(49)
    expect((await box.developers.count()).count).toBe(1)
  })

  it('has a verified address until it gets another one', async () => {
    const box = testBox()
    await box.developers.create({ body: { ...ann, email_verified: true } })
    expect(await box.developers.get({ id: 'ann' })).toMatchObject({ email_verified: true })
    expect(await box.developers.patch({ id: 'ann', body: { email: 'ANN@example.com' } })).toMatchObject({
      email_verified: true,
    })
    expect(await box.developers.patch({ id: 'ann', body: { email: 'anna@example.com' } })).toMatchObject({
      email_verified: false,
    })
    expect(await box.developers.patch({ id: 'ann', body: { email_verified: true } })).toMatchObject({
      email_verified: true,
    })
  })

  it('never shows its password, nor in events; only admins can download the hash', async () => {
    const store = memoryStore()
    const box = testBox({ store })
    const heard: unknown[] = []
    box.on('*', (event) => heard.push(event))
    const password = 'a very long password'
    const shown = await box.developers.create({ body: { ...ann, password } })
    const list = await box.developers.list()
    const grants = { id: 'eve', authorizedPatterns: [{ pattern: '*', domains: ['Developer' as const] }] }
    const lines = await collect(box.as(grants).developers.export())
    for (const one of [shown, list, heard, lines]) {
      expect(JSON.stringify(one)).not.toContain(password)
      expect(JSON.stringify(one)).not.toContain('sessionsId')
    }
    const [line] = await collect(box.as({ id: 'root', admin: true }).developers.export())
    expect(line).toMatchObject({ id: 'ann', passwordHash: await plainPasswords.hash(password) })
    await box.developers.delete({ id: 'ann' })
    expect(await box.developers.import({ body: [line!] })).toMatchObject({ success: 1 })
    expect((await store.get('developers', 'ann'))?.value).toMatchObject(line!)
  })

  it('keeps its id', async () => {
    const box = await boxWithPeople()
    await expect(box.developers.replace({ id: 'ann', body: { ...ann, id: 'anna' } })).rejects.toMatchObject({
      code: 'INVALID',
    })
  })

  it('in an upload may not have the address of another line', async () => {
    const box = testBox()
    const body = [ann, { id: 'anna', name: 'Anna', email: 'ANN@example.com' }, bob]
    const result = await box.developers.import({ body })
    expect(result).toMatchObject({ success: 2, errors: { errors: [{ args: ['2', expect.anything()] }] } })
    expect((await box.developers.count()).count).toBe(2)
  })
})

describe('an application', () => {
  it('has existing consumers as members, each once, and at most 50', async () => {
    const box = await boxWithPeople()
    const create = (members: { developer: string; role: 'owner' | 'member' }[]) =>
      box.applications.create({ body: { name: 'Shop', members } })
    const owner = (developer: string) => ({ developer, role: 'owner' as const })
    await expect(create([owner('ann'), owner('eve')])).rejects.toMatchObject({
      code: 'INVALID',
      fieldErrors: { '/members/1/developer': [{ message: 'error.reference', args: ['eve'] }] },
    })
    await expect(create([owner('ann'), { developer: 'ann', role: 'member' }])).rejects.toMatchObject({
      fieldErrors: { '/members/1/developer': [{ message: 'error.unique' }] },
    })
    await expect(create(Array.from({ length: 51 }, (_, i) => owner(`d${i}`)))).rejects.toMatchObject({
      fieldErrors: { '/members': [expect.anything()] },
    })
    expect(await create([owner('ann'), { developer: 'bob', role: 'member' }])).toMatchObject({
      id: expect.stringMatching(/^application_/),
      members: [owner('ann'), { developer: 'bob', role: 'member' }],
    })
  })

  it('loses a deleted consumer in the same commit, and stays without members', async () => {
    const store = memoryStore()
    const box = testBox({ store })
    await box.developers.create({ body: ann })
    await box.applications.create({
      body: { id: 'shop', name: 'Shop', members: [{ developer: 'ann', role: 'owner' }] },
    })
    const head = await store.head()
    await box.developers.delete({ id: 'ann' })
    expect(await box.applications.get({ id: 'shop' })).toMatchObject({ members: [] })
    const events = await collect(store.read({ after: head }))
    expect(events.map(({ type }) => type).sort()).toEqual(['APPLICATION_UPDATED', 'DEVELOPER_DELETED'])
    for (const collection of ['application-members', 'developer-emails', 'developer-gates'])
      expect(await store.count(collection)).toBe(0)
  })

  it('never lists a consumer who is deleted while being added', async () => {
    const box = await boxWithPeople()
    for (let i = 0; i < 20; i++) {
      await box.developers.create({ body: { id: `d${i}`, name: 'D' } })
      const members = [{ developer: `d${i}`, role: 'owner' as const }]
      const codes = await Promise.all([
        codeOf(box.applications.create({ body: { id: `a${i}`, name: 'A', members } })),
        codeOf(box.developers.delete({ id: `d${i}` })),
      ])
      expect(codes[1]).toBe('OK')
      if (codes[0] === 'OK') expect(await box.applications.get({ id: `a${i}` })).toMatchObject({ members: [] })
      else expect(codes[0]).toBe('INVALID')
    }
  })
})

describe('what only people with grants see', () => {
  const grants = (domains?: readonly ['Developer' | 'Application' | '*']) => ({
    id: 'eve',
    authorizedPatterns: [{ pattern: '*', ...(domains && { domains: [...domains] }) }],
  })

  it('is not covered by grants without domains', async () => {
    const box = await boxWithPeople()
    for (const kind of ['developers', 'applications'] as const) {
      expect(await codeOf(box.as(grants())[kind].list())).toBe('FORBIDDEN')
      expect(await codeOf(box.as(grants())[kind].get({ id: 'ann' }))).toBe('FORBIDDEN')
      expect(await codeOf(box.as(grants(['*']))[kind].list())).toBe('OK')
    }
    expect(await codeOf(box.as(grants(['Developer'])).developers.get({ id: 'ann' }))).toBe('OK')
    expect(await codeOf(box.as(grants(['Developer'])).applications.list())).toBe('FORBIDDEN')
    expect((await box.as(grants()).search({ pattern: '*' })).results).toEqual([])
  })

  it('the events of developers reach admins alone; those of applications whoever may read them', async () => {
    const box = await boxWithPeople()
    const hear = async (identity: Parameters<typeof box.as>[0]) => {
      const seen: string[] = []
      const stop = new AbortController()
      const stream = await box.as(identity).events.stream({ domains: 'Developer,Application', pattern: '*' } as never, {
        signal: stop.signal,
        lastEventId: 1,
      })
      const reading = (async () => {
        for await (const { type } of stream) seen.push(type)
      })().catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 50))
      stop.abort()
      await reading
      return seen
    }
    await box.applications.create({ body: { id: 'shop', name: 'Shop' } })
    expect(await hear({ id: 'root', admin: true })).toEqual([
      'DEVELOPER_CREATED',
      'DEVELOPER_CREATED',
      'APPLICATION_CREATED',
    ])
    expect(await hear(grants(['*']))).toEqual(['APPLICATION_CREATED'])
  })
})

describe('a consumer', () => {
  it('sees its account, without what only the people of an API see', async () => {
    const box = await boxWithPeople()
    await box.developers.patch({ id: 'ann', body: { tags: ['vip'], metadata: { note: 'pays late' } } })
    expect(await box.as(as('ann')).mine.get()).toEqual({
      ...ann,
      email_verified: false,
      status: 'active',
      groups: [],
      source: 'api',
      created_at: expect.any(Number),
    })
  })

  it('sees the applications that list it, and no others', async () => {
    const box = await boxWithPeople()
    await box.applications.create({
      body: { id: 'shop', name: 'Shop', members: [{ developer: 'ann', role: 'owner' }] },
    })
    await box.applications.create({
      body: { id: 'other', name: 'Other', members: [{ developer: 'bob', role: 'owner' }] },
    })
    const { mine } = box.as(as('ann'))
    const shop = {
      id: 'shop',
      name: 'Shop',
      description: '',
      members: [{ developer: 'ann', name: 'Ann', role: 'owner' }],
    }
    expect(await mine.applications.list()).toEqual({ results: [shop] })
    expect(await mine.applications.get({ id: 'shop' })).toEqual(shop)
    const failures = await Promise.all(
      ['other', 'unknown'].map((id) => mine.applications.get({ id }).catch(({ code, message }) => [code, message])),
    )
    expect(failures).toEqual([
      ['NOT_FOUND', 'application other does not exist'],
      ['NOT_FOUND', 'application unknown does not exist'],
    ])
  })

  it.each(['waiting', 'blocked'] as const)('who is %s sees nothing', async (status) => {
    const box = await boxWithPeople()
    await box.developers.patch({ id: 'ann', body: { status } })
    const { mine } = box.as(as('ann'))
    for (const call of [mine.get(), mine.applications.list(), mine.applications.get({ id: 'shop' })])
      await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN', errors: [{ message: 'error.developer.status' }] })
  })

  it('may call what is open and what is for consumers, and nothing else', async () => {
    const box = testBox()
    const admin = { id: 'ann', kind: 'Developer', admin: true, authorizedPatterns: '*' }
    const calls: Promise<[string, unknown, string]>[] = []
    mapOperations(contract, (operation, name) => {
      const find = (api: object) => name.reduce<never>((node, key) => node[key] as never, api as never)
      calls.push(
        codeOf(Promise.resolve((find(box.as(admin)) as (input: object) => Promise<unknown>)({}))).then((code) => [
          name.join('.'),
          operation.access,
          code,
        ]),
      )
      return async () => undefined
    })
    for (const [name, access, code] of await Promise.all(calls))
      if (access !== 'open' && access !== 'developer') expect([name, code]).toEqual([name, 'FORBIDDEN'])
    expect(calls.length).toBeGreaterThan(operations(contract).length)
  })

  it('is the only caller of what is for consumers', async () => {
    const box = await boxWithPeople()
    const others = [{ id: 'ann' }, { id: 'ann', kind: 'User', admin: true }, { id: 'ann', kind: 'GatewayKey' }]
    for (const identity of others) expect(await codeOf(box.as(identity).mine.get())).toBe('FORBIDDEN')
    expect(await codeOf(box.mine.get())).toBe('FORBIDDEN')
  })
})
