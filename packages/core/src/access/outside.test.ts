import { describe, expect, it } from 'vitest'
import type { Identity, SignalboxApi } from '../index.ts'
import { codeOf, collect, feature, holder, testBox } from '../machine/callers/access.fixture.ts'

/** A box with features inside and outside the grants, and its API for their holder. */
async function granted(authorizedPatterns: NonNullable<Identity['authorizedPatterns']>) {
  const box = testBox()
  for (const id of ['in:a', 'in:b', 'in:b:c', 'out:a', 'out:b']) await box.features.create({ body: feature(id) })
  return { box, api: box.as(holder(authorizedPatterns)) }
}
const stored = async (box: SignalboxApi) => (await collect(await box.features.export())).map(({ id }) => id)
const off = [{ op: 'replace' as const, path: '/enabled', value: false }]

describe('authorization precedes existence', () => {
  const calls: Record<string, (api: SignalboxApi, id: string) => Promise<unknown>> = {
    get: (api, id) => api.features.get({ id }),
    replace: (api, id) => api.features.replace({ id, body: feature(id) }),
    patch: (api, id) => api.features.patch({ id, body: off }),
    delete: (api, id) => api.features.delete({ id }),
    check: (api, id) => api.features.check({ id }),
    checkWith: (api, id) => api.features.checkWith({ id, body: {} }),
    copy: (api, id) => api.features.copy({ body: { from: id, to: `${id}-copy`, default: true } }),
    rename: (api, id) => api.features.replace({ id, body: feature(`${id}-renamed`) }),
  }

  it.each(Object.keys(calls))('%s of an unknown id: 403 outside the grants, 404 inside', async (name) => {
    const { api } = await granted('in:*')
    expect(await codeOf(calls[name]!(api, 'out:nowhere'))).toBe('FORBIDDEN')
    expect(await codeOf(calls[name]!(api, 'in:nowhere'))).toBe('NOT_FOUND')
  })

  it.each(Object.keys(calls))('%s outside the grants does not reveal whether the id exists', async (name) => {
    const { api } = await granted('in:*')
    const answer = (id: string) =>
      calls[name]!(api, id).catch(({ message, errors }) => `${message} ${errors[0].message}`)
    expect(await answer('out:a')).toBe(((await answer('out:z')) as string).replaceAll('out:z', 'out:a'))
  })

  it('create of an existing id: 403 outside the grants, 409 inside', async () => {
    const { api } = await granted('in:*')
    expect(await codeOf(api.features.create({ body: feature('out:a') }))).toBe('FORBIDDEN')
    expect(await codeOf(api.features.create({ body: feature('in:a') }))).toBe('CONFLICT')
  })

  it('precedes preconditions', async () => {
    const { api } = await granted('in:*')
    expect(await codeOf(api.features.delete({ id: 'out:a' }, { ifMatch: '"0"' }))).toBe('FORBIDDEN')
    expect(await codeOf(api.features.delete({ id: 'in:a' }, { ifMatch: '"0"' }))).toBe('PRECONDITION_FAILED')
  })
})

describe('a rename', () => {
  it('cannot move a record out of the grants', async () => {
    const { box, api } = await granted('in:*')
    expect(await codeOf(api.features.replace({ id: 'in:a', body: feature('out:new') }))).toBe('FORBIDDEN')
    expect(await codeOf(api.features.replace({ id: 'in:a', body: feature('out:a') }))).toBe('FORBIDDEN')
    expect(await stored(box)).toEqual(['in:a', 'in:b', 'in:b:c', 'out:a', 'out:b'])
  })

  it('cannot take a record in from outside', async () => {
    const { box, api } = await granted('in:*')
    expect(await codeOf(api.features.replace({ id: 'out:a', body: feature('in:new') }))).toBe('FORBIDDEN')
    expect(await stored(box)).toContain('out:a')
  })

  it.each([
    ['in:*$$$U', 'FORBIDDEN'],
    ['in:*$$$UC', 'FORBIDDEN'],
    ['in:*$$$UD', 'FORBIDDEN'],
    ['in:*$$$CD', 'FORBIDDEN'],
    ['in:*$$$CUD', 'OK'],
    ['in:a$$$UD,in:new$$$C', 'OK'],
    ['in:a$$$UC,in:new$$$CUD', 'FORBIDDEN'],
    ['in:a$$$CUD,in:new$$$UD', 'FORBIDDEN'],
  ])('requires U and D on the old id and C on the new id: %s is %s', async (grants, code) => {
    const { api } = await granted(grants)
    expect(await codeOf(api.features.replace({ id: 'in:a', body: feature('in:new') }))).toBe(code)
  })
})

describe('a patch', () => {
  it('cannot give a record another id', async () => {
    const { box, api } = await granted('in:*')
    const to = (id: string) => api.features.patch({ id: 'in:a', body: [{ op: 'replace', path: '/id', value: id }] })
    expect(await codeOf(to('out:new'))).toBe('INVALID')
    expect(await codeOf(to('in:new'))).toBe('INVALID')
    expect(await stored(box)).toContain('in:a')
  })
})

describe('a copy', () => {
  const copy = (api: SignalboxApi, from: string, to: string) =>
    codeOf(api.features.copy({ body: { from, to, default: true } }))

  it('neither reads nor writes outside the grants', async () => {
    const { box, api } = await granted('in:*')
    expect(await copy(api, 'out:a', 'in:new')).toBe('FORBIDDEN')
    expect(await copy(api, 'in:a', 'out:new')).toBe('FORBIDDEN')
    expect(await stored(box)).toHaveLength(5)
  })

  it('leaves out unreadable features below the key', async () => {
    const { box, api } = await granted('in:b$$$,new,new:*')
    expect(await copy(api, 'in:b', 'new')).toBe('OK')
    expect(await stored(box)).toContain('new')
    expect(await stored(box)).not.toContain('new:c')
  })

  it('is rejected as a whole when a part would be outside the grants', async () => {
    const { box, api } = await granted('in:*$$$,new')
    expect(await copy(api, 'in:b', 'new')).toBe('FORBIDDEN')
    expect(await stored(box)).not.toContain('new')
  })

  it('requires R on sources and C on targets', async () => {
    const { api } = await granted('in:a$$$,new$$$C,other$$$UD')
    expect(await copy(api, 'in:a', 'new')).toBe('OK')
    expect(await copy(api, 'in:a', 'other')).toBe('FORBIDDEN')
  })
})

describe('an import', () => {
  const send = async (api: SignalboxApi, ids: readonly string[], options: object = {}) => {
    const { success, errors } = await api.features.import({
      body: ids.map((id) => ({ ...feature(id), enabled: false })),
      strategy: 'Replace',
      ...options,
    })
    return [success, ...errors.errors.map(({ message, args }) => `${message} ${args[0]}`)]
  }
  const refused = (line: number) => `error.line.invalid ${line}`

  it('writes only lines inside the grants', async () => {
    const { box, api } = await granted('in:*')
    expect(await send(api, ['in:a', 'out:a', 'in:new', 'out:new'])).toEqual([2, refused(2), refused(4)])
    expect((await box.features.get({ id: 'out:a' })).enabled).toBe(true)
    expect(await stored(box)).toEqual(['in:a', 'in:b', 'in:b:c', 'in:new', 'out:a', 'out:b'])
  })

  it('requires C for each new record and U for each existing one', async () => {
    expect(await send((await granted('in:*$$$C')).api, ['in:a', 'in:new'])).toEqual([1, refused(1)])
    expect(await send((await granted('in:*$$$U')).api, ['in:a', 'in:new'])).toEqual([1, refused(2)])
    expect(await send((await granted('in:*$$$CU')).api, ['in:a', 'in:new'])).toEqual([2])
  })

  it('says in a dry run what it would do', async () => {
    for (const rights of ['C', 'U', 'CU']) {
      const { box, api } = await granted(`in:*$$$${rights}`)
      const dry = await send(api, ['in:a', 'out:a', 'in:new'], { dryRun: true })
      expect(await stored(box)).toHaveLength(5)
      expect(await send(api, ['in:a', 'out:a', 'in:new'])).toEqual(dry)
    }
  })

  it('with Keep neither counts nor rejects existing records', async () => {
    expect(await send((await granted('in:*$$$C')).api, ['in:a', 'in:new'], { strategy: 'Keep' })).toEqual([1])
  })

  it('is rejected for callers who can neither create nor update', async () => {
    expect(await codeOf(send((await granted('in:*$$$D')).api, []))).toBe('FORBIDDEN')
  })
})

describe('a bulk delete', () => {
  it.each([
    ['in:*', '*', ['out:a', 'out:b']],
    ['in:*', 'out:*', ['in:a', 'in:b', 'in:b:c', 'out:a', 'out:b']],
    ['in:*', 'out:*,in:a', ['in:b', 'in:b:c', 'out:a', 'out:b']],
    ['in:*', '!in:a', ['in:a', 'out:a', 'out:b']],
    ['in:*$$$CU,in:a$$$D', '*', ['in:b', 'in:b:c', 'out:a', 'out:b']],
  ])('with the grants %s and the pattern %s leaves %j', async (grants, pattern, left) => {
    const { box, api } = await granted(grants)
    const { count } = await api.features.deleteMany({ pattern })
    expect(await stored(box)).toEqual(left)
    expect(count).toBe(5 - left.length)
  })

  it('is rejected for callers without the right to delete', async () => {
    const { api } = await granted('*$$$CRU')
    expect(await codeOf(api.features.deleteMany({ pattern: '*' }))).toBe('FORBIDDEN')
  })
})
