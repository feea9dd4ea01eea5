import { isObject } from '@signalbox/core/gateway'
import type { OpenApiDocument } from '../documents/document.ts'

/** The names of members and parameters that a document has, found once. */
export const documentNames = (document: OpenApiDocument): ReadonlySet<string> => document.kept(key, collect)

const key = Symbol('names')

function collect({ root }: OpenApiDocument): ReadonlySet<string> {
  const names = new Set(['path', 'query', 'header', 'cookie'])
  const open: unknown[] = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (isObject(value)) {
      if (typeof value.name === 'string') names.add(value.name)
      if (isObject(value.properties)) for (const name of Object.keys(value.properties)) names.add(name)
    }
    if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) open.push(one)
  }
  return names
}
