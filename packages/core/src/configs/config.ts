import { keySchema } from '../keys/key.ts'
import { withoutNullDescription } from '../records/earlier-lines.ts'
import { defineResource } from '../records/resource.ts'
import type { Static } from '../schema.ts'
import { metadata, object, Type, texts } from '../schema.ts'

/** A config: any JSON value under an id. A string that contains JSON is kept as a string. */
export const configSchema = object({
  id: keySchema,
  description: Type.Optional(Type.String()),
  tags: texts,
  metadata,
  value: Type.Unknown({ description: 'Any JSON value, or a text that contains JSON' }),
})
/** A config: an id and a JSON value. */
export type Config = Static<typeof configSchema>

/** Configs as a kind of record. */
export const configs = defineResource({
  name: 'config',
  plural: 'configs',
  path: '/api/configs',
  domain: 'Config',
  events: 'CONFIG',
  isGrantedByDefault: true,
  isStreamedByDefault: true,
  schema: configSchema,
  id: keySchema,
  earlier: withoutNullDescription,
  replaced: { value: true },
})
