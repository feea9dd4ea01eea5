import { describe, expect, it } from 'vitest'
import { headersOver } from '../../pipeline/exchange.fixture.ts'
import { askFor, isUnmodified, notModifiedHeaders, updated } from './conditional.ts'

const then = 'Thu, 01 Jan 1970 00:00:00 GMT'
const later = 'Fri, 02 Jan 1970 00:00:00 GMT'

describe('a conditional request', () => {
  it.each<[request: string[], stored: string[], isUnmodified: boolean]>([
    [[], ['ETag', '"a"'], false],
    [['If-None-Match', '"a"'], ['ETag', '"a"'], true],
    [['If-None-Match', 'W/"a"'], ['ETag', '"a"'], true],
    [['If-None-Match', '"a"'], ['ETag', 'W/"a"'], true],
    [['If-None-Match', '"b", "a"'], ['ETag', '"a"'], true],
    [['If-None-Match', '"b"', 'If-None-Match', '"a"'], ['ETag', '"a"'], true],
    [['If-None-Match', '"b,a"'], ['ETag', '"a"'], false],
    [['If-None-Match', '*'], [], true],
    [['If-None-Match', '"a"'], [], false],
    [['If-Modified-Since', then], ['Last-Modified', then], true],
    [['If-Modified-Since', then], ['Last-Modified', later], false],
    [['If-Modified-Since', 'never'], ['Last-Modified', then], false],
    [['If-Modified-Since', then], [], false],
    [['If-None-Match', '"b"', 'If-Modified-Since', later], ['ETag', '"a"', 'Last-Modified', then], false],
  ])('%j of a response with %j needs no body: %s', (request, stored, expected) => {
    expect(isUnmodified(headersOver(request), stored)).toBe(expected)
  })

  it('to the backend has the validators of what is stored, not those of the client', () => {
    const out = ['If-None-Match', '"mine"', 'If-Modified-Since', later, 'X-A', '1']
    askFor(out, ['ETag', '"a"', 'Last-Modified', then])
    expect(out).toEqual(['X-A', '1', 'If-None-Match', '"a"', 'If-Modified-Since', then])
    askFor(out, undefined)
    expect(out).toEqual(['X-A', '1'])
  })
})

describe('a 304', () => {
  it('has the headers about the stored response, not those about its body', () => {
    const stored = ['Content-Type', 'text/html', 'ETag', '"a"', 'Vary', 'Accept', 'Last-Modified', then, 'Age', '1']
    expect(notModifiedHeaders(stored)).toEqual(['ETag', '"a"', 'Vary', 'Accept', 'Age', '1'])
    expect(notModifiedHeaders(['Last-Modified', then])).toEqual(['Last-Modified', then])
  })

  it('of the backend updates what is stored', () => {
    const stored = ['Content-Type', 'text/html', 'X-A', '1', 'X-A', '2', 'Age', '9', 'Date', then]
    const fresh = ['date', later, 'x-a', '3', 'Content-Type', 'text/plain', 'Content-Length', '0', 'Set-Cookie', 'a=1']
    expect(updated(stored, fresh)).toEqual(['Content-Type', 'text/html', 'date', later, 'x-a', '3'])
  })
})
