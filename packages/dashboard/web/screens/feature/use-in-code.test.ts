import { expect, it } from 'vitest'
import { snippetsOf } from './use-in-code.ts'

const codeOf = (id: string) =>
  Object.fromEntries(snippetsOf(id, 'https://flags.test').map(({ name, code }) => [name, code]))

it('names the feature and the service', () => {
  const code = codeOf('shop:express')
  expect(code['In process']).toContain("box.isActive('shop:express', { id: 'client-1041' })")
  expect(code.Client).toContain("baseUrl: 'https://flags.test'")
  expect(code.OpenFeature).toContain("getBooleanValue('shop:express', false, { targetingKey: 'client-1041' })")
  expect(code.curl).toContain("curl -u ID:SECRET 'https://flags.test/api/features/shop%3Aexpress/check'")
})

it.each(["it's", 'a"b', 'a\\b', 'a\u2028b', '</script>'])('quotes the id %j', (id) => {
  const [, literal = ''] = /isActive\((.*), \{ id/.exec(codeOf(id)['In process']!) ?? []
  const quoted = literal.slice(1, -1).replaceAll('"', '\\"').replaceAll("\\'", "'")
  expect(JSON.parse(`"${quoted}"`)).toBe(id)
})
