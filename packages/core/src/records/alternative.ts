import { isObject, own } from '../json.ts'

/** A schema as far as its alternatives go. */
interface Alternatives<S> {
  readonly oneOf?: readonly S[]
  readonly discriminator?: { readonly propertyName: string }
}

/** With a discriminator, the alternative of a schema whose constant the value has; else the schema itself. */
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
