import type { Category } from '../reference/entry.ts'
import { flag, list, named, oneOf, optional, text, whole } from './arguments.ts'
import type { Charge } from './compare.ts'
import { PART, POINT } from './costs.ts'
import { occurrences } from './find-text.ts'
import { toText } from './json-text.ts'
import { operatorsOfText } from './of-text.ts'
import { defineOperator } from './operator.ts'

const category: Category = 'strings'
const ofText = operatorsOfText(category)

/** Operators on texts. Lengths and indexes count code points, so an emoji of one code point counts once. */
export const stringOperators = [
  defineOperator({
    name: '$str_concat',
    category,
    description: 'All values joined in one text: texts unchanged, other values as JSON',
    args: list('Texts and other values'),
    example: { config: { $str_concat: ['order ', 42] }, result: 'order 42' },
    evaluate: (values, { charge }) => values.map((value) => toText(value, charge)).join(''),
  }),
  ofText('$str_upper', 'The text in upper case, independent of language', {
    example: ['Tea', 'TEA'],
    evaluate: (text) => text.toUpperCase(),
  }),
  ofText('$str_lower', 'The text in lower case, independent of language', {
    example: ['Tea', 'tea'],
    evaluate: (text) => text.toLowerCase(),
  }),
  ofText('$str_trim', 'The text without white space at both ends', {
    example: ['  tea ', 'tea'],
    evaluate: (text) => text.trim(),
  }),
  ofText('$str_length', 'The number of code points', {
    example: ['tea☕', 4],
    cost: POINT,
    evaluate: (text) => [...text].length,
  }),
  ofText('$str_reverse', 'The text reversed, by code points', {
    example: ['tea', 'aet'],
    cost: POINT,
    evaluate: (text) => [...text].reverse().join(''),
  }),
  defineOperator({
    name: '$str_split',
    category,
    description: 'The parts of a text between separators; an empty separator splits into code points',
    args: named({ text: text('A text'), separator: text('The separator') }),
    example: { config: { $str_split: { text: 'a,b,,c', separator: ',' } }, result: ['a', 'b', '', 'c'] },
    evaluate: ({ text, separator }, { charge }) => {
      if (separator !== '') return between(text, separator, occurrences(text, separator, charge), charge)
      charge(POINT * text.length)
      return [...text]
    },
  }),
  defineOperator({
    name: '$str_replace',
    category,
    description: 'The text with all occurrences of a part replaced; both are plain texts, not patterns',
    args: named({
      text: text('A text'),
      find: text('The part to replace; an empty part never occurs'),
      with: text('The replacement'),
      first: optional(flag('Whether to replace only the first occurrence; false by default')),
    }),
    example: { config: { $str_replace: { text: 'a.b.c', find: '.', with: '/' } }, result: 'a/b/c' },
    evaluate: ({ text, find, with: replacement, first = false }, { charge, make }) => {
      const parts = between(text, find, occurrences(text, find, charge, first ? 1 : undefined), charge)
      make((parts.length - 1) * replacement.length)
      return parts.join(replacement)
    },
  }),
  defineOperator({
    name: '$str_starts_with',
    category,
    description: 'Whether the text begins with another',
    args: named({ text: text('A text'), prefix: text('The prefix') }),
    example: { config: { $str_starts_with: { text: '/orders/1', prefix: '/orders' } }, result: true },
    evaluate: ({ text, prefix }, { charge }) => {
      charge(prefix.length)
      return text.startsWith(prefix)
    },
  }),
  defineOperator({
    name: '$str_ends_with',
    category,
    description: 'Whether the text ends with another',
    args: named({ text: text('A text'), suffix: text('The suffix') }),
    example: { config: { $str_ends_with: { text: 'tea.jpg', suffix: '.jpg' } }, result: true },
    evaluate: ({ text, suffix }, { charge }) => {
      charge(suffix.length)
      return text.endsWith(suffix)
    },
  }),
  defineOperator({
    name: '$str_substring',
    category,
    description: 'The code points from an index (included) to another (excluded)',
    args: named({
      text: text('A text'),
      from: optional(whole('The index, from 0; negative ones count from the end; 0 by default')),
      to: optional(whole('The index, from 0; negative ones count from the end; the end by default')),
    }),
    example: { config: { $str_substring: { text: 'one ☕ please', from: 4, to: 5 } }, result: '☕' },
    evaluate: ({ text, from, to }, { charge }) => {
      charge(POINT * text.length)
      return [...text].slice(from, to).join('')
    },
  }),
  defineOperator({
    name: '$str_pad',
    category,
    description: 'The text padded to a length in code points; unchanged if it is long enough',
    args: named({
      text: text('A text'),
      length: whole('The length in code points', 0),
      with: optional(text('The padding, repeated; a space by default, none if empty')),
      side: optional(oneOf(['start', 'end'], 'Where to pad; at the start by default')),
    }),
    example: { config: { $str_pad: { text: '7', length: 3, with: '0' } }, result: '007' },
    evaluate: ({ text, length, with: filling = ' ', side = 'start' }, { charge, make }) => {
      charge(POINT * (text.length + filling.length))
      const points = [...filling]
      const missing = points.length > 0 ? Math.max(0, length - [...text].length) : 0
      if (missing === 0) return text
      make(Math.ceil(missing / points.length) * filling.length)
      const filler =
        filling.repeat(Math.floor(missing / points.length)) + points.slice(0, missing % points.length).join('')
      return side === 'start' ? filler + text : text + filler
    },
  }),
]

/** Splits a text at the given places of a separator. */
function between(text: string, { length }: string, places: Iterable<number>, charge: Charge): string[] {
  const parts: string[] = []
  let end = 0
  for (const at of places) {
    charge(PART)
    parts.push(text.slice(end, at))
    end = at + length
  }
  return [...parts, text.slice(end)]
}
