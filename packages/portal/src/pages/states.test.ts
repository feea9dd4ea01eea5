import { describe, expect, it } from 'vitest'
import { apiOf, askSite, siteOf, textOf } from './site.fixture.ts'

/** A word that is in everything that an API has. */
const SECRET = 'XYZZY'

const documentation = (enabled: boolean) => ({
  enabled,
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

const hidden = (state: 'staging' | 'published' | 'deprecated' | 'removed', enabled: boolean) =>
  apiOf(documentation(enabled), {
    ...{ id: 'unseen', name: SECRET, description: SECRET, groups: [SECRET], tags: [SECRET], state },
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

/** Everything that a site with the hidden API answers: the request, its status, and the texts a reader sees. */
function* all(state: Parameters<typeof hidden>[0], enabled: boolean) {
  const ask = askSite(siteOf(shown, third, hidden(state, enabled)))
  for (const path of [...below, ...atMount])
    for (const query of queries) {
      const found = ask(path, query)
      const text =
        found.kind === 'page'
          ? `${found.title}${found.html}${found.markdown}`
          : found.kind === 'file'
            ? textOf(found.body)
            : found.location
      yield {
        request: `${path} ${JSON.stringify(query)}`,
        path,
        status: found.kind === 'file' ? 200 : found.status,
        text,
      }
    }
}

/** What a reader sends is shown to them again: in the search box. */
const withoutEcho = (text: string) => text.replaceAll(/ value="XYZ(ZY)?"/g, '')

describe('an API that has no pages', () => {
  it.each([
    ['staging', true],
    ['staging', false],
    ['published', false],
    ['deprecated', false],
    ['removed', false],
  ] as const)(
    'is in no page, Markdown, list, search, file and redirect: %s, documentation enabled: %s',
    (state, enabled) => {
      for (const { request, path, status, text } of all(state, enabled)) {
        expect([request, withoutEcho(text).includes(SECRET)]).toEqual([request, false])
        if (path.startsWith('unseen')) expect([request, status]).toEqual([request, 404])
        else expect([request, /unseen/.test(text)]).toEqual([request, false])
      }
    },
  )
})

describe('a removed API', () => {
  it('is 410 at each of its paths, and in no list or search', () => {
    for (const { request, path, status, text } of all('removed', true)) {
      if (path.startsWith('unseen/')) expect([request, status]).toEqual([request, 410])
      else if (!path.startsWith('unseen'))
        expect([request, withoutEcho(text).includes(SECRET)]).toEqual([request, false])
      expect([request, /openapi|XYZZY home|guide/i.test(text)]).toEqual([request, false])
    }
  })

  it('names its successor', () => {
    const found = askSite(siteOf(third, apiOf({}, { state: 'removed', successor: 'third' })))('billing/guide/')
    expect(found).toMatchObject({
      status: 410,
      html: expect.stringContaining('Use <a href="../../third/">Third</a> instead.'),
    })
  })
})

describe('an API with pages', () => {
  it.each(['published', 'deprecated'] as const)('is in all of them: %s', (state) => {
    const found = new Map([...all(state, true)].map((one) => [one.request, one]))
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
