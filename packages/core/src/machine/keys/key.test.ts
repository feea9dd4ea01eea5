import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validate } from '../schema/validate.ts'
import { compareKeys } from './compare-keys.ts'
import { keySchema, segments } from './key.ts'

describe('the order of keys', () => {
  /** Characters on both sides of every UTF-8 length and of the surrogates. */
  const edges = fc.constantFrom(
    'a',
    ':',
    '~',
    '\u007f',
    '\u0080',
    'é',
    '\u07ff',
    '\u0800',
    '\ud7ff',
    '\ue000',
    '\uffff',
  )
  const character = fc.oneof(edges, fc.constantFrom('😀', '\u{10000}', '\u{10ffff}'), fc.string({ unit: 'binary' }))
  const key = fc.array(character, { maxLength: 4 }).map((parts) => parts.join(''))

  it('is that of their UTF-8 bytes', () => {
    fc.assert(
      fc.property(key, key, (a, b) => {
        expect(Math.sign(compareKeys(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
      }),
      { numRuns: 2000 },
    )
  })

  it('puts a key before its extensions', () => {
    expect(['a:b', 'a', 'a-b', 'a:', 'A', ''].sort(compareKeys)).toEqual(['', 'A', 'a', 'a-b', 'a:', 'a:b'])
  })
})

describe('a key', () => {
  it.each(['a', 'a:b:c', 'A-Z_0.9@x', '__proto__', 'constructor:toString', '0', 'x'.repeat(512)])(
    '%.30s is valid',
    (key) => {
      expect(validate(keySchema, key)).toBe(key)
    },
  )

  it.each([
    '',
    ':',
    'a:',
    ':a',
    'a::b',
    'a b',
    'a/b',
    'a*',
    'é',
    'a\n',
    'a:b\n',
    'a,b',
    '!a',
    'x'.repeat(513),
    1,
    null,
  ])('%.30j is rejected', (key) => {
    expect(() => validate(keySchema, key)).toThrow(expect.objectContaining({ code: 'INVALID' }))
  })

  it('has its segments between the colons', () => {
    expect(segments('a:__proto__:b')).toEqual(['a', '__proto__', 'b'])
  })
})
