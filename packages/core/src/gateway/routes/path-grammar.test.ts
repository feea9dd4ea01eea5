import { describe, expect, it } from 'vitest'
import { canonicalRoutePath, type PathSegment, readPath } from './path-grammar.ts'
import { shapeOf } from './path-shape.ts'

const text = (one: string): PathSegment => ({ kind: 'text', text: one })

describe('the path of a route', () => {
  it.each<[path: string, segments: PathSegment[]]>([
    ['', []],
    ['/', []],
    ['//a///b/', [text('a'), text('b')]],
    ['/orders/:id', [text('orders'), { kind: 'parameter', name: 'id' }]],
    ['/orders/{id}', [text('orders'), { kind: 'parameter', name: 'id' }]],
    ['/{Sid}.json', [{ kind: 'mixed', parts: [{ name: 'Sid' }, { text: '.json' }] }]],
    ['/{name}:cancel', [{ kind: 'mixed', parts: [{ name: 'name' }, { text: ':cancel' }] }]],
    ['/v{a}-{b}', [{ kind: 'mixed', parts: [{ text: 'v' }, { name: 'a' }, { text: '-' }, { name: 'b' }] }]],
    ['/$id<[0-9]+>/x', [{ kind: 'regex', name: 'id', regex: '[0-9]+' }, text('x')]],
    ['/$id<[^/]+>', [{ kind: 'regex', name: 'id', regex: '[^/]+' }]],
    ['/*/a/*', [{ kind: 'any' }, text('a'), { kind: 'rest' }]],
    ['/a:b/$metadata/%20', [text('a:b'), text('$metadata'), text('%20')]],
    ['/%61%2d/%c3%a9/%7bid%7d/é|', [text('a-'), text('%C3%A9'), text('%7Bid%7D'), text('%C3%A9%7C')]],
    [
      '/%61%2e{x}.{y}%2F',
      [{ kind: 'mixed', parts: [{ text: 'a.' }, { name: 'x' }, { text: '.' }, { name: 'y' }, { text: '%2F' }] }],
    ],
    ['/$%61<x>', [text('$a%3Cx%3E')]],
  ])('%s is read', (path, segments) => {
    expect(readPath(path)).toEqual({ segments })
  })

  it.each<[path: string, segment: string, reason: RegExp]>([
    ['/:id.json', ':id.json', /write \{id\}\.json/],
    ['/a/:1', ':1', /do not begin with a digit/],
    ['/{a', '{a', /parameters as \{name\}/],
    ['/{a-b}', '{a-b}', /parameters as \{name\}/],
    ['/{a}{b}', '{a}{b}', /text between/],
    ['/a*b', 'a*b', /whole segment/],
    ['/:id/b/{id}', '{id}', /used twice/],
    ['/../a', '..', /segments \. and \.\./],
    ['/a b', 'a b', /must not contain spaces/],
    ['/a?b', 'a?b', /must not contain \? or #/],
    ['/a#b', 'a#b', /must not contain \? or #/],
    ['/a\\b', 'a\\b', /backslashes/],
    ['/%zz', '%zz', /hexadecimal/],
    ['/a/%2e%2E', '%2e%2E', /segments \. and \.\./],
    ['/..;x', '..;x', /segments \. and \.\./],
    ['/a%00', 'a%00', /control/],
    ['/{a}%0A', '{a}%0A', /control/],
    ['/\ud800', '\ud800', /ASCII/],
    ['/$id<[>', '$id<[>', /regular expression is invalid/],
    ['/$id<>', '$id<>', /empty/],
    ['/$id<(a{1000}){9}>', '$id<(a{1000}){9}>', /regular expression|steps/],
  ])('%s is invalid: the segment %s', (path, segment, reason) => {
    expect(readPath(path)).toEqual({ flaw: { segment, reason: expect.stringMatching(reason) } })
  })

  it.each([
    ['/a/:id/*', '/a/{x}/*'],
    ['/{a}.json', '/{b}.json'],
    ['/$a<x>', '/$b<x>'],
    ['/*/b', '/:x/b'],
    ['//a/', '/a'],
  ])('%s has the shape of %s', (one, other) => {
    expect(shapeOf(one)).toBe(shapeOf(other))
  })

  it.each([
    ['/a/*', '/a/:id'],
    ['/$a<x>', '/$a<y>'],
    ['/{a}.json', '/:a'],
  ])('%s has another shape than %s', (one, other) => {
    expect(shapeOf(one)).not.toBe(shapeOf(other))
  })

  it.each([
    ['/%61/{x}%2d/:id/$a<%61>/*', '/a/{x}-/:id/$a<%61>/*'],
    ['//café//', '/caf%C3%A9/'],
    ['a%2f', '/a%2F'],
    ['//a//:id', '//a//:id'],
    ['/%61/..', '/%61/..'],
    ['', ''],
  ])('%s has the canonical form %s', (path, canonical) => {
    expect(canonicalRoutePath(path)).toBe(canonical)
    expect(canonicalRoutePath(canonical)).toBe(canonical)
  })
})
