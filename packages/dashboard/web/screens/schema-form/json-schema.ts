/** A JSON Schema, as far as forms read it. */
export interface JsonSchema {
  readonly type?: unknown
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly format?: string
  readonly pattern?: string
  readonly writeOnly?: boolean
}

/** Keywords that add conditions a form cannot follow: such a schema is edited as JSON. */
const beyondForms = ['$ref', 'allOf', 'not', 'if', 'dependentSchemas', 'dependentRequired', 'prefixItems']

/** Whether a form can follow the schema at all. */
export const isReadable = (schema: JsonSchema): boolean => beyondForms.every((keyword) => !(keyword in schema))

/** The schema of all values of an object whose names are free; `undefined` if the object is none. */
export function valuesOf({ patternProperties, additionalProperties }: JsonSchema): JsonSchema | undefined {
  const patterns = Object.values(patternProperties ?? {})
  if (patterns.length === 1) return patterns[0]
  if (patterns.length > 1 || typeof additionalProperties !== 'object' || additionalProperties === null) return undefined
  return additionalProperties as JsonSchema
}
