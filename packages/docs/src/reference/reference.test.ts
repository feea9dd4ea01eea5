import { expect, it } from 'vitest'
import { toCell, toProse } from './escape.ts'
import { httpPages } from './http.ts'
import { entriesOf, importedPackages, typescriptPages } from './typescript.ts'

it('lists each operation of the API under a heading, with its method and path', () => {
  const features = httpPages().get('http/features') ?? ''
  expect(features).toContain('`POST /api/features/{id}/check` · in TypeScript `box.features.checkWith`')
  expect(features).toContain('| `explain` | query | boolean | Default: `false` |')
  expect(httpPages().get('http/schemas')).toContain('| `when` | [Condition](/http/schemas#condition) |')
})

it.each(importedPackages)('has every name that %s exports, with a declaration', async (folder) => {
  for (const { entry, exports } of entriesOf(folder)) {
    const { default: _, ...loaded } = (await import(entry.replace(/\/$/, ''))) as Record<string, unknown>
    const names = exports.map(({ name }) => name)
    expect(names, entry).toEqual(expect.arrayContaining(Object.keys(loaded)))
    expect(exports.filter(({ code }) => code === '')).toEqual([])
  }
})

it('shows docstrings as prose, and signatures without their bodies', () => {
  const core = typescriptPages().get('typescript/core') ?? ''
  expect(core).toMatch(/### createSignalbox\n\n[A-Z][^\n]+/)
  expect(core).not.toContain('/**\n * Creates')
})

it('tags and templates are shown as they are, and code is left alone', () => {
  expect(toProse('a <b> {{c}} `<d>`')).toBe('a &lt;b> &#123;&#123;c}} `<d>`')
  expect(toCell('a | b\nc')).toBe('a \\| b c')
})
