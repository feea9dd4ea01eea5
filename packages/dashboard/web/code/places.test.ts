import { expect, it } from 'vitest'
import { offsetOf, placeIn, problemsIn, withOthers } from './places.ts'

it('a place is found in the sentences of the service and of browsers', () => {
  expect(placeIn('Line 3, column 7: unexpected token')).toEqual({ line: 3, column: 7 })
  expect(placeIn('Expected double-quoted property name in JSON at position 9 (line 2 column 8)')).toEqual({
    line: 2,
    column: 8,
  })
  expect(problemsIn(['The script is too long'])).toEqual([{ message: 'The script is too long', place: undefined }])
})

it('a place has one problem, the first that is known', () => {
  const saved = problemsIn(['The script is invalid at line 2, column 3: expecting ;'])
  const run = problemsIn(['Line 2, column 3: expecting ;', 'Line 1, column 1: unexpected'])
  expect(withOthers(saved, run)).toEqual([saved[0], run[1]])
})

it.each([
  [1, 1, 0],
  [1, 3, 2],
  [2, 1, 3],
  [2, 9, 5],
  [3, 1, 6],
  [9, 9, 6],
])('line %i, column %i of a text of three lines is offset %i', (line, column, offset) => {
  expect(offsetOf('ab\ncd\n', { line, column })).toBe(offset)
})
