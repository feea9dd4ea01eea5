import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutMember } from './without-member.ts'

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function read(text: string, member: string, size = 7): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of withoutMember(inPieces(new TextEncoder().encode(text), size), member)) parts.push(part)
  return Buffer.concat(parts).toString()
}

describe('a JSON text without a member', () => {
  it.each([
    ['{"a":1,"x":[1,{"x":"}"}],"b":2}', '{"a":1,"x":null,"b":2}'],
    ['{"x":{"y":"\\"}"}}', '{"x":null}'],
    ['{ "x" : "text, with } and \\" " , "b": 1 }', '{ "x" :null, "b": 1 }'],
    ['{"x":12}', '{"x":null}'],
    ['{"b":"x","x":true}', '{"b":"x","x":null}'],
    ['{"b":"x"}', '{"b":"x"}'],
    ['{"b":{"x":1}}', '{"b":{"x":1}}'],
    ['[{"x":1}]', '[{"x":1}]'],
    ['"x"', '"x"'],
  ])('%s becomes %s', async (text, expected) => {
    expect(await read(text, 'x')).toBe(expected)
  })

  it('is the same for any values and chunks', async () => {
    const members = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { noNullPrototype: true })
    await fc.assert(
      fc.asyncProperty(
        members,
        fc.jsonValue(),
        fc.nat(9),
        fc.integer({ min: 1, max: 20 }),
        async (rest, x, indent, size) => {
          const value = { ...rest, x, last: 1 }
          const text = JSON.stringify(value, undefined, indent)
          expect(JSON.parse(await read(text, 'x', size))).toEqual(JSON.parse(JSON.stringify({ ...value, x: null })))
        },
      ),
    )
  })
})
