import { expect, it } from 'vitest'
import { openApiOf } from './openapi-of.ts'

const document = { openapi: '3.1.0', paths: {} }
const text = JSON.stringify(document)
const contents = {
  atUrl: async (url: string) => (url === '/stored' ? document : undefined),
  readYaml: async (yaml: string) => {
    if (yaml !== 'openapi: 3.1.0') throw new Error('no YAML')
    return document
  },
}
const find = (...resources: object[]) => openApiOf({ documentation: { resources } } as never, contents)

it.each<[what: string, resource: object]>([
  ['JSON', { json_content: document }],
  ['text', { text_content: text, content_type: 'application/json' }],
  ['Base64', { base64_content: btoa(text) }],
  ['a stored document', { url: '/stored' }],
  ['YAML', { text_content: 'openapi: 3.1.0', content_type: 'application/yaml' }],
  ['text that is shown as a reference', { text_content: 'openapi: 3.1.0', transform: 'redoc' }],
])('finds a document as %s', async (_, resource) => {
  expect(await find(resource)).toEqual(document)
})

it('finds the first of several, and none where there is none', async () => {
  const others = [
    { text_content: '# Guide' },
    { url: 'https://elsewhere.example' },
    { base64_content: '?' },
    { json_content: [] },
  ]
  expect(await find(...others, { json_content: { swagger: '2.0' } }, { json_content: document })).toEqual({
    swagger: '2.0',
  })
  expect(
    await find(...others, { text_content: '{"openapi"' }, { text_content: 'a: b', transform: 'openapi' }),
  ).toBeUndefined()
  expect(await openApiOf({}, contents)).toBeUndefined()
})
