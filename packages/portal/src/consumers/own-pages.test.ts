import { SignalboxError } from '@signalbox/core/errors'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { createPortal } from '../portal.ts'
import { change, createBox, NOW, publish } from '../published.fixture.ts'
import { createAccounts } from './accounts.fixture.ts'
import { createVisitor } from './visitor.fixture.ts'

const plan = {
  ...{ id: 'free', name: 'Free', status: 'published', access_mode_configuration_type: 'apikey' },
}
const ann = { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' }

/** A portal with accounts, and a visitor who has seen nothing yet. */
async function start(kind: 'open' | 'invite' = 'open', overlap?: number) {
  const box = createBox()
  await publish(box, { documentation: { plans: [plan, { ...plan, id: 'gold', name: 'Gold' }] } })
  const made = createAccounts(kind, overlap)
  const app = new Hono().route('/portal', createPortal(box, { clock: () => NOW, report: () => {} }, made.accounts))
  const visitor = createVisitor(app)
  return { ...made, box, app, ...visitor }
}

/** The same, signed up. */
async function startSignedUp(overlap?: number) {
  const all = await start('open', overlap)
  await all.open('/portal/~/sign-up/')
  await all.send('Create account', ann)
  return all
}

describe('somebody with a browser', () => {
  it('signs up on the way to a subscription, and gets a key once', async () => {
    const { open, send, text, url, status, header, calls, post, formWith } = await start()
    await open('/portal/billing/subscribe/?plan=free')
    expect(url()).toContain('/portal/~/sign-in/?to=billing%2Fsubscribe%2F%3Fplan%3Dfree')
    await open(/href="([^"]*sign-up[^"]*)"/.exec(text())?.[1]?.replaceAll('&#38;', '&') ?? '')
    await send('Create account', ann)
    expect(url()).toContain('/portal/billing/subscribe/?plan=free')
    const { values } = formWith('Subscribe')
    const sent = { ...Object.fromEntries(values), applicationName: 'Shop' }
    await post(url(), sent)
    expect(text()).toContain('You won’t be able to see this secret again.')
    expect(text()).toContain('<code>curl -u key-s0:secret-')
    expect([status(), header('Cache-Control')]).toEqual([200, 'no-store'])
    await post(url(), sent)
    expect([
      status(),
      text().includes('This key was shown once. Rotate it to get a new one.'),
      text().includes('secret-'),
    ]).toEqual([409, true, false])
    expect(calls.filter((one) => one === 'subscriptions.create')).toHaveLength(1)
  })

  it('rotates a key once, also if the page is reloaded, in another process, or is older than the key', async () => {
    const { open, send, text, status, calls, post, url, formWith, box, accounts, cookies } = await startSignedUp()
    await open('/portal/billing/subscribe/?plan=free')
    await send('Subscribe', { applicationName: 'Shop' })
    await open('/portal/~/subscriptions/s0/')
    const first = Object.fromEntries(formWith('Rotate key').values)
    await open(url())
    const secondWindow = Object.fromEntries(formWith('Rotate key').values)
    await post(url(), first)
    expect(text()).toContain('The previous key works until')
    await post(url(), first)
    expect([status(), text().includes('This key was shown once')]).toEqual([409, true])
    const other = createVisitor(new Hono().route('/portal', createPortal(box, {}, accounts)))
    for (const [name, value] of cookies) other.cookies.set(name, value)
    await other.post('/portal/~/subscriptions/s0/', first)
    expect([other.status(), other.text().includes('This key was shown once')]).toEqual([409, true])
    await post('/portal/~/subscriptions/s0/', secondWindow)
    expect([status(), text().includes('Nothing was rotated')]).toEqual([409, true])
    expect(calls.filter((one) => one === 'subscriptions.rotate')).toHaveLength(1)
  })

  it('is told that the replaced key stopped, without an overlap', async () => {
    const { open, send, text } = await startSignedUp(0)
    await open('/portal/billing/subscribe/?plan=free')
    await send('Subscribe', { applicationName: 'Shop' })
    await open('/portal/~/subscriptions/s0/')
    expect(text()).toContain('The current key stops at once')
    await send('Rotate key')
    expect(text()).toContain('The previous key no longer works.')
  })

  it.each([
    ['applications/a0', 'Delete application', 'error.application.subscribed', 'Close each of them on its page'],
    ['subscriptions/s0', 'Rotate key', 'error.rotation.grace', 'the previous one still works'],
  ])('is told in words of people why a form failed: %s, %s', async (path, button, message, words) => {
    const { open, send, text, fail } = await startSignedUp()
    await open('/portal/billing/subscribe/?plan=free')
    await send('Subscribe', { applicationName: 'Shop' })
    await open(`/portal/~/${path}/`)
    const errors = [{ message, args: ['s0'] }]
    fail.next = new SignalboxError('CONFLICT', 's0 is in the way: pass force=true', { errors })
    await send(button, button === 'Rotate key' ? {} : { sure: 'yes' })
    expect(text()).toContain(words)
    expect(text()).not.toContain('force=true')
  })

  it('withdraws a request, and closes a subscription', async () => {
    const { open, send, text } = await startSignedUp()
    await open('/portal/billing/subscribe/?plan=gold')
    await send('Subscribe', { applicationName: 'Shop' })
    await send('Withdraw request', { sure: 'yes' })
    expect(text()).toContain('The request was withdrawn.')
    await open('/portal/billing/subscribe/?plan=free')
    await send('Subscribe', { applicationName: 'Shop' })
    await open('/portal/~/subscriptions/s1/')
    await send('Close subscription', { sure: 'yes' })
    expect(text()).toContain('The subscription is closed.')
  })

  it('signs out, after which nothing is shown', async () => {
    const { open, send, text, url, header, status, cookies } = await startSignedUp()
    await open('/portal/~/applications/')
    expect([text().includes('My applications'), header('Cache-Control')]).toEqual([true, 'no-store'])
    await open('/portal/billing/')
    expect([text().includes('Sign out'), header('Cache-Control'), header('Vary')]).toEqual([
      true,
      'private, no-cache',
      'Cookie, Accept',
    ])
    const kept = new Map(cookies)
    await send('Sign out')
    expect([text().includes('Ann'), status()]).toEqual([false, 200])
    for (const [name, value] of kept) cookies.set(name, value)
    await open('/portal/~/applications/')
    expect([url().includes('~/sign-in/'), text().includes('Sign in')]).toEqual([true, true])
  })

  it('finds a form as it was left when the session ended meanwhile', async () => {
    const { open, send, text, status, endSessions, calls } = await startSignedUp()
    await open('/portal/billing/subscribe/?plan=free')
    endSessions()
    await send('Subscribe', { applicationName: 'My "shop" & more' })
    expect([status(), text().includes('Your session has ended. Nothing was changed.')]).toEqual([401, true])
    await send('Sign in', { email: ann.email, password: 'wrong wrong wrong' })
    expect([status(), text().includes('The address or the password is wrong.')]).toEqual([401, true])
    await send('Sign in', { email: ann.email, password: ann.password })
    expect(text()).toContain('You are signed in. Check the form and send it again.')
    expect(text()).toContain('value="My &#34;shop&#34; &#38; more"')
    expect(text()).toContain('Sign out')
    await send('Subscribe')
    expect(text()).toContain('You won’t be able to see this secret again.')
    expect(calls.filter((one) => one === 'subscriptions.create')).toHaveLength(1)
  })

  it('keeps what was typed when something is wrong, except passwords', async () => {
    const { open, send, text, status, fail } = await start()
    await open('/portal/~/sign-up/')
    fail.next = new SignalboxError('INVALID', 'The body is invalid', {
      fieldErrors: { '/password': [{ message: 'error.length.minimum', args: ['12'] }] },
    })
    await send('Create account', { ...ann, password: 'short' })
    expect([
      status(),
      text().includes('Use at least 12 characters.'),
      text().includes('value="Ann"'),
      text().includes('short'),
    ]).toEqual([400, true, true, false])
    await send('Create account', { password: ann.password })
    expect(text()).toContain('My applications')
  })

  it('keeps the application that was created before a subscription failed', async () => {
    const { open, send, text, status, fail, calls, url, formWith, post } = await startSignedUp()
    await open('/portal/billing/subscribe/?plan=free')
    const values = Object.fromEntries(formWith('Subscribe').values)
    fail.next = new SignalboxError('TOO_MANY_REQUESTS', 'Too many applications', { retryAfter: 9 })
    await post(url(), { ...values, applicationName: 'Shop' })
    expect([status(), text().includes('Too many applications.'), text().includes('value="Shop"')]).toEqual([
      429,
      true,
      true,
    ])
    await send('Subscribe')
    expect(calls.filter((one) => one === 'applications.create')).toHaveLength(2)
    expect(text()).toContain('secret-')
  })
})

describe('a form', () => {
  it.each<readonly [string, Record<string, string>, number, string]>([
    ['with an unknown field', { extra: '1' }, 400, 'The form has the unknown field extra.'],
    ['of another page', { _act: 'rotate' }, 400, 'Open the page again and use the form there.'],
    ['named like a member of every object', { _act: 'constructor' }, 400, 'Open the page again'],
    ['without its token', { _once: '' }, 400, 'Open the page again'],
  ])('%s has no effect, and says what to do', async (_, more, code, words) => {
    const { open, post, formWith, status, text, calls, url } = await start()
    await open('/portal/~/sign-up/')
    await post(url(), { ...Object.fromEntries(formWith('Create account').values), ...ann, ...more })
    expect([status(), text().includes(words), calls]).toEqual([code, true, []])
  })

  it.each<readonly [string, Record<string, string>, boolean]>([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }, false],
    ['another host of the site', { 'Sec-Fetch-Site': 'same-site' }, false],
    ['another origin', { Origin: 'https://evil.example' }, false],
    ['an opaque origin', { Origin: 'null' }, false],
    ['an opaque origin of ours', { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }, true],
    ['the page', { 'Sec-Fetch-Site': 'same-origin' }, true],
    ['the address bar', { 'Sec-Fetch-Site': 'none' }, true],
  ])('from %s: %o, takes effect: %s', async (_, headers, isTaken) => {
    const { open, send, calls, text } = await start()
    await open('/portal/~/sign-up/')
    await send('Create account', ann, headers)
    expect(calls).toEqual(isTaken ? ['signUp'] : [])
    expect(text().includes('was sent by another site')).toBe(!isTaken)
  })

  it('in another format, or of a megabyte, is refused', async () => {
    const { app, calls } = await start()
    const post = (body: string, type: string) =>
      app.request('/portal/~/sign-up/', { method: 'POST', body, headers: { 'Content-Type': type } })
    expect((await post('{}', 'application/json')).status).toBe(415)
    expect((await post(`name=${'x'.repeat(1 << 20)}`, 'application/x-www-form-urlencoded')).status).toBe(413)
    expect((await post('name=a&name=b', 'application/x-www-form-urlencoded')).status).toBe(400)
    expect(calls).toEqual([])
  })

  it('for a plan that was closed meanwhile says so', async () => {
    const { open, send, box, text, status, calls } = await startSignedUp()
    await open('/portal/billing/subscribe/?plan=free')
    await change(box, 'billing', { documentation: { plans: [{ ...plan, status: 'deprecated' }] } })
    await send('Subscribe', { applicationName: 'Shop' })
    expect([status(), text().includes('This plan does not take subscriptions'), text().includes('All plans')]).toEqual([
      409,
      true,
      true,
    ])
    expect(calls).not.toContain('subscriptions.create')
  })

  it('that is clicked twice takes effect once', async () => {
    const { open, post, formWith, url, app, calls, cookies } = await startSignedUp()
    await open('/portal/~/applications/')
    const body = { ...Object.fromEntries(formWith('Create application').values), name: 'Shop' }
    const twin = createVisitor(app)
    for (const [name, value] of cookies) twin.cookies.set(name, value)
    const at = url()
    await Promise.all([post(at, body), twin.post(at, body)])
    expect(calls.filter((one) => one === 'applications.create')).toHaveLength(1)
  })
})

describe('the way back', () => {
  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/etc',
    '\\\\evil.example',
    'javascript:alert(1)',
    '%2f%2fevil.example',
    '../../etc/',
    'a/../../b',
  ])('never leads away: %s', async (to) => {
    const { open, send, app } = await start()
    await open(`/portal/~/sign-up/?${new URLSearchParams({ to })}`)
    await send('Create account', ann)
    const signedIn = createVisitor(app)
    await signedIn.open(`/portal/~/sign-in/?${new URLSearchParams({ to })}`)
    await signedIn.send('Sign in', { email: ann.email, password: ann.password })
    expect(signedIn.url()).toMatch(/^http:\/\/portal\.test\/portal\//)
  })

  it('adds a slash at the end, and is 404 for pages that are not the visitor’s', async () => {
    const { open, url, status, text } = await startSignedUp()
    await open('/portal/~/account?x=1')
    expect([url(), status()]).toEqual(['http://portal.test/portal/~/account/?x=1', 200])
    for (const path of [
      '~/subscriptions/other/',
      '~/applications/other/',
      '~/none/',
      'none/subscribe/',
      '~/applications/a/b/',
    ]) {
      await open(`/portal/${path}`)
      expect([path, status(), text().includes('Not found')]).toEqual([path, 404, true])
    }
  })

  it('asks for an invitation where one is needed', async () => {
    const { open, text } = await start('invite')
    await open('/portal/~/sign-up/')
    expect([text().includes('You need an invitation'), text().includes('Create account<')]).toEqual([true, false])
    await open('/portal/~/sign-up/?invitation=abc')
    expect(text()).toContain('Create account<')
  })
})
