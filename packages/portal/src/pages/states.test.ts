import { describe, expect, it } from 'vitest'
import type { Answer, Visitor } from './index.ts'
import { apiOf, askSite, siteOf, textOf, withAudiences } from './site.fixture.ts'

/** A word that is in everything that an API has. */
const SECRET = 'XYZZY'

const documentation = ({ enabled, audience }: Case) => ({
  enabled,
  ...(audience === 'consumers' && { audience: { attribute: 'id', operator: 'exists' } }),
  home: { title: `${SECRET} home`, text_content: `# ${SECRET}` },
  banner: { text_content: SECRET },
  footer: { text_content: SECRET },
  logo: { content_type: 'image/svg+xml', text_content: `<svg>${SECRET}</svg>` },
  tags: [SECRET],
  redirections: [{ from: '/moved', to: '/guide' }],
  references: [{ title: SECRET, link: `https://${SECRET}.example/` }],
  resources: [
    { path: ['guide'], title: SECRET, text_content: SECRET },
    { path: ['a.txt'], content_type: 'text/plain', text_content: SECRET },
    { path: ['api'], title: SECRET, json_content: { openapi: '3.1.0', info: { title: SECRET } } },
  ],
  plans: [{ id: 'free', name: SECRET, status: 'published', access_mode_configuration_type: 'keyless' }],
})

/** An API, and who asks for it. */
interface Case {
  readonly state: 'staging' | 'published' | 'deprecated' | 'removed'
  readonly enabled: boolean
  readonly audience: 'everybody' | 'consumers'
  readonly visitor: 'nobody' | 'ann'
}

const cases = (['staging', 'published', 'deprecated', 'removed'] as const).flatMap((state) =>
  [true, false].flatMap((enabled) =>
    (['everybody', 'consumers'] as const).flatMap((audience) =>
      (['nobody', 'ann'] as const).map((visitor): Case => ({ state, enabled, audience, visitor })),
    ),
  ),
)

/** Whether the visitor may see the API at all. */
const isFor = ({ state, enabled, audience, visitor }: Case): boolean =>
  state !== 'staging' && enabled && (audience === 'everybody' || visitor === 'ann')

const apiFor = (one: Case) =>
  apiOf(documentation(one), {
    ...{ id: 'unseen', name: SECRET, description: SECRET, groups: [SECRET], tags: [SECRET], state: one.state },
    deployments: [],
  })

/** Another API, so that the catalog is one, whose successor is the hidden API. */
const shown = apiOf({}, { id: 'shown', name: 'Shown', state: 'deprecated', successor: 'unseen' })
const third = apiOf({}, { id: 'third', name: 'Third' })

const below = [
  ...[
    '',
    'guide/',
    'guide',
    'guide.md',
    'index.md',
    'a.txt',
    'api/',
    'plans/',
    'plans.md',
    'moved',
    'documentation/guide',
  ],
  ...['search/', 'openapi.json', 'llms.txt', '~/logo', 'none'],
].map((path) => `unseen/${path}`)
const atMount = [
  '',
  'index.md',
  'llms.txt',
  'sitemap.xml',
  '.well-known/api-catalog',
  'shown/',
  'shown/index.md',
  'shown/llms.txt',
  'unseen',
  'unseen.md',
]
const queries: readonly Readonly<Record<string, string>>[] = [
  {},
  { accept: 'text/markdown' },
  { q: SECRET, accept: 'application/json' },
  { q: SECRET.slice(0, 3) },
  { tag: SECRET },
  { group: SECRET },
  { raw: '' },
]

/** Everything that a site with the API answers a visitor: the request, its status, and the texts a reader sees. */
function* all(one: Case) {
  const site = withAudiences(siteOf(shown, third, apiFor(one)))
  const ask = askSite(site, one.visitor === 'ann' ? { consumer: { id: 'ann' } } : {})
  for (const path of [...below, ...atMount])
    for (const query of queries) {
      const found = ask(path, query)
      const status = found.kind === 'file' ? 200 : found.status
      yield { request: `${path} ${JSON.stringify(query)}`, path, query, status, text: textIn(found) }
    }
}

/** The texts of an answer. */
const textIn = (found: Answer): string =>
  found.kind === 'page'
    ? `${found.title}${found.html}${found.markdown}`
    : found.kind === 'file'
      ? textOf(found.body)
      : found.location

/** What a reader sends is shown to them again: in the search box. */
const withoutEcho = (text: string) => text.replaceAll(/ value="XYZ(ZY)?"/g, '')

/** An API that looks to the visitor as if it did not exist. */
describe('an API that has no pages, or none for the visitor', () => {
  it.each(cases.filter((one) => !isFor(one)))(
    'is in no page, Markdown, list, search, file and redirect: $state, enabled: $enabled, for $audience, read by $visitor',
    (one) => {
      const without = askSite(siteOf(shown, third))
      for (const { request, path, query, status, text } of all(one)) {
        expect([request, withoutEcho(text).includes(SECRET)]).toEqual([request, false])
        if (path.startsWith('unseen')) expect([request, status]).toEqual([request, 404])
        else expect([request, /unseen/.test(text)]).toEqual([request, false])
        expect([request, text]).toEqual([request, textIn(without(path, query))])
      }
    },
  )
})

describe('a removed API', () => {
  it.each(cases.filter((one) => isFor(one) && one.state === 'removed'))(
    'is 410 at each of its paths, and in no list or search: for $audience, read by $visitor',
    (one) => {
      for (const { request, path, status, text } of all(one)) {
        if (path.startsWith('unseen/')) expect([request, status]).toEqual([request, 410])
        else if (!path.startsWith('unseen'))
          expect([request, withoutEcho(text).includes(SECRET)]).toEqual([request, false])
        expect([request, /openapi|XYZZY home|guide/i.test(text)]).toEqual([request, false])
      }
    },
  )

  it('names its successor', () => {
    const found = askSite(siteOf(third, apiOf({}, { state: 'removed', successor: 'third' })))('billing/guide/')
    expect(found).toMatchObject({
      status: 410,
      html: expect.stringContaining('Use <a href="../../third/">Third</a> instead.'),
    })
  })
})

describe('an API with pages', () => {
  it.each(cases.filter((one) => isFor(one) && one.state !== 'removed'))(
    'is in all of them: $state, for $audience, read by $visitor',
    (asked) => {
      const found = new Map([...all(asked)].map((one) => [one.request, one]))
      for (const path of [
        '',
        'index.md',
        'llms.txt',
        'unseen/',
        'unseen/guide/',
        'unseen/guide.md',
        'unseen/a.txt',
        'unseen/openapi.json',
        'unseen/llms.txt',
        'unseen/plans/',
        'unseen/~/logo',
      ])
        expect([path, found.get(`${path} {}`)?.status, found.get(`${path} {}`)?.text.includes(SECRET)]).toEqual([
          path,
          200,
          true,
        ])
      for (const path of ['sitemap.xml', '.well-known/api-catalog'])
        expect(found.get(`${path} {}`)?.text).toContain('unseen/')
      const json = found.get(` ${JSON.stringify({ q: SECRET, accept: 'application/json' })}`)
      expect(JSON.parse(json?.text ?? '').results.length).toBeGreaterThan(2)
    },
  )
})

describe('a plan for others', () => {
  const plans = [
    { id: 'free', name: 'Free', status: 'published', access_mode_configuration_type: 'keyless' },
    {
      ...{ id: 'unseen', name: SECRET, description: SECRET, status: 'published' },
      ...{ access_mode_configuration_type: 'apikey', audience: { segment: 'staff' } },
    },
  ]
  const paths = ['', 'plans/', 'plans.md', 'index.md', 'search/', 'llms.txt']

  it('is in no page, Markdown, list and search, and is there for those whom it is for', () => {
    const site = withAudiences(siteOf(apiOf({ plans } as never), third))
    const leaks = (visitor: Partial<Visitor>) =>
      paths.flatMap((path) =>
        queries.filter((query) =>
          withoutEcho(textIn(askSite(site, visitor)(`billing/${path}`, query))).includes(SECRET),
        ),
      )
    expect(leaks({})).toEqual([])
    expect(leaks({ consumer: { id: 'ann' } }).length).toBeGreaterThan(10)
  })

  it('leaves no trace if it is the only one', () => {
    const site = (...some: readonly object[]) => withAudiences(siteOf(apiOf({ plans: some } as never), third))
    for (const path of paths)
      for (const query of queries)
        expect(textIn(askSite(site(plans[1] as object))(`billing/${path}`, query))).toBe(
          textIn(askSite(site())(`billing/${path}`, query)),
        )
  })
})

describe('a site without a judge', () => {
  it('hides what has an audience, also from consumers', () => {
    const site = siteOf(apiFor({ state: 'published', enabled: true, audience: 'consumers', visitor: 'ann' }), third)
    expect(askSite(site, { consumer: { id: 'ann' } })('unseen/')).toMatchObject({ status: 404 })
  })
})

describe('the record of an API', () => {
  it('shows its consumers nothing that is for its owner', () => {
    const members = {
      backends: [{ id: SECRET, name: SECRET, backend: { targets: [{ hostname: `${SECRET}.internal` }] } }],
      clients: [{ id: SECRET, name: SECRET }],
      routes: [{ id: SECRET, name: SECRET, backend: SECRET }],
      metadata: { [SECRET]: SECRET },
      testing: { headerValue: SECRET },
    }
    const documentation = {
      metadata: { note: SECRET },
      source: { url: `https://${SECRET}/`, headers: { Authorization: SECRET } },
    }
    expect(
      JSON.stringify(siteOf(apiOf(documentation, members as never)).apis.map(({ documentation: _, ...api }) => api)),
    ).not.toContain(SECRET)
    const ask = askSite(siteOf(apiOf(documentation, members as never), third))
    for (const path of ['', 'billing/', 'billing/plans/', 'billing/llms.txt', 'llms.txt'])
      expect(JSON.stringify(ask(path))).not.toContain(SECRET)
  })
})
