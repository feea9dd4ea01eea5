import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { problemsOfType } from './check-type.ts'

const check = async (type: object, ...values: readonly unknown[]) =>
  problemsOfType(
    type as Record<string, unknown>,
    values.map((value, i) => ({ value, place: `/${i}` })),
  )
const codesOf = async (type: object, ...values: readonly unknown[]) =>
  Object.entries(await check(type, ...values)).map(([place, problems]) => [place, problems[0]?.message])

describe('a value', () => {
  it.each<[schema: object, valid: unknown, invalid: unknown, place: string, code: string]>([
    [{ type: 'string' }, 'a', 1, '', 'error.type'],
    [{ type: ['string', 'null'] }, null, true, '', 'error.type'],
    [{ type: 'integer' }, 2, 2.5, '', 'error.type'],
    [{ type: 'object' }, {}, [], '', 'error.type'],
    [{ type: 'object' }, {}, null, '', 'error.type'],
    [{ enum: ['a', { b: [1] }] }, { b: [1] }, { b: [2] }, '', 'error.enum'],
    [{ const: { a: 1, b: 2 } }, { b: 2, a: 1 }, { a: 1 }, '', 'error.enum'],
    [{ multipleOf: 0.01 }, 19.99, 19.995, '', 'error.multiple'],
    [{ maximum: 3 }, 3, 4, '', 'error.maximum'],
    [{ exclusiveMaximum: 3 }, 2, 3, '', 'error.maximum.exclusive'],
    [{ minimum: 3 }, 3, 2, '', 'error.minimum'],
    [{ exclusiveMinimum: 3 }, 4, 3, '', 'error.minimum.exclusive'],
    [{ maxLength: 2 }, '😀😀', 'abc', '', 'error.length.maximum'],
    [{ minLength: 2 }, '😀😀', '😀', '', 'error.length.minimum'],
    [{ pattern: '^#[0-9a-f]{6}$' }, '#00ff00', 'red', '', 'error.pattern'],
    [{ maxItems: 1 }, [1], [1, 2], '', 'error.items.maximum'],
    [{ minItems: 1 }, [1], [], '', 'error.items.minimum'],
    [
      { uniqueItems: true },
      [1, '1', { a: 1, b: 2 }],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      '',
      'error.items.unique',
    ],
    [{ items: { type: 'number' } }, [1, 2], [1, 'x'], '/1', 'error.type'],
    [{ prefixItems: [{ const: 1 }], items: { const: 2 } }, [1, 2, 2], [1, 2, 1], '/2', 'error.enum'],
    [{ contains: { const: 1 }, maxContains: 1 }, [1, 2], [1, 1], '', 'error.contains'],
    [{ required: ['a', 'b/c'] }, { a: 1, 'b/c': 1 }, { a: 1 }, '/b~1c', 'error.required'],
    [{ required: ['__proto__'] }, JSON.parse('{"__proto__":1}'), {}, '/__proto__', 'error.required'],
    [{ dependentRequired: { a: ['b'] } }, { c: 1 }, { a: 1 }, '/b', 'error.required'],
    [{ dependentSchemas: { a: { minProperties: 2 } } }, { c: 1 }, { a: 1 }, '', 'error.minProperties'],
    [{ maxProperties: 1 }, { a: 1 }, { a: 1, b: 1 }, '', 'error.maxProperties'],
    [{ propertyNames: { maxLength: 2 } }, { ab: 1 }, { abc: 1 }, '/abc', 'error.name'],
    [
      { properties: { a: { properties: { b: { type: 'string' } } } } },
      { a: {} },
      { a: { b: 1 } },
      '/a/b',
      'error.type',
    ],
    [{ properties: { a: false } }, { b: 1 }, { a: 1 }, '/a', 'error.unknown.field'],
    [{ properties: { a: {} }, additionalProperties: false }, { a: 1 }, { 'b~': 1 }, '/b~0', 'error.unknown.field'],
    [
      { patternProperties: { '^a': { type: 'number' } }, additionalProperties: { type: 'string' } },
      { ab: 1, b: '' },
      { b: 1 },
      '/b',
      'error.type',
    ],
    [{ allOf: [{ minimum: 1 }, { maximum: 3 }] }, 2, 4, '', 'error.maximum'],
    [{ anyOf: [{ type: 'string' }, { minimum: 3 }] }, 'a', 2, '', 'error.anyOf'],
    [{ oneOf: [{ minimum: 1 }, { maximum: 3 }] }, 0, 2, '', 'error.oneOf'],
    [{ not: { type: 'string' } }, 1, 'a', '', 'error.not'],
    [{ if: { type: 'string' }, then: { minLength: 2 }, else: { minimum: 2 } }, 'ab', 1, '', 'error.minimum'],
    [{ $ref: '#/$defs/a~1b', $defs: { 'a/b': { type: 'string' } } }, 'a', 1, '', 'error.type'],
    [{ $ref: '#/$defs/a%25b', $defs: { 'a%b': { type: 'string' } } }, 'a', 1, '', 'error.type'],
    [
      { properties: { next: { $ref: '#' }, n: { type: 'number' } } },
      { next: { next: { n: 1 } } },
      { next: { next: { n: '1' } } },
      '/next/next/n',
      'error.type',
    ],
  ])('is checked against %j', async (schema, valid, invalid, place, code) => {
    expect(await codesOf(schema, valid)).toEqual([])
    expect(await codesOf(schema, valid, invalid)).toEqual([[`/1${place}`, code]])
  })

  it('may have anything besides, and annotations change nothing', async () => {
    const annotated = { title: 't', description: 'd', default: 1, examples: [1], format: 'email', 'x-owner': 'ann' }
    expect(await check(annotated, 'not an address', 1, null)).toEqual({})
  })

  it('has all its problems reported', async () => {
    const type = { properties: { a: { type: 'string' }, b: { type: 'number', minimum: 3 } }, required: ['c'] }
    expect(await codesOf(type, { a: 1, b: 2 })).toEqual([
      ['/0/a', 'error.type'],
      ['/0/b', 'error.minimum'],
      ['/0/c', 'error.required'],
    ])
  })

  const leaf = fc.constantFrom<unknown>(null, true, false, 0, 1, 2, -1, 1.5, '', 'a', 'ab', '😀')
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 2 },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'ab', '__proto__'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
    ),
  })).value
  const count = fc.nat(3)
  const schema = fc.letrec((tie) => {
    const inner = tie('schema')
    const byName = fc.dictionary(fc.constantFrom('a', 'b', 'ab'), inner, { maxKeys: 2, noNullPrototype: true })
    const list = fc.array(inner, { minLength: 1, maxLength: 2 })
    const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'ab'), { maxLength: 2 })
    return {
      schema: fc.oneof(
        { maxDepth: 3 },
        fc.boolean(),
        fc.record({ $ref: fc.constantFrom('#/$defs/a', '#/$defs/b') }),
        fc.record(
          {
            type: fc.constantFrom('null', 'boolean', 'integer', 'number', 'string', 'array', 'object'),
            ...{ minimum: count, exclusiveMaximum: count, multipleOf: fc.constantFrom(0.5, 1, 2) },
            ...{ minLength: count, maxLength: count, pattern: fc.constantFrom('^a', 'b$', '.') },
            ...{ minItems: count, maxItems: count, minProperties: count, maxProperties: count },
          },
          { requiredKeys: [] },
        ),
        fc.record(
          {
            properties: byName,
            patternProperties: fc.dictionary(fc.constantFrom('^a', 'b$'), inner, { maxKeys: 1, noNullPrototype: true }),
            additionalProperties: inner,
            required: names,
          },
          { requiredKeys: [] },
        ),
        fc.record({ prefixItems: list, items: inner, uniqueItems: fc.boolean() }, { requiredKeys: [] }),
        fc.record({ contains: inner, minContains: count, maxContains: count }, { requiredKeys: ['contains'] }),
        fc.record({ allOf: list, anyOf: list, oneOf: list, not: inner }, { requiredKeys: [] }),
        fc.record({ if: inner, then: inner, else: inner }, { requiredKeys: ['if'] }),
        fc.record(
          { enum: fc.array(value, { minLength: 1, maxLength: 3 }), dependentSchemas: byName, propertyNames: inner },
          { requiredKeys: [] },
        ),
        fc.record({ const: value, dependentRequired: fc.record({ a: names }) }, { requiredKeys: [] }),
      ),
    }
  }).schema as fc.Arbitrary<object | boolean>

  it('is valid exactly if it is for another implementation', async () => {
    const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false })
    const invalidIn = (root: object, values: readonly unknown[]) => {
      try {
        const validate = ajv.compile(root)
        return values.map((one) => !validate(one))
      } catch (error) {
        if (error instanceof ReferenceError) return undefined // it generates invalid code for some schemas with `not: true`
        throw error
      }
    }
    const roots = fc.record({ allOf: fc.tuple(schema), $defs: fc.record({ a: schema, b: schema }) })
    let compared = 0
    await fc.assert(
      fc.asyncProperty(roots, fc.array(value, { minLength: 3, maxLength: 6 }), async (root, values) => {
        const found = await check(root, ...values)
        if (Object.keys(found).some((place) => place.startsWith('/type'))) return // a cycle
        const expected = invalidIn(root, values)
        if (!expected) return
        const isInvalid = (_: unknown, i: number) =>
          Object.keys(found).some((place) => /^\/(\d+)/.exec(place)?.[1] === `${i}`)
        expect(values.map(isInvalid)).toEqual(expected)
        compared++
      }),
      { numRuns: 500 },
    )
    expect(compared).toBeGreaterThan(200)
  })
})

describe('a schema', () => {
  it.each<[schema: object, place: string, code: string]>([
    [{ typ: 'string' }, '/type/typ', 'error.schema.keyword'],
    [{ type: 'text' }, '/type/type', 'error.enum'],
    [{ type: [] }, '/type/type', 'error.enum'],
    [{ properties: { a: { minimum: '3' } } }, '/type/properties/a/minimum', 'error.type'],
    [{ properties: { 'a/b': 3 } }, '/type/properties/a~1b', 'error.type'],
    [{ minLength: -1 }, '/type/minLength', 'error.format'],
    [{ multipleOf: 0 }, '/type/multipleOf', 'error.minimum.exclusive'],
    [{ required: [1] }, '/type/required', 'error.type'],
    [{ anyOf: [] }, '/type/anyOf', 'error.items.minimum'],
    [{ items: [{ type: 'string' }] }, '/type/items', 'error.type'],
    [{ pattern: '(' }, '/type/pattern', 'error.pattern.invalid'],
    [{ pattern: '(a{40}){25}a{200}' }, '/type/pattern', 'error.pattern.size'],
    [{ pattern: `${'a'.repeat(257)}` }, '/type/pattern', 'error.length.maximum'],
    [{ patternProperties: { '(?=a)': {} } }, '/type/patternProperties/(?=a)', 'error.pattern.invalid'],
    [{ $ref: 'https://example.com/schema.json' }, '/type/$ref', 'error.schema.reference'],
    [{ $ref: '#/$defs/none' }, '/type/$ref', 'error.schema.reference'],
    [{ $ref: '#/title', title: 't' }, '/type/$ref', 'error.schema.reference'],
    [{ $ref: '#anchor' }, '/type/$ref', 'error.schema.reference'],
    [{ $ref: '#/%' }, '/type/$ref', 'error.schema.reference'],
    [{ $dynamicRef: '#a' }, '/type/$dynamicRef', 'error.schema.keyword'],
    [{ $ref: '#' }, '/type', 'error.schema.cycle'],
    [{ $defs: { a: { anyOf: [{ not: { $ref: '#/$defs/a' } }] } } }, '/type/$defs/a', 'error.schema.cycle'],
    [{ allOf: Array.from({ length: 2000 }, () => true) }, '/type', 'error.schema.size'],
  ])('like %j is rejected by its place', async (schema, place, code) => {
    expect(await codesOf(schema, 'anything')).toEqual([[place, code]])
  })
})

describe('a check ends soon', () => {
  const nested = (depth: number): unknown => Array.from({ length: depth }).reduce((inner) => [inner], 1 as unknown)
  const doubling = Object.fromEntries(
    Array.from({ length: 100 }, (_, i) => [
      `d${i}`,
      { anyOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
    ]),
  )
  const chain = Object.fromEntries(
    Array.from({ length: 900 }, (_, i) => [`d${i}`, { allOf: [{ $ref: `#/$defs/d${i + 1}` }] }]),
  )
  it.each<[string, object, unknown, code?: string]>([
    [
      'of alternatives that double',
      { $ref: '#/$defs/d0', $defs: { ...doubling, d100: { type: 'string' } } },
      1,
      'steps',
    ],
    ['of schemas in one another', { $ref: '#/$defs/d0', $defs: { ...chain, d900: {} } }, 1, 'steps'],
    ['of a value as deep as values can be', { items: { $ref: '#' } }, nested(200)],
    [
      'of many items against many alternatives',
      { items: { anyOf: Array.from({ length: 1000 }, () => ({ type: 'null' })) } },
      Array.from({ length: 100_000 }, () => 1),
      'steps',
    ],
    ['of many unique items', { uniqueItems: true }, Array.from({ length: 100_000 }, (_, i) => ({ i }))],
    [
      'of an expression that takes exponential time elsewhere',
      { pattern: '^(a+)+$' },
      `${'a'.repeat(100_000)}!`,
      'pattern',
    ],
  ])('%s', async (_, schema, value, code) => {
    const [found = []] = await codesOf(schema, value)
    expect(found[1]).toBe(code && (code === 'steps' ? 'error.schema.steps' : `error.${code}`))
  })
})

describe('a hostile type is rejected, or costs few steps, and its problems are short', () => {
  const many = <T>(count: number, one: (i: number) => T) => Array.from({ length: count }, (_, i) => one(i))
  const members = (count: number, value: unknown) => Object.fromEntries(many(count, (i) => [`k${i}`, value]))
  const long = 'a'.repeat(60_000)
  const shapes = {
    'schemas below a long name': (n: number) => [{ properties: { [long]: { properties: members(n, {}) } } }, 1],
    'many constants': (n: number) => [{ items: { anyOf: [{ const: many(n * 30, Number) }] } }, many(n, () => 0)],
    'many names of types': (n: number) => [{ items: { type: many(n, () => 'string') } }, many(n, () => 0)],
    'many members': (n: number) => [{ allOf: many(n, () => ({ maxProperties: 9e4 })) }, members(n * 20, 0)],
    'large constants': (n: number) => [{ items: { enum: many(20, () => long.slice(n)) } }, many(n, () => 0)],
    'large texts': (n: number) => [
      { items: { enum: many(9, () => [long]) } },
      many(n % 9, () => [`${long.slice(1)}b`]),
    ],
    'unknown keywords': (n: number) => [members(n * 30, 1), 1],
    'a long keyword': (n: number) => [{ [long.slice(n)]: 1 }, 1],
    'a long reference': (n: number) => [{ $ref: `#/${long.slice(n)}` }, 1],
    'required names': (n: number) => [{ items: { required: many(n, (i) => `r${i}`) } }, many(n, () => ({}))],
    'problems of long names': (n: number) => [{ additionalProperties: false }, { [long]: 1, ...members(n, 1) }],
  } satisfies Record<string, (n: number) => readonly [object, unknown]>

  it.each(Object.entries(shapes))('%s', async (_, shape) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 600 }), async (n) => {
        const [type, value] = shape(n) as readonly [object, unknown]
        expect(JSON.stringify(await check(type, value)).length).toBeLessThan(400_000)
      }),
      { numRuns: 5 },
    )
  })

  it.each<[keyof typeof shapes, string, string]>([
    ['schemas below a long name', '/type', 'error.schema.pointer'],
    ['many names of types', '/type/items/type', 'error.items.maximum'],
    ['a long keyword', '/type', 'error.schema.pointer'],
    ['a long reference', '/type/$ref', 'error.schema.reference'],
    ['problems of long names', '/0', 'error.unknown.field'],
  ])('%s: at %s', async (name, place, code) => {
    const [type, value] = shapes[name](600) as readonly [object, unknown]
    expect((await codesOf(type, value))[0]).toEqual([place, code])
  })
})
