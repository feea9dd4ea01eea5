import { expect, it } from 'vitest'
import { snippetsOf } from './use-in-code.ts'

const audience = { attribute: 'country', operator: 'is', value: 'FR' } as const

it.each([
  ['without an audience no context', {}, false],
  ['with an audience its attributes', { audience }, true],
])('an experiment %s', (_, members, hasContext) => {
  const snippets = snippetsOf({ id: 'shop:cta', ...members }, 'https://flags.test')
  expect(snippets.map(({ name, code }) => [name, code.includes('country')])).toEqual([
    ['Client', hasContext],
    ['In process', hasContext],
    ['curl', hasContext],
  ])
  const [client, own, curl] = snippets.map(({ code }) => code)
  expect(client).toContain(`flags.displayed('shop:cta', 'client-1041'${hasContext ? ', context' : ''})`)
  expect(own).toContain(`clientId: 'client-1041'${hasContext ? ', body: context' : ''} }`)
  expect(curl).toContain('https://flags.test/api/experiments/shop%3Acta/won?clientId=client-1041')
})
