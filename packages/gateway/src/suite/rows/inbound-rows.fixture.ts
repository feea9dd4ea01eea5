/** What a backend saw of a request. */
export interface Seen {
  readonly method: string
  readonly target: string
  readonly headers: readonly string[]
  readonly body: string
}

/** A request as a client may send it, and what the backend gets. */
export interface InboundRow {
  readonly name: string
  /** The bytes, as Latin-1. */
  readonly raw: string
  /** The statuses of the responses, 1xx among them. */
  readonly status: number | readonly number[]
  /** The cause of the (last) response, if it is an error. */
  readonly cause?: string
  /** How many requests the backend sees. @default 1 for a status below 400, else 0 */
  readonly seen?: number
  /** What the backend sees of its first request. */
  readonly expects?: (seen: Seen) => unknown
  readonly equals?: unknown
  /** Whether the gateway must close the connection. */
  readonly closes?: boolean
  readonly halfClose?: boolean
  /** Whether the row is about what the host of `fetch` parses. */
  readonly parsed?: boolean
}

const H = 'Host: shop.example\r\nAccept: application/json\r\n'
const get = (target: string, more = '') => `GET ${target} HTTP/1.1\r\n${H}${more}\r\n`
const post = (headers: string, body = '') => `POST / HTTP/1.1\r\n${H}${headers}\r\n${body}`
const chunked = (body: string, more = '') => post(`Transfer-Encoding: chunked\r\n${more}`, body)
const abc = '3\r\nabc\r\n0\r\n\r\n'
const bad = { status: 400, cause: 'errors.bad.request', parsed: true } as const
const framing = { status: 400, cause: 'errors.request.framing', parsed: true, closes: true } as const
const host = { status: 400, cause: 'errors.request.host.invalid' } as const
const path = { status: 400, cause: 'errors.request.path.invalid' } as const
const coding = { status: 501, cause: 'errors.transfer.coding.unsupported', parsed: true, closes: true } as const
const body = { status: 200, expects: (seen: Seen) => seen.body } as const
const named =
  (...names: string[]) =>
  ({ headers }: Seen) =>
    headers.filter((name, i) => i % 2 === 0 && names.includes(name.toLowerCase()))
/** A request for nothing that is served. The response has the form that its client asks for. */
const lost = (client: string, accept: string, isJson: boolean): InboundRow => ({
  name: `an error for ${client}`,
  raw: `GET / HTTP/1.1\r\nHost: other.example\r\n${accept}\r\n`,
  status: 404,
  cause: isJson ? '"gateway-cause":"errors.service.not.found"' : '<!doctype html>',
})
const hostOnly = (value: string) => `GET / HTTP/1.1\r\nHost:${value}\r\nAccept: application/json\r\n\r\n`

/** The rows of the raw-socket table. */
export const inboundRows: readonly InboundRow[] = [
  // The request line.
  { name: 'lines that end in LF', raw: 'GET /x\nHost: a\nContent-Length: 3\n\nabc', ...bad },
  { name: 'no version', raw: 'GET /x\r\n\r\n', ...bad },
  {
    name: 'HTTP/2.0',
    raw: `GET / HTTP/2.0\r\n${H}\r\n`,
    status: 505,
    cause: 'errors.version.unsupported',
    parsed: true,
  },
  { name: 'HTTP/1.2', raw: `GET / HTTP/1.2\r\n${H}\r\n`, ...bad },
  { name: 'HTTP/0.8', raw: `GET / HTTP/0.8\r\n${H}\r\n`, ...bad },
  { name: 'a tab in the request line', raw: `GET\t/ HTTP/1.1\r\n${H}\r\n`, ...bad },
  { name: 'two spaces in the request line', raw: `GET  / HTTP/1.1\r\n${H}\r\n`, status: 200 },
  { name: 'no target', raw: `GET  HTTP/1.1\r\n${H}\r\n`, ...bad },
  { name: 'an empty line before the request', raw: `\r\n${get('/')}`, status: 200 },
  { name: 'the preface of HTTP/2', raw: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', ...bad },
  { name: 'an unknown method', raw: `FOO / HTTP/1.1\r\n${H}\r\n`, ...bad },
  { name: 'a method in lower case', raw: `get / HTTP/1.1\r\n${H}\r\n`, ...bad },
  { name: 'QUERY', raw: `QUERY / HTTP/1.1\r\n${H}\r\n`, status: 200 },
  {
    name: 'TRACE',
    raw: `TRACE / HTTP/1.1\r\n${H}\r\n`,
    status: 405,
    cause: 'errors.method.not.allowed',
    parsed: true,
  },
  {
    name: 'CONNECT',
    raw: `CONNECT b:443 HTTP/1.1\r\nHost: b:443\r\n\r\n`,
    status: 405,
    closes: true,
    parsed: true,
  },
  { name: 'garbage', raw: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc', ...bad, halfClose: true },

  // The host.
  {
    name: 'two Hosts',
    raw: 'GET / HTTP/1.1\r\nHost: shop.example\r\nHost: b\r\nAccept: application/json\r\n\r\n',
    ...host,
    parsed: true,
  },
  { name: 'the same Host twice', raw: `GET / HTTP/1.1\r\nHost: shop.example\r\n${H}\r\n`, ...host, parsed: true },
  { name: 'no Host', raw: 'GET / HTTP/1.1\r\n\r\n', status: 400, cause: '', parsed: true },
  { name: 'no Host in HTTP/1.0', raw: 'GET / HTTP/1.0\r\n\r\n', status: 404, parsed: true },
  { name: 'HTTP/1.0', raw: `GET / HTTP/1.0\r\n${H}\r\n`, status: 200, closes: true },
  { name: 'an empty Host', raw: hostOnly(''), ...host, parsed: true },
  { name: 'a list of hosts', raw: hostOnly(' shop.example, b'), ...host, parsed: true },
  { name: 'a host with a user', raw: hostOnly(' u@shop.example'), ...host, parsed: true },
  { name: 'a host with a path', raw: hostOnly(' shop.example/b'), ...host, parsed: true },
  { name: 'a host with a query', raw: hostOnly(' shop.example?b'), ...host, parsed: true },
  { name: 'a host with a space', raw: hostOnly(' shop example'), ...host, parsed: true },
  { name: 'a host beyond ASCII', raw: hostOnly(' sh\xf6p.example'), ...host, parsed: true },
  { name: 'a host with an escape', raw: hostOnly(' shop%2eexample'), ...host, parsed: true },
  { name: 'a host with an empty label', raw: hostOnly(' shop..example'), ...host, parsed: true },
  { name: 'a port beyond 65535', raw: hostOnly(' shop.example:65536'), ...host, parsed: true },
  { name: 'a port that is no number', raw: hostOnly(' shop.example:80a'), ...host, parsed: true },
  { name: 'a host in capitals', raw: hostOnly(' SHOP.Example'), status: 200 },
  { name: 'a host with a dot at its end', raw: hostOnly(' shop.example.'), status: 200, parsed: true },
  { name: 'a host with a port', raw: hostOnly(' shop.example:8080'), status: 200 },
  { name: 'another host', raw: hostOnly(' other.example'), status: 404, cause: 'errors.service.not.found' },
  { name: 'an IPv6 address as host', raw: hostOnly(' [::1]'), status: 404, cause: 'errors.service.not.found' },

  // The form of errors.
  lost('axios and Angular', 'Accept: application/json, text/plain, */*\r\n', true),
  lost('RestTemplate of Spring', 'Accept: text/plain, application/json, application/*+json, */*\r\n', true),
  lost('clients that name JSON and take all', 'aCCept: application/json,*/*\r\n', true),
  lost('clients that say it in two lines', 'Accept: application/json\r\nAccept: */*\r\n', true),
  lost('browsers', 'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n', false),
  lost('curl', 'Accept: */*\r\n', false),
  lost('clients that do not say', '', false),

  // The target.
  {
    name: 'an absolute target of another host',
    raw: get('http://evil/p'),
    status: 400,
    cause: 'errors.request.authority.mismatch',
    parsed: true,
  },
  {
    name: 'an absolute https target of another host',
    raw: get('https://evil/p'),
    status: 400,
    cause: 'errors.request.authority.mismatch',
    parsed: true,
  },
  {
    name: 'an absolute target of the host',
    raw: get('http://shop.example/p'),
    status: 200,
    expects: ({ target }) => target,
    equals: '/p',
  },
  { name: 'a fragment', raw: get('/a#f'), ...path, parsed: true },
  { name: 'a backslash', raw: get('/a\\b'), ...path, parsed: true },
  { name: 'NUL in the target', raw: get('/a\0b'), ...bad },
  { name: 'a byte beyond ASCII in the target', raw: get('/\xe9'), ...bad },
  { name: 'a control character in the target', raw: get('/a\x01b'), ...bad },
  { name: 'a target without a slash', raw: get('a'), ...bad },
  { name: '* with GET', raw: get('*'), status: 400, cause: 'errors.bad.request', parsed: true },
  { name: '* with OPTIONS', raw: `OPTIONS * HTTP/1.1\r\n${H}\r\n`, status: 204, seen: 0, parsed: true },
  {
    name: 'two slashes at the start',
    raw: get('//evil/x'),
    status: 200,
    expects: ({ target }) => target,
    equals: '/evil/x',
  },
  { name: 'two slashes', raw: get('/a//b'), status: 200, expects: ({ target }) => target, equals: '/a/b' },
  { name: 'a dot segment', raw: get('/a/../b'), ...path, parsed: true },
  { name: 'an escaped dot segment', raw: get('/a/%2e%2E/b'), ...path, parsed: true },
  { name: 'an escaped slash', raw: get('/a%2fb'), ...path },
  { name: 'an escaped backslash', raw: get('/a%5cb'), ...path },
  { name: 'an escaped NUL', raw: get('/a%00b'), ...path },
  { name: 'an escape of CR and LF', raw: get('/a%0d%0aX:%20y'), ...path },
  { name: 'an incomplete escape', raw: get('/a%2'), ...path },
  { name: 'overlong UTF-8', raw: get('/%c0%ae'), ...path },
  { name: 'a parameter of a segment', raw: get('/a;b'), ...path },
  { name: 'an escaped letter', raw: get('/%61'), status: 200, expects: ({ target }) => target, equals: '/a' },
  {
    name: 'a double escape',
    raw: get('/%252e%252e/a'),
    status: 200,
    expects: ({ target }) => target,
    equals: '/%252e%252e/a',
  },
  {
    name: 'a query, verbatim',
    raw: get('/a?b=%2f..%00&&c'),
    status: 200,
    expects: ({ target }) => target,
    equals: '/a?b=%2f..%00&&c',
  },
  { name: 'a target of 9 KiB', raw: get(`/${'a'.repeat(9216)}`), status: 414, cause: 'errors.target.too.long' },

  // Headers.
  { name: 'a space before the colon', raw: get('/', 'X : 1\r\n'), ...bad },
  { name: 'a folded header', raw: get('/', 'X: 1\r\n 2\r\n'), ...bad },
  { name: 'headers that end in LF', raw: 'GET / HTTP/1.1\nHost: a\n\n', ...bad },
  { name: 'CR in a value', raw: get('/', 'X: a\rb\r\n'), ...bad },
  { name: 'NUL in a value', raw: get('/', 'X: a\0b\r\n'), ...bad },
  { name: 'NUL in a name', raw: get('/', 'X\0Y: a\r\n'), ...bad },
  { name: 'a name beyond ASCII', raw: get('/', 'X\xe9: 1\r\n'), ...bad },
  { name: 'an empty name', raw: get('/', ': 1\r\n'), ...bad },
  { name: 'a header without a colon', raw: get('/', 'X\r\n'), ...bad },
  {
    name: 'a value beyond ASCII',
    raw: get('/', 'X: caf\xe9\r\n'),
    status: 200,
    expects: ({ headers }) => headers[headers.findIndex((name) => name.toLowerCase() === 'x') + 1],
    equals: 'caf\xe9',
  },
  {
    name: 'more than 100 headers',
    raw: get('/', Array.from({ length: 100 }, (_, i) => `A${i}: b\r\n`).join('')),
    status: 431,
    cause: 'errors.headers.too.large',
  },
  {
    name: '1,990 headers',
    raw: get('/', Array.from({ length: 1990 }, (_, i) => `A${i}:b\r\n`).join('')),
    status: 431,
    cause: 'errors.headers.too.large',
    parsed: true,
  },
  {
    name: '2,100 headers',
    raw: get('/', 'A:\r\n'.repeat(2100)),
    status: 431,
    cause: 'errors.headers.too.large',
    parsed: true,
  },
  {
    name: 'a value of 9 KiB',
    raw: get('/', `X: ${'a'.repeat(9216)}\r\n`),
    status: 431,
    cause: 'errors.headers.too.large',
  },
  {
    name: 'a value of 17 KiB',
    raw: get('/', `X: ${'a'.repeat(17_000)}\r\n`),
    status: 431,
    cause: 'errors.headers.too.large',
    parsed: true,
  },
  {
    name: 'Content_Length',
    raw: post('Content_Length: 3\r\n'),
    status: 200,
    expects: named('content_length'),
    equals: [],
  },
  {
    name: 'Transfer_Encoding beside a length',
    raw: post('Transfer_Encoding: chunked\r\nContent-Length: 3\r\n', 'abc'),
    status: 200,
    expects: (seen) => [seen.body, ...named('transfer_encoding', 'transfer-encoding')(seen)],
    equals: ['abc'],
  },
  {
    name: 'headers of the connection',
    raw: get(
      '/',
      'Connection: X-Mine, keep-alive\r\nX-Mine: 1\r\nKeep-Alive: 5\r\nProxy-Connection: a\r\nTE: trailers\r\n',
    ),
    status: 200,
    expects: named('x-mine', 'keep-alive', 'proxy-connection', 'te'),
    equals: [],
  },
  {
    name: 'two Connections that name headers',
    raw: get('/', 'Connection: X-A\r\nConnection: X-B\r\nX-A: 1\r\nX-B: 1\r\n'),
    status: 200,
    expects: named('x-a', 'x-b'),
    equals: [],
  },
  {
    name: 'Connection that names Content-Length',
    raw: post('Connection: Content-Length\r\nContent-Length: 3\r\n', 'abc'),
    ...framing,
  },
  {
    name: 'Connection that names Transfer-Encoding',
    raw: chunked(abc, 'Connection: close, transfer-encoding\r\n'),
    ...framing,
  },
  { name: 'Connection that names Host', raw: get('/', 'Connection: host\r\n'), ...framing },
  {
    name: 'addresses that the client claims',
    raw: get('/', 'X-Forwarded-For: 1.2.3.4\r\nX-Real-IP: 1.2.3.4\r\nForwarded: for=1.2.3.4\r\n'),
    status: 200,
    expects: ({ headers }) => headers.filter((one) => one.includes('1.2.3.4')),
    equals: [],
  },
  {
    name: 'who the client claims to be',
    raw: get(
      '/',
      'X-Forwarded-Email: claim\r\nx_forwarded_groups: claim\r\nSSL-Client-Verify: claim\r\nX-Original-URI: claim\r\nProxy: claim\r\n',
    ),
    status: 200,
    expects: ({ headers }) => headers.filter((one) => one === 'claim'),
    equals: [],
  },
  {
    name: 'who the client claims to be in trailers',
    raw: chunked(
      '3\r\nabc\r\n0\r\nX-Forwarded-Email: claim\r\nSSL-Client-Verify: claim\r\n\r\n',
      'Trailer: X-Forwarded-Email\r\n',
    ),
    status: 200,
    expects: ({ body, headers }) => [body, ...headers.filter((one) => one === 'claim')],
    equals: ['abc'],
  },
  {
    name: 'an upgrade to HTTP/2',
    raw: get(
      '/',
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n',
    ),
    status: 200,
    expects: named('upgrade', 'http2-settings'),
    equals: [],
  },
  {
    name: 'an upgrade to another protocol',
    raw: get('/', 'Connection: Upgrade\r\nUpgrade: foo/2\r\n'),
    status: 200,
    expects: named('upgrade'),
    equals: [],
  },
  {
    name: 'an unknown expectation',
    raw: post('Expect: foo\r\nContent-Length: 0\r\n'),
    status: 417,
    cause: 'errors.expectation.failed',
    parsed: true,
  },
  {
    name: 'the expectation of 100 Continue',
    raw: post('Expect: 100-continue\r\nContent-Length: 3\r\n', 'abc'),
    status: [100, 200],
    expects: (seen) => [seen.body, ...named('expect')(seen)],
    equals: ['abc'],
  },
  {
    name: 'Max-Forwards: 0',
    raw: `OPTIONS / HTTP/1.1\r\n${H}Max-Forwards: 0\r\n\r\n`,
    status: 204,
    seen: 0,
  },

  // Where a request ends.
  { name: 'chunks in HTTP/1.0', raw: `POST / HTTP/1.0\r\n${H}Transfer-Encoding: chunked\r\n\r\n${abc}`, ...framing },
  { name: 'the coding gzip, chunked', raw: post('Transfer-Encoding: gzip, chunked\r\n', abc), ...coding },
  { name: 'the coding chunked, identity', raw: post('Transfer-Encoding: chunked, identity\r\n', abc), ...bad },
  { name: 'the coding identity', raw: post('Transfer-Encoding: identity\r\nContent-Length: 3\r\n', 'abc'), ...bad },
  {
    name: 'the coding chunked twice',
    raw: post('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', abc),
    ...bad,
  },
  { name: 'the coding chunked, chunked', raw: post('Transfer-Encoding: chunked, chunked\r\n', abc), ...bad },
  { name: 'the coding xchunked', raw: post('Transfer-Encoding: xchunked\r\n', abc), ...coding },
  { name: 'the coding "chunked" in quotes', raw: post('Transfer-Encoding: "chunked"\r\n', abc), ...coding },
  { name: 'the coding chunked with a parameter', raw: post('Transfer-Encoding: chunked;q=1\r\n', abc), ...coding },
  { name: 'a vertical tab before chunked', raw: post('Transfer-Encoding: \x0bchunked\r\n', abc), ...bad },
  { name: 'a tab after chunked', raw: post('Transfer-Encoding: chunked\t\r\n', abc), ...bad },
  { name: 'the coding Chunked', raw: post('Transfer-Encoding: Chunked\r\n', abc), ...body, equals: 'abc' },
  {
    name: 'a length and chunks',
    raw: post('Content-Length: 3\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    ...bad,
  },
  {
    name: 'chunks and a length',
    raw: post('Transfer-Encoding: chunked\r\nContent-Length: 3\r\n', '0\r\n\r\n'),
    ...bad,
  },
  { name: 'two equal lengths', raw: post('Content-Length: 3\r\nContent-Length: 3\r\n', 'abc'), ...bad },
  { name: 'two lengths', raw: post('Content-Length: 3\r\nContent-Length: 4\r\n', 'abc'), ...bad },
  { name: 'a list of lengths', raw: post('Content-Length: 3, 3\r\n', 'abc'), ...bad },
  { name: 'the length +3', raw: post('Content-Length: +3\r\n', 'abc'), ...bad },
  { name: 'the length -1', raw: post('Content-Length: -1\r\n', 'abc'), ...bad },
  { name: 'the length 0x3', raw: post('Content-Length: 0x3\r\n', 'abc'), ...bad },
  { name: 'the length 3 with a space inside', raw: post('Content-Length: 0 3\r\n', 'abc'), ...bad },
  { name: 'a length beyond 64 bits', raw: post('Content-Length: 18446744073709551619\r\n', 'abc'), ...bad },
  { name: 'an empty length', raw: post('Content-Length: \r\n'), ...bad },
  { name: 'the length 003', raw: post('Content-Length: 003\r\n', 'abc'), ...body, equals: 'abc' },
  { name: 'the chunk size 0x1', raw: chunked('0x1\r\na\r\n0\r\n\r\n'), ...bad },
  { name: 'the chunk size -1', raw: chunked('-1\r\na\r\n0\r\n\r\n'), ...bad },
  { name: 'an empty chunk size', raw: chunked('\r\na\r\n0\r\n\r\n'), ...bad },
  { name: 'a chunk size beyond 64 bits', raw: chunked('10000000000000001\r\na\r\n0\r\n\r\n'), ...bad },
  { name: 'LF in the extension of a chunk', raw: chunked('1;a\nb\r\na\r\n0\r\n\r\n'), ...bad },
  { name: 'a space after the chunk size', raw: chunked('1 \r\na\r\n0\r\n\r\n'), ...bad },
  { name: 'chunks that end in LF', raw: chunked('1\na\n0\n\n'), ...bad },
  { name: 'a chunk longer than its size', raw: chunked('1\r\nab\r\n0\r\n\r\n'), ...bad },
  { name: 'the extension of a chunk', raw: chunked('3;a=b\r\nabc\r\n0\r\n\r\n'), ...body, equals: 'abc' },
  {
    name: 'a trailer',
    raw: chunked('1\r\na\r\n0\r\nX-Forwarded-For: 9\r\n\r\n'),
    status: 200,
    expects: ({ headers }) => headers.includes('9'),
    equals: false,
  },
  {
    name: 'GET with a body',
    raw: `GET / HTTP/1.1\r\n${H}Content-Length: 3\r\n\r\nabc`,
    ...body,
    equals: 'abc',
    parsed: true,
  },
  {
    name: 'DELETE with a body in chunks',
    raw: `DELETE / HTTP/1.1\r\n${H}Transfer-Encoding: chunked\r\n\r\n${abc}`,
    ...body,
    equals: 'abc',
  },
  {
    name: 'a request after a body of length 0',
    raw: `${post('Content-Length: 0\r\n')}${get('/second')}`,
    status: [200, 200],
    seen: 2,
  },
  { name: 'a request after chunks', raw: `${chunked(abc)}${get('/second')}`, status: [200, 200], seen: 2 },
  {
    name: 'a request in the body of another',
    raw: post(`Content-Length: ${get('/in').length}\r\n`, get('/in')),
    status: 200,
  },
  { name: 'a request after a refused one', raw: `${get('/a;b')}${get('/second')}`, status: [400, 200], seen: 1 },
  {
    name: 'a request after one that closes',
    raw: `${get('/', 'Connection: close\r\n')}${get('/second')}`,
    status: 200,
    closes: true,
    parsed: true,
  },
  {
    name: 'a request after one without a certain end',
    raw: `${post('Transfer-Encoding: gzip, chunked\r\n', abc)}${get('/second')}`,
    ...coding,
  },
  { name: 'garbage after a request', raw: `${get('/')}garbage\r\n\r\n`, status: 200, closes: true, parsed: true },
  { name: 'a body that ends early', raw: post('Content-Length: 5\r\n', 'abc'), ...bad, halfClose: true },
  { name: 'chunks that end early', raw: chunked('5\r\nabc'), ...bad, halfClose: true },
]
