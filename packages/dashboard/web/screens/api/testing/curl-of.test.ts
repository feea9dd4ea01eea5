import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseRequest } from '../../explain/parse-request.ts'
import { curlOf } from './curl-of.ts'

it('a request is written as a curl command', () => {
  const headers = [{ name: 'X-Shop', value: "it's" }]
  expect(curlOf({ method: 'PUT', url: 'https://api.example/a?b=1&c', headers })).toBe(
    "curl -X PUT 'https://api.example/a?b=1&c' \\\n  -H 'X-Shop: it'\\''s'",
  )
})

const value = fc.string({ unit: fc.constantFrom(...'aB1 \'"\\$`;:|&#!*é'.split('')) }).map((text) => text.trim())

it('is read again as it was', () => {
  const request = fc.record({
    method: fc.constantFrom('GET', 'HEAD', 'PUT', 'DELETE'),
    url: fc.string({ unit: fc.constantFrom(..."ab/?&=%;'*".split('')) }).map((rest) => `https://api.example/${rest}`),
    headers: fc.array(fc.record({ name: fc.constantFrom('X-A', 'X-B'), value }), { maxLength: 3 }),
  })
  fc.assert(
    fc.property(request, (given) => {
      expect(parseRequest(curlOf(given))).toEqual({ request: given, notes: [] })
    }),
  )
})
