import { expect, it } from 'vitest'
import { forHttp2, toHeaderList } from './undici-headers.ts'

it('headers of HTTP/1 are bytes, taken as Latin-1', () => {
  expect(toHeaderList([Buffer.from('X-A'), Buffer.from([0x31, 0xe9])])).toEqual(['X-A', '1é'])
})

it('headers of HTTP/2 are an object; pseudo headers are left out, and lists are several headers', () => {
  const raw = { ':status': '200', 'x-a': '1', 'set-cookie': ['a=1', 'b=2'] }
  expect(toHeaderList(raw)).toEqual(['x-a', '1', 'set-cookie', 'a=1', 'set-cookie', 'b=2'])
})

it('no trailers are an empty list', () => {
  expect([toHeaderList(undefined as never), toHeaderList([]), toHeaderList({})]).toEqual([[], [], []])
})

it('headers for HTTP/2 are in lower case, without those of HTTP/1 connections', () => {
  const headers = [
    'Host',
    'a',
    'X-Own',
    'B',
    'Proxy-Connection',
    'close',
    'HTTP2-Settings',
    'x',
    'TE',
    'gzip',
    'TE',
    'trailers',
  ]
  expect(forHttp2(headers)).toEqual(['host', 'a', 'x-own', 'B', 'te', 'trailers'])
})
