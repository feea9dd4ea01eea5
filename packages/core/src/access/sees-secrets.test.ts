import { describe, expect, it } from 'vitest'
import { anyone, type Identity, nobody, owner, type SignalboxApi, toCaller } from '../index.ts'
import { codeOf, collect, testBox } from '../machine/callers/access.fixture.ts'
import type { Caller } from '../machine/callers/caller.ts'

const SECRET = 'planted-secret'
const plan = {
  id: 'tokens',
  status: 'published' as const,
  access_mode_configuration_type: 'jwt' as const,
  access_mode_configuration: { secret: SECRET },
}

/** A Signalbox with a secret in every kind of export that masks secrets. */
async function seeded() {
  const box = testBox()
  await box.webhooks.create({
    body: { clientId: 'w', callbackUrl: 'https://receiver.invalid', headers: { Authorization: SECRET } },
  })
  await box.apis.create({ body: { id: 'a', name: 'A', documentation: { plans: [plan] } } })
  await box.apis.patch({ id: 'a', body: { state: 'published' } })
  await box.apis.draft.patch({ id: 'a', body: { description: 'drafted' } })
  await box.apiKeys.create({ body: { clientId: 'key', clientSecret: 'secret-of-the-key', name: 'key', admin: true } })
  return box
}

type Options = { readonly caller?: Caller }

const exports: Record<string, (api: SignalboxApi, options: Options) => AsyncIterable<unknown>> = {
  webhooks: (api, options) => api.webhooks.export({}, options),
  apis: (api, options) => api.apis.export({}, options),
  'drafts of APIs': (api, options) => api.apis.draft.export({}, options),
  'deployments of APIs': (api, options) => api.apis.deployments.export({}, options),
}

/** The exports that contain the planted secret. */
async function leaks(api: SignalboxApi, options: Options = {}): Promise<string[]> {
  const shown = Object.entries(exports).map(async ([name, lines]) => {
    const text = JSON.stringify(await collect(lines(api, options)))
    expect(text).toMatch(/planted-secret|\*{8}/)
    return text.includes(SECRET) ? [name] : []
  })
  return (await Promise.all(shown)).flat()
}

const authInfo = { id: 'ada', name: 'Ada', kind: 'User' }
const admin: Identity = { id: 'ada', admin: true }
const boastful = { ...admin, id: 'boastful', seesSecrets: true }

describe('exports carry secrets', () => {
  it.each([
    ['the embedding program', {}],
    ['the embedding program by name', { caller: owner }],
    ['a copy of it', { caller: { ...owner } }],
    ['the embedding program on behalf of a person', { caller: { ...owner, authInfo } }],
  ])('for %s', async (_, options) => {
    expect(await leaks(await seeded(), options)).toEqual(Object.keys(exports))
  })
})

describe('exports mask secrets', () => {
  it.each([
    ['anyone, where a service is open', anyone],
    ['a copy of that', { ...anyone }],
    ['the holder of a credential who rotates its secret', { ...anyone, authInfo }],
    ['an admin', toCaller(admin)],
    ['a copy of an admin', { ...toCaller(admin), authInfo }],
    ['an admin whose identity claims to see secrets', toCaller(boastful)],
  ])('for %s', async (_, caller) => {
    expect(caller.seesSecrets).toBe(false)
    expect(await leaks(await seeded(), { caller })).toEqual([])
  })

  it('for an API key and a user who are admins', async () => {
    const box = await seeded()
    const key = await box.identify({ clientId: 'key', clientSecret: 'secret-of-the-key' })
    expect(await leaks(box.as(key as Identity))).toEqual([])
    expect(await leaks(box.as({ ...admin, kind: 'User', session: 'token', version: '1' }))).toEqual([])
  })

  it('for a caller with all grants', async () => {
    const api = (await seeded()).as({ id: 'mighty', authorizedPatterns: [{ pattern: '*', domains: ['*'] }] })
    expect(await codeOf(api.webhooks.export())).toBe('FORBIDDEN')
    expect(JSON.stringify(await collect(api.apis.export()))).not.toContain(SECRET)
  })
})

it('a caller without credentials gets no export', async () => {
  const box = testBox()
  expect(nobody.seesSecrets).toBe(false)
  for (const lines of Object.values(exports))
    expect(await codeOf(collect(lines(box, { caller: nobody })))).toBe('UNAUTHENTICATED')
})
