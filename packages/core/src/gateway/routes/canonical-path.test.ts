import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowanceBits, bitsOf, type CanonicalPath, canonicalPath, isCanonical } from './canonical-path.ts'

const plain = { needs: 0 }
const raw = { needs: allowanceBits['raw-bytes'] }
const slash = { needs: allowanceBits['encoded-slash'] }
const parameters = { needs: allowanceBits['path-parameters'] }

describe('the canonical form of a path', () => {
  it.each<[path: string, canonical: CanonicalPath]>([
    ['/', { path: '/', ...plain }],
    ['/a/b/', { path: '/a/b/', ...plain }],
    ["/A-z0._~!$&'()*+,=:@", { path: "/A-z0._~!$&'()*+,=:@", ...plain }],
    ['/.well-known/..a/...', { path: '/.well-known/..a/...', ...plain }],
    ['/%61%2D%7E%2e%5f', { path: '/a-~._', ...plain }],
    ['/%c3%a9%20%3f%23%25', { path: '/%C3%A9%20%3F%23%25', ...plain }],
    ['/%252e%252e/%2561', { path: '/%252e%252e/%2561', ...plain }],
    ['/"<>[]^`{|}', { path: '/%22%3C%3E%5B%5D%5E%60%7B%7C%7D', ...plain }],
    ['/a+b', { path: '/a+b', ...plain }],
    ['//evil//x', { path: '/evil/x', kept: '//evil//x', ...plain }],
    ['/a//%61//', { path: '/a/a/', kept: '/a//a//', ...plain }],
    ['/a%2fb', { path: '/a%2Fb', ...slash }],
    ['/a%5cb', { path: '/a%5Cb', ...slash }],
    ['/a;b=1', { path: '/a;b=1', ...parameters }],
    ['/a%3bb', { path: '/a%3Bb', ...parameters }],
    ['/a.;b/x..;', { path: '/a.;b/x..;', ...parameters }],
    ['/%FF', { path: '/%FF', ...raw }],
    ['/%c0%ae', { path: '/%C0%AE', ...raw }],
    ['/%C3/%A9', { path: '/%C3/%A9', ...raw }],
    ['/%ED%A0%80', { path: '/%ED%A0%80', ...raw }],
    ['/%2F;%FF', { path: '/%2F;%FF', needs: 7 }],
  ])('of %s is %j', (path, canonical) => {
    expect(canonicalPath(path)).toEqual(canonical)
  })

  it.each<[path: string, rule: RegExp]>([
    ['', /start with a slash/],
    ['a', /start with a slash/],
    ['*', /start with a slash/],
    ['/%', /hexadecimal/],
    ['/%6', /hexadecimal/],
    ['/%zz', /hexadecimal/],
    ['/a%00', /control/],
    ['/a%1f', /control/],
    ['/a%7F', /control/],
    ['/a\tb', /control/],
    ['/a\u007f', /control/],
    ['/a\\b', /backslash/],
    ['/a#b', /\? or #/],
    ['/a?b', /\? or #/],
    ['/a b', /spaces/],
    ['/é', /ASCII/],
    ['/\ud800', /ASCII/],
    ['/a/../b', /segments \. and \.\./],
    ['/.', /segments/],
    ['/..', /segments/],
    ['/a//./b', /segments/],
    ['/%2e%2E/b', /segments/],
    ['/.%2e', /segments/],
    ['/a/..;/b', /segments/],
    ['/a/.;x', /segments/],
    ['/a/..%3bx', /segments/],
    ['/a/..%2fx', /segments/],
    ['/a%2f..', /segments/],
    ['/a%5c%2e%2e%5cb', /segments/],
  ])('does not exist for %j', (path, rule) => {
    expect(canonicalPath(path)).toEqual({ cause: 'errors.request.path.invalid', rule: expect.stringMatching(rule) })
  })

  it.each([
    ['8193 characters', `/${'a'.repeat(8192)}`],
    ['more than 8192 characters when it is escaped', `/${'"'.repeat(8000)}`],
    ['257 segments', '/a'.repeat(257)],
    ['257 empty segments', '/'.repeat(257)],
  ])('does not exist for %s', (_, path) => {
    expect(canonicalPath(path)).toEqual({ cause: 'errors.target.too.long', rule: expect.any(String) })
  })

  it('exists for 8192 characters, and for 256 segments', () => {
    const long = `/${'a'.repeat(8191)}`
    expect(canonicalPath(long)).toEqual({ path: long, ...plain })
    expect(canonicalPath('/a'.repeat(256))).toEqual({ path: '/a'.repeat(256), ...plain })
  })
})

describe('the bits of allowances', () => {
  it('are a set', () => {
    expect(bitsOf([])).toBe(0)
    expect(bitsOf(['path-parameters', 'raw-bytes', 'other', 'raw-bytes'])).toBe(5)
    expect(bitsOf(Object.keys(allowanceBits))).toBe(15)
  })
})

/** Paths of fragments that are special to some parser, and of any characters. */
const fragment = fc.oneof(
  fc.constantFrom(
    ...[
      '/',
      '/',
      '//',
      '.',
      '..',
      ';',
      '%',
      '%2',
      '%2e',
      '%2E',
      '%2f',
      '%5C',
      '%3b',
      '%25',
      '%252e',
      '%61',
      '%7e',
      '%00',
    ],
    ...['%C3', '%a9', '%e2%82%ac', '%c0%ae', '%ff', '\\', '#', '?', ' ', '"', '[', '|', '+', 'a', 'b.c', 'é', '~'],
  ),
  fc.string({ maxLength: 3 }),
)
const paths = fc.array(fragment, { maxLength: 12 }).map((fragments) => `/${fragments.join('')}`)

/** Decodes everything that a backend may decode, again and again. */
function decoded(path: string): string {
  const once = path.replace(/%[0-7][0-9a-f]/gi, (one) => String.fromCharCode(Number.parseInt(one.slice(1), 16)))
  return once.replace(/;[^/\\]*/g, '')
}

describe('every path', () => {
  it('has a canonical form that is its own canonical form', () => {
    fc.assert(
      fc.property(paths, (path) => {
        const read = canonicalPath(path)
        if ('cause' in read) return
        expect(canonicalPath(read.path)).toEqual({ path: read.path, needs: read.needs })
        if (read.kept !== undefined) expect(canonicalPath(read.kept)).toEqual(read)
        expect(read.kept?.replace(/\/+/g, '/') ?? read.path).toBe(read.path)
      }),
      { numRuns: 5000 },
    )
  })

  it('is canonical if and only if its form is the path itself, without needs', () => {
    fc.assert(
      fc.property(paths, (path) => {
        const read = canonicalPath(path)
        const isSame = 'path' in read && read.path === path && read.needs === 0
        expect(isCanonical(path)).toBe(isSame)
      }),
      { numRuns: 5000 },
    )
  })

  it('has a form without escapes of unreserved characters, small digits, empty segments and characters beyond URIs', () => {
    fc.assert(
      fc.property(paths, (path) => {
        const read = canonicalPath(path)
        if ('cause' in read) return
        expect(read.path).toMatch(/^(\/([\w\-.~!$&'()*+,;=:@]|%[0-9A-F]{2})*)+$/)
        expect(read.path).not.toMatch(/%(2D|2E|3[0-9]|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])|\/\/|%[01]|%7F/)
      }),
      { numRuns: 5000 },
    )
  })

  it('has a form in which nothing that decodes it finds a dot segment', () => {
    fc.assert(
      fc.property(paths, (path) => {
        const read = canonicalPath(path)
        if ('cause' in read) return
        for (const one of decoded(read.path).split(/[/\\]/)) expect(['.', '..']).not.toContain(one)
      }),
      { numRuns: 5000 },
    )
  })

  it('has a form whose segments can be decoded, unless it needs raw bytes', () => {
    fc.assert(
      fc.property(paths, (path) => {
        const read = canonicalPath(path)
        if ('cause' in read) return
        const decode = () => read.path.split('/').map(decodeURIComponent)
        if (read.needs & allowanceBits['raw-bytes']) expect(decode).toThrow(URIError)
        else expect(decode).not.toThrow()
      }),
      { numRuns: 5000 },
    )
  })

  it('has a form that URL parsers do not change', () => {
    fc.assert(
      fc.property(paths, (path) => {
        const read = canonicalPath(path)
        if ('cause' in read) return
        expect(new URL(`http://a${read.path}`).pathname).toBe(read.path)
      }),
      { numRuns: 5000 },
    )
  })
})
