import { conditionShapes } from '../src/conditions/schemas.ts'
import { slices } from '../src/contract.ts'
import { developerSchema } from '../src/developers/developer.ts'
import { withEmail } from '../src/developers/developer-hooks.ts'
import { createFlags } from '../src/entries/flags.ts'
import { clientIdSchema } from '../src/experiments/experiment.ts'
import { documentationSchema } from '../src/gateway/apis/documentation.ts'
import { backendSettings, clientSettings } from '../src/gateway/backends/backend.ts'
import { operations } from '../src/machine/calls/map-operations.ts'
import type { TSchema } from '../src/machine/schema/schema.ts'
import { type Contract, isStream, parametersOf } from '../src/operation.ts'
import { plugins } from '../src/plugins/index.ts'
import { functions } from '../src/workflows/functions/index.ts'
import { shapeOf } from '../src/workflows/language/shape.ts'
import { nodes } from '../src/workflows/nodes/index.ts'
import { commonMembers } from '../src/workflows/nodes/node.ts'
import { operators } from '../src/workflows/operators/index.ts'

/**
 * Returns all schemas that check input, by slice: parameters, bodies and upload lines of operations, and what slices
 * validate themselves. Schemas that several slices use are listed only under `common`.
 */
export function validatedSchemas(): ReadonlyMap<string, readonly TSchema[]> {
  // The events of flags are of fewer domains than the events of a whole box: their slice has other schemas under the
  // same name.
  const calls = Map.groupBy([...slices, ...createFlags().slices], ({ name }) => name)
  const names = [...new Set([...calls.keys(), ...Object.keys(others)])]
  const all = names.map((name) => {
    const ofSlices = (calls.get(name) ?? []).flatMap(({ contract }) => ofCalls(contract))
    return [name, [...ofSlices, ...(others[name] ?? [])]] as const
  })
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
  return [...operations(contract), ...operations(contract, 'portal')].flatMap(({ operation }) => {
    const { body } = operation
    const parameters = parametersOf(operation)
    return [
      ...(Object.keys(parameters.properties).length > 0 ? [parameters] : []),
      ...(body === undefined ? [] : [isStream(body) ? body.items : body]),
    ]
  })
}

/**
 * Schemas validated outside calls: client ids in lines, parts of conditions, documents of sources, people whom others sign in and their
 * addresses, configurations of plugins, settings of backends, parts of workflows.
 */
const others: Readonly<Record<string, readonly TSchema[]>> = {
  experiments: [clientIdSchema],
  conditions: conditionShapes,
  gateway: [documentationSchema],
  developers: [developerSchema, withEmail],
  compile: [...plugins.map(({ configSchema }) => configSchema), backendSettings, clientSettings],
  workflows: [
    ...nodes.map(shapeOf),
    ...[commonMembers, ...nodes.map(({ args }) => args)].flatMap(expressionsIn),
    ...[...operators, ...functions].map(({ args }) => args),
  ],
}

/** Finds the schemas of expressions in a node's arguments, at any depth. */
function expressionsIn(schema: unknown): TSchema[] {
  if (typeof schema !== 'object' || schema === null) return []
  const inside = Object.values(schema).flatMap(expressionsIn)
  return (schema as { title?: unknown }).title === 'Expression' ? [schema as TSchema, ...inside] : inside
}
