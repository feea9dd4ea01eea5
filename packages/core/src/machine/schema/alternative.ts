import { isObject, own } from '../json/json.ts'

/** The part of a schema with its alternatives. */
interface Alternatives<S> {
  readonly oneOf?: readonly S[]
  readonly discriminator?: { readonly propertyName: string }
}

/** The alternative of a schema that a value's discriminator selects; without a discriminator the schema itself. */
export function alternativeOf<S extends Alternatives<S> & { readonly properties?: Readonly<Record<string, Constant>> }>(
  shape: S,
  value: unknown,
): S {
  const { oneOf, discriminator } = shape
  if (!oneOf || !discriminator || !isObject(value)) return shape
  const name = discriminator.propertyName
  return oneOf.find(({ properties = {} }) => properties[name]?.const === own(value, name)) ?? shape
}

interface Constant {
  readonly const?: unknown
}
