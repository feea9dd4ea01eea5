import { describe, expect, it } from 'vitest'
import { HOUR, setPlan } from '../../subscriptions/subscriptions.fixture.ts'
import { asking, boxWithConsumers, failureOf, outcomeOf, plans } from './consumers.fixture.ts'

const answers = { terms: '2', form: { purpose: 'Tests' } }
const place = { owner_ref: 'shop', api_ref: 'a', plan_ref: 'gold' }

describe('a consumer who subscribes', () => {
  it('gets the credential once, and the gateway admits it', async () => {
    const { box, mine, subscribe } = await boxWithConsumers()
    const { credentials, ...subscription } = await subscribe('gold', { name: 'Checkout' })
    const { clientId = '', clientSecret = '' } = credentials ?? {}
    expect((await box.verify(clientId, clientSecret)).isValid).toBe(true)
    expect(subscription).toMatchObject({ ...place, name: 'Checkout', status: 'published', enabled: true })
    expect(subscription).not.toHaveProperty('tags')
    expect(subscription).not.toHaveProperty('metadata')
    expect(subscription).not.toHaveProperty('approval')
    const id = subscription.id as string
    expect(await mine('ann').get({ id })).toEqual(subscription)
    expect(await mine('mia').list()).toMatchObject({ results: [subscription], metadata: { count: 1 } })
    expect(await mine('mia').credentials({ id })).toMatchObject({ results: [{ clientId, enabled: true }] })
    expect(JSON.stringify(await mine('ann').credentials({ id }))).not.toMatch(/tags|metadata|secret/)
  })

  it('waits with a plan that needs approval, and creates the key after it', async () => {
    const { box, mine, subscribe, store, clock } = await boxWithConsumers()
    const asked = await subscribe('manual')
    expect(asked).toMatchObject({ approval: 'waiting', status: 'staging', enabled: false, token_refs: [] })
    expect(asked).not.toHaveProperty('credentials')
    expect(asked.dates).toEqual({ created_at: clock.now() })
    const id = asked.id as string
    expect(await failureOf(mine('ann').rotate({ id, body: {} }))).toMatchObject({
      code: 'CONFLICT',
      message: `Subscription ${id} is waiting for approval: wait until the owners of the API have decided, or close it`,
    })
    expect(await store.count('credentials')).toBe(0)
    await box.subscriptions.approve({ id })
    expect(await store.count('credentials')).toBe(0)
    const { clientId, clientSecret, ...more } = await mine('mia').rotate({ id, body: {} })
    expect(more).toEqual({})
    expect((await box.verify(clientId, clientSecret)).isValid).toBe(true)
    expect(await mine('ann').get({ id })).toMatchObject({ approval: 'approved', token_refs: [clientId] })
  })

  it('reads why it was refused', async () => {
    const { box, mine, subscribe } = await boxWithConsumers()
    const { id = '' } = await subscribe('manual')
    await box.subscriptions.refuse({ id, reason: 'No contract' })
    expect(await mine('ann').get({ id })).toMatchObject({
      approval: 'refused',
      status: 'closed',
      reason: 'No contract',
    })
    expect(await outcomeOf(subscribe('manual'))).toBe('accepted')
  })

  it('gives answers and accepts terms, which are stored with who and when', async () => {
    const { subscribe, clock } = await boxWithConsumers()
    const form = { purpose: 'Tests', size: 'L', constructor: true }
    expect(await subscribe('asking', { terms: '2', form })).toMatchObject({
      form,
      accepted: { version: '2', at: clock.now(), by: 'ann' },
      enabled: true,
    })
  })

  it('is named by the events', async () => {
    const { box, mine, subscribe, store } = await boxWithConsumers()
    const { id = '' } = await subscribe('gold')
    await mine('mia').rotate({ id, body: {} })
    await mine('ann').close({ id, reason: 'over' })
    const types = ['SUBSCRIPTION_CREATED', 'CREDENTIAL_CREATED', 'CREDENTIAL_UPDATED', 'SUBSCRIPTION_UPDATED']
    const found: [string, string | undefined][] = []
    for await (const { type, authInfo } of store.read({ after: 0 }))
      if (types.includes(type)) found.push([type, authInfo && `${authInfo.kind} ${authInfo.id}`])
    expect(found).toEqual([
      ['SUBSCRIPTION_CREATED', 'Developer ann'],
      ['CREDENTIAL_CREATED', 'Developer ann'],
      ['CREDENTIAL_UPDATED', 'Developer mia'],
      ['SUBSCRIPTION_UPDATED', 'Developer ann'],
      ['CREDENTIAL_UPDATED', 'Developer ann'],
    ])
    await box.close()
  })

  it('writes the application without an event', async () => {
    const { box, subscribe, store } = await boxWithConsumers()
    const before = await store.get('applications', 'shop')
    await subscribe('gold')
    const after = await store.get('applications', 'shop')
    expect(after?.version).not.toBe(before?.version)
    expect(await box.applications.get({ id: 'shop' })).not.toHaveProperty('requested_at')
    const types: string[] = []
    for await (const { type } of store.read({ after: 0 })) types.push(type)
    expect(types).not.toContain('APPLICATION_UPDATED')
  })
})

describe('a request is judged', () => {
  const rejected: [string, object, string, string?][] = [
    ['an unknown application', { owner_ref: 'none' }, 'NOT_FOUND'],
    ['the application of others', { owner_ref: 'other' }, 'NOT_FOUND'],
    ['no application', { owner_ref: undefined }, 'INVALID', '/owner_ref'],
    ['an unknown API', { api_ref: 'none' }, 'NOT_FOUND'],
    ['an unknown plan', { plan_ref: 'none' }, 'NOT_FOUND'],
    ['the name of the prototype', { plan_ref: 'constructor' }, 'NOT_FOUND'],
    ['the terms missing', { plan_ref: 'asking', form: answers.form }, 'INVALID', '/terms'],
    ['an old version of the terms', { plan_ref: 'asking', ...answers, terms: '1' }, 'INVALID', '/terms'],
    ['an answer missing', { plan_ref: 'asking', terms: '2' }, 'INVALID', '/form/purpose'],
    ['an empty answer', { plan_ref: 'asking', terms: '2', form: { purpose: ' ' } }, 'INVALID', '/form/purpose'],
    ['another option', { plan_ref: 'asking', terms: '2', form: { purpose: 'x', size: 'M' } }, 'INVALID', '/form/size'],
    ['an answer of another type', { plan_ref: 'asking', terms: '2', form: { purpose: 7 } }, 'INVALID', '/form/purpose'],
    [
      'a checkbox as a text',
      { plan_ref: 'asking', terms: '2', form: { purpose: 'x', constructor: 'on' } },
      'INVALID',
      '/form/constructor',
    ],
    [
      'an unknown answer',
      { plan_ref: 'asking', terms: '2', form: { purpose: 'x', more: 'y' } },
      'INVALID',
      '/form/more',
    ],
    [
      'an answer named as a member of the prototype',
      { plan_ref: 'asking', terms: '2', form: JSON.parse('{"purpose": "x", "__proto__": "y"}') },
      'INVALID',
      '/form/__proto__',
    ],
    ['answers to no question', { form: { toString: 'x' } }, 'INVALID', '/form/toString'],
    [
      'an answer of 2,001 characters',
      { plan_ref: 'asking', terms: '2', form: { purpose: 'x'.repeat(2001) } },
      'INVALID',
      '/form/purpose',
    ],
    [
      'half of a surrogate pair',
      { plan_ref: 'asking', terms: '2', form: { purpose: '\ud800' } },
      'INVALID',
      '/form/purpose',
    ],
    ['a list of answers', { form: [] }, 'INVALID', '/form'],
    ['members of the service', { approval: 'approved' }, 'INVALID', '/approval'],
    ['tags', { tags: ['x'] }, 'INVALID', '/tags'],
    ['an id', { id: 'mine' }, 'INVALID', '/id'],
    ['a subject without need', { subject: 'ann' }, 'INVALID', '/subject'],
    ['no subject where one is needed', { plan_ref: 'tokens' }, 'INVALID', '/subject'],
  ]

  it.each(rejected)('and rejected with %s', async (_, more, code, field) => {
    const { mine, store } = await boxWithConsumers()
    const body = { ...place, ...more } as never
    const failure = await failureOf(mine('ann').create({ body }))
    expect(failure.code).toBe(code)
    if (field) expect(Object.keys(failure.fieldErrors)).toEqual([field])
    expect(await store.count('subscriptions')).toBe(0)
    expect(await store.count('credentials')).toBe(0)
  })

  it('and accepted with an answer of 2,000 characters', async () => {
    const { subscribe } = await boxWithConsumers()
    const form = { purpose: '😀'.repeat(2000) }
    expect(await subscribe('asking', { terms: '2', form })).toMatchObject({ form })
  })

  it('in the order: application, API and plan, their states, another subscription, terms, answers', async () => {
    const { box, mine, subscribe } = await boxWithConsumers({ plans: [asking] })
    const wrong = { ...place, owner_ref: 'other', plan_ref: 'none', terms: '1', form: { more: 1 } }
    const create = (more: object) => failureOf(mine('ann').create({ body: { ...wrong, ...more } }))
    expect(await create({})).toMatchObject({ code: 'NOT_FOUND', message: 'application other does not exist' })
    expect(await create({ owner_ref: 'shop' })).toMatchObject({ message: 'plan of API a none does not exist' })
    const { id } = await subscribe('asking', answers)
    const here = { owner_ref: 'shop', plan_ref: 'asking' }
    expect(await create(here)).toMatchObject({ code: 'CONFLICT', errors: [{ args: [id] }] })
    await setPlan(box, 'deprecated')
    expect(await create(here)).toMatchObject({ code: 'INVALID', fieldErrors: { '/plan_ref': expect.anything() } })
    await setPlan(box, 'published')
    await mine('ann').close({ id: id as string })
    expect(Object.keys((await create(here)).fieldErrors)).toEqual(['/terms'])
    expect(Object.keys((await create({ ...here, terms: '2' })).fieldErrors)).toEqual(['/form/purpose', '/form/more'])
  })

  it('and rejected if the plan was closed while its form was open', async () => {
    const { box, subscribe } = await boxWithConsumers({ plans: [asking] })
    await setPlan(box, 'closed')
    expect(await failureOf(subscribe('asking', answers))).toMatchObject({
      code: 'INVALID',
      fieldErrors: { '/plan_ref': [{ message: 'error.plan.status', args: ['closed'] }] },
    })
  })

  it.each([
    ['deprecated', 'INVALID'],
    ['removed', 'INVALID'],
    ['staging', 'NOT_FOUND'],
  ] as const)('by the state of the API: %s is %s', async (state, code) => {
    const { box, subscribe } = await boxWithConsumers()
    if (state === 'staging') await box.apis.patch({ id: 'a', body: { state: 'removed' } })
    await box.apis.patch({ id: 'a', body: { state, testing: { enabled: true } } })
    expect(await outcomeOf(subscribe('gold'))).toBe(code)
  })

  it('by what is served: hidden documentation and plans in staging do not exist', async () => {
    const { box, subscribe } = await boxWithConsumers({ plans: [{ ...plans[0], status: 'staging' } as never] })
    expect(await outcomeOf(subscribe('gold'))).toBe('NOT_FOUND')
    await setPlan(box, 'published')
    await box.apis.patch({ id: 'a', body: { documentation: { enabled: false } } })
    expect(await outcomeOf(subscribe('gold'))).toBe('NOT_FOUND')
  })

  it('by audiences: what is for others is answered as what does not exist', async () => {
    const partners = { attribute: 'groups', operator: 'is', value: 'partners' }
    const { box, subscribe } = await boxWithConsumers({ plans: [{ ...plans[0], audience: partners } as never] })
    const hidden = await failureOf(subscribe('gold'))
    const unknown = await failureOf(subscribe('none'))
    expect(hidden.code).toBe('NOT_FOUND')
    expect(hidden.message).toBe(unknown.message.replace('none', 'gold'))
    await box.developers.patch({ id: 'ann', body: { groups: ['partners'] } })
    expect(await outcomeOf(subscribe('gold'))).toBe('accepted')
  })

  it('by the audience of the API', async () => {
    const { box, mine, subscribe } = await boxWithConsumers({ plans: [plans[1] as never] })
    const onlyMia = { attribute: 'id', operator: 'is', value: 'mia' } as never
    await box.apis.patch({ id: 'a', body: { documentation: { audience: onlyMia } } })
    await box.apis.deployments.create({ id: 'a', body: {} })
    expect(await failureOf(subscribe('manual'))).toMatchObject({
      code: 'NOT_FOUND',
      message: (await failureOf(subscribe('manual', { api_ref: 'b' }))).message.replace('API b', 'API a'),
    })
    const { id = '' } = await mine('mia').create({ body: { ...place, plan_ref: 'manual' } })
    expect(await mine('ann').get({ id })).toMatchObject({ approval: 'waiting' })
  })

  it('by the terms that are published, not by those of a draft', async () => {
    const { box, subscribe } = await boxWithConsumers({ plans: [asking] })
    const { documentation, ...api } = await box.apis.get({ id: 'a' })
    const next = { ...asking, terms: { version: '3', text: 'x' } }
    await box.apis.draft.replace({ id: 'a', body: { ...api, documentation: { ...documentation, plans: [next] } } })
    expect(await outcomeOf(subscribe('asking', { ...answers, terms: '3' }))).toBe('INVALID')
    await box.apis.deployments.create({ id: 'a', body: {} })
    expect(await outcomeOf(subscribe('asking', answers))).toBe('INVALID')
    expect(await outcomeOf(subscribe('asking', { ...answers, terms: '3' }))).toBe('accepted')
  })
})

describe('a subject', () => {
  it('waits always, and is taken once', async () => {
    const { box, mine, subscribe } = await boxWithConsumers()
    const asked = await subscribe('tokens', { subject: 'user-1' })
    expect(asked).toMatchObject({ subject: 'user-1', approval: 'waiting', enabled: false })
    const body = { ...place, owner_ref: 'other', plan_ref: 'tokens', subject: 'user-1' }
    const taken = await failureOf(mine('bob').create({ body }))
    expect(taken.code).toBe('CONFLICT')
    expect(taken.message).not.toContain(asked.id)
    await box.subscriptions.approve({ id: asked.id as string })
    expect(await outcomeOf(mine('bob').create({ body }))).toBe('CONFLICT')
    await mine('ann').close({ id: asked.id as string })
    expect(await outcomeOf(mine('bob').create({ body }))).toBe('accepted')
  })

  it('waits without requireSubscription, too', async () => {
    const open = { ...plans[3], access_mode_configuration: { secret: 's'.repeat(32) } } as never
    const { mine, subscribe } = await boxWithConsumers({ plans: [open] })
    expect(await subscribe('tokens', { subject: 'victim' })).toMatchObject({ approval: 'waiting' })
    const own = { ...place, owner_ref: 'other', plan_ref: 'tokens' }
    expect(await mine('bob').create({ body: own })).not.toHaveProperty('approval')
  })
})

describe('one subscription of an application to a plan', () => {
  it('is made by 50 equal calls at once', async () => {
    const { mine, store } = await boxWithConsumers()
    const callers = ['ann', 'mia']
    const calls = Array.from({ length: 50 }, (_, i) => mine(callers[i % 2] as string).create({ body: place }))
    const outcomes = await Promise.all(calls.map(outcomeOf))
    expect(outcomes.filter((one) => one === 'accepted')).toHaveLength(1)
    expect(await store.count('subscriptions')).toBe(1)
    expect(await store.count('credentials')).toBe(1)
    expect(new Set(outcomes)).toEqual(new Set(['accepted', 'CONFLICT', 'TOO_MANY_REQUESTS']))
  })

  it('can be waiting, and another one follows when it has ended', async () => {
    const { mine, subscribe } = await boxWithConsumers()
    const { id = '' } = await subscribe('manual')
    expect(await failureOf(subscribe('manual'))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('waits for approval'),
    })
    await mine('ann').close({ id })
    expect(await outcomeOf(subscribe('manual'))).toBe('accepted')
  })
})

describe('limits', () => {
  it('are 20 subscriptions made an hour, of each consumer', async () => {
    const { box, mine, subscribe, clock } = await boxWithConsumers()
    for (let i = 0; i < 20; i++) {
      const { id = '' } = await subscribe('gold')
      await mine('ann').close({ id })
      if (i < 19) expect(await outcomeOf(subscribe('none'))).toBe('NOT_FOUND')
    }
    expect(await failureOf(subscribe('gold'))).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 3600 })
    expect(await outcomeOf(mine('mia').create({ body: place }))).toBe('accepted')
    clock.advance(HOUR)
    expect(await outcomeOf(subscribe('manual'))).toBe('accepted')
    await box.close()
  })

  it('are 100 open subscriptions of an application', async () => {
    const { box, subscribe } = await boxWithConsumers()
    const body = Array.from({ length: 100 }, (_, i) => ({
      id: `s${i}`,
      ...place,
      plan_ref: 'manual',
      enabled: i % 2 > 0,
    }))
    await box.subscriptions.import({ body })
    expect(await failureOf(subscribe('gold'))).toMatchObject({
      code: 'CONFLICT',
      errors: [{ message: 'error.subscriptions.most' }],
    })
    await box.subscriptions.close({ id: 's7' })
    expect(await outcomeOf(subscribe('gold'))).toBe('accepted')
  })
})

describe('subscriptions that people handed over', () => {
  it('belong to the application whose id is their owner_ref', async () => {
    const { box, mine } = await boxWithConsumers()
    await box.subscriptions.create({ body: { id: 's', ...place, tags: ['t'], metadata: { secret: 1 } } })
    expect(await mine('mia').list()).toMatchObject({ results: [{ id: 's' }] })
    expect(JSON.stringify(await mine('mia').get({ id: 's' }))).not.toMatch(/tags|metadata/)
    expect(JSON.stringify(await mine('mia').credentials({ id: 's' }))).not.toMatch(/tags|metadata/)
  })

  it('are listed by page, filtered and sorted', async () => {
    const { box, mine } = await boxWithConsumers()
    for (const [id, name] of [
      ['c', 'x'],
      ['a', 'z'],
      ['b', 'y'],
    ] as const)
      await box.subscriptions.create({ body: { id, name, ...place } })
    await box.subscriptions.create({ body: { id: 'd', ...place, owner_ref: 'other' } })
    const ids = async (query: object) => (await mine('ann').list(query)).results.map(({ id }) => id)
    expect(await ids({})).toEqual(['a', 'b', 'c'])
    expect(await ids({ page: 2, pageSize: 2 })).toEqual(['c'])
    expect(await ids({ sorted: 'name' })).toEqual(['c', 'b', 'a'])
    expect(await ids({ filter: { name: 'y' } })).toEqual(['b'])
    expect(await outcomeOf(ids({ filter: { tags: 'y' } }))).toBe('INVALID')
  })
})

describe('a rotation by a consumer', () => {
  it('keeps the previous secret for the grace period, by the clock', async () => {
    const { box, mine, subscribe, clock } = await boxWithConsumers()
    const { id = '', credentials } = await subscribe('gold')
    const { clientId = '', clientSecret = '' } = credentials ?? {}
    const isValid = async (secret: string) => (await box.verify(clientId, secret)).isValid
    const next = await mine('ann').rotate({ id, body: {} })
    expect(next.previousUntil).toBe(clock.now() + 2 * HOUR)
    clock.advance(2 * HOUR - 1)
    expect([await isValid(clientSecret), await isValid(next.clientSecret)]).toEqual([true, true])
    clock.advance(1)
    expect([await isValid(clientSecret), await isValid(next.clientSecret)]).toEqual([false, true])
    const last = await mine('mia').rotate({ id, revokePrevious: true, body: { clientId } })
    expect([await isValid(next.clientSecret), await isValid(last.clientSecret)]).toEqual([false, true])
    clock.advance(24 * HOUR)
    expect(await mine('ann').credentials({ id })).toMatchObject({ results: [{ clientId, rotationDue: true }] })
  })

  it('creates one credential, however many calls come at once', async () => {
    const { box, mine, subscribe, store } = await boxWithConsumers()
    const { id = '' } = await subscribe('manual')
    await box.subscriptions.approve({ id })
    const calls = Array.from({ length: 10 }, () => mine('ann').rotate({ id, body: {} }))
    const outcomes = await Promise.all(calls.map(outcomeOf))
    // The second call rotates the key of the first one. While its previous secret is valid, no other call can.
    expect(outcomes.filter((one) => one === 'accepted')).toHaveLength(2)
    expect(new Set(outcomes)).toEqual(new Set(['accepted', 'CONFLICT']))
    expect(await store.count('credentials')).toBe(1)
  })

  it('is refused without credentials, and for an unknown one', async () => {
    const { mine, subscribe } = await boxWithConsumers()
    const { id = '' } = await subscribe('gold')
    expect(await outcomeOf(mine('ann').rotate({ id, body: { clientId: 'none' } }))).toBe('INVALID')
    await mine('ann').close({ id })
    expect(await outcomeOf(mine('ann').rotate({ id, body: {} }))).toBe('CONFLICT')
  })
})

describe('secrets', () => {
  it('are in no event, no list and no error, whatever happens', async () => {
    const { box, mine, subscribe, store } = await boxWithConsumers()
    const { id = '', credentials } = await subscribe('gold')
    const rotated = await mine('ann').rotate({ id, body: {} })
    const secrets = [credentials?.clientSecret as string, rotated.clientSecret]
    const seen: unknown[] = []
    for await (const event of store.read({ after: 0 })) seen.push(event)
    seen.push(await mine('ann').list(), await mine('ann').get({ id }), await mine('ann').credentials({ id }))
    seen.push(await box.subscriptions.list(), await box.subscriptions.get({ id }), await box.credentials.list())
    const failed = await failureOf(mine('bob').rotate({ id, body: { clientId: rotated.clientId } }))
    seen.push(failed.message, failed)
    const text = JSON.stringify(seen)
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(text).not.toContain('hmac-sha256')
  })
})
