/** Stands for a secret, as in the responses of the API. A record that is sent back with it keeps its secret. */
const MASK = '********'

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly oneOf?: readonly Shape[]
  readonly writeOnly?: boolean
}

/**
 * An answer without secrets. The API masks stored secrets itself; a secret that it issues is shown once, and would go to
 * the language model and into the history of the conversation. Those are declared members that are `writeOnly` or whose
 * name ends in `secret`, and gateway keys.
 */
export const masked = (response: unknown, value: unknown): unknown => mask((response ?? {}) as Shape, '', value)

function mask(shape: Shape, name: string, value: unknown): unknown {
  if (typeof value === 'string')
    return shape.writeOnly || /secret$/i.test(name) || value.startsWith('sbxg_') ? MASK : value
  if (Array.isArray(value)) return shape.items ? value.map((item) => mask(shape.items as Shape, '', item)) : value
  if (typeof value !== 'object' || value === null) return value
  const shapes = [shape, ...(shape.oneOf ?? [])].map(({ properties = {} }) => properties)
  return Object.fromEntries(
    Object.entries(value).map(([member, content]) => {
      const known = shapes.find((properties) => Object.hasOwn(properties, member))?.[member]
      return [member, known ? mask(known, member, content) : content]
    }),
  )
}
