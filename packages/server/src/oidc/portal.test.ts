import { describe, expect, it, onTestFinished } from 'vitest'
import { known } from '../fixtures/known.fixture.ts'
import { createServer, type ServerOptions } from '../serve/create-server.ts'
import { browser } from './browser.fixture.ts'
import { client, runProvider, signingKey, startIssuer, type TestAccount } from './provider.fixture.ts'

const key = signingKey('first')

/** A server whose consumers sign in with a provider, with one API to subscribe to. */
async function open(options: ServerOptions = {}) {
  const { http, issuer } = await startIssuer()
  const reported: string[] = []
  const server = await createServer({
    ...{ port: 0, ...known, dashboard: 'off', portal: 'sso', oidcName: 'Example' },
    ...{ oidcIssuer: issuer, oidcClientId: client.id, oidcClientSecret: client.secret },
    ...{ report: (error: unknown) => reported.push(String(error)), ...options },
  })
  onTestFinished(() => server.close())
  const plan = { id: 'free', name: 'Free', status: 'published', access_mode_configuration_type: 'apikey' } as const
  await server.box.apis.create({ body: { id: 'billing', name: 'Billing', documentation: { plans: [plan] } } })
  await server.box.apis.deployments.create({ id: 'billing', body: {} })
  const state = {
    account: {
      ...{ sub: '17', name: 'Ada', preferred_username: 'ada', groups: ['partners'] },
      ...{ email: 'ada@example.com', email_verified: true },
    } as TestAccount,
  }
  const portal = `${server.portalUrl}`
  const redirectUri = `${portal}/~/sign-in/callback`
  const run = () => runProvider({ http, issuer, redirectUri, keys: [key], account: () => state.account })
  return { server, portal, issuer, reported, state, run, browser: browser() }
}

type Opened = Awaited<ReturnType<typeof open>>

/** Opens the sign-in page, follows its button, and returns what the callback answers. */
async function signIn({ portal, browser }: Opened, to = '~/account/') {
  const page = `${portal}/~/sign-in/?${new URLSearchParams({ to })}`
  const text = await (await browser.visit(page)).response.text()
  const [, href = ''] = /<a class="button" href="([^"]+)">Sign in<\/a>/.exec(text) ?? []
  const begin = new URL(href.replaceAll('&#38;', '&').replaceAll('&amp;', '&'), page)
  return browser.visit(await browser.follow(begin, /~\/sign-in\/callback\?/))
}

const textOf = async ({ browser }: Opened, url: string | URL) => (await browser.visit(url)).response.text()
const people = async ({ server }: Opened) => (await server.box.developers.list({})).results

describe('a portal whose people sign in with a provider', () => {
  it('opens a session, makes the account, and leads back to the page', async () => {
    const opened = await open()
    opened.run()
    const { response, to } = await signIn(opened, 'billing/subscribe?plan=free')
    expect([response.status, to?.href]).toEqual([303, `${opened.portal}/billing/subscribe?plan=free`])
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.getSetCookie().sort()).toEqual([
      expect.stringMatching(/^signalbox_portal=\w{52}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/),
      expect.stringMatching(/^signalbox_portal_sign_in=; .*Max-Age=0$/),
    ])
    expect(await people(opened)).toMatchObject([
      {
        ...{ name: 'Ada', email: 'ada@example.com', email_verified: true, groups: ['partners'], source: 'sso' },
        id: expect.stringMatching(/^developer_[0-9a-f]{32}$/),
      },
    ])
    expect(await textOf(opened, `${opened.portal}/~/account/`)).toMatch(/<dd>Ada<\/dd>.*<dd>ada@example.com<\/dd>/)
    expect(opened.reported).toEqual([])
  })

  it('keeps what a sign-in needs in a signed cookie of its own', async () => {
    const opened = await open()
    opened.run()
    const { response, to } = await opened.browser.visit(`${opened.portal}/~/sign-in/begin/`)
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^signalbox_portal_sign_in=[\w-]+\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/)
    expect(Object.fromEntries(to?.searchParams ?? [])).toMatchObject({
      ...{ response_type: 'code', client_id: client.id, code_challenge_method: 'S256' },
      ...{ code_challenge: expect.any(String), state: expect.any(String), nonce: expect.any(String) },
      redirect_uri: `${opened.portal}/~/sign-in/callback`,
    })
  })

  it('takes the groups and the address of each sign-in', async () => {
    const opened = await open()
    opened.run()
    await signIn(opened)
    opened.state.account = { ...opened.state.account, name: 'Ada L', groups: [], email_verified: false }
    await signIn({ ...opened, browser: browser() })
    expect(await people(opened)).toMatchObject([{ name: 'Ada L', groups: [], email_verified: false }])
  })

  it('reads claims that the ID token does not have from userinfo, and groups from the claim of the setting', async () => {
    const opened = await open({ oidcGroupsClaim: 'preferred_username' })
    opened.run()
    await signIn(opened)
    expect(await people(opened)).toMatchObject([{ groups: ['ada'], email: 'ada@example.com' }])
  })

  it('leads nobody away, and never back to a sign-in', async () => {
    for (const to of ['https://evil.example/', '//evil.example/', '~/sign-in/callback?code=1', '']) {
      const opened = await open()
      opened.run()
      const { to: next } = await signIn(opened, to)
      expect(next?.origin).toBe(new URL(opened.portal).origin)
      expect(next?.pathname).not.toContain('sign-in')
    }
  })

  it('refuses an address of another account, and says what to do', async () => {
    const opened = await open()
    opened.run()
    await opened.server.box.developers.create({ body: { id: 'ann', name: 'Ann', email: 'ADA@example.com' } })
    const { response } = await signIn(opened)
    expect([response.status, response.headers.getSetCookie().join().includes('signalbox_portal=')]).toEqual([
      403,
      false,
    ])
    expect(await response.text()).toMatch(/belongs to another account here.*ask the owners of the API/)
    expect(await people(opened)).toHaveLength(1)
  })

  it('stops an account at once, and its next sign-in', async () => {
    const opened = await open()
    opened.run()
    await signIn(opened)
    const [{ id = '' } = {}] = await people(opened)
    await opened.server.box.developers.patch({ id, body: [{ op: 'replace', path: '/status', value: 'blocked' }] })
    const { response, to } = await opened.browser.visit(`${opened.portal}/~/account/`)
    expect([response.status, to?.pathname]).toEqual([303, '/portal/~/sign-in/'])
    const again = await signIn(opened)
    expect([again.response.status, (await again.response.text()).includes('This account is blocked')]).toEqual([
      403,
      true,
    ])
  })

  it('signs out, and asks again', async () => {
    const opened = await open()
    opened.run()
    await signIn(opened)
    const { portal, browser } = opened
    const Origin = new URL(portal).origin
    await browser.visit(`${portal}/~/sign-out/`, { method: 'POST', headers: { Origin } })
    expect(browser.cookie(portal, 'signalbox_portal')).toBeUndefined()
    expect((await browser.visit(`${portal}/~/account/`)).to?.pathname).toBe('/portal/~/sign-in/')
  })

  it('opens nothing for what was begun in another browser, was changed, or is used twice', async () => {
    const opened = await open()
    opened.run()
    const start = `${opened.portal}/~/sign-in/begin/`
    const callback = await opened.browser.follow(start, /callback\?/)
    const other = await browser().visit(callback)
    expect([other.response.status, other.response.headers.getSetCookie().join()]).toEqual([
      400,
      expect.not.stringContaining('signalbox_portal='),
    ])
    expect(await other.response.text()).toContain('begun in another browser')
    const changed = new URL(callback)
    changed.searchParams.set('state', 'other')
    const third = browser()
    await third.follow(start, /callback\?/)
    expect((await third.visit(changed)).response.status).toBe(400)
    expect((await opened.browser.visit(callback)).response.status).toBe(303)
    expect((await opened.browser.visit(callback)).response.status).toBe(400)
    expect(await people(opened)).toHaveLength(1)
  })

  it('does not take a sign-in of the dashboard, nor its session', async () => {
    const opened = await open()
    opened.run()
    const { browser, portal, server } = opened
    const { response } = await browser.visit(`${server.url}/api/login/oidc`)
    const [cookie = ''] = response.headers.getSetCookie()
    const state = new URL(response.headers.get('Location') ?? '').searchParams.get('state')
    const renamed = cookie.replace('signalbox_sign_in', 'signalbox_portal_sign_in').split(';', 1)[0] ?? ''
    const answered = await fetch(`${portal}/~/sign-in/callback?code=x&state=${state}`, { headers: { Cookie: renamed } })
    expect(answered.status).toBe(400)
    await signIn(opened)
    expect((await browser.visit(`${server.url}/api/me`)).response.status).toBe(401)
  })

  it('has no passwords: neither pages nor calls, nor sessions of other accounts', async () => {
    const opened = await open()
    opened.run()
    const { portal, server } = opened
    const body = { id: 'ann', name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' }
    await server.box.developers.create({ body })
    for (const path of ['_sign-in', '_sign-up', '_reset']) {
      const answered = await fetch(`${portal}/~/api/mine/${path}`, {
        ...{ method: 'POST', headers: { 'Content-Type': 'application/json' } },
        body: JSON.stringify({ email: body.email, password: body.password }),
      })
      expect([path, answered.status, answered.headers.getSetCookie()]).toEqual([path, 403, []])
    }
    const session = await server.box.mine.signIn({ body: { email: body.email, password: body.password } })
    const { sessionOf } = await import('@signalbox/core/access')
    const Cookie = `signalbox_portal=${sessionOf(session)}`
    expect((await fetch(`${portal}/~/api/mine`, { headers: { Cookie } })).status).toBe(401)
    expect(await textOf(opened, `${portal}/~/sign-in/`)).not.toContain('type="password"')
    expect((await fetch(`${portal}/~/reset/?token=x`)).status).toBe(404)
  })

  it('says that the provider does not answer, and what it refused', async () => {
    const opened = await open()
    const { response } = await opened.browser.visit(`${opened.portal}/~/sign-in/begin/`)
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('does not respond')])
    expect(opened.reported.join()).toContain(opened.issuer)
    opened.run()
    opened.state.account = { ...opened.state.account, groups: Array.from({ length: 101 }, (_, i) => `g${i}`) }
    const refused = await signIn(opened)
    expect([refused.response.status, await refused.response.text()]).toEqual([
      403,
      expect.stringContaining('too many groups'),
    ])
  })

  it('needs a provider, and an address to which it redirects', async () => {
    const start = (options: ServerOptions) => createServer({ port: 0, store: 'memory:', portal: 'sso', ...options })
    await expect(start({})).rejects.toThrow(
      'SIGNALBOX_PORTAL=sso requires an identity provider: set SIGNALBOX_OIDC_ISSUER',
    )
    await expect(
      start({
        ...{ host: '0.0.0.0', oidcClientId: client.id },
        oidcIssuer: 'https://id.example.com',
        oidcBaseUrl: 'https://flags.example.com',
      }),
    ).rejects.toThrow('SIGNALBOX_PORTAL_URL is not set')
  })
})
