import { isStream, mayOmitBody, type Operation, parametersOf } from '../../operation.ts'
import { iterable } from '../answers/iterable.ts'
import { misfit } from '../errors/errors.ts'
import { refuseMistyped } from '../errors/mistyped.ts'
import { validate, validateParameters } from '../schema/validate.ts'

/** Returns the input with declared parameters and the body only; other members are dropped. */
export function checker(operation: Operation): (input: Readonly<Record<string, unknown>>) => object {
  const { body } = operation
  const schema = parametersOf(operation)
  const names = Object.keys(schema.properties)
  const all = new Set([...names, 'body'])
  const takesValue = body !== undefined && !isStream(body)
  const whenLeftOut = mayOmitBody(operation) ? {} : undefined

  return (input) => {
    const { body: sent = whenLeftOut } = input
    const known: Record<string, unknown> = {}
    for (const name of names) if (input[name] !== undefined) known[name] = input[name]
    const unknown = Object.keys(input).filter((name) => !all.has(name) && input[name] !== undefined)
    if (unknown.length > 0) refuseMistyped(unknown, all)
    if (names.length > 0) validateParameters(schema, known)
    if (body !== undefined) known.body = takesValue ? validate(body, sent, 'The body') : linesOf(input.body)
    return known
  }
}

/** The lines of an upload. An OpenAPI document gets an error that names the operation for it. */
function linesOf(body: unknown) {
  if (
    typeof body === 'object' &&
    body !== null &&
    ('openapi' in body || 'swagger' in body) &&
    !(Symbol.iterator in body)
  )
    throw misfit(
      '',
      body,
      'iterable',
      'The body is an OpenAPI document: pass it to apis.importOpenApi; import takes an iterable of records',
    )
  return iterable(body)
}
