import { contract } from '../src/contract.ts'
import { isStream, operations, parametersOf } from '../src/operation.ts'
import type { TSchema } from '../src/schema.ts'

/** Every schema that values from outside are checked by: the parameters and the body of each operation, and the lines of its upload. */
export function validatedSchemas(): TSchema[] {
  return operations(contract).flatMap(({ operation }) => {
    const { body } = operation
    const parameters = parametersOf(operation)
    return [
      ...(Object.keys(parameters.properties).length > 0 ? [parameters] : []),
      ...(body === undefined ? [] : [isStream(body) ? body.items : body]),
    ]
  })
}
