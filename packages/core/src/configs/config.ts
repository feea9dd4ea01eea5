import { isObject, type JsonObject, own } from '../machine/json/json.ts'
import { keySchema } from '../machine/keys/key.ts'
import { withoutNullDescription } from '../machine/records/lines/earlier-lines.ts'
import { defineResource } from '../machine/records/resource.ts'
import { metadata, object, type Static, Type, texts } from '../machine/schema/schema.ts'
import { checkRules, rulesSchema } from './rules-schema.ts'

/** The names that the type of a config may have. A JSON Schema is a type, too. */
export const typeNames = ['boolean', 'string', 'number', 'object', 'array'] as const
/** What every value of a config must be: a type by its name, or a JSON Schema. */
export type ValueType = (typeof typeNames)[number] | JsonObject

const typeSchema = Type.Unsafe<ValueType>({
  type: ['string', 'object'],
  anyOf: [{ enum: typeNames }, { type: 'object' }],
  description: 'What every value must be, by name or as a JSON Schema. Only typed configs are flags of OpenFeature',
})

/** A config: any JSON value under an id. A string that contains JSON is kept as a string. */
export const configSchema = object({
  id: keySchema,
  description: Type.Optional(Type.String()),
  tags: texts,
  metadata,
  value: Type.Unknown({ description: 'The value if no rule decides: any JSON value, or a text that contains JSON' }),
  type: Type.Optional(typeSchema),
  rules: Type.Optional(rulesSchema),
})
/** A config: an id and a JSON value, or several values by rules. */
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
  replaced: { value: 'even by null', type: true, rules: true },
  after: ['segments', 'features'],
  rules: { check: (config) => (isObject(config) ? checkRules(own(config, 'rules')) : {}) },
})
