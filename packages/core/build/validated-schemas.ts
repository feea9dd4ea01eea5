import { contract } from '../src/contract.ts'
import { isStream, parametersOf } from '../src/operation.ts'
import { plugins } from '../src/plugins/index.ts'
import type { TSchema } from '../src/schema.ts'
import { operations } from '../src/walk.ts'
import { nodes } from '../src/workflows/nodes/index.ts'
import { operators } from '../src/workflows/operators/index.ts'
import { shapeOf } from '../src/workflows/shape.ts'

/**
 * Every schema that values from outside are checked by: the parameters and the body of each operation, the lines of its
 * upload, the configurations of plugins, and the arguments of operators.
 */
export function validatedSchemas(): TSchema[] {
  const ofCalls = operations(contract).flatMap(({ operation }) => {
    const { body } = operation
    const parameters = parametersOf(operation)
    return [
      ...(Object.keys(parameters.properties).length > 0 ? [parameters] : []),
      ...(body === undefined ? [] : [isStream(body) ? body.items : body]),
    ]
  })
  return [
    ...ofCalls,
    ...plugins.map(({ configSchema }) => configSchema),
    ...nodes.map(shapeOf),
    ...operators.map(({ args }) => args),
  ]
}
