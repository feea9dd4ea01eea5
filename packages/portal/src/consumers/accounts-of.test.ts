import type { Signalbox, SignalboxOptions } from '@signalbox/core'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { type PortalOptions, portal } from '../index.ts'
import { createBox, publish } from '../published.fixture.ts'
import { createVisitor } from './visitor.fixture.ts'

const plain: NonNullable<SignalboxOptions['passwords']> = {
  hash: async (password) => `plain ${password}`,
  verify: async (password, stored) => stored === `plain ${password}`,
}
const plan = { id: 'free', name: 'Free', status: 'published', access_mode_configuration_type: 'apikey' }
const ann = { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' }
const ben = { name: 'Ben', email: 'ben@example.com', password: 'another horse battery' }

/** A portal with one API, and a visitor of it. */
async function start(signUp: 'off' | 'invite' | 'open' = 'open', options: PortalOptions = {}) {
  const box = createBox({ passwords: plain, developers: { signUp }, clock: Date.now })
  await publish(box, { documentation: { plans: [plan, { ...plan, id: 'gold', name: 'Gold', approval: 'manual' }] } })
  const app = new Hono().route('/portal', portal(box, options))
  return { box, app, visit: () => createVisitor(app) }
}

/** Somebody with an account. */
async function signedUp(visitor: ReturnType<typeof createVisitor>, person = ann) {
  await visitor.open('/portal/~/sign-up/')
  await visitor.send('Create account', person)
  return visitor
}

const statusOf = async (box: Signalbox, id: string) => (await box.subscriptions.get({ id })).approval

describe('an account of the portal', () => {
  it.each<readonly [string, PortalOptions, Record<string, string>, boolean]>([
    ['portalUrl', { portalUrl: 'https://dev.example/docs' }, { Origin: 'https://dev.example' }, true],
    ['portalUrl, with capitals', { portalUrl: 'https://DEV.example:443' }, { Origin: 'https://dev.example' }, true],
    ['portalUrl without https', { portalUrl: 'https://dev.example' }, { Origin: 'http://dev.example' }, false],
    [
      'the host of portalUrl at another port',
      { portalUrl: 'https://dev.example' },
      { Origin: 'https://dev.example:8443' },
      false,
    ],
    ['an address that nobody has named', {}, { Origin: 'https://dev.example', 'Sec-Fetch-Site': 'same-origin' }, false],
    ['no address, of ours', {}, { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }, true],
    ['no address', {}, { Origin: 'null' }, false],
    [
      'another site',
      { portalUrl: 'https://dev.example' },
      { Origin: 'https://dev.example', 'Sec-Fetch-Site': 'cross-site' },
      false,
    ],
  ])('is changed behind a proxy from %s by forms and by JSON alike: %o %o', async (_, options, headers, isTaken) => {
    const { app, visit } = await start('open', { ...options, report: () => {} })
    const visitor = await signedUp(visit())
    const Cookie = `signalbox_portal=${visitor.cookies.get('signalbox_portal')}`
    const sent = await app.request('/portal/~/api/mine/applications', {
      method: 'POST',
      headers: { Cookie, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ name: 'Shop' }),
    })
    expect(sent.status).toBe(isTaken ? 201 : 403)
    if (!isTaken) expect(await sent.text()).not.toContain('API key')
    const other = visit()
    await other.open('/portal/~/sign-up/')
    await other.send('Create account', ben, headers)
    expect(other.status()).toBe(isTaken ? 200 : 403)
  })

  it('behind a proxy that hides the address says what to set, and reports it once', async () => {
    const reported: unknown[] = []
    const { app, visit } = await start('open', { report: (error) => reported.push(error) })
    const headers = { Host: '127.0.0.1:8080', Origin: 'https://dev.example', 'Sec-Fetch-Site': 'same-origin' }
    const visitor = visit()
    for (const _ of [1, 2]) {
      await visitor.open('/portal/~/sign-up/')
      await visitor.send('Create account', ann, headers)
      expect([visitor.status(), visitor.text()]).toEqual([403, expect.stringContaining('SIGNALBOX_PORTAL_URL')])
    }
    const json = await app.request('/portal/~/api/mine/_sign-up', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(ann),
    })
    expect([json.status, await json.text()]).toEqual([403, expect.stringContaining('SIGNALBOX_PORTAL_URL')])
    expect(reported.map(String)).toEqual([
      expect.stringMatching(/https:\/\/dev\.example to 127\.0\.0\.1:8080.*SIGNALBOX_PORTAL_URL/),
    ])
  })

  it('is of pages and of programs, with one session', async () => {
    const { app, visit } = await start()
    const { cookies } = await signedUp(visit())
    const Cookie = `signalbox_portal=${cookies.get('signalbox_portal')}`
    const call = (path: string, init: RequestInit = {}) =>
      app.request(`/portal/~/api/mine${path}`, {
        ...init,
        headers: { Cookie, 'Content-Type': 'application/json', ...init.headers },
      })
    const mine = await call('')
    expect([mine.status, mine.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect(await mine.json()).toMatchObject({ name: 'Ann', source: 'password' })
    const made = await call('/applications', { method: 'POST', body: JSON.stringify({ name: 'Shop' }) })
    expect(made.status).toBe(201)
    const foreign = {
      method: 'POST',
      body: JSON.stringify({ name: 'Shop' }),
      headers: { Origin: 'https://evil.example' },
    }
    expect((await call('/applications', foreign)).status).toBe(403)
    const out = await call('/_sign-out', { method: 'POST' })
    expect([out.status, out.headers.get('Set-Cookie')]).toEqual([
      200,
      expect.stringMatching(/^signalbox_portal=; .*Max-Age=0/),
    ])
    expect((await call('')).status).toBe(401)
  })

  it('has a cookie of the host alone under https', async () => {
    const { app } = await start('open', { isSecure: () => true })
    const visitor = await signedUp(createVisitor(app))
    expect([...visitor.cookies.keys()]).toEqual(['__Host-signalbox_portal', '__Host-signalbox_portal_once'])
    expect(visitor.text()).toContain('My applications')
  })

  it('is told when a sign-up, a sign-in or an address is wrong', async () => {
    const { visit } = await start()
    await signedUp(visit())
    const other = await signedUp(visit(), { ...ben, email: 'ANN@example.com' })
    expect([other.status(), other.text().includes('sign in instead')]).toEqual([409, true])
    await other.open('/portal/~/sign-in/')
    await other.send('Sign in', { email: ann.email, password: 'wrong wrong wrong' })
    expect([other.status(), other.text().includes('is wrong.')]).toEqual([401, true])
    await other.open('/portal/~/sign-up/')
    await other.send('Create account', { name: 'Ben', email: 'nowhere', password: 'short' })
    expect(other.status()).toBe(400)
    expect(other.text().match(/class="problem"/g)?.length).toBeGreaterThanOrEqual(2)
  })

  it('ends the session of another account that it is opened over', async () => {
    const { box, visit } = await start()
    await signedUp(visit(), ben)
    const { token } = await box.developers.reset({ id: (await box.developers.list({})).results[0]?.id as string })
    const visitor = await signedUp(visit())
    const before = visitor.cookies.get('signalbox_portal') as string
    expect(await box.consumers.find(before)).toBeDefined()
    await visitor.open(`/portal/~/reset/?token=${token}`)
    await visitor.send('Save password', { password: 'a newer horse battery' })
    expect(await box.consumers.find(before)).toBeUndefined()
    expect(await box.consumers.find(visitor.cookies.get('signalbox_portal') as string)).toMatchObject({ name: 'Ben' })
  })

  it('gets another address by the link in the message, also of somebody who is signed in', async () => {
    const links: string[] = []
    const developers = {
      signUp: 'open',
      portalUrl: 'http://localhost/portal',
      notify: ({ link = '' }: { readonly link?: string }) => void links.push(link),
    } as const
    const box = createBox({ passwords: plain, developers, clock: Date.now })
    await publish(box, { documentation: { plans: [plan] } })
    const visitor = createVisitor(new Hono().route('/portal', portal(box)))
    const opened = async (count: number) => {
      await expect.poll(() => links.length).toBe(count)
      const { pathname, search } = new URL(links.at(-1) as string)
      await visitor.open(pathname + search)
      await visitor.send('Sign in', { email: ann.email, password: ann.password })
    }
    await signedUp(visitor)
    await opened(1)
    await visitor.open('/portal/~/account/')
    await visitor.send('Save', { email: 'other@example.com', currentPassword: ann.password })
    await opened(2)
    expect((await box.developers.list({})).results).toMatchObject([
      { email: 'other@example.com', email_verified: true },
    ])
  })

  it('ends with its sessions when it is blocked', async () => {
    const { box, visit } = await start()
    const visitor = await signedUp(visit())
    const [developer] = (await box.developers.list({})).results
    const { id = '' } = developer ?? {}
    await box.developers.patch({ id, body: [{ op: 'replace', path: '/status', value: 'blocked' }] })
    await visitor.open('/portal/~/applications/')
    expect(visitor.url()).toContain('~/sign-in/')
    await visitor.send('Sign in', { email: ann.email, password: ann.password })
    expect([visitor.status(), visitor.text().includes('This account is blocked')]).toEqual([403, true])
  })

  it('changes its address with its password only, and its password with a new session', async () => {
    const { visit } = await start()
    const visitor = await signedUp(visit())
    await visitor.open('/portal/~/account/')
    await visitor.send('Save', { email: 'other@example.com', currentPassword: 'wrong wrong wrong' })
    expect([
      visitor.status(),
      visitor.text().includes('is wrong.'),
      visitor.text().includes('Your session has ended'),
    ]).toEqual([401, true, false])
    await visitor.send('Save', { email: 'other@example.com', currentPassword: ann.password })
    expect(visitor.text()).toContain('Saved.')
    await visitor.send('Change password', { currentPassword: ann.password, password: 'a newer horse battery' })
    expect([visitor.text().includes('Saved.'), visitor.text().includes('value="other@example.com"')]).toEqual([
      true,
      true,
    ])
  })

  it('is chosen a new password for by a link, once', async () => {
    const { box, visit } = await start()
    await signedUp(visit())
    const [developer] = (await box.developers.list({})).results
    const { url } = await box.developers.reset({ id: developer?.id ?? '' })
    const visitor = visit()
    await visitor.open(`/portal/${url.replace(/^.*~/, '~')}`)
    await visitor.send('Save password', { password: 'a newer horse battery' })
    expect(visitor.text()).toContain('My applications')
    const late = visit()
    await late.open(`/portal/${url.replace(/^.*~/, '~')}`)
    await late.send('Save password', { password: 'a newer horse battery' })
    expect([late.status(), late.text().includes('The link was used')]).toEqual([401, true])
  })

  it('is made by invitation where one is needed, and joins the team', async () => {
    const { box, visit } = await start('invite')
    const { url } = await box.developers.invite({ body: {} })
    const owner = visit()
    await owner.open(`/portal/${url.replace(/^.*~/, '~')}`)
    await owner.send('Create account', ann)
    await owner.open('/portal/~/applications/')
    await owner.send('Create application', { name: 'Shop' })
    await owner.send('Invite')
    const [, link = ''] = /<code>([^<]*~\/join[^<]*)<\/code>/.exec(owner.text()) ?? []
    const { url: second } = await box.developers.invite({ body: {} })
    const member = visit()
    await member.open(`/portal/${second.replace(/^.*~/, '~')}`)
    await member.send('Create account', ben)
    await member.open(link.replaceAll('&#38;', '&'))
    await member.send('Join')
    expect([
      member.text().includes('Ann'),
      member.text().includes('Ben (you)'),
      member.text().includes('Delete application'),
    ]).toEqual([true, true, false])
    expect(member.text()).not.toContain('ann@example.com')
  })

  it('waits for an approval, and then creates the key', async () => {
    const { box, visit } = await start()
    const visitor = await signedUp(visit())
    await visitor.open('/portal/billing/subscribe/?plan=gold')
    await visitor.send('Subscribe', { applicationName: 'Shop' })
    expect([visitor.text().includes('Waiting for approval'), visitor.text().includes('Create key')]).toEqual([
      true,
      false,
    ])
    const [, id = ''] = /~\/subscriptions\/([^/]+)\//.exec(visitor.url()) ?? []
    expect(await statusOf(box, id)).toBe('waiting')
    await box.subscriptions.approve({ id })
    await visitor.open(visitor.url())
    await visitor.send('Create key')
    expect(visitor.text()).toContain('You won’t be able to see this secret again.')
    await visitor.open(`/portal/~/subscriptions/${id}/`)
    await visitor.send('Close subscription', { sure: 'yes' })
    expect([visitor.text().includes('Closed'), visitor.text().includes('The subscription is closed.')]).toEqual([
      true,
      true,
    ])
  })

  it('subscribes a second time to the same plan in vain, and reads why', async () => {
    const { visit } = await start()
    const visitor = await signedUp(visit())
    await visitor.open('/portal/billing/subscribe/?plan=free')
    await visitor.send('Subscribe', { applicationName: 'Shop' })
    await visitor.open('/portal/billing/subscribe/?plan=free')
    await visitor.send('Subscribe')
    expect([visitor.status(), visitor.text().includes('role="alert"')]).toEqual([409, true])
  })
})

describe('a person whom the host has signed in', () => {
  const authenticate: NonNullable<PortalOptions['authenticate']> = ({ headers }) => {
    const id = /host=(\w+)/.exec(headers.get('Cookie') ?? '')?.[1]
    return id === undefined
      ? undefined
      : { id, name: `Name of ${id}`, email: `${id}@example.com`, groups: ['partners'] }
  }

  it('has a record from the first call that writes something', async () => {
    const { box, visit } = await start('off', { authenticate, signIn: '/login' })
    const visitor = visit()
    visitor.cookies.set('host', 'ann')
    await visitor.open('/portal/~/applications/')
    expect([visitor.text().includes('Name of ann'), (await box.developers.list({})).results]).toEqual([true, []])
    await visitor.send('Create application', { name: 'Shop' })
    expect(await box.developers.get({ id: 'ann' })).toMatchObject({
      source: 'embedder',
      groups: ['partners'],
      email_verified: true,
    })
    expect(visitor.text()).toContain('Shop')
  })

  it('is sent to where the host signs people in, and comes back', async () => {
    const { app } = await start('off', { authenticate, signIn: '/login?a=b' })
    const answer = await app.request('http://portal.test/portal/~/sign-in/?to=billing%2Fsubscribe%2F%3Fplan%3Dfree')
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      303,
      `/login?a=b&${new URLSearchParams({ to: '/portal/billing/subscribe/?plan=free' })}`,
    ])
    const known = await start('off', { authenticate, signIn: '/login', portalUrl: 'https://example.com/developers/' })
    const absolute = await known.app.request('/portal/~/sign-in/?to=billing%2F')
    expect(absolute.headers.get('Location')).toBe(
      `/login?${new URLSearchParams({ to: 'https://example.com/developers/billing/' })}`,
    )
  })

  it('cannot take the account of another source', async () => {
    const { box, visit } = await start('off', { authenticate })
    await box.developers.create({ body: { id: 'ann', name: 'Ann' } })
    const visitor = visit()
    visitor.cookies.set('host', 'ann')
    await visitor.open('/portal/~/applications/')
    await visitor.send('Create application', { name: 'Shop' })
    expect([visitor.status(), visitor.text().includes('belongs to an account of another source')]).toEqual([403, true])
  })

  it('must have an id and a name', async () => {
    const reported: unknown[] = []
    const { app } = await start('off', {
      authenticate: () => ({ id: 7 }) as never,
      report: (error) => reported.push(error),
    })
    expect((await app.request('/portal/billing/')).status).toBe(503)
    expect(reported).toMatchObject([
      { message: expect.stringContaining('authenticate of portal must return a person') },
    ])
  })

  it('needs an option that is a function', () => {
    expect(() => portal(createBox(), { authenticate: 'yes' as never })).toThrow(
      /authenticate of portal must be a function/,
    )
    expect(() => portal(createBox(), { signIn: '/login' })).toThrow(/signIn of portal requires authenticate/)
    const provider = {
      name: 'Example',
      begin: async () => ({ url: '', cookie: '' }),
      finish: async () => ({}) as never,
    }
    expect(() => portal(createBox(), { authenticate, provider })).toThrow(/provider and authenticate of portal exclude/)
    expect(() => portal(createBox(), { provider: {} as never })).toThrow(/provider of portal must be an object with/)
    expect(() => portal(createBox(), { authenticate, signIn: '//evil.example' })).toThrow(
      /signIn of portal must be a path/,
    )
  })
})

describe('a deprecated plan', () => {
  const deprecated = async (box: Signalbox) => {
    const ops = [{ op: 'replace', path: '/documentation/plans/0/status', value: 'deprecated' }] as const
    await box.apis.patch({ id: 'billing', body: ops as never })
  }
  const isNamed = (text: string) => /Free<\/h2>|## Free/.test(text)

  it('is on the page of plans for its own subscribers only, as long as they use it', async () => {
    const { box, app, visit } = await start()
    const [own, other, stranger] = [await signedUp(visit()), await signedUp(visit(), ben), visit()]
    await own.open('/portal/billing/subscribe/?plan=free')
    await own.send('Subscribe', { applicationName: 'Shop' })
    await deprecated(box)
    for (const path of ['plans/', 'plans.md']) {
      const seen = []
      for (const visitor of [own, other, stranger]) seen.push(isNamed(await visitor.open(`/portal/billing/${path}`)))
      expect([path, ...seen]).toEqual([path, true, false, false])
    }
    const text = await own.open('/portal/billing/plans/')
    expect([text.includes('This plan is deprecated.'), /Subscribe to Free/.test(text)]).toEqual([true, false])
    expect(own.header('Cache-Control')).toBe('private, no-cache')
    expect(isNamed(await own.open('/portal/billing/'))).toBe(false)
    expect(await (await app.request('/portal/api/portal/apis')).text()).not.toContain('Free')
    const [{ id = '' } = {}] = (await box.subscriptions.list({})).results
    await box.subscriptions.close({ id })
    expect(isNamed(await own.open('/portal/billing/plans/'))).toBe(false)
  })
})

it('nobody has an account where the box takes none', async () => {
  const { app } = await start('off')
  for (const path of ['~/sign-in/', '~/sign-up/', '~/applications/', 'billing/subscribe/?plan=free', '~/api/mine'])
    expect([path, (await app.request(`/portal/${path}`)).status]).toEqual([path, 404])
  expect((await app.request('/portal/~/sign-in/', { method: 'POST' })).status).toBe(404)
})
