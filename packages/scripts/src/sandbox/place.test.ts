import { describe, expect, it } from 'vitest'
import { placeIn, placeOf } from './place.ts'

describe('the place in a stack trace', () => {
  it('is the first position in the script, in UTF-16 columns', () => {
    expect(
      placeIn('a\nb\u00e9\ud83d\ude00c', '    at prelude:1:1\n    at f (script:2:8)\n    at script:1:1\n'),
    ).toEqual({
      line: 2,
      column: 5,
    })
  })

  it.each([undefined, '', 'at prelude:1:2', 'at script:9:1', 'at script:x:y'])('is undefined for %j', (stack) => {
    expect(placeIn('a\nb', stack)).toBeUndefined()
  })

  it('stays on its line for any text in the trace', () => {
    expect(placeIn('abc', 'script:1:999999')).toEqual({ line: 1, column: 4 })
    expect(placeIn('abc', 'script:1:0')).toEqual({ line: 1, column: 3 })
    expect(placeIn('abc', 'script:0:1')).toBeUndefined()
  })
})

it('counts lines as JavaScript does', () => {
  expect(placeOf('a\r\nb\rc\nd\u2028ef', 10)).toEqual({ line: 5, column: 2 })
  expect(placeOf('abc', 0)).toEqual({ line: 1, column: 1 })
})
