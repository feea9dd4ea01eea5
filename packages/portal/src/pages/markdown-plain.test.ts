import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { expect, it } from 'vitest'
import { renderMarkdown } from './markdown.ts'
import { apiOf, elementsOf, siteOf } from './site.fixture.ts'

const [api] = siteOf(apiOf()).apis
const place = { site: siteOf(apiOf()), visitor: { now: 0 }, depth: 0, path: [], api: api as NonNullable<typeof api> }
const md = new MarkdownIt({ html: false, linkify: true, maxNesting: 20 })

it('a text of plain words is the same as if the parser had read it', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      'Word',
      'é',
      '1',
      '.',
      ',',
      ':',
      ';',
      '(',
      ')',
      '/',
      '-',
      '=',
      '?',
      '%',
      '$',
      "'",
      ' ',
      '  ',
      'www',
      'com',
      'http',
    ],
    ...[
      '://',
      '*',
      '_',
      '`',
      '\n',
      '&',
      '<',
      '#',
      '+',
      '1. ',
      '- ',
      'example.com',
      'a@b.de',
      '(c)',
      '...',
      '"',
      '\t',
      '~',
    ],
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }).map((all) => all.join('')),
      (text) => {
        const { text: made } = renderMarkdown(text, place)
        if (elementsOf(made).some(({ name }) => name === 'a' || /^h\d$/.test(name))) return
        expect(made.replaceAll(' tabindex="0"', '')).toBe(md.render(text))
      },
    ),
    { numRuns: 5000 },
  )
})
