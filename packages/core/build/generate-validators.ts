import { _ } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { fingerprintOf } from '../src/machine/schema/fingerprint.ts'
import type { TSchema } from '../src/machine/schema/schema.ts'
import { ajvOptions } from '../src/machine/schema/validators.ts'
import { compactCode } from './compact-code.ts'
import { shareParts } from './share-parts.ts'

/**
 * The module that replaces `src/machine/schema/validators.ts` in the build: it looks up generated validators by fingerprint and
 * compiles nothing.
 */
export const validatorIndex = `
import { fingerprintOf } from './fingerprint.ts'
const validators = new Map()
export function addValidators(rows) {
  for (const [fingerprint, validator] of rows) validators.set(fingerprint, validator)
}
export function compileSchema(schema) {
  const validator = validators.get(fingerprintOf(schema))
  if (validator) return validator
  throw new Error(
    'No validator was built for the schema ' + JSON.stringify(schema).slice(0, 200) + ': only schemas of the slice that ' +
      'validates have one. Add it to validatedSchemas() and build again.',
  )
}
`

/**
 * Generates a module with the validators of these schemas by fingerprint (`rows`), so that nothing is compiled at
 * runtime. Throws if two different schemas have the same fingerprint.
 */
export function generateValidators(schemas: readonly TSchema[]): string {
  const byFingerprint = indexed(schemas)
  const code = { source: true, esm: true, formats: _`formats` }
  const ajv = new Ajv2020({ ...ajvOptions, messages: false, inlineRefs: false, code })
  ajv.opts.unevaluated = false // no schema has `unevaluatedProperties`, so no code is needed to track evaluated members
  const { schemas: sharing, parts } = shareParts([...byFingerprint.values()])
  for (const [name, part] of parts) ajv.addSchema(part, name)
  const names: Record<string, string> = {}
  const rows: string[] = []
  for (const fingerprint of byFingerprint.keys()) {
    const name = `validator${rows.length}`
    ajv.addSchema(sharing[rows.length]!, fingerprint)
    names[name] = fingerprint
    rows.push(`[${JSON.stringify(fingerprint)}, ${name}]`)
  }
  return [
    `import { failed, formats, isObject, joined, lengthOf, mistyped } from '../build/validator-runtime.ts'`,
    compactCode(standaloneCode(ajv, names)),
    `export const rows = [${rows.join(', ')}]`,
  ].join('\n')
}

function indexed(schemas: readonly TSchema[]): ReadonlyMap<string, TSchema> {
  const found = new Map<string, TSchema>()
  for (const schema of schemas) {
    const fingerprint = fingerprintOf(schema)
    const other = found.get(fingerprint) ?? schema
    if (JSON.stringify(other) !== JSON.stringify(schema))
      throw new Error(`Two schemas have the same fingerprint ${fingerprint}: change the seed in fingerprintOf`)
    found.set(fingerprint, schema)
  }
  return found
}
