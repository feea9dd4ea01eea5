import type { SchemaError } from '@signalbox/core/gateway'
import type { OpenApiDocument } from '../documents/document.ts'
import { type Budget, budgetFor } from './budget.ts'
import type { Direction } from './convert-schema.ts'
import { type Compiler, createSchemas, type Schemas } from './schemas.ts'

/** The errors of a value against the schema at a pointer of a document; `undefined` if it fits. */
export type Check = (pointer: string, value: unknown, size?: number) => readonly SchemaError[] | undefined

/** All errors are listed of values up to this size, in bytes; of larger ones the first. */
const MOST_LISTED = 16 * 1024

let compiler: Compiler | undefined
let loading: Promise<void> | undefined

/** Loads the library that compiles schemas. Returns nothing once it is there. */
export function loadCompiler(): Promise<void> | undefined {
  if (compiler) return undefined
  loading ??= import('ajv/dist/2020.js').then((module) => {
    compiler = module.Ajv2020
  })
  return loading
}

/** Checks values against the schemas of a document, which are compiled once. `loadCompiler` must have resolved before. */
export function checksOf(document: OpenApiDocument, direction: Direction): Check {
  const first = schemasOf(document, direction, false)
  const all = schemasOf(document, direction, true)
  return (pointer, value, size = 0) => {
    const errors = first().check(pointer, value, budgetFor(size))
    return errors && size <= MOST_LISTED ? (all().check(pointer, value, budgetFor(size)) ?? errors) : errors
  }
}

/** Whether a value fits the schema at a pointer, within the budget. */
export type Fits = (pointer: string, value: unknown, budget: Budget) => boolean

/** Tells whether values fit the schemas of responses. A schema that cannot be compiled, or takes too much work, says nothing. */
export function fitsOf(document: OpenApiDocument): Fits {
  const schemas = schemasOf(document, 'response', false)
  return (pointer, value, budget) => {
    try {
      return schemas().check(pointer, value, budget) === undefined
    } catch {
      return true
    }
  }
}

const keys = {
  request: { first: Symbol('request'), all: Symbol('all of request') },
  response: { first: Symbol('response'), all: Symbol('all of response') },
} as const

const schemasOf = (document: OpenApiDocument, direction: Direction, allErrors: boolean) => (): Schemas =>
  document.kept(keys[direction][allErrors ? 'all' : 'first'], () =>
    createSchemas(document, compiler as Compiler, { direction, allErrors }),
  )
