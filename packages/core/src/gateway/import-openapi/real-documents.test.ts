import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isObject } from '../../machine/json/json.ts'
import { validate } from '../../machine/schema/validate.ts'
import { apiSchema } from '../apis/api.ts'
import { compile } from '../compile/compile.ts'
import { readOpenApi } from './read-openapi.ts'

/** Packages that contain OpenAPI documents of real services, or examples of everything OpenAPI allows. */
const packages = ['@readme/oas-examples', '@scalar/galaxy', 'rclone-openapi']

const modules = new URL('../../../../../node_modules/', import.meta.url).pathname
const files = packages.flatMap((name) =>
  readdirSync(join(modules, name), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(json|ya?ml)$/.test(file) && !/(^|\/)(package|tsconfig)\.json$|node_modules/.test(file))
    .map((file) => [`${name}/${file}`, readFileSync(join(modules, name, file))] as const)
    .filter(([, bytes]) => /^\W*(openapi|swagger)\W/m.test(bytes.toString())),
)

const limits = { json: 16 * 1024 * 1024, yaml: 4 * 1024 * 1024 }
const methods = 'get put post delete options head patch trace'.split(' ')

/** Documents without operations: those with webhooks only, and one with just a title. */
const withoutOperations = files.filter(([name]) => /\/(webhooks|title)\.(json|yaml)$/.test(name))
const others = files.filter((file) => !withoutOperations.includes(file))
const read = (name: string, bytes: Uint8Array) =>
  readOpenApi({ mediaType: name.endsWith('.json') ? 'application/json' : 'application/yaml', bytes }, limits)

const isOperation = (pointer: string) => new RegExp(`^/paths/[^/]+/(${methods.join('|')})$`).test(pointer)

/** Counts the operations of a document in the simplest way. */
function operationsIn(document: unknown): number {
  const { paths } = document as { paths?: Record<string, unknown> }
  const items = Object.values(paths ?? {}).map((item) => {
    const { $ref } = item as { $ref?: string }
    if ($ref === undefined) return item
    return $ref
      .split('/')
      .slice(1)
      .reduce<unknown>((node, step) => Object(node)[step.replaceAll('~1', '/')], document)
  })
  return items.filter(isObject).flatMap((item) => methods.filter((method) => Object.hasOwn(item, method))).length
}

describe('a document of a real service', () => {
  it('is part of the collection', () => {
    expect(files.length).toBeGreaterThan(100)
  })

  it.each(others)('%s: each operation becomes a route or is reported, and the API compiles', (name, bytes) => {
    const { api, warnings, text } = read(name, bytes)
    const reported = warnings.filter(({ pointer }) => isOperation(pointer))
    expect(api.routes.length + reported.length).toBe(operationsIn(JSON.parse(text)))
    const compiled = compile({ ...validate(apiSchema, api), id: 'a', state: 'published' })
    expect(compiled.routes).toHaveLength(api.routes.length)
    expect(compiled.warnings.filter(({ message }) => message.includes('both match'))).toEqual([])
  })

  it.each(withoutOperations)('%s: is rejected without operations', (name, bytes) => {
    expect(() => read(name, bytes)).toThrow('The document has no operations')
  })

  it('loses only operations that match the same requests as others', () => {
    const all = others.map(([name, bytes]) => read(name, bytes))
    const reported = all.flatMap(({ warnings }) => warnings.filter(({ pointer }) => isOperation(pointer)))
    const [operations, routes] = [
      all.map(({ text }) => operationsIn(JSON.parse(text))),
      all.map(({ api }) => api.routes.length),
    ].map((counts) => counts.reduce((sum, count) => sum + count, 0))
    expect({ operations, routes, reported: reported.length }).toEqual({ operations: 1575, routes: 1567, reported: 8 })
    for (const { message } of reported) expect(message).toContain('matches the same requests')
  })
})
