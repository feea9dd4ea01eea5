import type { Tool } from '@modelcontextprotocol/server'
import { isSafe, isStream, mayOmitBody, type Operation, parametersOf, takesReason } from '@signalbox/core/wire'

type InputSchema = Tool['inputSchema']
type Schema = Readonly<Record<string, unknown>>

/** The most values that a call lists. */
export const MOST_LISTED = 1000
/** The most seconds for which a call collects events. */
export const MOST_SECONDS = 60

/**
 * The arguments of a tool that are not part of the input of its operation: the options of the call, and how much of a
 * stream or of a large answer to return.
 */
export const ownArguments = {
  reason: { type: 'string', maxLength: 500, description: 'Why the change is made, for the log' },
  ifMatch: {
    type: 'string',
    pattern: '^[\\t -~\\u0080-\\u00ff]*$',
    description: 'The entity tag that an earlier answer named: the call fails if the record has changed since then',
  },
  limit: { type: 'integer', minimum: 1, maximum: MOST_LISTED, default: 100, description: 'The most values to list' },
  skip: { type: 'integer', minimum: 0, default: 0, description: 'How many values to leave out, for the next part' },
  seconds: {
    type: 'integer',
    minimum: 1,
    maximum: MOST_SECONDS,
    default: 5,
    description: 'How long to collect events, unless `limit` is reached before',
  },
  part: { type: 'integer', minimum: 1, default: 1, description: 'The part of an answer that is too long for one call' },
} as const satisfies Record<string, Schema>

/** The name of an argument that is not part of the input. */
export type OwnArgument = keyof typeof ownArguments

/** The JSON Schema of the arguments of a tool: parameters and body of the operation, and what this tool takes besides. */
export function inputSchemaOf(operation: Operation): InputSchema {
  const { body } = operation
  const { properties, required } = parametersOf(operation)
  const own = ownArgumentsOf(operation)
  const all = {
    ...(shown(properties, true) as object),
    ...(body && !isStream(body) && { body: shown(body) }),
    ...Object.fromEntries(own.map((name) => [name, ownArguments[name]])),
  }
  return {
    type: 'object',
    properties: all as NonNullable<InputSchema['properties']>,
    required: [...required, ...(body && !mayOmitBody(operation) ? ['body'] : [])],
    additionalProperties: false,
  }
}

/** The arguments that a tool takes besides the input of its operation. An input of the same name wins. */
export function ownArgumentsOf(operation: Operation): readonly OwnArgument[] {
  const { conditional, response } = operation
  const { properties } = parametersOf(operation)
  const names: readonly OwnArgument[] = isStream(response)
    ? ['limit', response.encoding === 'sse' ? 'seconds' : 'skip']
    : isSafe(operation)
      ? ['part']
      : [...(takesReason(operation) ? (['reason'] as const) : []), ...(conditional ? (['ifMatch'] as const) : [])]
  return names.filter((name) => !Object.hasOwn(properties, name))
}

/** Keywords that only Signalbox and OpenAPI know. */
const foreign = /^(x-|discriminator$)/

/** A schema as clients need it: without members that the service computes and ignores, and without unknown keywords. */
function shown(schema: unknown, isMap = false): unknown {
  if (Array.isArray(schema)) return schema.map((item) => shown(item))
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(
    ([name, value]) => (isMap || !foreign.test(name)) && (value as Schema | null)?.readOnly !== true,
  )
  const maps = isMap ? [] : ['properties', 'patternProperties']
  const values = isMap ? [] : ['default', 'const', 'enum', 'examples']
  return Object.fromEntries(
    kept.map(([name, value]) => [name, values.includes(name) ? value : shown(value, maps.includes(name))]),
  )
}
