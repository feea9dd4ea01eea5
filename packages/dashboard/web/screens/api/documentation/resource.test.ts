import { expect, it } from 'vitest'
import { fromItems, kindOf, ofFile, pathText, toItems, withKind, withPath } from './resource.ts'

it('a path is a text while it is edited, whatever is stored', () => {
  expect(pathText({ path: ['guide', 'first'] })).toBe('guide/first')
  expect(pathText({ path: 'guide/first' as unknown as string[] })).toBe('guide/first')
  expect(pathText({})).toBe('')
  for (const text of ['guide/', '/guide', 'a//b', '..']) expect(pathText(withPath({}, text))).toBe(text)
  expect(withPath({ title: 'x', path: ['a'] }, '')).toEqual({ title: 'x' })
})

it('the first kind of content counts; another kind replaces it', () => {
  expect(kindOf({})).toBe('text')
  expect(kindOf({ text_content: 'a', json_content: null })).toBe('json')
  expect(kindOf({ text_content: 'a', base64_content: '', json_content: {} })).toBe('base64')
  expect(kindOf({ text_content: 'a', url: 'https://a.example' })).toBe('url')
  expect(withKind({ title: 'x', url: 'u', text_content: 'a' }, 'json')).toEqual({ title: 'x', json_content: {} })
})

it('pages are items of a list by their paths; a duplicate gets its own path', () => {
  const resources = [{ path: ['a'], title: 'A', text_content: 'x' }, { path: ['b', 'c'] }]
  const items = toItems(resources)
  expect(items.map(({ id, name }) => [id, name])).toEqual([
    ['a', 'A'],
    ['b/c', ''],
  ])
  expect(fromItems(items)).toEqual(resources)
  expect(fromItems([{ ...items[0]!, id: 'a-2' }])).toEqual([{ path: ['a-2'], title: 'A', text_content: 'x' }])
})

it('a file becomes Base64 with its type', async () => {
  const bytes = new Uint8Array(20_000).map((_, at) => at % 256)
  const { base64_content = '', content_type } = await ofFile(new Blob([bytes], { type: 'image/png' }))
  expect(content_type).toBe('image/png')
  expect(Uint8Array.from(atob(base64_content), (one) => one.charCodeAt(0))).toEqual(bytes)
  expect(await ofFile(new Blob(['x']))).toEqual({ base64_content: 'eA==', content_type: 'application/octet-stream' })
})
