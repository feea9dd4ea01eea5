import { expect, it } from 'vitest'
import { prettyJson } from './pretty-json.ts'

it.each<[text: string, pretty: string]>([
  ['{"a":[1,2],"b":{}}', '{\n  "a": [\n    1,\n    2\n  ],\n  "b": {}\n}'],
  ['{"a":[ ]}', '{\n  "a": []\n}'],
  ['9007199254740993', '9007199254740993'],
  ['[1e400,-0,1.0]', '[\n  1e400,\n  -0,\n  1.0\n]'],
  ['"a, {b}: \\"c\\" [d]"', '"a, {b}: \\"c\\" [d]"'],
  ['{ "a" :\n"\\u003c" }', '{\n  "a": "\\u003c"\n}'],
])('%s has a line for each member, and the values that were written', (text, pretty) => {
  expect(prettyJson(text)).toBe(pretty)
})

it.each<[what: string, text: string]>([
  ['nothing', ''],
  ['the beginning of an object', '{'],
  ['words', 'text'],
  ['a long text', `"${'x'.repeat(300_000)}"`],
])('%s stays as it is', (_, text) => {
  expect(prettyJson(text)).toBeUndefined()
})

it('deep lists do not become huge', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  expect(prettyJson(deep)?.length ?? 0).toBeLessThan(10_000_000)
})
