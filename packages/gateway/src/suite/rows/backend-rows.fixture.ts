/** A response of a backend, and what the client gets. */
export interface BackendRow {
  readonly name: string
  /** What the backend sends to every request, as Latin-1. */
  readonly raw: string
  /** What it does to the connection afterwards. @default nothing */
  readonly then?: 'end' | 'reset'
  readonly status: number | readonly number[]
  readonly cause?: string
  readonly body?: string
  /** Whether the response is cut off after its head. */
  readonly cut?: boolean
  readonly method?: string
  /** A header of the response, as the client gets it. */
  readonly header?: readonly [name: string, value: string | undefined]
  /** How many connections the backend sees for two requests. */
  readonly connections?: number
  /** What differs with `fetch`, which sees less of a response. `skip`: depends on the runtime. */
  readonly onFetch?: Partial<Pick<BackendRow, 'status' | 'cut' | 'body' | 'cause' | 'header'>> | 'skip'
}

const OK = 'HTTP/1.1 200 OK\r\n'
const ok = `${OK}Content-Length: 2\r\n\r\nok`
const bad = { status: 502, cause: 'errors.backend.bad.response' } as const
const refused = { ...bad, onFetch: { status: 502, cause: 'errors.backend' } } as const
/** With `fetch`, the host decides what its clients see of it. */
const cutOff = { status: 200, cut: true, onFetch: 'skip' } as const
const late = { status: 504, cause: 'errors.backend.timeout' } as const

/** What a server may send before its response, unasked. */
const informed = [
  ['100', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['100 without a reason', 'HTTP/1.1 100\r\n\r\n'],
  ['100 of HTTP/1.0', 'HTTP/1.0 100 Continue\r\n\r\n'],
  ['100 with headers', 'HTTP/1.1 100 Continue\r\nDate: x\r\nX-Long: yes\r\n\r\n'],
  ['100 several times', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(3)],
  ['100 and 103', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
  ['103, 100, 102 and 100', [103, 100, 102, 100].map((status) => `HTTP/1.1 ${status} x\r\n\r\n`).join('')],
] as const

/** The rows of what backends may answer. */
export const backendRows: readonly BackendRow[] = [
  { name: 'a length', raw: ok, status: 200, body: 'ok', connections: 1, onFetch: {} },
  { name: 'fewer bytes than the length', raw: `${OK}Content-Length: 5\r\n\r\nabc`, then: 'end', ...cutOff },
  {
    name: 'more bytes than the length',
    raw: `${OK}Content-Length: 3\r\n\r\nabcde`,
    status: 200,
    body: 'abc',
    connections: 2,
  },
  {
    name: 'a second response',
    raw: `${ok}${OK}Content-Length: 4\r\n\r\nevil`,
    status: 200,
    body: 'ok',
    connections: 2,
  },
  {
    name: 'a length and chunks',
    raw: `${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
    ...bad,
    onFetch: 'skip',
  },
  { name: 'two equal lengths', raw: `${OK}Content-Length: 2\r\nContent-Length: 2\r\n\r\nok`, ...refused },
  { name: 'two lengths', raw: `${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok`, ...refused },
  { name: 'a length that is no number', raw: `${OK}Content-Length: 2x\r\n\r\nok`, ...refused },
  { name: 'a negative length', raw: `${OK}Content-Length: -2\r\n\r\nok`, ...refused },
  {
    name: 'chunks',
    raw: `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
    status: 200,
    body: 'ok',
    connections: 1,
  },
  {
    name: 'the coding chunked and a tab',
    raw: `${OK}Transfer-Encoding: chunked\t\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
    then: 'end',
    ...bad,
    onFetch: 'skip',
  },
  {
    name: 'the coding chunked, gzip',
    raw: `${OK}Transfer-Encoding: chunked, gzip\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
    then: 'end',
    ...bad,
  },
  {
    name: 'the coding gzip, chunked',
    raw: `${OK}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
    ...bad,
  },
  {
    name: 'the coding identity',
    raw: `${OK}Transfer-Encoding: identity\r\nContent-Length: 2\r\n\r\nok`,
    then: 'end',
    ...refused,
  },
  {
    name: 'two codings',
    raw: `${OK}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
    then: 'end',
    ...refused,
    onFetch: 'skip',
  },
  {
    name: 'a body until the end of the connection',
    raw: 'HTTP/1.1 200 OK\r\n\r\nabc',
    then: 'end',
    status: 200,
    body: 'abc',
  },
  { name: 'HTTP/1.0', raw: 'HTTP/1.0 200 OK\r\n\r\nabc', then: 'end', status: 200, body: 'abc' },
  { name: 'chunks that are cut off', raw: `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nab`, then: 'end', ...cutOff },
  { name: 'chunks that are reset', raw: `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nab`, then: 'reset', ...cutOff },
  { name: 'an invalid chunk', raw: `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\nzz\r\n`, ...cutOff },
  { name: 'a chunk without its end', raw: `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nokay\r\n0\r\n\r\n`, ...cutOff },
  ...informed.map(
    ([what, before]): BackendRow => ({
      name: `${what} before the response`,
      raw: `${before}${ok}`,
      ...{ status: 200, body: 'ok', connections: 1 },
      // That of Node fails.
      onFetch: 'skip',
    }),
  ),
  {
    name: 'many 100 before the response',
    raw: `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(50)}${ok}`,
    ...bad,
    onFetch: 'skip',
  },
  { name: '100 with lines that do not end so', raw: `HTTP/1.1 100 Continue\n\n${ok}`, ...bad, onFetch: 'skip' },
  {
    name: 'a body that looks like 100',
    raw: `${OK}Content-Length: 25\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n`,
    ...{ status: 200, body: 'HTTP/1.1 100 Continue\r\n\r\n', connections: 1, onFetch: {} },
  },
  { name: '102 before the response', raw: `HTTP/1.1 102 Processing\r\n\r\n${ok}`, status: 200, body: 'ok' },
  {
    name: '103 before the response',
    raw: `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${ok}`,
    status: 200,
    body: 'ok',
  },
  {
    name: 'many 103 before the response',
    raw: `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50)}${ok}`,
    ...bad,
    onFetch: 'skip',
  },
  {
    name: '101 that nobody asked for',
    raw: 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    ...refused,
  },
  {
    name: '204 with a length',
    raw: 'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok',
    status: 204,
    body: '',
    connections: 2,
  },
  ...['0', '2'].map(
    (length): BackendRow => ({
      name: `204 with the length ${length}, which is not passed on`,
      raw: `HTTP/1.1 204 No Content\r\nCONTENT-Length: ${length}\r\n\r\n`,
      ...{ status: 204, body: '', header: ['content-length', undefined] },
    }),
  ),
  { name: '304 with a length', raw: 'HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\n', status: 304, body: '' },
  {
    name: 'a length to HEAD',
    raw: `${OK}Content-Length: 2\r\n\r\n`,
    method: 'HEAD',
    status: 200,
    body: '',
    header: ['content-length', '2'],
  },
  {
    name: 'a redirect',
    raw: 'HTTP/1.1 302 Found\r\nLocation: http://b/\r\nContent-Length: 0\r\n\r\n',
    status: 302,
    header: ['location', 'http://b/'],
  },
  { name: 'a folded header', raw: `${OK}X: a\r\n b\r\nContent-Length: 2\r\n\r\nok`, ...refused },
  { name: 'a space before the colon', raw: `${OK}X : a\r\nContent-Length: 2\r\n\r\nok`, ...refused },
  { name: 'lines that end in LF', raw: 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok', ...refused },
  { name: 'no reason', raw: 'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok', status: 200, body: 'ok' },
  { name: 'the status 999', raw: 'HTTP/1.1 999 X\r\nContent-Length: 2\r\n\r\nok', ...refused },
  { name: 'the status 600', raw: 'HTTP/1.1 600 X\r\nContent-Length: 2\r\n\r\nok', ...refused },
  { name: 'the status 099', raw: 'HTTP/1.1 099 X\r\nContent-Length: 2\r\n\r\nok', ...refused, onFetch: 'skip' },
  { name: 'the status 599', raw: 'HTTP/1.1 599 X\r\nContent-Length: 2\r\n\r\nok', status: 599, body: 'ok' },
  { name: 'HTTP/2.0', raw: 'HTTP/2.0 200 OK\r\nContent-Length: 2\r\n\r\nok', status: 200, body: 'ok' },
  { name: 'garbage', raw: 'garbage\r\n\r\n', ...refused },
  { name: 'NUL in a header', raw: `${OK}X: a\0b\r\nContent-Length: 2\r\n\r\nok`, ...refused },
  { name: 'CR in a header', raw: `${OK}X: a\rb\r\nContent-Length: 2\r\n\r\nok`, ...refused },
  {
    name: 'a header beyond ASCII',
    raw: `${OK}X: caf\xe9\r\nContent-Length: 2\r\n\r\nok`,
    status: 200,
    header: ['x', 'caf\xe9'],
  },
  {
    name: 'a header in UTF-8',
    raw: `${OK}X: caf\xc3\xa9\r\nContent-Length: 2\r\n\r\nok`,
    status: 200,
    header: ['x', 'caf\xc3\xa9'],
  },
  {
    name: 'headers of the connection',
    raw: `${OK}Connection: X-Mine\r\nX-Mine: 1\r\nKeep-Alive: timeout=9\r\nContent-Length: 2\r\n\r\nok`,
    status: 200,
    header: ['x-mine', undefined],
  },
  { name: 'headers of 20 KB', raw: `${OK}X: ${'a'.repeat(20_000)}\r\nContent-Length: 2\r\n\r\nok`, ...refused },
  { name: 'a closed connection', raw: '', then: 'end', status: 502, cause: 'errors.backend.unreachable' },
  { name: 'a reset connection', raw: '', then: 'reset', status: 502, cause: 'errors.backend.unreachable' },
  {
    name: 'a reset in the head',
    raw: 'HTTP/1.1 200 OK\r\nContent-',
    then: 'reset',
    status: 502,
    cause: 'errors.backend.unreachable',
  },
  { name: 'silence', raw: '', ...late },
  { name: 'silence in the head', raw: 'HTTP/1.1 200 OK\r\nContent-', ...late },
  { name: 'silence in the body', raw: `${OK}Content-Length: 9\r\n\r\nab`, ...cutOff },
  {
    name: 'trailers',
    raw: `${OK}Transfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n2\r\nok\r\n0\r\nX-T: 1\r\n\r\n`,
    status: 200,
    body: 'ok',
  },
]
