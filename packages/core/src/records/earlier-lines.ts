import { isObject, own } from '../json.ts'

/** Lines of the earlier system say of what has no description that it is `null`. */
export function withoutNullDescription(line: unknown): unknown {
  if (!isObject(line) || own(line, 'description') !== null) return line
  const { description: _none, ...rest } = line
  return rest
}

/** A line with something that has no place in a record moved into its metadata, under the same name. */
export function keptAsMetadata(line: unknown, name: string): unknown {
  if (!isObject(line) || own(line, name) === undefined) return line
  const { [name]: value, metadata = {}, ...rest } = line
  return isObject(metadata) ? { ...rest, metadata: { [name]: value, ...metadata } } : line
}
