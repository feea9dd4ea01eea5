import { contract } from '../src/contract.ts'
import { clientIdSchema } from '../src/experiments/experiment.ts'
import { backendSettings, clientSettings } from '../src/gateway/backend.ts'
import { isStream, parametersOf } from '../src/operation.ts'
import { plugins } from '../src/plugins/index.ts'
import type { TSchema } from '../src/schema.ts'
import { operations } from '../src/walk.ts'
import { functions } from '../src/workflows/functions/index.ts'
import { nodes } from '../src/workflows/nodes/index.ts'
import { commonMembers } from '../src/workflows/nodes/node.ts'
import { operators } from '../src/workflows/operators/index.ts'
import { shapeOf } from '../src/workflows/shape.ts'

/**
 * Every schema that values from outside are checked by: the parameters and the body of each operation, the lines of its
 * upload and the client ids that are read out of them, the configurations of plugins, the settings of backends and of their clients, what nodes of workflows hold, and the arguments of operators and functions.
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
    clientIdSchema,
    ...plugins.map(({ configSchema }) => configSchema),
    backendSettings,
    clientSettings,
    ...nodes.map(shapeOf),
    ...[commonMembers, ...nodes.map(({ args }) => args)].flatMap(expressionsIn),
    ...[...operators, ...functions].map(({ args }) => args),
  ]
}

/** What the members of a node must come to, at any depth. */
function expressionsIn(schema: unknown): TSchema[] {
  if (typeof schema !== 'object' || schema === null) return []
  const inside = Object.values(schema).flatMap(expressionsIn)
  return (schema as { title?: unknown }).title === 'Expression' ? [schema as TSchema, ...inside] : inside
}
