import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readBasic } from './read-basic.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const printable = fc.string({ unit: 'grapheme' }).filter((text) => !/\p{Cc}|\p{Surrogate}/u.test(text))

it('Basic credentials are read as they were written', () => {
  const id = printable.filter((text) => !text.includes(':'))
  fc.assert(
    fc.property(id, printable, fc.constantFrom('Basic ', 'basic  ', 'BASIC '), (clientId, secret, scheme) => {
      expect(readBasic(scheme + base64(`${clientId}:${secret}`))).toEqual({ clientId, secret })
    }),
  )
})

it('any other text is invalid, or has one reading', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.base64String())
  fc.assert(
    fc.property(text, (value) => {
      const read = readBasic(`Basic ${value}`)
      if (read) expect(Buffer.from(value.trim(), 'base64').toString()).toBe(`${read.clientId}:${read.secret}`)
    }),
  )
})
