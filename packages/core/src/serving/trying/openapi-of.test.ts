import { expect, it } from 'vitest'
import type { ApiDefinition } from '../../gateway/apis/api.ts'
import { openApiOf } from './openapi-of.ts'

type Documentation = NonNullable<ApiDefinition['documentation']>

const document = { openapi: '3.1.0', paths: {} }
const text = JSON.stringify(document)
const contents = {
  complete: async (documentation: Documentation): Promise<Documentation> => ({
    ...documentation,
    ...(documentation.resources && {
      resources: documentation.resources.map((one) => (one.url === '/stored' ? { json_content: document } : one)),
    }),
  }),
  readYaml: async (yaml: string) => {
    if (yaml !== 'openapi: 3.1.0') throw new Error('no YAML')
    return document
  },
}
const find = (...resources: object[]) => openApiOf({ documentation: { resources } } as never, contents)

it.each<[what: string, resource: object]>([
  ['JSON', { json_content: document }],
  ['text', { text_content: text, content_type: 'application/json' }],
  ['Base64', { base64_content: btoa(text), content_type: 'application/json' }],
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

it('takes the document of the first page if no resource is one, and none that is nested too deep', async () => {
  const home = { json_content: document }
  const deep = { json_content: { openapi: '3.1.0', x: JSON.parse('['.repeat(600) + ']'.repeat(600)) } }
  expect(await openApiOf({ documentation: { resources: [deep], home } } as never, contents)).toEqual(document)
  expect(await openApiOf({ documentation: { resources: [{ text_content: text }] } } as never, contents)).toBeUndefined()
})
