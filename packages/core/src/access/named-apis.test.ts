import { describe, expect, it } from 'vitest'
import { testBox } from '../machine/callers/access.fixture.ts'

const all = ['C', 'R', 'U', 'D'] as const
const plan = (authorizedEntities: readonly string[]) => ({
  ...{ id: 'p', status: 'published' as const, access_mode_configuration_type: 'apikey' as const },
  access_mode_configuration: { authorizedEntities: [...authorizedEntities] },
})
const api = (entities: readonly string[], more: object = {}) => ({
  ...{ id: 'mine-a', name: 'x', documentation: { plans: [plan(entities)] } },
  ...more,
})

async function openBox() {
  const box = testBox()
  for (const id of ['theirs', 'mine-b']) await box.apis.create({ body: { id, name: id } })
  const lim = box.as({ id: 'lim', authorizedPatterns: [{ pattern: 'mine-*', rights: [...all], domains: ['*'] }] })
  await lim.apis.create({ body: api([]) })
  return { box, lim }
}

describe('keys of a plan that open other APIs', () => {
  it.each(['api_theirs', 'route_theirs:orders', 'group_staff'])('take rights on %s', async (entity) => {
    const { box, lim } = await openBox()
    const body = api([entity])
    const patch = { documentation: { plans: [plan([entity])] } }
    for (const write of [
      () => lim.apis.replace({ id: 'mine-a', body }),
      () => lim.apis.patch({ id: 'mine-a', body: patch }),
      () => lim.apis.draft.replace({ id: 'mine-a', body }),
      () => lim.apis.create({ body: { ...body, id: 'mine-new' } }),
    ])
      await expect(write()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await box.apis.replace({ id: 'mine-a', body })
    // What an admin has named may stay.
    await lim.apis.patch({ id: 'mine-a', body: { name: 'y' } })
    expect((await box.apis.get({ id: 'mine-a' })).name).toBe('y')
  })

  it('may name APIs of the caller', async () => {
    const { lim } = await openBox()
    const saved = await lim.apis.replace({ id: 'mine-a', body: api(['api_mine-a', 'api_mine-b', 'route_mine-b:x']) })
    expect(saved.id).toBe('mine-a')
  })
})

describe('the successor of an API', () => {
  it('has to be one that the caller may read', async () => {
    const { lim } = await openBox()
    await expect(lim.apis.patch({ id: 'mine-a', body: { successor: 'theirs' } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    expect((await lim.apis.patch({ id: 'mine-a', body: { successor: 'mine-b' } })).successor).toBe('mine-b')
  })
})
