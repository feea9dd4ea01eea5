import { describe, expect, it } from 'vitest'
import { createSignalbox, type Signalbox } from '../signalbox.ts'

const plan = (id: string, members: object = {}) => ({
  ...{ id, name: id, status: 'published', access_mode_configuration_type: 'apikey' },
  ...members,
})

async function publish(box: Signalbox, id: string, members: object = {}): Promise<void> {
  await box.apis.create({ body: { name: id, context_path: `/${id}`, ...members, id } as never })
  await box.apis.deployments.create({ id, body: {} })
}

const partners = { attribute: 'groups', operator: 'is', value: 'partners' }
const signedIn = { attribute: 'id', operator: 'exists' }
const as = (box: Signalbox, id: string) => box.as({ id, kind: 'Developer' })
const idsFor = async (api: Pick<Signalbox, 'portal'>, query: object = {}) =>
  (await api.portal.apis(query)).results.map(({ id, plans }) => [id, ...plans.map((one) => one.id)].join(' '))

describe('what consumers read about an API', () => {
  it('is what is listed, and nothing else', async () => {
    const box = createSignalbox({ gatewayUrl: 'https://api.example.com' })
    await publish(box, 'next')
    const secret = 'XYZZY'
    await publish(box, 'shop', {
      ...{ description: 'Orders', version: '2.0.0', blueprint: 'GraphQL', groups: ['sales'], tags: ['a'] },
      ...{ metadata: { secret }, clients: [{ id: secret, name: secret }], testing: { headerValue: secret } },
      backends: [{ id: 'b', backend: { targets: [{ hostname: `${secret}.internal` }] } }],
      routes: [{ id: 'r', name: secret, backend: 'b', frontend: { domains: [`/${secret}`] } }],
      documentation: {
        ...{ tags: ['a', 'b'], metadata: { secret }, source: { url: `https://${secret}/` } },
        plans: [
          plan('free', {
            ...{ description: 'For all', metadata: { secret }, tags: [secret] },
            pricing: { enabled: true, name: 'Free', price: 0, currency: 'EUR' },
            access_mode_configuration: {
              ...{ quota: { perDay: 1000 }, rotation: { enabled: true, rotationEvery: 24 } },
              ...{ clientIdPattern: '[a-z]{8}', metadata: { secret } },
            },
          }),
          plan('old', { status: 'deprecated' }),
          plan('soon', { status: 'staging' }),
        ],
      },
    })
    await box.apis.patch({ id: 'shop', body: { state: 'deprecated', sunset_at: 4_102_444_800_000, successor: 'next' } })
    const shown = await box.portal.api({ id: 'shop' })
    expect(shown).toEqual({
      ...{ id: 'shop', name: 'shop', description: 'Orders', version: '2.0.0', state: 'deprecated' },
      ...{ deprecated_at: expect.any(Number), sunset_at: 4_102_444_800_000, successor: 'next' },
      ...{ address: 'https://api.example.com/shop', blueprint: 'GraphQL', groups: ['sales'], tags: ['a', 'b'] },
      plans: [
        {
          ...{ id: 'free', name: 'free', description: 'For all', status: 'published', access_mode: 'apikey' },
          ...{ quota: { perDay: 1000 }, pricing: { enabled: true, name: 'Free', price: 0, currency: 'EUR' } },
          ...{ approval: 'auto', form: [], rotation: { enabled: true, rotationEvery: 24 } },
        },
      ],
    })
    expect(JSON.stringify(shown)).not.toContain(secret)
    expect((await box.portal.apis({})).results.map(({ name }) => name)).toEqual(['next', 'shop'])
    expect((await box.portal.apis({ tag: 'b' })).results).toEqual([shown])
    expect(await idsFor(box, { group: 'sales' })).toEqual(['shop free'])
    expect(await idsFor(box, { group: 'sales', tag: 'c' })).toEqual([])
  })

  it('is what serves: neither edits of drafts, nor what was never published', async () => {
    const box = createSignalbox()
    await publish(box, 'shop')
    await box.apis.create({ body: { id: 'draft', name: 'Draft' } })
    await box.apis.draft.replace({ id: 'shop', body: { name: 'New' } })
    expect((await box.portal.apis({})).results).toMatchObject([{ id: 'shop', name: 'shop' }])
    await box.apis.deployments.create({ id: 'shop', body: {} })
    expect((await box.portal.apis({})).results).toMatchObject([{ id: 'shop', name: 'New' }])
  })
})

describe('each state of an API, for each audience and caller', () => {
  const states = ['staging', 'published', 'deprecated', 'removed'] as const
  const cases = states.flatMap((state) =>
    [true, false].flatMap((enabled) =>
      [undefined, signedIn, partners].map((audience) => ({ state, enabled, audience })),
    ),
  )

  it.each(cases)('$state, enabled: $enabled, for $audience.attribute', async ({ state, enabled, audience }) => {
    const box = createSignalbox()
    await box.developers.create({ body: { id: 'ann', name: 'Ann', groups: ['partners'] } })
    await box.developers.create({ body: { id: 'bob', name: 'Bob', groups: ['partners'], status: 'blocked' } })
    await publish(box, 'other', { successor: 'shop' })
    const documentation = { enabled, ...(audience && { audience }) }
    if (state === 'staging') await box.apis.create({ body: { id: 'shop', name: 'shop', documentation } as never })
    else await publish(box, 'shop', { documentation })
    if (state === 'deprecated' || state === 'removed') await box.apis.patch({ id: 'shop', body: { state } })
    await publish(box, 'shoq', { documentation: { audience: { any: [] } } }) // nobody sees it, and no error suggests it
    const callers = {
      nobody: box,
      ann: as(box, 'ann'),
      bob: as(box, 'bob'),
      eve: as(box, 'eve'), // has an account elsewhere, and no record yet
      admin: box.as({ id: 'root', admin: true }),
    }
    for (const [name, api] of Object.entries(callers)) {
      const isFor = !audience || name === 'ann' || (name === 'eve' && audience === signedIn)
      const isKnown = enabled && state !== 'staging' && isFor
      const isListed = isKnown && state !== 'removed'
      expect([name, await idsFor(api)]).toEqual([name, isListed ? ['other', 'shop'] : ['other']])
      expect([name, (await api.portal.api({ id: 'other' })).successor]).toEqual([name, isListed ? 'shop' : undefined])
      const found = await api.portal.api({ id: 'shop' }).catch((error) => error)
      if (isKnown) expect([name, found.state]).toEqual([name, state])
      else {
        const unknown = await api.portal.api({ id: 'shox' }).catch((error) => error)
        expect([name, found.code]).toEqual([name, 'NOT_FOUND'])
        expect(found.message).toBe(unknown.message.replace('shox', 'shop'))
      }
    }
  })
})

describe('plans', () => {
  it('are those for the caller, and none of a removed API', async () => {
    const box = createSignalbox()
    await box.developers.create({ body: { id: 'ann', name: 'Ann', email: 'ann@example.com' } })
    const staff = { attribute: 'emailDomain', operator: 'is', value: 'example.com' }
    await publish(box, 'shop', {
      documentation: {
        plans: [plan('free'), plan('mine', { audience: signedIn }), plan('staff', { audience: staff })],
      },
    })
    expect([await idsFor(box), await idsFor(as(box, 'ann'))]).toEqual([['shop free'], ['shop free mine']])
    await box.developers.patch({ id: 'ann', body: { email_verified: true } })
    expect(await idsFor(as(box, 'ann'))).toEqual(['shop free mine staff'])
    await box.apis.patch({ id: 'shop', body: { state: 'removed' } })
    expect(await box.portal.api({ id: 'shop' })).toMatchObject({ state: 'removed', plans: [] })
  })
})
