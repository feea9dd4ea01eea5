import fc from 'fast-check'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { quoted, typeOf } from './type-of-json.ts'

/** Removes line breaks and indentation. */
const flat = (values: readonly unknown[]) => typeOf(values).replace(/\n\s*/g, ' ').replace('{  ', '{ ')

describe('the type of a value', () => {
  it.each<[unknown, string]>([
    ['red', 'string'],
    [20, 'number'],
    [false, 'boolean'],
    [null, 'null'],
    [{}, '{ readonly [name: string]: unknown }'],
    [[], 'ReadonlyArray<unknown>'],
    [[1, 2], 'ReadonlyArray<number>'],
    [[1, 'a', null, true], 'ReadonlyArray<string | number | boolean | null>'],
    [[[1], ['a']], 'ReadonlyArray<ReadonlyArray<string | number>>'],
    [{ b: 1, a: { c: 'x' } }, '{ readonly a: { readonly c: string } readonly b: number }'],
    [{ 'two words': 1, _ok$1: 2 }, '{ readonly _ok$1: number readonly "two words": number }'],
    [[{ a: 1 }, { a: null, b: 'x' }], 'ReadonlyArray<{ readonly a: number | null readonly b?: string }>'],
    [JSON.parse('{"__proto__":1}'), '{ readonly __proto__: number }'],
  ])('%j is %s', (value, type) => {
    expect(flat([value])).toBe(type)
  })

  it('does not depend on the order of members and items', () => {
    expect(typeOf([{ a: 1, b: ['x', 2] }])).toBe(typeOf([{ b: [2, 'x'], a: 1 }]))
  })

  it('escapes its comments', () => {
    expect(quoted('a"b\\c\n*/\u2028')).toBe('"a\\"b\\\\c\\n*/\\u2028"')
  })
})

it('any value is assignable to its type', () => {
  const name = fc.string({ maxLength: 5, unit: 'binary' }).filter((text) => text !== '__proto__')
  const { value: any } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(null, true, false, 0, 1.5, '', 'x'),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }))
  const values = fc.sample(any, { numRuns: 200, seed: 1 })
  const lines = values.map((value, i) => `const v${i}: ${typeOf([value])} = ${JSON.stringify(value)}`)
  expect(errorsOf([...lines, `const wrong: ${typeOf([{ a: 1 }])} = { a: 'x' }`].join('\n'))).toEqual([
    expect.stringContaining("'string' is not assignable to type 'number'"),
  ])
})

/** Returns the errors of the TypeScript compiler for a program of one file. */
function errorsOf(text: string): string[] {
  const options: ts.CompilerOptions = { strict: true, noEmit: true, types: [], target: ts.ScriptTarget.ES2022 }
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (name, ...rest) =>
    name === 'values.ts' ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest)
  const program = ts.createProgram(['values.ts'], options, host)
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
