import { expect, it } from 'vitest'
import { readText } from './read-text.ts'

it('records are read from lines, arrays and single objects', () => {
  const two = { records: [{ id: 'a' }, { id: 'b' }] }
  expect(readText('{"id":"a"}\n\n{"id":"b"}\r\n')).toEqual(two)
  expect(readText('[{"id":"a"},\n {"id":"b"}]')).toEqual(two)
  expect(readText('{\n "id": "a"\n}')).toEqual({ records: [{ id: 'a' }] })
  expect(readText('\uFEFF{"id":"a"}\n{"id":"b"}')).toEqual(two)
  expect(readText('{"id":"a","description":"\u2028"}\n{"id":"b"}')).toMatchObject({ records: [{}, { id: 'b' }] })
  expect(readText(' ')).toEqual({ records: [] })
})

it('what is wrong with a text is said with its line', () => {
  expect(readText('{"id":"a"}\n{"id"')).toEqual({ problem: 'Line 2 is not JSON.' })
  expect(readText('{"id":"a"}\n3')).toEqual({ problem: 'Line 2 is not a JSON object.' })
  expect(readText('{"id":"a"}\n{"id":"b","value":9007199254740993}')).toEqual({
    problem: expect.stringMatching(/^Line 2: The integer at \/value would lose digits/),
  })
  expect(readText('[{"value":9007199254740993}]')).toEqual({
    problem: expect.stringMatching(/^The integer at \/0\/value would lose digits/),
  })
  expect(readText('[1]')).toEqual({ problem: 'Item 1 is not a JSON object.' })
  expect(readText('[{"id":"a"}')).toEqual({ problem: 'This is neither a JSON array nor nd-json.' })
})
