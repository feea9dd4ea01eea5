import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anchorsOf } from './markdown.ts'
import { explainedTerms, sentencesOf, unexplainedTerms, wordsIn } from './prose.ts'
import { root } from './root.ts'
import { sections } from './site.ts'
import { terms } from './terms.ts'

const MOST_WORDS = 30

const [start] = sections
const read = (file = '') => readFileSync(join(root, file), 'utf8')
const pages = start!.pages.map(({ route, file }) => ({ route, text: read(file) }))
const concepts = pages.find(({ route }) => route === 'concepts')!

/** The changelog is for looking up, and the notes on benchmarks are for those who run them. */
const others = ['CHANGELOG.md', 'packages/bench/README.md', 'packages/bench/docs/figures.md']
const files = sections.flatMap((section) => section.pages.flatMap(({ file }) => file ?? []))

it.each(files.filter((file) => !others.includes(file)))('%s has no sentence that is too long', (file) => {
  expect(sentencesOf(read(file)).filter((sentence) => wordsIn(sentence) > MOST_WORDS)).toEqual([])
})

describe.each(pages)('$route', ({ route, text }) => {
  it('uses no term before it is explained', () => {
    const before =
      route === 'concepts'
        ? []
        : pages.slice(
            0,
            pages.findIndex((page) => page.route === route),
          )
    const known = new Set(before.flatMap((page) => explainedTerms(page.text, terms)))
    expect(unexplainedTerms(text, terms, known)).toEqual([])
  })
})

it('every term has a heading in Concepts', () => {
  const anchors = anchorsOf(concepts.text)
  expect(Object.keys(terms).filter((name) => !anchors.includes(name))).toEqual([])
})

it('sentences end at marks, items and cells, and code counts as one word', () => {
  const text =
    '# A page\n\nOne two `three four`. Five\nsix, e.g. seven.\n\n- eight\n- nine\n\n| ten | [eleven](x y) |\n| --- | --- |\n'
  expect(sentencesOf(text).map(wordsIn)).toEqual([2, 3, 4, 1, 1, 1, 1])
})

it('a term that is used before it is explained is found', () => {
  const found = (text: string) => unexplainedTerms(text, { key: /\bkeys?\b/ }).length
  expect(found('The keys of a thing.\n\n## Key\n')).toBe(1)
  expect(found('## Key\n\nThe keys of a thing.')).toBe(0)
  expect(found('The [key](#key) of a thing.')).toBe(0)
  expect(found('A **key** of [a thing](#thing).')).toBe(0)
  expect(found('Some `key` alone.')).toBe(0)
})
