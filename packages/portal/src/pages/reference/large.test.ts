import { describe, expect, it } from 'vitest'
import { askApi } from '../site.fixture.ts'

const withDocument = (document: object) => askApi({ resources: [{ path: ['api'], json_content: document }] })
const withSchema = (schema: object, schemas: object = {}) =>
  withDocument({
    openapi: '3.1.0',
    paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema } } }, responses: {} } } },
    components: { schemas },
  })('reference/operations/')

/** A chain of values, each inside the next. */
const nested = (depth: number, wrap: (inner: object) => object) => {
  let one: object = { type: 'string' }
  for (let i = 0; i < depth; i++) one = wrap(one)
  return one
}

describe('a document may be as large or circular as it likes', () => {
  it.each<[string, (inner: object) => object]>([
    ['properties', (a) => ({ type: 'object', properties: { a } })],
    ['items', (items) => ({ type: 'array', items })],
    ['allOf', (inner) => ({ allOf: [inner] })],
    ['oneOf', (inner) => ({ oneOf: [inner] })],
    ['anyOf', (inner) => ({ anyOf: [inner, inner] })],
    ['additionalProperties', (additionalProperties) => ({ additionalProperties })],
    ['example', (example) => ({ type: 'object', example })],
    ['default', (inner) => ({ default: inner })],
    ['enum', (inner) => ({ enum: [inner] })],
  ])('%s, hundreds of levels deep, and 10,000 in a file', (_, wrap) => {
    const { status, html, markdown } = withSchema(nested(200, wrap))
    expect([status, html.length < 50_000, markdown.length < 50_000]).toEqual([200, true, true])
    const deep = withSchema(nested(10_000, wrap))
    expect([deep.status, deep.html.includes('Not found')]).toEqual([404, true])
  })

  it.each([
    { $ref: '#/components/schemas/A' },
    { allOf: [{ $ref: '#/components/schemas/A' }] },
    { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] },
    { type: 'array', items: { $ref: '#/components/schemas/A' } },
    { properties: { a: { $ref: '#/components/schemas/B' }, b: { $ref: '#/components/schemas/A' } } },
    { additionalProperties: { $ref: '#/components/schemas/A' } },
    { $ref: '#/paths/~1a' },
    { $ref: '#' },
  ])('circles: %j', (one) => {
    const { status, html } = withSchema(one, { A: one, B: { type: 'object', properties: { b: one, a: one } } })
    expect([status, html.length < 50_000]).toEqual([200, true])
  })

  it('a tree that doubles with each level', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => {
        const next = { $ref: `#/components/schemas/S${i + 1}` }
        return [
          `S${i}`,
          { type: 'object', properties: { a: next, b: next, c: { type: 'array', items: next } }, oneOf: [next, next] },
        ]
      }),
    )
    const { status, html } = withSchema({ $ref: '#/components/schemas/S0' }, schemas)
    expect([status, html.length < 50_000]).toEqual([200, true])
  })

  it('many members, operations, tags, parameters and answers', () => {
    const many = <T>(count: number, make: (i: number) => T) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, make(i)]))
    const schema = { type: 'object', properties: many(20_000, () => ({ type: 'string' })) }
    const operation = {
      parameters: Array.from({ length: 5000 }, (_, i) => ({ name: `p${i}`, in: 'query', schema })),
      responses: { 200: { content: many(1000, () => ({ schema: { ...schema } })) } },
    }
    const { html } = withDocument({ openapi: '3.1.0', paths: { '/a': { get: operation } } })('reference/operations/')
    expect(html.length).toBeLessThan(200_000)
    const paths = Object.fromEntries(
      Array.from({ length: 3000 }, (_, i) => [`/${i}`, { get: { tags: [`t${i}`], responses: {} } }]),
    )
    const ask = withDocument({ openapi: '3.1.0', paths })
    expect(ask('reference/').html.length).toBeLessThan(600_000)
    expect(ask('reference/t2999/').status).toBe(200)
    expect(ask('reference/t2999/').html.length).toBeLessThan(30_000)
  })

  it('splits a tag with very many operations', () => {
    const paths = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`/${i}`, { get: { tags: ['a'] } }]))
    const ask = withDocument({ openapi: '3.1.0', paths })
    expect(ask('reference/a/').main).toContain('<h1>a, part 1 of 4</h1>')
    expect(ask('reference/a/4/').main).toContain('<h1>a, part 4 of 4</h1>')
    expect(ask('reference/a/4.md').markdown).toContain('# a, part 4 of 4')
    expect(ask('reference/a/5/').status).toBe(404)
    expect(ask('reference/').main).toContain('href="../../billing/reference/a/4/#h-get-99"')
  })

  it('descriptions of 2 MiB', () => {
    const description = 'A *long* story. '.repeat(131_072)
    const ask = withDocument({
      ...{ openapi: '3.1.0', info: { description }, tags: [{ name: 'a', description }] },
      paths: { '/a': { get: { tags: ['a'], summary: description, description, responses: { 200: { description } } } } },
    })
    for (const path of ['reference/', 'reference/a/']) {
      expect(ask(path).html.length).toBeLessThan(200_000)
      expect(ask(path).markdown.length).toBeLessThan(200_000)
    }
  })

  it.each([
    '__proto__',
    'constructor',
    'toString',
    '..',
    '.',
    'a/b',
    '%2f',
    '~',
    'x.md',
    '',
    ' ',
    '\u202e',
    '\ud800',
    '/'.repeat(3000),
  ])('names such as %j', (name) => {
    const document = JSON.parse(
      JSON.stringify({
        ...{ openapi: '3.1.0', tags: [{ name: 'NAME', description: 'x' }] },
        paths: {
          NAME: {
            get: { tags: ['NAME'], operationId: 'NAME', parameters: [{ name: 'NAME', in: 'query', required: true }] },
          },
          '/{a}': {
            post: {
              tags: ['NAME'],
              requestBody: {
                content: { NAME: { schema: { required: ['NAME'], properties: { NAME: { $ref: '#/NAME' } } } } },
              },
            },
          },
        },
      }).replaceAll('NAME', () => JSON.stringify(name).slice(1, -1)),
    )
    const ask = withDocument(document)
    const links = [...ask('reference/').main.matchAll(/href="\.\.\/\.\.\/billing\/(reference\/[^"#]*)/g)].map(
      ([, path]) => path,
    )
    expect(links.length).toBeGreaterThan(1)
    for (const path of links) expect([path, ask(path).status]).toEqual([path, 200])
  })

  it.each([null, 1, 'x', [], {}, [null], { a: null }, { a: 1 }, true])('members of another kind: %j', (odd) => {
    const operation = {
      ...{
        tags: odd,
        summary: odd,
        description: odd,
        parameters: odd,
        requestBody: odd,
        responses: odd,
        callbacks: odd,
        operationId: odd,
      },
    }
    const schema = {
      ...{
        type: odd,
        format: odd,
        enum: odd,
        required: odd,
        properties: odd,
        items: odd,
        allOf: odd,
        oneOf: odd,
        $ref: odd,
      },
      ...{
        discriminator: odd,
        default: odd,
        example: odd,
        examples: odd,
        additionalProperties: odd,
        minimum: odd,
        pattern: odd,
      },
    }
    const whole = {
      requestBody: { content: { 'application/json': { schema, examples: odd } }, description: odd, required: odd },
      responses: { 200: { description: odd, content: odd, headers: odd, links: odd, schema, examples: odd }, 404: odd },
      parameters: [
        odd,
        { name: odd, in: odd, schema: odd, content: odd, required: odd },
        { name: 'a', in: 'query', schema },
      ],
    }
    for (const version of [{ openapi: '3.1.0' }, { swagger: '2.0', consumes: odd }])
      for (const document of [
        { ...version, info: odd, tags: odd, paths: odd, webhooks: odd, components: odd },
        {
          ...version,
          paths: { '/a': odd, '/b': { get: odd, parameters: odd }, '/c': { get: operation, post: whole } },
        },
      ]) {
        const ask = withDocument(document)
        for (const path of ['reference/', 'reference.md']) expect(ask(path).status).toBe(200)
        for (const path of ['reference/operations/', 'reference/operations.md', 'search/'])
          expect([200, 404]).toContain(ask(path, { q: 'a' }).status)
      }
  })
})
