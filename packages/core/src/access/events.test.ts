import { beforeEach, describe, expect, it } from 'vitest'
import type { ChangeEvent, Identity, Signalbox, SignalboxApi } from '../index.ts'
import { collect, feature, testBox } from '../machine/callers/access.fixture.ts'
import { anyone } from '../machine/callers/caller.ts'

let box: Signalbox

beforeEach(() => {
  box = testBox()
})

const end = { pattern: 'end' }
const reader = (pattern: string): Identity => ({ id: 'reader', authorizedPatterns: [{ pattern, domains: ['*'] }, end] })
const admin: Identity = { id: 'boss', name: 'The Boss', kind: 'User', admin: true }

/** The events that an API shows, up to the feature `end`. Its history and the download of it must have the same ones. */
async function eventsOf(api: SignalboxApi, domains?: string): Promise<ChangeEvent[]> {
  await box.features.create({ body: feature('end') })
  const events: ChangeEvent[] = []
  for await (const event of await api.events.stream({ lastEventId: 0, ...(domains && { domains }) })) {
    if (event.key === 'end') break
    events.push(event)
  }
  const { results } = await api.events.history({ limit: 1000, ...(domains && { domains }) })
  expect(results.filter(({ key }) => key !== 'end').toReversed()).toEqual(events)
  const exported = await collect(api.events.exportHistory(domains ? { domains } : {}))
  expect(exported.filter(({ key }) => key !== 'end')).toEqual(events)
  return events
}
const typesOf = async (api: SignalboxApi) => (await eventsOf(api)).map(({ type, key }) => `${type} ${key}`)

describe('an event names its author', () => {
  it.each<[string, Identity, object]>([
    ['an API key', { id: 'k', name: 'Key', kind: 'ApiKey', admin: true }, { id: 'k', name: 'Key', kind: 'ApiKey' }],
    ['a user', admin, { id: 'boss', name: 'The Boss', kind: 'User' }],
    ['whom an embedder vouches for', { id: 'e', admin: true }, { id: 'e', name: 'e', kind: 'Embedder' }],
  ])('%s', async (_, identity, authInfo) => {
    const api = box.as(identity)
    await api.features.create({ body: feature('a') })
    await api.features.patch({ id: 'a', body: [{ op: 'replace', path: '/enabled', value: false }] })
    await api.features.replace({ id: 'a', body: feature('b') })
    await api.features.copy({ body: { from: 'b', to: 'c', default: true } })
    await api.features.import({ body: [feature('d')] })
    await api.features.delete({ id: 'd' })
    await api.features.deleteMany({ pattern: '*' })
    const events = await eventsOf(box)
    expect(events.map(({ type, key }) => `${type.slice(8)} ${key}`)).toEqual([
      ...['CREATED a', 'UPDATED a', 'DELETED a', 'CREATED b', 'CREATED c', 'CREATED d', 'DELETED d'],
      ...['DELETED b', 'DELETED c', '_DELETED *'],
    ])
    for (const event of events) expect(event.authInfo).toEqual(authInfo)
    const { results } = await box.events.history({ author: identity.id, domains: 'Feature' })
    expect(results.toReversed()).toEqual(events)
    expect((await box.events.history({ author: 'another' })).results).toEqual([])
  })

  it('which is Signalbox for the embedding program and its background work', async () => {
    await box.features.create({ body: feature('a') })
    expect(await eventsOf(box)).toMatchObject([{ authInfo: { id: 'signalbox', name: 'Signalbox', kind: 'System' } }])
  })

  it('and anyone where nobody is identified', async () => {
    await box.features.create({ body: feature('a') }, { caller: anyone })
    expect(await eventsOf(box)).toMatchObject([{ authInfo: { id: 'anyone', kind: 'Anyone' } }])
  })

  it('and the reason of the call', async () => {
    await box.features.create({ body: feature('a') }, { reason: 'Incident 42: "pay" fails' })
    await box.features.create({ body: feature('b') })
    expect((await eventsOf(box)).map((event) => (event as { reason?: string }).reason)).toEqual([
      'Incident 42: "pay" fails',
      undefined,
    ])
  })

  it('and no reason if it is empty, as over HTTP', async () => {
    await box.features.create({ body: feature('a') }, { reason: '' })
    expect((await eventsOf(box))[0]).not.toHaveProperty('reason')
  })

  it.each(['a\nb', 'a\u2028b', 'x'.repeat(501), '\ud800', 42])('and rejects the reason %j', async (reason) => {
    const options = { reason: reason as string }
    await expect(box.features.create({ body: feature('a') }, options)).rejects.toMatchObject({ code: 'INVALID' })
    expect(await eventsOf(box)).toEqual([])
  })
})

describe('events for admins only', () => {
  const happens = async () => {
    await box.apiKeys.create({ body: { clientId: 'a', name: 'a' } })
    await box.users.create({ body: { id: 'a', name: 'a' } })
    await box.configs.create({ body: { id: 'a', value: 1 } })
    await box.configs.deleteMany({ pattern: 'a' })
    await box.users.deleteMany({ pattern: 'a' })
    await box.apiKeys.deleteMany({ pattern: 'a' })
  }

  it('are those of API keys and users, and the summaries of bulk deletes', async () => {
    await happens()
    expect(await typesOf(box.as(reader('*')))).toEqual(['CONFIG_CREATED a', 'CONFIG_DELETED a'])
  })

  it('are not sent to others who request the domain', async () => {
    await happens()
    expect(await eventsOf(box.as(reader('*')), 'ApiKey,User,Feature')).toEqual([])
  })

  it('reach admins', async () => {
    await happens()
    expect(await typesOf(box.as(admin))).toEqual([
      ...['APIKEY_CREATED a', 'USER_CREATED a', 'CONFIG_CREATED a'],
      ...['CONFIG_DELETED a', 'CONFIGS_DELETED a', 'USER_DELETED a', 'USERS_DELETED a', 'APIKEY_DELETED a'],
      'APIKEYS_DELETED a',
    ])
  })
})

describe('a rename', () => {
  it('shows readers of one key only the part of that key', async () => {
    await box.features.create({ body: feature('a') })
    await box.features.replace({ id: 'a', body: feature('b') })
    expect(await typesOf(box.as(reader('a')))).toEqual(['FEATURE_CREATED a', 'FEATURE_DELETED a'])
    await box.features.delete({ id: 'end' })
    expect(await typesOf(box.as(reader('b')))).toEqual(['FEATURE_CREATED b'])
  })
})
