import { describe, expect, it } from 'vitest'
import { framedOwn } from '../frame.ts'
import { apiOf, askSite, elementsOf, mainOf, NOW, siteOf, withAudiences } from '../site.fixture.ts'
import { elements } from '../vectors.fixture.ts'
import { accountPage } from './account-page.ts'
import { applicationPage } from './application-page.ts'
import { applicationsPage } from './applications-page.ts'
import { joinPage, providerPage, resetPage, signInPage, signUpPage } from './entry-pages.ts'
import { keyPage } from './key-page.ts'
import type { OwnPage } from './own-page.ts'
import type { Credential, Subscription, Used } from './records.ts'
import { stateOf, states } from './states.ts'
import { subscribePage } from './subscribe-page.ts'
import { subscriptionPage } from './subscription-page.ts'

const plan = {
  ...{ id: 'free', name: 'Free', status: 'published', access_mode_configuration_type: 'apikey' },
  approval: 'manual',
  terms: { version: '2', text: 'Be *fair*' },
  form: [
    { name: 'use', label: 'What for?', type: 'text', required: true },
    { name: 'size', label: 'Size', type: 'select', options: ['S', 'L'] },
    { name: 'news', label: 'News, please', type: 'checkbox' },
  ],
} as const
const routes = [
  { id: 'post', frontend: { paths: ['/invoices'], methods: ['POST'] } },
  { id: 'one', frontend: { paths: ['/invoices/:id'], methods: ['GET'] } },
  { id: 'all', frontend: { paths: ['/invoices'], methods: ['GET'] } },
]
const site = { ...siteOf(apiOf({ plans: [plan] }, { routes })), accounts: 'open' as const }
const ann = { id: 'developer_1', name: 'Ann', email: 'ann@example.com' }
const place = { site, visitor: { now: NOW, developer: ann }, depth: 2 }
const [api] = site.apis
if (!api) throw new Error('There is no API')
const apiPlace = { ...place, api, path: ['subscribe'] }
const HOUR = 3_600_000
const state = { token: 'once' }
const application = {
  ...{ id: 'application_1', name: 'Shop' },
  members: [
    { developer: 'developer_1', name: 'Ann', role: 'owner' as const },
    { developer: 'developer_2', name: 'Ben', role: 'member' as const },
  ],
}
const subscription: Subscription = {
  ...{ id: 's1', api_ref: 'billing', plan_ref: 'free', owner_ref: 'application_1', enabled: true },
  dates: { created_at: NOW },
}
const used: Used = {
  subscription,
  credentials: [{ clientId: 'c1', rotatedAt: NOW, rotationDue: true }],
  usage: {
    totals: { requests: 1234, limited: 5 },
    results: [{ time: '2026-12-01T00:00:00Z', requests: 1234, limited: 5 }],
    quotas: [{ name: 'day', limit: 1000, used: 12 }],
  },
}

/** Every page of a consumer, with these names and descriptions. */
const pagesWith = (text: string): Readonly<Record<string, OwnPage>> => {
  const named = { ...application, name: text, description: text }
  const answered = {
    token: 'once',
    notice: text,
    values: { name: text, email: text },
    problems: { '': text, name: text },
  }
  return {
    'sign up': signUpPage(place, answered, { to: text, invitation: text }),
    'sign in': signInPage(place, answered, { to: text }),
    reset: resetPage(answered),
    join: joinPage(answered),
    account: accountPage(answered, { ...ann, name: text, email: text }, true),
    applications: applicationsPage(place, answered, [{ application: named, used: [used] }]),
    application: applicationPage(place, answered, {
      ...{ application: named, used: [{ ...used, subscription: { ...subscription, enabled: false, reason: text } }] },
      ...{ developer: ann, invitation: { url: text, until: NOW } },
    }),
    subscription: subscriptionPage(place, answered, { ...used, application: named, isOwner: true }),
    subscribe: subscribePage(apiPlace, answered, { plan: { ...plan, name: text } as never, applications: [named] }),
    key: keyPage(place, { clientId: text, clientSecret: text, previousUntil: NOW }, subscription),
  }
}

describe('the pages of consumers', () => {
  it('have a label for each field, an id once, a heading, and forms that can be sent once', () => {
    for (const [name, page] of Object.entries(pagesWith('Text'))) {
      const all = elementsOf(framedOwn(place, page))
      const labels = new Set(all.flatMap(({ attributes }) => attributes.for ?? []))
      for (const { attributes, name: element } of all)
        if ((element === 'input' || element === 'select') && !['hidden', 'checkbox'].includes(attributes.type ?? ''))
          expect([name, labels.has(attributes.id ?? '')]).toEqual([name, true])
      const ids = all.flatMap(({ attributes }) => attributes.id ?? [])
      expect([name, ids]).toEqual([name, [...new Set(ids)]])
      expect([name, all.filter((one) => one.name === 'h1').length]).toEqual([name, 1])
      const forms = all.filter((one) => one.name === 'form' && one.attributes.class === 'form')
      const tokens = all.filter((one) => one.attributes.name === '_once')
      expect([name, tokens.length]).toEqual([name, forms.length])
    }
  })

  it('show texts of people as text, wherever they stand', () => {
    const harmless = new Set(
      [...Object.values(pagesWith('Text'))].flatMap((page) =>
        elementsOf(framedOwn(place, page)).map((one) => one.name),
      ),
    )
    for (const vector of elements)
      for (const [name, page] of Object.entries(pagesWith(vector.toWellFormed()))) {
        const found = elementsOf(framedOwn(place, page))
        expect([name, vector, found.filter((one) => !harmless.has(one.name)).map((one) => one.name)]).toEqual([
          name,
          vector,
          [],
        ])
        const handlers = found.flatMap(({ attributes }) =>
          Object.keys(attributes).filter((key) => key.startsWith('on')),
        )
        expect([name, vector, handlers]).toEqual([name, vector, []])
      }
  })

  it('show a new key with the call that it opens, once', () => {
    const page = keyPage(place, { clientId: 'id', clientSecret: 'secret', previousUntil: NOW + HOUR }, subscription)
    const { text } = page.body
    for (const word of ['Client ID', 'Client secret', 'You won’t be able to see this secret again.'])
      expect(text).toContain(word)
    expect(text).toContain('<code>curl -u id:secret https://api.example.com/v1/invoices</code>')
    expect(text).toContain(
      'The previous key works until 1 December 2026 at 01:00 UTC.'.replace('1 December 2026', 'December 1, 2026'),
    )
  })

  it.each<readonly [words: string | undefined, key: { previousUntil?: number; replaces?: boolean }]>([
    [undefined, {}],
    [undefined, { replaces: false }],
    ['no longer works', { replaces: true }],
    ['no longer works', { previousUntil: NOW - 1 }],
    ['no longer works', { previousUntil: NOW }],
    // The clock moves between the request and the rotation.
    ['no longer works', { previousUntil: NOW + 5, replaces: true }],
    ['works until December 1, 2026 at 01:00 UTC', { previousUntil: NOW + HOUR, replaces: true }],
  ])('tell after a rotation that the previous key %s: %o', (words, key) => {
    const { text } = keyPage(place, { clientId: 'id', clientSecret: 'secret', ...key }, subscription).body
    expect(/The previous key ([^.]*)\./.exec(text)?.[1]).toBe(words)
  })

  it.each<readonly [words: string, hasTick: boolean, credential: Partial<Credential>]>([
    ['The current key stops at once when you rotate it.', false, {}],
    ['The current key stops at once when you rotate it.', false, { rotation: { gracePeriod: 0 }, previousUntil: NOW }],
    ['The current key works for another hour when', true, { rotation: { gracePeriod: 1 } }],
    ['The current key works for another 2 hours when', true, { rotation: { gracePeriod: 2 }, previousUntil: NOW }],
    ['Two keys work until December 1, 2026 at 01:00 UTC.', true, { previousUntil: NOW + HOUR }],
  ])('tell before a rotation: %s', (words, hasTick, credential) => {
    const credentials = [{ clientId: 'c1', rotatedAt: NOW - HOUR, ...credential }]
    const { text } = subscriptionPage(place, state, { ...used, credentials, application, isOwner: false }).body
    expect(text).toContain(words)
    expect(text.includes('The key has leaked')).toBe(hasTick)
    const isAhead = (credential.previousUntil ?? 0) > NOW
    for (const list of [
      text,
      applicationsPage(place, state, [{ application, used: [{ ...used, credentials }] }]).body.text,
    ])
      expect(list.includes('Previous key works until')).toBe(isAhead)
  })

  it('call a route that the plan covers', () => {
    const plans = [{ ...plan, routes: ['one'] }]
    const other = { ...place, site: siteOf(apiOf({ plans }, { routes })) }
    expect(keyPage(other, { clientId: 'id', clientSecret: "it's" }, subscription).body.text).toContain(
      'curl -u &#39;id:it&#39;\\&#39;&#39;s&#39; https://api.example.com/v1/invoices/:id',
    )
  })

  it.each<readonly [Partial<Subscription>, keyof typeof states]>([
    [{}, 'active'],
    [{ enabled: false }, 'paused'],
    [{ enabled: false, approval: 'waiting', status: 'staging' }, 'waiting'],
    [{ enabled: false, approval: 'refused', status: 'closed', dates: { closed_at: NOW } }, 'refused'],
    [{ enabled: false, approval: 'waiting', dates: { closed_at: NOW } }, 'closed'],
    [{ approval: 'approved' }, 'active'],
    [{ enabled: false, dates: { closed_at: NOW } }, 'closed'],
  ])('tell the state of a subscription: %o is %s', (members, state) => {
    const one = { ...subscription, reason: 'Why so', ...members }
    expect(stateOf(one)).toBe(state)
    const { text } = subscriptionPage(
      place,
      { token: '' },
      { ...used, subscription: one, application, isOwner: true },
    ).body
    expect(text).toContain(states[state])
    expect(text.includes('Rotate key')).toBe(state === 'active' || state === 'paused')
    expect(text.includes('Why so')).toBe(['paused', 'refused', 'closed'].includes(state))
    expect(text.includes('Close subscription')).toBe(['active', 'paused'].includes(state))
    expect(text.includes('Withdraw request')).toBe(state === 'waiting')
  })

  it('tell the key, that it should be rotated, and the use against the quota', () => {
    const { text } = subscriptionPage(place, state, { ...used, application, isOwner: false }).body
    for (const words of ['December 1, 2026 (rotation due)', '12 of 1,000 today', '1,234 this month', '5 this month'])
      expect(text).toContain(words)
    expect(text).not.toContain('Close subscription')
    const late = subscriptionPage(place, state, { ...used, credentials: [], application, isOwner: true }).body.text
    expect(late).toContain('Create key')
  })

  it('name each quota of a plan', () => {
    const quotas = [
      { name: 'window', limit: 5, seconds: 10 },
      { name: 'day', limit: 1000, used: 12 },
      { name: 'month', limit: 20_000, used: 30 },
    ] as const
    const usage = { totals: { requests: 12, limited: 0 }, results: [], quotas }
    const { text } = subscriptionPage(place, state, { ...used, usage, application, isOwner: false }).body
    expect([...text.matchAll(/<dt>([^<]*[Qq]uota[^<]*)</g)].map(([, name]) => name)).toEqual([
      'Quota in 10 s',
      'Daily quota',
      'Monthly quota',
    ])
  })

  it.each<readonly [offers: boolean, members: Partial<Used>]>([
    [true, {}],
    [false, { isPartial: true }],
    [false, { credentials: [{ clientId: 'c1', rotatedAt: NOW }] }],
    [false, { subscription: { ...subscription, approval: 'waiting' } }],
    [false, { subscription: { ...subscription, enabled: false } }],
    [false, { subscription: { ...subscription, subscription_kind: 'jwt' } }],
  ])('offer to create the key of an active subscription that has none: %s for %o', (offers, members) => {
    const one = { ...used, credentials: [], ...members }
    const { text } = applicationsPage(place, state, [{ application, used: [one] }]).body
    expect(text.includes('subscriptions/s1/">Create your key</a>')).toBe(offers)
  })

  it.each([
    [true, true, undefined],
    [false, false, undefined],
    [true, false, 'S'],
  ])('begin a choice without a value: required: %s, empty: %s, chosen before: %s', (required, isEmpty, chosen) => {
    const form = [{ name: 'size', label: 'Size', type: 'select', options: ['S', 'L'], required }]
    const asked = { ...state, ...(chosen !== undefined && { values: { 'form.size': chosen } }) }
    const { text } = subscribePage(apiPlace, asked, { plan: { ...plan, form } as never, applications: [] }).body
    expect(text.includes('<option value="">Choose…</option><option value="S">S</option>')).toBe(isEmpty)
  })

  it('let owners alone invite, remove others, and delete', () => {
    const page = (id: string) =>
      applicationPage(place, state, { application, used: [], developer: { id, name: '' } }).body.text
    expect(
      ['Invite', 'Remove Ben', 'Leave', 'Delete application'].filter((one) => page('developer_1').includes(one)),
    ).toHaveLength(4)
    expect(['Invite', 'Remove Ann', 'Delete application'].filter((one) => page('developer_2').includes(one))).toEqual(
      [],
    )
    expect(page('developer_2')).toContain('Leave Ben')
  })

  it('ask for an application, the answers and the terms of a plan', () => {
    const { text } = subscribePage(apiPlace, state, { plan: plan as never, applications: [application] }).body
    for (const label of [
      '>Application<',
      'Application name (optional)',
      'What for?',
      'Size (optional)',
      'I accept the terms, version 2',
      '<em>fair</em>',
      'approves each subscription',
    ])
      expect(text).toContain(label)
    expect(text).toContain('<option value="application_1" selected>Shop</option>')
    const first = subscribePage(apiPlace, state, { plan: plan as never, applications: [] }).body.text
    expect([first.includes('>Application<'), first.includes('>Application name<')]).toEqual([false, true])
  })
})

describe('the pages for everybody', () => {
  const page = (
    accounts: 'open' | 'invite' | undefined,
    path: string,
    state: 'published' | 'deprecated' = 'published',
  ) => {
    const plans = [plan, { ...plan, id: 'all', access_mode_configuration_type: 'keyless' }]
    const given = { ...siteOf(apiOf({ plans }, { state })), ...(accounts && { accounts }) }
    const found = askSite(given)(path)
    return found.kind === 'page' ? found.html : ''
  }

  it('lead to the form that subscribes, where somebody can subscribe', () => {
    const link =
      '<a class="button" href="../../billing/subscribe/?plan=free" aria-label="Subscribe to Free">Subscribe</a>'
    expect(page('open', 'billing/plans/')).toContain(link)
    expect(mainOf(page('open', 'billing/plans/')).match(/>Subscribe</g)).toHaveLength(1)
    expect(page('open', 'billing/plans/', 'deprecated')).not.toContain('>Subscribe<')
  })

  it('say before somebody subscribes what a plan asks for', () => {
    const asked = 'approval by the owner of the API; acceptance of the terms, version 2; answers to 3 questions'
    for (const path of ['billing/', 'billing/plans/'])
      expect(mainOf(page('open', path)).split(`<dt>To subscribe</dt><dd>${asked}</dd>`)).toHaveLength(2)
    expect(page('open', 'billing/plans/', 'deprecated')).not.toContain('To subscribe')
  })

  it.each([
    [true, '~/join/?application=a1&token=t'],
    [false, 'billing/join/'],
    [false, undefined],
  ])('say before people sign in that an invitation waits: %s for %s', (waits, to) => {
    for (const { body } of [
      signInPage(place, state, { to }),
      signUpPage(place, state, { to }),
      providerPage(place, 'Example', { to }),
    ])
      expect(body.text.includes('You were invited to join an application.')).toBe(waits)
  })

  it('ask strangers to sign in where no API is for everybody', () => {
    const hidden = apiOf({ audience: { attribute: 'id', operator: 'exists' } })
    const catalog = (site: Parameters<typeof askSite>[0], visitor: object = {}) => {
      const found = askSite(site, visitor)('')
      return found.kind === 'page' ? mainOf(found.html) + found.markdown : ''
    }
    for (const site of [withAudiences(siteOf(hidden)), siteOf()]) {
      const text = catalog({ ...site, accounts: 'open' })
      expect(text).toContain('<a href="./~/sign-in/">Sign in</a> to see the APIs that are published for you.')
      expect(text).not.toContain('No APIs are published here.')
      expect(catalog(site)).not.toContain('Sign in')
    }
    expect(catalog({ ...siteOf(), accounts: 'open' }, { developer: ann })).toContain('No APIs are published here.')
  })

  it('lead to the account, and back to the page', () => {
    expect(page('open', 'billing/plans/')).toContain('<a href="../../~/sign-in/?to=billing%2Fplans%2F">Sign in</a>')
  })

  it('invite to nothing without accounts', () => {
    for (const path of ['billing/', 'billing/plans/', 'unknown/'])
      expect(page(undefined, path)).not.toMatch(/subscribe|sign.(in|up)|account/i)
  })
})
