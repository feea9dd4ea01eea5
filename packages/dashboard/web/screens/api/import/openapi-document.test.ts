import { expect, it } from 'vitest'
import { bodyOf, namedLine, readDocument, sizeProblem, titleIn } from './openapi-document.ts'

const MIB = 1024 * 1024

it('JSON can have 16 MiB, YAML 4 MiB', () => {
  expect(sizeProblem(16 * MIB, ' {"openapi"')).toBeUndefined()
  expect(sizeProblem(16 * MIB + 1, '{"openapi"')).toContain('limit is 16 MiB.')
  expect(sizeProblem(4 * MIB, 'openapi: 3.1.0')).toBeUndefined()
  expect(sizeProblem(5 * MIB, 'openapi: 3.1.0')).toBe(
    'The document has 5.0 MiB, but the limit for YAML is 4 MiB. Convert it to JSON, whose limit is 16 MiB, or split it.',
  )
})

it('a file that is too large is not read', async () => {
  const file = new File(['openapi: 3.1.0\n', '#'.repeat(4 * MIB)], 'large.yaml')
  expect(await readDocument(file)).toEqual({ problem: expect.stringContaining('4.0 MiB') })
  const small = new File(['{}'], 'small.json')
  expect(await readDocument(small)).toEqual({ name: 'small.json', text: '{}' })
})

it('is sent as JSON or as YAML, by how it begins', () => {
  const text = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes)
  expect(bodyOf({ text: '\uFEFF {}' }).mediaType).toBe('application/json')
  expect(text(bodyOf({ text: '\uFEFF {}' }))).toBe(' {}')
  expect(bodyOf({ text: 'openapi: 3.1.0' }).mediaType).toBe('application/yaml')
})

it.each([
  [{ text: 'openapi: 3.1.0\ninfo:\n  title: Petstore # ours\n' }, 'Petstore # ours'],
  [{ text: 'openapi: 3.1.0\ninfo: { title: "Pet store", version: "1" }' }, 'Pet store'],
  [{ text: '{"openapi":"3.1.0","info":{"title":"Pets","version":"1"}}' }, 'Pets'],
  [{ text: '{\n  "info": {\n    "title": "Pets, and more"\n  }\n}' }, 'Pets'],
  [{ name: 'petstore.openapi.yaml', text: 'x: 1' }, 'petstore'],
  [{ text: 'x: 1' }, ''],
])('%j has the title %j', (document, title) => {
  expect(titleIn(document)).toBe(title)
})

it('shows the line that a sentence names', () => {
  const document = { text: 'openapi: 3.1.0\n  info: [' }
  expect(namedLine(document, 'The text is not valid YAML in line 2: …')).toEqual({ line: 2, text: 'info: [' })
  expect(namedLine(document, 'It ends in line 7')).toBeUndefined()
  expect(namedLine(document, 'The document has no operations')).toBeUndefined()
})
