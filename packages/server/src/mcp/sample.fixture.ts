import type { OperationTool } from './tools.ts'

type Schema = Readonly<Record<string, unknown>> & {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
}

/** A record of each group of operations in `fill` of `full-box.fixture.ts`. */
const ids: Readonly<Record<string, string>> = {
  features: 'shop:express',
  segments: 'staff',
  configs: 'shop:colours',
  experiments: 'shop:button',
  scripts: 's',
  errorTemplates: 'global',
  apis: 'shop',
  backends: 'b',
  subscriptions: 'ended',
  workflows: 'count',
  apiKeys: 'shop',
  users: 'ann',
  gatewayKeys: 'edge',
  developers: 'dev',
  applications: 'checkout',
  webhooks: 'ci',
}

/** Values of parameters that a schema does not tell. */
const known: Readonly<Record<string, unknown>> = {
  key: 'shop:express',
  pattern: '*',
  planId: 'gold',
  sha256: '0'.repeat(64),
  clientId: 'a',
  seconds: 1,
  limit: 2,
}

/** Arguments for a tool: all that it needs, and the members of `known` that it takes. */
export function sampleArguments({ name: [group = ''], tool }: OperationTool): Record<string, unknown> {
  const { properties = {}, required = [] } = tool.inputSchema as Schema
  const id = ids[group]
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name) || ['seconds', 'limit'].includes(name))
      .map(([name, schema]) => [name, name === 'id' && id ? id : (known[name] ?? sample(schema, id))]),
  )
}

/** A small value that fits the types, choices and required members of a schema. */
function sample(schema: Schema, id = 'sample'): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.oneOf) return sample({ ...schema.oneOf[0] }, id)
  switch ([schema.type].flat()[0]) {
    case 'object': {
      const { properties = {}, required = [] } = schema
      return Object.fromEntries(required.map((name) => [name, name === 'id' ? id : sample(properties[name] ?? {}, id)]))
    }
    case 'array':
      return []
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    default:
      return 'sample'
  }
}
