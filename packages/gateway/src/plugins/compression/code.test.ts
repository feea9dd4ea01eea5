import { describe, expect, it } from 'vitest'
import { fakeExchange, fakeHead } from '../../pipeline/exchange.fixture.ts'
import type { Hooks } from '../../plugin-api/hooks.ts'
import { compiled } from '../compiled.fixture.ts'

const accepting = ['Accept-Encoding', 'gzip, br']
const page = ['Content-Type', 'text/html; charset=utf-8', 'Content-Length', '5000']
const OK = { codings: { names: new Set(['br', 'gzip', 'deflate']), canFlush: true } }

/** What a hook makes of a response. */
function compress(hooks: Hooks, headers: readonly string[] = page, status = 200, request: object = {}) {
  const exchange = fakeExchange({ headers: accepting, ...OK, ...request })
  const head = fakeHead(headers, status)
  hooks.response!(exchange, head)
  return { exchange, head, coding: hooks.responseCoding!(exchange, head), list: head.headers.list }
}

describe('Compression', () => {
  it('compresses what a client accepts, and says so', () => {
    const { coding, list } = compress(compiled('Compression'), [...page, 'ETag', '"a"', 'Accept-Ranges', 'bytes'])
    expect(coding).toEqual({ coding: 'br', level: 5, isEager: false })
    expect(list).toEqual([
      ...['Content-Type', 'text/html; charset=utf-8', 'ETag', 'W/"a~signalbox"', 'Vary', 'Accept-Encoding'],
      ...['Content-Encoding', 'br'],
    ])
  })

  it.each<[why: string, headers: readonly string[], status?: number]>([
    ['another type', ['Content-Type', 'image/png']],
    ['no type', []],
    ['encoded already', [...page, 'Content-Encoding', 'gzip']],
    ['no-transform', [...page, 'Cache-Control', 'public', 'Cache-Control', 'max-age=1,No-Transform']],
    ['a part', [...page, 'Content-Range', 'bytes 0-4/10'], 206],
    ['a digest', [...page, 'Repr-Digest', 'sha-256=:AA==:']],
    ['a 204', page, 204],
  ])('leaves alone %s', (_, headers, status) => {
    const { coding, list } = compress(compiled('Compression'), headers, status)
    expect([coding, list]).toEqual([undefined, headers])
  })

  it.each<[why: string, request: object, headers?: readonly string[]]>([
    ['does not accept it', { headers: ['Accept-Encoding', 'identity'] }],
    ['says nothing', { headers: [] }],
    ['asks for a range', { headers: [...accepting, 'Range', 'bytes=0-1'] }],
    ['asks for the head', { method: 'HEAD' }],
    ['gets little', {}, ['Content-Type', 'text/html', 'Content-Length', '1023']],
    ['is on a runtime without codings', { codings: { names: new Set(), canFlush: false } }],
  ])('leaves a response alone if the client %s, but tells caches that it varies', (_, request, headers) => {
    const { coding, head } = compress(compiled('Compression'), headers, 200, request)
    expect([coding, head.headers.get('vary'), head.headers.get('etag')]).toEqual([
      ...[undefined, 'Accept-Encoding', undefined],
    ])
  })

  it.each(['application/json', 'text/csv', 'Application/Problem+JSON'])('compresses %s if it is listed', (type) => {
    const hooks = compiled('Compression', { content_types: ['application/json', 'text/*', '*+json'] })
    expect(compress(hooks, ['Content-Type', type]).coding?.coding).toBe('br')
  })

  it.each([
    ['If-None-Match', 'W/"a~signalbox"', '"a"'],
    ['If-None-Match', '"b",W/"a~signalbox" , W/"c"', '"b","a" , W/"c"'],
    ['If-None-Match', 'W/"a"', 'W/"a"'],
    ['If-None-Match', 'W/""', 'W/""'],
    ['If-None-Match', '"a~signalbox"', '"a~signalbox"'],
    ['If-None-Match', '*', '*'],
    ['if-match', 'W/"a~signalbox"', '"a"'],
    ['If-Range', 'W/"a~signalbox"', 'W/"a"'],
    ['X-Other', 'W/"a~signalbox"', 'W/"a~signalbox"'],
  ])('gives the backend its own tags: %s %s is %s', (name, value, expected) => {
    const exchange = fakeExchange({ headers: [name, value] })
    compiled('Compression').request!(exchange)
    expect(exchange.out.get(name)).toBe(expected)
  })

  it('gives the backend its own tags of repeated headers', () => {
    const tags = ['If-None-Match', 'W/"a~signalbox"', 'if-none-match', 'W/"b"']
    const exchange = fakeExchange({ headers: tags })
    compiled('Compression').request!(exchange)
    expect(exchange.out.all('if-none-match')).toEqual(['"a", W/"b"'])
  })

  it.each([
    ['W/"a~signalbox"', '"a"', 'W/"a~signalbox"'],
    ['"a"', '"a"', '"a"'],
    ['W/"b~signalbox"', '"a"', '"a"'],
    ['W/"a"', 'W/"a"', 'W/"a"'],
  ])('a 304 to %s with the tag %s has %s', (asked, etag, expected) => {
    const exchange = fakeExchange({ headers: ['If-None-Match', asked] })
    const head = fakeHead(['ETag', etag], 304)
    compiled('Compression').response!(exchange, head)
    expect([head.headers.get('etag'), head.headers.get('vary')]).toEqual([expected, 'Accept-Encoding'])
  })

  it('prefers the encodings in their order', () => {
    const hooks = compiled('Compression', { encodings: ['deflate', 'gzip'] })
    expect(compress(hooks).coding?.coding).toBe('gzip')
  })

  it('compresses streams of events only if they are listed, and each event at once', () => {
    const events = ['Content-Type', 'text/event-stream']
    expect(compress(compiled('Compression'), events).coding).toBeUndefined()
    const hooks = compiled('Compression', { content_types: ['text/event-stream'] })
    expect(compress(hooks, events).coding).toMatchObject({ isEager: true })
    const codings = { names: new Set(['gzip']), canFlush: false }
    expect(compress(hooks, events, 200, { codings }).coding).toBeUndefined()
  })

  it('leaves a response without a length alone where bytes would wait for its end', () => {
    const codings = { names: new Set(['gzip']), canFlush: false }
    const type = ['Content-Type', 'application/json']
    const hooks = compiled('Compression')
    expect(compress(hooks, type, 200, { codings }).coding).toBeUndefined()
    expect(compress(hooks, [...type, 'Content-Length', '4000'], 200, { codings }).coding?.coding).toBe('gzip')
  })

  it('compresses 64 responses at once; further ones pass as they are until one has ended', () => {
    const hooks = compiled('Compression')
    const running = Array.from({ length: 64 }, () => compress(hooks))
    expect(running.every(({ coding }) => coding)).toBe(true)
    const further = compress(hooks)
    expect([further.coding, further.head.headers.get('content-encoding')]).toEqual([undefined, undefined])
    const ended = { status: 200, ms: 1, bytesIn: 0, bytesOut: 0 }
    hooks.done!(further.exchange, ended)
    expect(compress(hooks).coding).toBeUndefined()
    hooks.done!(running[0]!.exchange, ended)
    expect(compress(hooks).coding).toBeDefined()
    expect(compress(hooks).coding).toBeUndefined()
  })
})
