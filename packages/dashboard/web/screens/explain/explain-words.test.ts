import { describe, expect, it } from 'vitest'
import { lostWords, outcomeWords, releaseWords } from './explain-words.ts'
import type { Considered, Explanation } from './explanation.ts'

const canonical = { host: 'api.example', path: '/a', query: '', address: '', trusted: false }
const given = (part: Partial<Explanation>): Explanation => ({
  ...{ canonical, revision: 1, outcome: 'route', candidates: [], plugins: [] },
  ...part,
})
const lost = (because: Considered['because'], expected?: string, got?: string): Considered => ({
  ...{ route: 'a:b', won: false },
  ...(because && { because }),
  ...(expected !== undefined && { expected }),
  ...(got !== undefined && { got }),
})
const forward = { backend: 'pool', stored: false, path: '/', host: 'h', balancing: 'RoundRobin', targets: [] }
const refused = { cause: 'errors.x', rule: 'The host is invalid' }

describe('the outcome', () => {
  it.each<[Partial<Explanation>, string]>([
    [{ route: 'shop:a', forward }, 'shop:a takes this request and sends it to the backend pool.'],
    [{ route: 'shop:a' }, 'shop:a takes this request.'],
    [{ route: 'hidden' }, 'A route of an API that you can’t read takes this request.'],
    [{ route: 'shop:a', refused }, 'shop:a takes this request, but can’t send it: The host is invalid.'],
    [{ outcome: 'refused', refused }, 'The gateway refuses this request: The host is invalid.'],
    [
      { outcome: 'refused', route: 'hidden', refused: { ...refused, rule: 'hidden' } },
      'A route of an API that you can’t read takes this request and refuses it: you can’t read why.',
    ],
    [{ outcome: 'not-found' }, 'No route takes this request: the gateway responds 404.'],
    [
      { outcome: 'method', candidates: [lost('method', 'GET, POST', 'PUT'), lost('method', 'GET', 'PUT')] },
      'No route takes this URL with PUT, but with GET and POST: the gateway responds 405.',
    ],
    [
      { outcome: 'method', candidates: [lost('method')] },
      'No route takes this URL with PUT: the gateway responds 405.',
    ],
    [{ outcome: 'answered' }, 'The gateway responds itself, without a route.'],
  ])('of %j', (part, text) => {
    expect(outcomeWords(given(part), 'PUT').text).toBe(text)
  })
})

describe('a route does not take a request', () => {
  it.each<[Considered, string]>([
    [lost('host', 'a.example:444', 'a.example'), 'It is for a.example:444, not for a.example.'],
    [lost('path', '/a', '/a/b'), 'The whole path must be /a; it is /a/b.'],
    [lost('method', 'GET, HEAD', 'PUT'), 'It takes GET and HEAD, not PUT.'],
    [lost('header', 'x-beta: Exists()'), 'It requires that the header x-beta is sent; the request has none.'],
    [lost('header', 'x-beta: yes', 'x-beta: no: never'), 'It requires that the header x-beta is yes; it is no: never.'],
    [
      lost('header', 'authorization: Wildcard(Bearer *)', 'authorization: Basic c2VjcmV0'),
      'It requires that the header authorization has a certain value; the request has another one.',
    ],
    [
      lost('query', 'page: Regex([0-9]+)', 'page: x'),
      'It requires that the query parameter page matches [0-9]+; it is x.',
    ],
    [lost('draft', 'x-testing'), 'It is a draft route: it takes requests of testers, with the header x-testing.'],
    [lost('disallowed', '', 'encoded-slash'), 'It doesn’t allow encoded slashes in paths.'],
    [lost('later'), 'It also matches, but has lower precedence.'],
  ])('because of %j', (candidate, text) => {
    expect(lostWords(candidate)).toBe(text)
  })

  it.each(['host', 'path', 'method', 'header', 'query', 'draft', 'later', 'disallowed'] as const)(
    'of an API that one may not read, because of its %s',
    (because) => {
      expect(lostWords({ route: 'hidden', won: false, because })).not.toContain('undefined')
    },
  )

  it('that comes later, and says why', () => {
    expect(lostWords(lost('later'), 'its path is longer')).toBe(
      'It also matches, but has lower precedence: its path is longer.',
    )
  })
})

describe('a release', () => {
  it.each([
    [{ feature: 'f', active: true }, 'active'],
    [{ feature: 'f', active: false, reason: 'UNKNOWN' }, 'not active: there is no such feature'],
    [{ feature: 'f', active: false, reason: 'NOT_KNOWN_YET' }, 'not active: not known yet'],
    [{ feature: 'f', reason: 'SCRIPT' }, 'not decided here: a script decides'],
    [{ experiment: 'e', variant: 'B', backend: 'v2' }, 'variant B, which goes to the backend v2'],
    [{ experiment: 'e', reason: 'LAYER' }, 'no variant: the client is outside the range of the layer'],
    [{ experiment: 'e' }, 'the client has no variant'],
    [{ experiment: 'hidden' }, 'decides; you can’t read it'],
  ])('%j', (release, text) => {
    expect(releaseWords(release)).toBe(text)
  })
})
