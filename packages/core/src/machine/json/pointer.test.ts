import { describe, expect, it } from 'vitest'
import { stepsOf, valueAt } from './pointer.ts'

describe('a JSON pointer', () => {
  const document = { 'a/b': 1, 'm~n': 8, '~1': 10, '/': 9, '': 0, list: ['x'] }

  it.each([
    ['', document],
    ['/', 0],
    ['/a~1b', 1],
    ['/m~0n', 8],
    ['/~01', 10],
    ['/~1', 9],
    ['/list/0', 'x'],
    ['/list/1', undefined],
    ['/list/00', undefined],
    ['/list/length', undefined],
    ['/constructor', undefined],
  ])('%j points to %j', (pointer, value) => {
    expect(valueAt(document, stepsOf(pointer))).toEqual(value)
  })
})
