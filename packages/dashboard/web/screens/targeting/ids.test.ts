import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addIds, idsIn } from './ids.ts'

it.each([
  ['ann\nben\r\neve', ['ann', 'ben', 'eve']],
  ['ann, ben;ann\t"eve"', ['ann', 'ben', 'eve']],
  ['  two words \n\n', ['two words']],
  ['', []],
  ['__proto__,<script>', ['__proto__', '<script>']],
])('%j holds the ids %j', (text, ids) => {
  expect(idsIn(text)).toEqual(ids)
})

it('adding keeps the order of the list and adds each id once', () => {
  expect(addIds(['b', 'a'], ['a', 'c'])).toEqual({ ids: ['b', 'a', 'c'], added: 1, known: 1 })
  fc.assert(
    fc.property(fc.uniqueArray(fc.string()), fc.uniqueArray(fc.string()), (list, more) => {
      const { ids, added, known } = addIds(list, more)
      expect(ids).toHaveLength(list.length + added)
      expect(added + known).toBe(more.length)
      expect(new Set(ids).size).toBe(ids.length)
    }),
  )
})
