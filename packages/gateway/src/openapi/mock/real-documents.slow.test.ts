import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type SchemaError } from '@signalbox/core/gateway'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createDocument } from '../../documents/document.ts'
import { checksOf, fitsOf, loadCompiler } from '../checks.ts'
import { operationsOf } from '../operations.ts'
import { sampleOf } from './sample.ts'

/** Packages that contain OpenAPI documents of real services, or examples of everything OpenAPI allows. */
const packages = ['@readme/oas-examples', '@scalar/galaxy', 'rclone-openapi']

const modules = new URL('../../../../../node_modules/', import.meta.url).pathname
const files = packages.flatMap((name) =>
  readdirSync(join(modules, name), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(json|ya?ml)$/.test(file) && !/(^|\/)(package|tsconfig)\.json$|node_modules/.test(file))
    .map((file) => [`${name}/${file}`, readFileSync(join(modules, name, file), 'utf8')] as const)
    .filter(([, text]) => /^\W*(openapi|swagger)\W/m.test(text)),
)

beforeAll(() => loadCompiler())

/** Makes a value for each schema of a response in a document, and lists values that do not fit. */
function judge(text: string) {
  const document = createDocument(JSON.stringify(parse(text, { logLevel: 'silent' })))
  const check = checksOf(document, 'response')
  const misfits: object[] = []
  let count = 0
  const { paths } = document.root
  for (const [template, item] of Object.entries(isObject(paths) ? paths : {}))
    for (const method of Object.keys(isObject(item) ? item : {})) {
      const found = operationsOf(document).find(method.toUpperCase(), template.replaceAll(/[{}]/g, ''))
      if (!found || 'allowed' in found) continue
      for (const { content } of found.operation.responses)
        for (const { schema } of content) {
          if (schema === undefined) continue
          count++
          const value = sampleOf(schema, { document, fits: fitsOf(document) })
          const errors = check(schema, value) ?? []
          if (errors.length > 0 && !errors.some(isUnavoidable))
            misfits.push({ schema, value, errors: errors.slice(0, 3) })
        }
    }
  return { count, misfits }
}

/** Whether a schema has no value that is known to fit: the choices of a `oneOf` overlap, or it is endless. */
const isUnavoidable = ({ keyword, instancePath, params }: SchemaError): boolean =>
  (keyword === 'oneOf' && Array.isArray(params.passingSchemas)) ||
  (keyword === 'required' && params.missingProperty === 'parent' && instancePath === '/parent/parent')

describe('values made for the responses of real documents', () => {
  it('fit their schemas', () => {
    const all = files.map(([name, text]) => ({ name, ...judge(text) }))
    expect(all.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(1000)
    expect(all.flatMap(({ name, misfits }) => misfits.map((one) => ({ name, ...one })))).toEqual([])
  })
})
