import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { known } from '../fixtures/known.fixture.ts'
import { createServer, type ServerOptions } from '../serve/create-server.ts'
import { browser } from './browser.fixture.ts'
import { client, runProvider, signingKey, startIssuer, type TestAccount } from './provider.fixture.ts'

const key = signingKey('first')

const rules = [
  { group: 'platform', admin: true },
  { group: 'shop-*', authorizedPatterns: [{ pattern: 'shop:*', rights: ['R' as const, 'U' as const] }] },
]

/** A server whose users sign in with a provider. */
async function open(options: ServerOptions = {}) {
  const { http, issuer } = await startIssuer()
  const reported: string[] = []
  const server = await createServer({
    ...{ port: 0, ...known, oidcIssuer: issuer, oidcClientId: client.id, oidcClientSecret: client.secret },
    ...{ oidcName: 'Example', oidcGroups: rules, report: (error) => reported.push(String(error)) },
    ...options,
  })
  onTestFinished(() => server.close())
  const state = { account: { sub: '17', name: 'Ada', preferred_username: 'ada', groups: ['shop-web'] } as TestAccount }
  const redirectUri = `${server.url}/api/login/oidc/callback`
  const run = (keys: readonly object[] = [key]) =>
    runProvider({ http, issuer, redirectUri, keys, account: () => state.account })
  return { server, http, issuer, reported, state, run, browser: browser() }
}

type Opened = Awaited<ReturnType<typeof open>>

/** Signs in, and returns the page to which the server leads. */
async function signIn({ server, browser }: Opened, to = '/features'): Promise<URL> {
  const callback = await browser.follow(
    `${server.url}/api/login/oidc?to=${encodeURIComponent(to)}`,
    /\/oidc\/callback\?/,
  )
  return (await browser.visit(callback)).to as URL
}

const me = async ({ server, browser }: Opened) => {
  const { response } = await browser.visit(`${server.url}/api/me`)
  return response.status === 200 ? response.json() : response.status
}
const problemOf = (page: URL) => [page.pathname, page.searchParams.get('problem')]

describe('signing in with a provider', () => {
  it('opens a session with the rights of the groups, and leads back to the page', async () => {
    const opened = await open()
    opened.run()
    const page = await signIn(opened, '/features/shop:cart?tab=rules')
    expect(page.href).toBe(`${opened.server.url}/features/shop:cart?tab=rules`)
    expect(await me(opened)).toMatchObject({
      ...{ id: 'ada', name: 'Ada', kind: 'User', admin: false },
      authorizedPatterns: [{ pattern: 'shop:*', rights: ['R', 'U'] }],
    })
    expect(await opened.server.box.users.get({ id: 'ada' })).toMatchObject({
      identity: { issuer: opened.issuer, subject: '17' },
    })
    expect(opened.reported).toEqual([])
  })

  it('keeps what a flow needs in a cookie for ten minutes, which scripts and other sites do not get', async () => {
    const opened = await open()
    opened.run()
    const { response, to } = await opened.browser.visit(`${opened.server.url}/api/login/oidc`)
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^signalbox_sign_in=[\w-]+\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(Object.fromEntries(to?.searchParams ?? [])).toMatchObject({
      ...{ response_type: 'code', client_id: client.id, scope: 'openid profile email', code_challenge_method: 'S256' },
      ...{ code_challenge: expect.any(String), state: expect.any(String), nonce: expect.any(String) },
    })
  })

  it('takes changes of groups at the next sign-in, also in sessions that are open', async () => {
    const opened = await open()
    opened.run()
    await signIn(opened)
    const { visit } = opened.browser
    opened.state.account = { ...opened.state.account, groups: ['platform'] }
    const other = { ...opened, browser: browser() }
    await signIn(other)
    expect(await me(opened)).toMatchObject({ admin: true, authorizedPatterns: [] })
    opened.state.account = { ...opened.state.account, groups: ['others'] }
    expect(problemOf(await signIn({ ...opened, browser: browser() }))).toEqual(['/sign-in', 'forbidden'])
    expect(await me(opened)).toMatchObject({ admin: false, authorizedPatterns: [] })
    expect((await visit(`${opened.server.url}/api/users`)).response.status).toBe(403)
  })

  it.each([
    ['more groups', ['platform'], '/features', { admin: true }],
    ['fewer groups', ['shop-web'], '/features', { admin: false, authorizedPatterns: [{ pattern: 'shop:*' }] }],
    ['no groups', [], '/sign-in', { admin: false, authorizedPatterns: [] }],
  ])('takes %s of an account that was renamed, also in sessions that are open', async (_, groups, page, rights) => {
    for (const preferred_username of ['ada2', 'admin', 'a b', undefined]) {
      const opened = await open()
      opened.run()
      opened.state.account = { ...opened.state.account, groups: ['platform', 'shop-web'] }
      await signIn(opened)
      expect(await me(opened)).toMatchObject({ id: 'ada', admin: true })
      opened.state.account = { ...opened.state.account, preferred_username, groups }
      const other = { ...opened, browser: browser() }
      expect((await signIn(other)).pathname).toBe(page)
      expect(await me(opened)).toMatchObject({ id: 'ada', ...rights })
      expect(await me(other)).toEqual(page === '/sign-in' ? 401 : await me(opened))
      const { results } = await opened.server.box.users.list({})
      expect(results.map(({ id }) => id)).toEqual(['ada', 'admin'])
    }
  })

  it('ends with the session, on logout', async () => {
    const opened = await open()
    opened.run()
    await signIn(opened)
    const Cookie = `signalbox_session=${opened.browser.cookie(opened.server.url, 'signalbox_session')}`
    await fetch(`${opened.server.url}/api/logout`, { method: 'POST', headers: { Cookie } })
    expect((await fetch(`${opened.server.url}/api/me`, { headers: { Cookie } })).status).toBe(401)
  })

  it('does not take over a local user', async () => {
    const opened = await open()
    opened.run()
    opened.state.account = { ...opened.state.account, preferred_username: 'admin', groups: ['platform'] }
    expect(problemOf(await signIn(opened))).toEqual(['/sign-in', 'taken'])
    expect(await me(opened)).toBe(401)
  })

  it('refuses accounts whose claim is not the id of a user', async () => {
    const opened = await open()
    opened.run()
    opened.state.account = { ...opened.state.account, preferred_username: 'a:b' }
    expect(problemOf(await signIn(opened))).toEqual(['/sign-in', 'incomplete'])
    opened.state.account = { ...opened.state.account, preferred_username: undefined }
    expect(problemOf(await signIn(opened))).toEqual(['/sign-in', 'incomplete'])
  })

  it('takes new keys of the provider at once', async () => {
    const opened = await open()
    opened.run()
    await signIn(opened)
    opened.run([signingKey('second')])
    const page = await signIn({ ...opened, browser: browser() })
    expect(page.pathname).toBe('/features')
  })

  it('leaves the password to the admin alone if that is set', async () => {
    const { server } = await open({ passwordLogin: 'admin' })
    await server.box.users.create({ body: { id: 'bob', name: 'Bob', password: 'twelve or more' } })
    const login = async (userId: string, password: string) => {
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' } }
      return (await fetch(`${server.url}/api/login`, { ...init, body: JSON.stringify({ userId, password }) })).status
    }
    expect(await login('admin', known.adminPassword)).toBe(200)
    expect(await login('bob', 'twelve or more')).toBe(401)
  })
})

describe('a provider that does not respond', () => {
  it('does not stop the start, and is told on the sign-in page, until it responds', async () => {
    const opened = await open()
    const { to } = await opened.browser.visit(`${opened.server.url}/api/login/oidc?to=/configs`)
    expect(to && problemOf(to)).toEqual(['/sign-in', 'unavailable'])
    expect(to?.searchParams.get('to')).toBe('/configs')
    expect(opened.reported).toEqual([expect.stringContaining(`${opened.issuer} cannot be reached`)])
    opened.run()
    expect((await signIn(opened)).pathname).toBe('/features')
  })

  it('is a problem in JSON without a dashboard', async () => {
    const { server, browser } = await open({ dashboard: 'off' })
    const { response } = await browser.visit(`${server.url}/api/login/oidc`)
    expect([response.status, (await response.json()).detail]).toEqual([
      503,
      expect.stringContaining('does not respond'),
    ])
  })
})

describe('hostile sign-ins', () => {
  it.each([
    ['https://evil.example/'],
    ['//evil.example'],
    ['/\\evil.example'],
    ['/\t/evil.example'],
    ['javascript:alert(1)'],
    ['/api/logout'],
    ['/sign-in'],
  ])('never lead to another place than the dashboard: %s', async (to) => {
    const opened = await open()
    opened.run()
    expect((await signIn(opened, to)).href).toBe(`${opened.server.url}/`)
  })

  it('reject a code that was used before, and a callback without its cookie', async () => {
    const opened = await open()
    opened.run()
    const { server, browser: one } = opened
    const callback = await one.follow(`${server.url}/api/login/oidc`, /\/oidc\/callback\?/)
    const jar = new Map(one.jars.get(server.url))
    await one.visit(callback)
    const used = (await one.visit(callback)).to as URL
    expect(problemOf(used)).toEqual(['/sign-in', 'expired'])
    one.jars.set(server.url, jar)
    expect(problemOf((await one.visit(callback)).to as URL)).toEqual(['/sign-in', 'rejected'])
    expect(one.cookie(server.url, 'signalbox_session')).toBeUndefined()
  })

  it('reject the callback of another browser (login CSRF), and a state that differs', async () => {
    const opened = await open()
    opened.run()
    const { server } = opened
    const ofAttacker = await browser().follow(`${server.url}/api/login/oidc`, /\/oidc\/callback\?/)
    const victim = browser()
    expect(problemOf((await victim.visit(ofAttacker)).to as URL)).toEqual(['/sign-in', 'expired'])
    await victim.visit(`${server.url}/api/login/oidc`)
    expect(problemOf((await victim.visit(ofAttacker)).to as URL)).toEqual(['/sign-in', 'expired'])
    expect(victim.cookie(server.url, 'signalbox_session')).toBeUndefined()
  })

  it('reject cookies that no server has signed', async () => {
    const opened = await open()
    opened.run()
    const { server } = opened
    const kept = () => opened.browser.jars.get(server.url) as Map<string, string>
    for (const change of [
      (value: string) => value.split('.')[0] as string,
      (value: string) => `${value}x`,
      (value: string) => `${value}.`,
      (value: string) => value.replace(/^./, (one) => (one === 'e' ? 'f' : 'e')),
      (value: string) => {
        const [flow = '', mac] = value.split('.')
        const { until: _until, ...others } = JSON.parse(Buffer.from(flow, 'base64url').toString())
        return `${Buffer.from(JSON.stringify({ ...others, until: 9e15 })).toString('base64url')}.${mac}`
      },
    ]) {
      const callback = await opened.browser.follow(`${server.url}/api/login/oidc`, /\/oidc\/callback\?/)
      kept().set('signalbox_sign_in', change(kept().get('signalbox_sign_in') as string))
      expect(problemOf((await opened.browser.visit(callback)).to as URL)).toEqual(['/sign-in', 'expired'])
    }
  })

  it('may be ended by another server on the same store', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const store = `sqlite:${join(folder, 'box.db')}`
    const opened = await open({ store })
    const { http, server, issuer, browser } = opened
    const other = await createServer({
      ...{ port: 0, ...known, store, oidcIssuer: issuer, oidcClientId: client.id, oidcClientSecret: client.secret },
      ...{ oidcGroups: rules, oidcBaseUrl: server.url, report: () => {} },
    })
    onTestFinished(() => other.close())
    opened.run()
    expect(http.listening).toBe(true)
    const callback = await browser.follow(`${server.url}/api/login/oidc`, /\/oidc\/callback\?/)
    const Cookie = `signalbox_sign_in=${browser.cookie(server.url, 'signalbox_sign_in')}`
    const init = { redirect: 'manual', headers: { Cookie } } as const
    const response = await fetch(`${other.url}${callback.pathname}${callback.search}`, init)
    expect(response.headers.get('Location')).toBe(`${server.url}/`)
    expect(response.headers.get('Set-Cookie')).toContain('signalbox_session=')
  })

  it('tell what the provider said without its words', async () => {
    const opened = await open()
    opened.run()
    const { server, browser, issuer } = opened
    const { to } = await browser.visit(`${server.url}/api/login/oidc`)
    const query = new URLSearchParams({
      state: to?.searchParams.get('state') ?? '',
      iss: issuer,
      error: 'access_denied',
    })
    const page = (await browser.visit(`${server.url}/api/login/oidc/callback?${query}&error_description=<script>`)).to
    expect(page && problemOf(page)).toEqual(['/sign-in', 'denied'])
  })
})
