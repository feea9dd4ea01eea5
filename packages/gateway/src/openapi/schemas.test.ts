import { expect, it } from 'vitest'
import { createDocument } from '../documents/document.ts'
import { type Compiler, createSchemas } from './schemas.ts'

it('names the restriction of a runtime that does not generate code', () => {
  const Restricted = class {
    addKeyword() {}
    removeKeyword() {}
    compile() {
      throw new EvalError('Code generation from strings disallowed for this context')
    }
  } as unknown as Compiler
  const document = createDocument('{"openapi":"3.1.0","a":{"type":"string"}}')
  const schemas = createSchemas(document, Restricted, { direction: 'request', allErrors: false })
  expect(() => schemas.check('/a', 'x', { schemas: 1, steps: 1 })).toThrow(
    'This runtime does not allow code generation: validate on Node.js',
  )
})
