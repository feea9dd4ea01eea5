/** The part of a JSON Schema that the reference shows. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly required?: readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly readOnly?: boolean
  readonly examples?: readonly unknown[]
}

/** The page with the schemas. */
export const SCHEMAS = 'http/schemas'

/** The type of a schema in a few words, as Markdown; named schemas are links to their heading. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) as string
    return `[${name}](/${SCHEMAS}#${anchorOf(name)})`
  }
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ')
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) return [...new Set(variants.map(typeOf))].join(' or ')
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`
  const { additionalProperties: values } = schema
  if (typeof values === 'object') return `object of ${typeOf(values)}`
  return [schema.type ?? 'any JSON'].flat().join(' or ')
}

/** What else a schema says: its description, limits and default. */
export function notesOf(schema: Schema): string {
  const { description, minimum, maximum, maxLength, maxItems, default: value, readOnly } = schema
  return [
    ...(description === undefined ? [] : [description]),
    ...(readOnly ? ['Read only'] : []),
    ...(minimum === undefined ? [] : [`At least ${minimum}`]),
    ...(maximum === undefined ? [] : [`At most ${maximum}`]),
    ...(maxLength === undefined ? [] : [`At most ${maxLength} characters`]),
    ...(maxItems === undefined ? [] : [`At most ${maxItems} items`]),
    ...(value === undefined || JSON.stringify(value).length > 80 ? [] : [`Default: ${code(value)}`]),
  ].join('. ')
}

/** The heading of a schema as an id. */
export const anchorOf = (name: string): string => name.toLowerCase().replaceAll('.', '')

const code = (value: unknown): string => `\`${JSON.stringify(value)}\``
