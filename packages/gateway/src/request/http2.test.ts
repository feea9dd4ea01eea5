import { describe, expect, it } from 'vitest'
import { checkHttp2 } from './http2.ts'

const head = [':method', 'GET', ':scheme', 'https', ':authority', 'a', ':path', '/']

describe('requests of HTTP/2', () => {
  it.each([
    ['with all pseudo headers', head],
    ['without an authority', [':method', 'GET', ':scheme', 'https', ':path', '/', 'host', 'a']],
    ['with other headers', [...head, 'accept', '*/*', 'cookie', 'a=1', 'cookie', 'b=2', 'x-connection', '1']],
    ['that take trailers', [...head, 'te', 'trailers']],
    ['with a length', [...head, 'content-length', '3']],
    ['that wait for 100 Continue', [...head, 'expect', '100-continue']],
    ['about the server', [':method', 'OPTIONS', ':scheme', 'https', ':authority', 'a', ':path', '*']],
    ['to connect', [':method', 'CONNECT', ':authority', 'a:443']],
  ])('%s are accepted', (_, headers) => expect(checkHttp2(headers)).toBeUndefined())

  it.each([
    ['without a method', head.slice(2)],
    ['without a path', head.slice(0, 6)],
    ['without a scheme', [':method', 'GET', ':path', '/']],
    ['with a relative path', [':method', 'GET', ':scheme', 'https', ':path', 'a']],
    ['with an absolute URL', [':method', 'GET', ':scheme', 'https', ':authority', 'a', ':path', 'https://b/']],
    ['with an empty path', [':method', 'GET', ':scheme', 'https', ':path', '']],
    ['to connect with a path', [...head.slice(2), ':method', 'CONNECT']],
    ['with two paths', [...head, ':path', '/']],
    ['with two authorities', [...head, ':authority', 'a']],
    ['with an unknown pseudo header', [...head, ':status', '200']],
    ['with a protocol', [...head, ':protocol', 'websocket']],
    ['with a pseudo header behind others', [...head.slice(0, 6), 'accept', '*/*', ':path', '/']],
    ['with capitals', [...head, 'Accept', '*/*']],
    ['with Connection', [...head, 'connection', 'close']],
    ['with Transfer-Encoding', [...head, 'transfer-encoding', 'chunked']],
    ['with Upgrade', [...head, 'upgrade', 'websocket']],
    ['with Keep-Alive', [...head, 'keep-alive', '1']],
    ['with Proxy-Connection', [...head, 'proxy-connection', 'close']],
    ['that take anything but trailers', [...head, 'te', 'gzip']],
  ])('%s are refused', (_, headers) => expect(checkHttp2(headers)?.refuse).toBe('errors.bad.request'))

  it.each([
    ['two lengths', ['content-length', '1', 'content-length', '1']],
    ['a signed length', ['content-length', '+1']],
    ['a list of lengths', ['content-length', '1, 1']],
  ])('with %s are refused', (_, headers) =>
    expect(checkHttp2([...head, ...headers])?.refuse).toBe('errors.request.framing'),
  )

  it('with unknown expectations are refused', () => {
    expect(checkHttp2([...head, 'expect', 'more'])?.refuse).toBe('errors.expectation.failed')
  })
})
