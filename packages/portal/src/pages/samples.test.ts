import { expect, it } from 'vitest'
import { samples } from './samples.ts'
import { apiOf, askSite, siteOf } from './site.fixture.ts'

const address = 'https://api.example.com/v1'
const codeOf = (api: object, mode?: string) =>
  samples(api as never, mode === undefined ? undefined : ({ access_mode_configuration_type: mode } as never)).map(
    ({ code }) => code,
  )

it.each<[blueprint: string, mode: string | undefined, code: string]>([
  ['REST', undefined, `curl ${address}`],
  ['REST', 'apikey', `curl -u ID:SECRET ${address}`],
  ['Http', 'mtls', `curl --cert client.pem --key client-key.pem ${address}`],
  ['REST', 'jwt', `curl -H 'Authorization: Bearer TOKEN' ${address}`],
  [
    'GraphQL',
    'apikey',
    `curl -u ID:SECRET ${address} \\\n  -H 'Content-Type: application/json' \\\n  -d '{"query": "{ __typename }"}'`,
  ],
  ['gRPC', 'apikey', 'grpcurl -H "Authorization: Basic $(printf ID:SECRET | base64)" api.example.com:443 list'],
  ['gRPC', 'mtls', 'grpcurl -cert client.pem -key client-key.pem api.example.com:443 list'],
  ['Websocket', 'apikey', 'websocat --basic-auth ID:SECRET wss://api.example.com/v1'],
  ['Websocket', 'oauth2-local', "websocat -H='Authorization: Bearer TOKEN' wss://api.example.com/v1"],
])('a sample of %s with %s', (blueprint, mode, code) => {
  expect(codeOf({ blueprint, address }, mode)).toEqual([code])
})

it('a sample of an API whose address is not known, is plain, or has characters of a shell', () => {
  expect(codeOf({ blueprint: 'REST' })).toEqual(['curl "$GATEWAY"'])
  expect(codeOf({ blueprint: 'gRPC' })).toEqual(['grpcurl "$GATEWAY" list'])
  expect(codeOf({ blueprint: 'gRPC', address: 'http://127.0.0.1:9080/x' })).toEqual([
    'grpcurl -plaintext 127.0.0.1:9080 list',
  ])
  expect(codeOf({ address: "http://a/'$(id)`;x" })).toEqual(["curl 'http://a/'\\''$(id)`;x'"])
  expect(codeOf({ address: 'https://*.shop.example/' })).toEqual(["curl 'https://*.shop.example/'"])
})

it('samples call the first GET route that the plan covers; without plans, of the whole API', () => {
  const routes = [
    { id: 'post', frontend: { paths: ['/invoices'], methods: ['POST'] } },
    { id: 'one', frontend: { paths: ['/invoices/:id'], methods: ['GET'] } },
    { id: 'all', frontend: { paths: ['/invoices'], methods: ['GET'] } },
    { id: 'off', enabled: false, frontend: { paths: ['/a'], methods: ['GET'] } },
  ]
  const plan = (id: string, members: object = {}) => ({
    ...{ id, status: 'published', access_mode_configuration_type: 'apikey' },
    ...members,
  })
  const codes = (path: string, plans: readonly object[], members: object = {}) => {
    const found = askSite(siteOf(apiOf({ plans }, { routes, ...members })))(path)
    if (found.kind !== 'page') return []
    const inHtml = [...found.html.matchAll(/<pre><code>(.*?)<\/code>/g)].map(([, code]) => code)
    const inMarkdown = [...found.markdown.matchAll(/^ {4}(.*)$/gm)].map(([, code]) => code)
    expect(inMarkdown).toEqual(inHtml)
    return inHtml
  }
  const plans = [plan('all'), plan('one', { routes: ['one'] }), plan('post', { routes: ['post'] })]
  for (const path of ['billing/', 'billing/plans/'])
    expect(codes(path, plans)).toEqual([
      'curl -u ID:SECRET https://api.example.com/v1/invoices',
      'curl -u ID:SECRET https://api.example.com/v1/invoices/:id',
      'curl -u ID:SECRET https://api.example.com/v1',
    ])
  expect(codes('billing/', [])).toEqual(['curl https://api.example.com/v1/invoices'])
  expect(codes('billing/', [], { blueprint: 'Websocket' })).toEqual(['websocat wss://api.example.com/v1/invoices'])
  expect(codes('billing/', [], { blueprint: 'gRPC' })).toEqual(['grpcurl api.example.com:443 list'])
})

it('pages show the samples of each plan, or of an API without plans', () => {
  const plan = (id: string, mode: string) => ({ id, status: 'published', access_mode_configuration_type: mode })
  const show = (path: string, documentation: object) => {
    const found = askSite(siteOf(apiOf(documentation, { blueprint: 'GraphQL' })))(path)
    return found.kind === 'page' ? found : undefined
  }
  const open = show('billing/', {})
  expect(open?.html).toMatch(/<pre><code>curl https:[^<]*__typename/)
  expect(open?.markdown).toMatch(/\n {4}curl https:.*\n {6}-H/)
  const plans = { plans: [plan('a', 'apikey'), plan('b', 'jwt')] }
  for (const path of ['billing/', 'billing/plans/']) {
    const shown = show(path, plans)
    expect(shown?.html.match(/<pre><code>curl/g)).toHaveLength(2)
    expect(shown?.markdown).toContain('    curl -u ID:SECRET https://api.example.com/v1')
  }
})
