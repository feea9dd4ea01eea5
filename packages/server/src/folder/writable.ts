/** The part of a schema that marks members which the service computes. */
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly oneOf?: readonly Shape[]
  readonly discriminator?: { readonly propertyName: string }
  readonly const?: unknown
  readonly readOnly?: boolean
  /** A member that the service sets, and that uploads may set. */
  readonly 'x-stored'?: boolean
}

/** A record without the members that the service computes, such as the number of clients of a variant. */
export const writableOf = (schema: object, record: object): object => reduced(schema, record) as object

function reduced(schema: Shape | undefined, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !schema) return value
  if (Array.isArray(value)) return value.map((item) => reduced(schema.items, item))
  const { properties = {} } = alternativeOf(schema, value)
  const memberOf = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : undefined)
  const isWritable = (member: Shape | undefined) => !member?.readOnly || member['x-stored'] === true
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const member = memberOf(name)
      return isWritable(member) ? [[name, reduced(member, one)]] : []
    }),
  )
}

/** The alternative that the discriminator of a value selects, or else the schema itself. */
function alternativeOf(schema: Shape, value: object): Shape {
  const { oneOf = [], discriminator } = schema
  if (!discriminator) return schema
  const chosen = (value as Readonly<Record<string, unknown>>)[discriminator.propertyName]
  return oneOf.find(({ properties }) => properties?.[discriminator.propertyName]?.const === chosen) ?? schema
}
