import { expect, it } from 'vitest'
import { completeScript } from './complete-script.ts'

const context = { id: 'ann', user: { plan: 'pro', 'not a name': 1 }, tags: ['a'] }
const propose = (text: string) => {
  const found = completeScript(text, text.length, context)
  return found && [text.slice(found.from), found.options.map(({ label }) => label)]
}

it.each([
  ['if (con', ['con', ['context', 'enabled()', 'disabled()', 'http', 'console']]],
  ['context.', ['', ['id', 'user', 'tags']]],
  ['f(context.us', ['us', ['id', 'user', 'tags']]],
  ['context.user?.pl', ['pl', ['plan']]],
  ['await http.', ['', ['fetch', 'call']]],
  ['console.l', ['l', ['log']]],
  ['context.id.', undefined],
  ['context.missing.', undefined],
  ['context.toString.', undefined],
  ['other.', undefined],
  ['f().na', undefined],
  ['', undefined],
])('after %j, %j is proposed', (text, proposed) => {
  expect(propose(text)).toEqual(proposed)
})
