import { isObject } from '@signalbox/core/gateway'
import type { OpenApiDocument } from '../../documents/document.ts'
import { below } from '../../documents/pointer.ts'
import { isSendable } from '../../headers/header-list.ts'
import type { Fits } from '../checks.ts'
import { sampleOf } from './sample.ts'

/** Headers that the gateway sets itself, or that have no meaning in a mock. */
const own: ReadonlySet<string> = new Set([
  ...['content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade'],
  ...['trailer', 'te', 'proxy-connection', 'set-cookie', 'preference-applied'],
])

const NAME = /^[!#$%&'*+.^_`|~\w-]+$/

/** The headers that a response at a pointer documents, with their examples, names and values in turn. */
export function mockHeaders(document: OpenApiDocument, pointer: string, fits: Fits): readonly string[] {
  const { value, pointer: at } = document.at(pointer)
  const headers = isObject(value) && isObject(value.headers) ? Object.keys(value.headers) : []
  return headers.flatMap((name) => {
    if (own.has(name.toLowerCase()) || !NAME.test(name)) return []
    const place = document.at(below(at, 'headers', name))
    const { example, schema } = place.value as { example?: unknown; schema?: unknown }
    const schemaAt =
      document.dialect === '2.0' ? place.pointer : schema === undefined ? undefined : below(place.pointer, 'schema')
    const made = example ?? (schemaAt === undefined ? undefined : sampleOf(schemaAt, { document, fits }))
    if (made === undefined || made === null || isObject(made)) return []
    const text = Array.isArray(made) ? made.join(', ') : String(made)
    return isSendable(text) && text.length < 1000 ? [name, text] : []
  })
}
