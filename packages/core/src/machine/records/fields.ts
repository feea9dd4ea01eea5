import { problem, SignalboxError } from '../errors/errors.ts'
import { nearest } from '../errors/nearest.ts'
import { own } from '../json/json.ts'
import type { Resource } from './resource.ts'

/** The member that marks lines of a partial download. No kind has it, so an upload rejects such lines. */
export const PARTIAL = 'partial'

/** Reduces the lines of a download to some members, separated by commas. Throws INVALID for an unknown one. */
export function withFields<L extends object>(
  resource: Resource,
  lines: AsyncIterable<L>,
  fields: string,
): AsyncIterable<L> {
  const names = [...new Set(fields.split(','))]
  checkFields(resource, names)
  return reduced(lines, names) as AsyncIterable<L>
}

async function* reduced(lines: AsyncIterable<object>, names: readonly string[]): AsyncGenerator<object> {
  for await (const line of lines) {
    const some: Record<string, unknown> = {}
    for (const name of names) {
      const value = own(line, name)
      if (value !== undefined) some[name] = value
    }
    some[PARTIAL] = true
    yield some
  }
}

function checkFields(resource: Resource, names: readonly string[]): void {
  const known = fieldsOf(resource)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return
  const like = nearest(unknown, known)
  const hint = like === undefined ? '' : ` (did you mean ${like}?)`
  throw new SignalboxError(
    'INVALID',
    `The call is invalid: fields must list members of the ${resource.name}, not "${unknown.slice(0, 100)}"${hint}: ${known.join(', ')}`,
    { fieldErrors: { fields: [problem('error.unknown.field', ...(like === undefined ? [] : [like]))] } },
  )
}

interface Shape {
  readonly properties?: Readonly<Record<string, { readonly readOnly?: boolean }>>
  readonly oneOf?: readonly Shape[]
}

/** The top-level members of the lines of a kind. */
export function fieldsOf({ schema, lines = schema, kept = [] }: Resource): readonly string[] {
  const { properties, oneOf = [] } = lines as Shape
  const shapes = [{ properties }, ...oneOf].flatMap(({ properties = {} }) => Object.entries(properties))
  return [...new Set(shapes.flatMap(([name, { readOnly }]) => (readOnly && !kept.includes(name) ? [] : [name])))]
}
