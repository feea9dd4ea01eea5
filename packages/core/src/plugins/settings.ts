import { problem } from '../errors.ts'
import type { JsonObject } from '../json.ts'
import { isObject } from '../json.ts'
import type { TProperties, TSchema } from '../schema.ts'
import { choice, object, Type } from '../schema.ts'
import type { ConfigProblems } from './plugin.ts'

/** The configuration of a plugin. Unknown members are rejected: a misspelt one would leave a guard without what it guards by. */
export const settings = (properties: TProperties): TSchema => object(properties)

/** A text that may be left out. */
export const text = (description: string) => Type.Optional(Type.String({ minLength: 1, description }))

/** A text of a format that may be left out. */
export const formatted = (format: string, description: string) => Type.Optional(Type.String({ format, description }))

/** A list of texts that may be left out. */
export const texts = (description: string) => Type.Optional(Type.Array(Type.String({ minLength: 1 }), { description }))

/** Yes or no, or left out. */
export const flag = (description: string) => Type.Optional(Type.Boolean({ description }))

/** A whole number that may be left out. */
export const count = (description: string, minimum = 0, maximum?: number) =>
  Type.Optional(Type.Integer({ minimum, ...(maximum !== undefined && { maximum }), description }))

/** The name of a header that may be left out. */
export const headerName = (description: string) => formatted('header name', description)

/** Names of headers that may be left out. */
export const headerNames = (description: string) =>
  Type.Optional(Type.Array(Type.String({ format: 'header name' }), { description }))

/** Names of headers, and the value of each. */
export const headerValues = Type.Optional(
  Type.Record(Type.String(), Type.String({ format: 'header value' }), {
    propertyNames: { type: 'string', format: 'header name' },
    description: 'Headers by name. Values of headers that carry credentials, such as `Authorization`, are write-only',
  }),
)

/** Headers that the gateway sets itself (RFC 9110, 7.6.1, and those that frame a message). */
const reserved: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'expect', 'host', 'content-length'],
])

/** Rejects headers that the gateway sets itself. */
export const reservedHeaders = (
  names: readonly string[],
  at: (name: string, place: number) => string,
): ConfigProblems =>
  Object.fromEntries(
    names.flatMap((name, place) =>
      reserved.has(name.toLowerCase()) ? [[at(name, place), [problem('error.header.reserved', name)]]] : [],
    ),
  )

/** Where the id of a client is read from. */
export const clientSource = Type.Optional(
  object(
    {
      from: choice(['header', 'cookie', 'query', 'consumer', 'ip']),
      name: text('Of the header, cookie or parameter'),
    },
    { description: 'Where the id of the client is read from' },
  ),
)

/** Rejects a source of client ids that does not say which header, cookie or parameter it reads. */
export function clientRules({ client }: JsonObject): ConfigProblems {
  if (!isObject(client) || client.name !== undefined) return {}
  const isNamed = client.from === 'header' || client.from === 'cookie' || client.from === 'query'
  return isNamed ? { '/client/name': [problem('error.required')] } : {}
}
