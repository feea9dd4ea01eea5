import { expect, it } from 'vitest'
import { firstSnippets } from '../first-snippets.ts'
import { filledSentence } from './filled-sentence.ts'

const baseUrl = 'http://127.0.0.1:9000'

const cases = [
  { key: 'shop-web', secret: 's3cret' },
  { key: 'shop-web', secret: undefined },
  { key: undefined, secret: undefined },
].flatMap((known) =>
  firstSnippets({ feature: 'shop:express', baseUrl, ...known }).map((snippet) => ({ known, snippet })),
)

it.each(cases)('says what $snippet.name has filled in, with $known', ({ known, snippet }) => {
  const { code } = snippet
  const [filled = '', missing = ''] = filledSentence(snippet, known).split(' already filled in.')
  expect(/address/.test(filled)).toBe(code.includes(baseUrl))
  expect(/key’s id/.test(filled)).toBe(code.includes('shop-web'))
  expect(/secret/.test(filled)).toBe(code.includes('s3cret'))
  expect(/\bID\b/.test(missing)).toBe(/\bID\b/.test(code))
  expect(/\bSECRET\b/.test(missing)).toBe(/\bSECRET\b/.test(code))
  expect(/SIGNALBOX_SECRET/.test(missing)).toBe(code.includes('SIGNALBOX_SECRET'))
  expect(/signalbox\.db/.test(missing)).toBe(code.includes('signalbox.db'))
})
