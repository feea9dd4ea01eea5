import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { toYaml } from './yaml.ts'

/** Texts that mean something else, unquoted, in one of the two YAML versions. */
const hard = [
  '',
  ' ',
  '~',
  'null',
  'No',
  'y',
  '1',
  '1e3',
  '0x1f',
  '1_000',
  '.inf',
  '12:30:45',
  '2026-01-01',
  '- a',
  '? a',
  'a: b',
  'a:',
  'a #b',
  '#a',
]
  .concat(
    '<<',
    '=',
    '!a',
    '&a',
    '*a',
    '|',
    '>',
    '%a',
    '@a',
    '`a',
    "'a",
    '"a',
    '[a]',
    '{a}',
    '---',
    '...',
    'a ',
    ' a',
    'a\nb',
    'a\r\nb',
    '\t',
  )
  .concat(
    '\u0000',
    '\u0007',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u2028',
    '\ufeff',
    '\uffff',
    'ü',
    '🙂',
    '\ud800',
    'x'.repeat(1500),
  )

const texts = fc.oneof(fc.constantFrom(...hard), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme-ascii' }))
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(texts, fc.boolean(), fc.constant(null), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(texts, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))

describe('YAML', () => {
  it.each(['1.1', '1.2'] as const)('is parsed to the JSON value by YAML %s parsers', (version) => {
    fc.assert(
      fc.property(values, (value) => {
        const json = JSON.parse(JSON.stringify(value))
        expect(parse(toYaml(value), { version, merge: false })).toEqual(json)
      }),
      { numRuns: 500, examples: [[hard], [hard.map((text) => [[text], { [text]: { [text]: [text, {}] } }])]] },
    )
  })

  it('uses block style, and quotes only where required', () => {
    const data = {
      openapi: '3.1.1',
      info: { title: 'Signalbox', description: 'What is on: features' },
      tags: [{ name: 'features', left: undefined }, 'a b'],
      paths: {
        '/api/features/{id}': {
          get: {
            responses: { 200: {} },
            security: [],
            deep: [
              [1, 2],
              [true, null],
            ],
          },
        },
      },
      large: 1e21,
    }
    expect(toYaml(data)).toBe(`openapi: "3.1.1"
info:
  title: Signalbox
  description: "What is on: features"
tags:
  - name: features
  - a b
paths:
  /api/features/{id}:
    get:
      responses:
        "200": {}
      security: []
      deep:
        - - 1
          - 2
        - - true
          - null
large: 1.0e+21
`)
  })
})
