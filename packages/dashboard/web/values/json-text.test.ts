import { expect, test } from 'vitest'
import { readExactJson, readJson } from './json-text.ts'

const place = { pointer: '/value', label: 'Value' }

test('a member is read from JSON, and an empty text is no member', () => {
  expect(readJson('{"a":1}', place)).toEqual({ value: { a: 1 } })
  expect([readJson(' ', place), readExactJson('', place)]).toEqual([{ value: undefined }, { value: undefined }])
  expect(readExactJson('{', place)).toMatchObject({
    unreadable: { pointer: '/value', text: '{', problem: expect.stringMatching(/^Value: this is not JSON\. /) },
  })
})

test('integers that a browser cannot hold are no value, where they matter', () => {
  const text = '{"id":9007199254740993}'
  expect(readExactJson(text, place)).toMatchObject({
    unreadable: { pointer: '/value', text, problem: expect.stringMatching(/^Value: .+\.$/) },
  })
  expect(readExactJson('[9007199254740991, 1.5]', place)).toEqual({ value: [Number.MAX_SAFE_INTEGER, 1.5] })
  expect(readJson(text, place)).toHaveProperty('value')
})
