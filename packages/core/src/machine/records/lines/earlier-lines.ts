import { isObject, own } from '../../json/json.ts'

/** Drops a `null` description, which lines of the previous feature service have. */
export function withoutNullDescription(line: unknown): unknown {
  if (!isObject(line) || own(line, 'description') !== null) return line
  const { description: _none, ...rest } = line
  return rest
}

/** Moves a member that records do not have into the metadata of a line, under the same name. */
export function keptAsMetadata(line: unknown, name: string): unknown {
  if (!isObject(line) || own(line, name) === undefined) return line
  const { [name]: value, metadata = {}, ...rest } = line
  return isObject(metadata) ? { ...rest, metadata: { [name]: value, ...metadata } } : line
}
