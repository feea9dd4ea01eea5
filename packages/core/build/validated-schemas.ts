import { slices } from '../src/contract.ts'
import { clientIdSchema } from '../src/experiments/experiment.ts'
import { backendSettings, clientSettings } from '../src/gateway/backend.ts'
import type { Contract } from '../src/operation.ts'
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
 * Every schema that values from outside are checked by, by the slice that checks them: the parameters and the body of each operation or the
 * lines of its upload, and what slices validate by themselves. What several slices check stands under `common` alone.
 */
export function validatedSchemas(): ReadonlyMap<string, readonly TSchema[]> {
  const all = slices.map(({ name, contract }) => [name, [...ofCalls(contract), ...(others[name] ?? [])]] as const)
  const found = new Map<string, string>()
  const common = new Map<string, TSchema>()
  for (const [name, schemas] of all)
    for (const schema of schemas) {
      const text = JSON.stringify(schema)
      if ((found.get(text) ?? name) !== name) common.set(text, schema)
      found.set(text, name)
    }
  const isOwn = (schema: TSchema) => !common.has(JSON.stringify(schema))
  return new Map([
    ...all.map(([name, schemas]) => [name, schemas.filter(isOwn)] as const),
    ['common', [...common.values()]],
  ])
}

function ofCalls(contract: Contract): TSchema[] {
  return operations(contract).flatMap(({ operation }) => {
    const { body } = operation
    const parameters = parametersOf(operation)
    return [
      ...(Object.keys(parameters.properties).length > 0 ? [parameters] : []),
      ...(body === undefined ? [] : [isStream(body) ? body.items : body]),
    ]
  })
}

/** What is validated beside calls: client ids out of lines, configurations of plugins, settings of backends, what workflows are made of. */
const others: Readonly<Record<string, readonly TSchema[]>> = {
  experiments: [clientIdSchema],
  gateway: [...plugins.map(({ configSchema }) => configSchema), backendSettings, clientSettings],
  workflows: [
    ...nodes.map(shapeOf),
    ...[commonMembers, ...nodes.map(({ args }) => args)].flatMap(expressionsIn),
    ...[...operators, ...functions].map(({ args }) => args),
  ],
}

/** What the members of a node must come to, at any depth. */
function expressionsIn(schema: unknown): TSchema[] {
  if (typeof schema !== 'object' || schema === null) return []
  const inside = Object.values(schema).flatMap(expressionsIn)
  return (schema as { title?: unknown }).title === 'Expression' ? [schema as TSchema, ...inside] : inside
}
