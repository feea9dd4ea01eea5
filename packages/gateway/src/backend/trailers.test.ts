import { expect, it } from 'vitest'
import { trailersOf } from './trailers.ts'

const passed = (...names: string[]) => trailersOf(names.flatMap((name) => [name, '1'])).map(([name]) => name)

it('trailers are passed on in their order, repeated ones too', () => {
  expect(trailersOf(['Grpc-Status', '0', 'X-T', 'a', 'Content-Digest', 'sha-256=:x:', 'X-T', 'b'])).toEqual([
    ['Grpc-Status', '0'],
    ['X-T', 'a'],
    ['Content-Digest', 'sha-256=:x:'],
    ['X-T', 'b'],
  ])
})

it.each([
  ['framing', ['Transfer-Encoding', 'Content-Length', 'TE', 'Trailer', 'Connection', 'Upgrade', 'Keep-Alive']],
  ['routing', ['Host', 'Location', 'Retry-After', 'Vary']],
  ['authentication', ['Set-Cookie', 'Cookie', 'Authorization', 'WWW-Authenticate', 'Proxy-Authenticate']],
  ['content', ['Content-Encoding', 'Content-Type', 'Content-Range']],
  ['caching', ['Cache-Control', 'Expires', 'Age', 'Date', 'Pragma']],
  ['the gateway', ['X-Request-Id', 'Gateway-Error', 'HTTP2-Settings']],
])('trailers are dropped that concern %s, in any case', (_, names) => {
  expect(passed(...names, ...names.map((name) => name.toLowerCase()))).toEqual([])
})
