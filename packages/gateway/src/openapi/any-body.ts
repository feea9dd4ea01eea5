import { isObject } from '@signalbox/core/gateway'
import type { OpenApiDocument } from '../documents/document.ts'

/** Whether a schema admits any body: it is `true`, empty, or a binary text. */
export function isAnyBody(document: OpenApiDocument, pointer: string): boolean {
  const { value } = document.at(pointer)
  if (!isObject(value)) return value === true
  if (value.type === 'string' && value.format === 'binary') return true
  return Object.keys(value).every((keyword) => annotations.has(keyword))
}

const annotations: ReadonlySet<string> = new Set(['title', 'description', 'example', 'examples', 'deprecated'])
