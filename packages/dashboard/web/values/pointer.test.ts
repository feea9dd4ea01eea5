import fc from 'fast-check'
import { expect, test } from 'vitest'
import { below, stepsOf, valueAt, withValueAt } from './pointer.ts'

test('a pointer names the member that it was made for, whatever it is called', () => {
  const name = fc.string({ unit: fc.constantFrom('a', '~', '/', '0', '1') })
  fc.assert(
    fc.property(fc.array(name), (names) => {
      expect(stepsOf(names.reduce((pointer, one) => below(pointer, one), ''))).toEqual(names)
    }),
  )
  expect([stepsOf('/~01'), stepsOf('/~10')]).toEqual([['~1'], ['/0']])
})

test('values are found among own members, and replaced in a copy', () => {
  const value = { list: [{ '~1': 1 }] }
  expect([valueAt(value, '/list/0/~01'), valueAt(value, '/toString'), valueAt(value, '/list/0/a/b')]).toEqual([
    ...[1, undefined, undefined],
  ])
  expect(withValueAt(value, '/list/0/~01', 2)).toEqual({ list: [{ '~1': 2 }] })
  expect(withValueAt(value, '/list', undefined)).toEqual({})
  expect(value).toEqual({ list: [{ '~1': 1 }] })
})
