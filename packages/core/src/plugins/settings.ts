import type { TProperties, TSchema } from 'typebox'
import { Type } from 'typebox'
import { choice, openObject } from '../schema.ts'

/** The configuration of a plugin: members that it does not name are kept as sent. */
export const settings = (properties: TProperties): TSchema => openObject(properties)

/** A text that may be left out. */
export const text = (description: string) => Type.Optional(Type.String({ minLength: 1, description }))

/** A list of texts that may be left out. */
export const texts = (description: string) => Type.Optional(Type.Array(Type.String({ minLength: 1 }), { description }))

/** Yes or no, or left out. */
export const flag = (description: string) => Type.Optional(Type.Boolean({ description }))

/** A whole number that may be left out. */
export const count = (description: string, minimum = 0, maximum?: number) =>
  Type.Optional(Type.Integer({ minimum, ...(maximum !== undefined && { maximum }), description }))

/** Names of headers, and the value of each. */
export const headerValues = Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Headers by name' }))

/** Where the id of a client is read from. */
export const clientSource = Type.Optional(
  openObject(
    {
      from: choice(['header', 'cookie', 'query', 'consumer', 'ip']),
      name: text('Of the header, cookie or parameter'),
    },
    { description: 'Where the id of the client is read from' },
  ),
)
