import { expect, it } from 'vitest'
import { changesInTexts } from './changes-in-text.ts'

const changed = (was: unknown, now: unknown) => changesInTexts([{ pointer: '/value', was, now }])

it('texts that hold JSON are compared by its members', () => {
  expect(changed('{"a": 1, "b": [2]}', '{"a":1,"b":[3]}')).toEqual([{ pointer: '/value/b', was: [2], now: [3] }])
})

it.each([
  ['with only other spaces', '{"a": 1}', '{"a":1}'],
  ['with numbers of many digits', '{"a": 1152921504606846977}', '{"a": 1152921504606846978, "b": 1}'],
  ['that became no JSON', '{"a": 1}', '{"a": '],
  ['that were no texts', { a: 1 }, '{"a":1}'],
])('texts %s are compared as they are', (_, was, now) => {
  expect(changed(was, now)).toEqual([{ pointer: '/value', was, now }])
})
