import { expect, it } from 'vitest'
import { readContexts, withContext } from './contexts.ts'
import { isUntouched, templates } from './templates.ts'

it('the last five contexts of a script are kept, each once', () => {
  const texts = ['a', 'b', 'c', 'b', 'd', 'e', 'f']
  expect(texts.reduce<readonly string[]>(withContext, [])).toEqual(['f', 'e', 'd', 'b', 'c'])
})

it.each([
  [null, []],
  ['["{}", 1]', ['{}']],
  ['{"a": 1}', []],
  ['[', []],
])('of %s in the storage, the contexts %j are read', (kept, contexts) => {
  expect(readContexts(kept)).toEqual(contexts)
})

it('a script is replaced by a template only while nobody has written in it', () => {
  expect(['', 'blank\n', templates[0]!.script].map((script) => isUntouched(script, 'blank'))).toEqual([
    true,
    true,
    true,
  ])
  expect(isUntouched('function enabled() { mine() }', 'blank')).toBe(false)
})
