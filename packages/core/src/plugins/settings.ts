import { problem } from '../machine/errors/errors.ts'
import { pattern } from '../machine/errors/in-words.ts'
import { isObject, type JsonObject } from '../machine/json/json.ts'
import { choice, object, type TProperties, type TSchema, Type } from '../machine/schema/schema.ts'
import type { ConfigProblems } from './plugin.ts'

/** The schema of a plugin's configuration. Unknown members are rejected, since a misspelt one could disable a guard. */
export const settings = (properties: TProperties): TSchema => object(properties)

/** An optional text. */
export const text = (description: string) => Type.Optional(Type.String({ minLength: 1, description }))

/** An optional text of a format. */
export const formatted = (format: string, description: string) => Type.Optional(Type.String({ format, description }))

/** An optional list of texts. */
export const texts = (description: string) => Type.Optional(Type.Array(Type.String({ minLength: 1 }), { description }))

/** An optional boolean. */
export const flag = (description: string) => Type.Optional(Type.Boolean({ description }))

/** An optional integer. */
export const count = (description: string, minimum = 0, maximum?: number) =>
  Type.Optional(Type.Integer({ minimum, ...(maximum !== undefined && { maximum }), description }))

/** The maximum duration of a run of a workflow. */
export const timeout = count('Maximum duration of a run, in milliseconds', 1, 600_000)

/** An optional header name. */
export const headerName = (description: string) => formatted('header name', description)

/** An optional list of header names. */
export const headerNames = (description: string) =>
  Type.Optional(Type.Array(Type.String({ format: 'header name' }), { description }))

/** An optional header value. */
export const headerValue = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, format: 'header value', description }))

/** Optional header values by name. */
export const headerValues = (description: string) =>
  Type.Optional(
    Type.Record(Type.String(), Type.String({ format: 'header value' }), {
      propertyNames: { type: 'string', format: 'header name' },
      description,
    }),
  )

/** An optional list of HTTP methods. */
export const methods = (description: string) =>
  Type.Optional(
    Type.Array(
      Type.String({ pattern: pattern("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", 'must be an HTTP method such as GET') }),
      { description },
    ),
  )

/** Headers that the gateway sets itself: hop-by-hop headers (RFC 9110, 7.6.1) and headers that frame a message. */
const reserved: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'expect', 'host', 'content-length'],
])

/** Reports headers that the gateway sets itself. */
export const reservedHeaders = (
  names: readonly string[],
  at: (name: string, place: number) => string,
): ConfigProblems =>
  Object.fromEntries(
    names.flatMap((name, place) =>
      reserved.has(name.toLowerCase()) ? [[at(name, place), [problem('error.header.reserved', name)]]] : [],
    ),
  )

/** The source of the client id. */
export const clientSource = Type.Optional(
  object(
    {
      from: choice(['header', 'cookie', 'query', 'consumer', 'ip']),
      name: text('The name of the header, cookie or parameter'),
    },
    { description: 'Where the client id is read from' },
  ),
)

/** Reports a source of client ids that does not name its header, cookie or parameter. */
export function clientRules({ client }: JsonObject): ConfigProblems {
  if (!isObject(client) || client.name !== undefined) return {}
  const isNamed = client.from === 'header' || client.from === 'cookie' || client.from === 'query'
  return isNamed ? { '/client/name': [problem('error.required')] } : {}
}
