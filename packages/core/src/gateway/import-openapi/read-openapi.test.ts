import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { digest } from '../../machine/secrets/secret.ts'
import { readOpenApi } from './read-openapi.ts'

const limits = { json: 1024 * 1024, yaml: 256 * 1024 }
const document = {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.example' }],
  paths: { '/a': { get: { operationId: 'a', responses: { 200: { description: 'ok' } } } } },
}
const text = JSON.stringify(document)
const raw = (content: string, mediaType = 'application/yaml') => ({
  mediaType,
  bytes: new TextEncoder().encode(content),
})
const read = (body: unknown) => readOpenApi(body, limits)
const codeOf = (body: unknown, within = limits) => {
  try {
    readOpenApi(body, within)
  } catch (error) {
    return (error as { code: string }).code
  }
  return undefined
}

describe('an upload', () => {
  it.each<[string, unknown]>([
    ['the document', document],
    ['its text as JSON', text],
    ['its text as YAML', stringify(document)],
    ['the document in an envelope', { openapi: document }],
    ['its JSON in an envelope', { openapi: text }],
    ['its YAML in an envelope', { openapi: stringify(document) }],
    ['bytes of JSON', raw(text, 'application/json')],
    ['bytes of YAML', raw(stringify(document))],
    ['bytes of YAML under the name of the format', raw(stringify(document), 'application/vnd.oai.openapi')],
    ['bytes of an envelope', raw(JSON.stringify({ openapi: text }), 'application/json')],
  ])('can be %s, with the same result', (_, body) => {
    const { api, ...rest } = read(body)
    expect(api).toMatchObject({ name: 'Shop', routes: [{ id: 'a' }] })
    expect(rest).toEqual({ options: {}, warnings: [], text, sha256: digest(text) })
  })

  it('has its options beside the document', () => {
    expect(read({ openapi: document, domain: 'a.tld', dryRun: true }).options).toEqual({
      domain: 'a.tld',
      dryRun: true,
    })
    expect(read({ ...document, domain: 'a.tld' }).options).toEqual({})
  })

  it.each([
    null,
    1,
    true,
    [],
    {},
    '',
    'x',
    { openapi: null },
    { openapi: 1 },
    { openapi: {} },
    { openapi: '' },
    raw(''),
  ])('%j is rejected', (body) => {
    expect(codeOf(body)).toBe('INVALID')
  })

  it('is rejected beyond the limits, which are lower for YAML than for JSON', () => {
    const long = { ...document, 'x-more': 'x'.repeat(300 * 1024) }
    expect(codeOf(raw(JSON.stringify(long), 'application/json'))).toBeUndefined()
    expect(codeOf(raw(stringify(long)))).toBe('TOO_LARGE')
    expect(codeOf({ openapi: stringify(long) })).toBe('TOO_LARGE')
    expect(codeOf({ ...document, 'x-more': 'x'.repeat(1024 * 1024) })).toBe('TOO_LARGE')
    expect(() => read(raw(stringify(long)))).toThrow(
      'The document is larger than 262144 bytes: send it as JSON, which may have up to 1048576 bytes',
    )
    expect(() => read({ ...document, 'x-more': 'x'.repeat(1024 * 1024) })).toThrow(
      'The document is larger than 1048576 bytes: leave out examples and descriptions, or split it',
    )
  })
})

describe('a document with integers that numbers cannot hold', () => {
  const within = (bound: unknown) => ({ ...document, 'x-a/b': [{ minimum: 0 }, { maximum: bound, y: 1.5 }] })
  const inJson = JSON.stringify(within('B')).replace('"B"', '9223372036854775807')
  const inYaml = stringify(within('B')).replace(/"?B"?\n/, '9223372036854775807\n')

  it.each<[string, unknown]>([
    ['JSON', inJson],
    ['YAML', inYaml],
    ['JSON in an envelope', { openapi: inJson }],
    ['bytes of JSON', raw(inJson, 'application/json')],
    ['bytes of YAML', raw(inYaml)],
    ['bytes of an envelope with the document', raw(`{"openapi":${inJson}}`, 'application/json')],
    ['bytes of an envelope with its text', raw(JSON.stringify({ openapi: inYaml }), 'application/json')],
    ['hexadecimal YAML', inYaml.replace('9223372036854775807', '0x7fffffffffffffff')],
  ])('is imported with a warning, as %s', (_, body) => {
    const { warnings, text } = read(body)
    expect(warnings).toEqual([
      {
        pointer: '/x-a~1b/1/maximum',
        message: expect.stringMatching(/^The integer would lose digits, .*nearest number/),
      },
    ])
    expect(JSON.parse(text)).toEqual(within(2 ** 63))
  })

  it('is imported without a warning if its numbers are exact', () => {
    const numbers = ['9007199254740992', '9007199254740993.0', '1e20', '"9007199254740993"', '-0']
    for (const one of numbers) {
      expect(read(inJson.replace('9223372036854775807', one)).warnings).toEqual([])
      expect(read(inYaml.replace('9223372036854775807', one)).warnings).toEqual([])
    }
  })
})

describe('YAML', () => {
  it('is parsed like JSON, for any document', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (more) => {
        const extended = JSON.parse(JSON.stringify({ ...document, 'x-more': more })) as object
        expect(read(raw(stringify(extended))).text).toBe(JSON.stringify(extended))
      }),
      { numRuns: 60 },
    )
  })

  it('can have anchors, merge keys and numeric names', () => {
    const yaml = 'openapi: 3.0.3\nx-a: &a {b: 1}\nx-c: {<<: *a, d: *a}\nx-e: {200: ok}\npaths: {/a: {get: {}}}'
    expect(JSON.parse(read(raw(yaml)).text)).toMatchObject({ 'x-c': { b: 1, d: { b: 1 } }, 'x-e': { 200: 'ok' } })
  })

  it('may use an anchor thousands of times', () => {
    const uses = '- *a\n'.repeat(5000)
    expect(codeOf(raw(`openapi: 3.0.3\npaths: {/a: {get: {}}}\nx-a: &a {b: 1}\nx-b:\n${uses}`))).toBeUndefined()
  })
})

const open = (count: number, start: string, end = '') => start.repeat(count) + end.repeat(count)
const ninefold = [...'bcdefghijk'].map(
  (name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[i]}`).join(',')}]`,
)

describe('a hostile text', () => {
  it.each<[string, unknown, string]>([
    ['a million arrays in JSON', raw(open(1e6, '[', ']'), 'application/json'), 'INVALID'],
    ['a million objects in JSON', { openapi: `${open(1e6, '{"a":')}1${open(1e6, '}')}` }, 'INVALID'],
    ['flow sequences in YAML', raw(open(1e6, '[', ']')), 'INVALID'],
    ['flow mappings in YAML', raw(open(1e6, '{a: ')), 'INVALID'],
    ['dashes in YAML', raw(open(1e6, '- ')), 'INVALID'],
    ['question marks in YAML', raw(open(1e6, '? ')), 'INVALID'],
    ['indented keys in YAML', raw(Array.from({ length: 600 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')), 'INVALID'],
    ['aliases of aliases', raw(`a: &a [x,x,x]\n${ninefold.join('\n')}`), 'TOO_LARGE'],
    ['an anchor inside itself', raw('openapi: 3.0.3\npaths: &a {b: *a, c: *a}'), 'INVALID'],
    ['an alias of nothing', raw('openapi: 3.0.3\npaths: *a'), 'INVALID'],
    ['a member twice in JSON', raw('{"openapi":"3.0.0","paths":{},"paths":{}}', 'application/json'), 'INVALID'],
    ['a member twice in YAML', raw('openapi: 3.0.0\npaths: {}\npaths: {}'), 'INVALID'],
    ['two documents', raw('openapi: 3.0.0\n---\nopenapi: 3.0.0'), 'INVALID'],
    ['no UTF-8', { mediaType: 'application/yaml', bytes: new Uint8Array([0xff]) }, 'INVALID'],
    ['what JSON cannot hold', raw('openapi: 3.0.0\npaths: {}\nx: .nan'), 'INVALID'],
  ])('with %s is rejected', (_, body, code) => {
    expect(codeOf(body, { json: 16 * 1024 * 1024, yaml: 4 * 1024 * 1024 })).toBe(code)
  })

  it('of many members is parsed in linear time', () => {
    const many = (count: number) =>
      raw(
        `openapi: 3.0.0\npaths: {/a: {get: {}}}\nx:\n${Array.from({ length: count }, (_, i) => ` k${i}: 1`).join('\n')}`,
      )
    const timed = (count: number) => {
      const start = performance.now()
      read(many(count))
      return performance.now() - start
    }
    timed(1000)
    const least = (count: number) => Math.min(...Array.from({ length: 3 }, () => timed(count)))
    expect(least(16_000)).toBeLessThan(80 * Math.max(least(1000), 1))
  })

  it('is rejected with the invalid line', () => {
    expect(() => read(raw('openapi: 3.0.0\npaths:\n  a: 1\n  a: 2'))).toThrow(/a appears twice in one object in line 4/)
    expect(() => read(raw('openapi: 3.0.0\npaths: [}'))).toThrow(/not valid YAML in line 2/)
  })
})
