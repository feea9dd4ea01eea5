import { expect, it } from 'vitest'
import { lineNumbers, offsetOf, placeIn } from './script-lines.ts'

it('the place of an error is read from the sentence of the service', () => {
  expect(placeIn(['The script is invalid at line 3, column 14: unexpected token'])).toEqual({ line: 3, column: 14 })
  expect(placeIn(['It is too long'])).toBeUndefined()
})

it('a place is an offset of the text', () => {
  expect(offsetOf('ab\ncd', { line: 2, column: 2 })).toBe(4)
  expect(offsetOf('ab', { line: 9, column: 9 })).toBe(2)
  expect(lineNumbers('a\n\nb')).toBe('1\n2\n3')
})
