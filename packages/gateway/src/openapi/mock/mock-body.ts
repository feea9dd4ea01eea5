import { isObject, own } from '@signalbox/core/gateway'
import type { OpenApiDocument } from '../../documents/document.ts'
import { below } from '../../documents/pointer.ts'
import type { Fits } from '../checks.ts'
import { isJson, type Media } from '../operation.ts'
import { sampleOf } from './sample.ts'

/** The body of a mock, and whether it is the example that the client prefers. */
export interface MockBody {
  readonly text: string
  readonly isPreferred: boolean
}

/** Makes the body of a media type: the example with this name, else the first, else one made from the schema. */
export function mockBody(
  document: OpenApiDocument,
  media: Media,
  { example, fits }: { example: string | undefined; fits: Fits },
): MockBody {
  const found = exampleIn(document, media, example)
  if (found) return { text: toText(found.value, media), isPreferred: found.isPreferred }
  if (media.schema === undefined) return { text: '', isPreferred: false }
  return { text: toText(sampleOf(media.schema, { document, fits }), media), isPreferred: false }
}

/** Whether a media type has an example with this name. */
export const hasExample = (document: OpenApiDocument, media: Media, name: string): boolean =>
  exampleIn(document, media, name)?.isPreferred === true

interface FoundExample {
  readonly value: unknown
  readonly isPreferred: boolean
}

function exampleIn(
  document: OpenApiDocument,
  { pointer, written }: Media,
  name: string | undefined,
): FoundExample | undefined {
  const { value, pointer: at } = document.at(pointer)
  if (!isObject(value)) return undefined
  const { example, examples } = value
  if (document.dialect === '2.0') {
    const one = isObject(examples) ? own(examples, written) : undefined
    return one === undefined ? undefined : { value: one, isPreferred: false }
  }
  const named = isObject(examples) ? examples : {}
  const exampleAt = (one: string) =>
    (document.at(below(at, 'examples', one)).value as { value?: unknown } | undefined)?.value
  const wanted = name !== undefined && Object.hasOwn(named, name) ? exampleAt(name) : undefined
  if (wanted !== undefined) return { value: wanted, isPreferred: true }
  if (example !== undefined) return { value: example, isPreferred: false }
  for (const one of Object.keys(named)) {
    const found = exampleAt(one)
    if (found !== undefined) return { value: found, isPreferred: false }
  }
  return undefined
}

/** A value as a media type writes it. Examples may be JSON in a text. Objects are written as JSON only. */
function toText(value: unknown, { type }: Media): string {
  if (typeof value === 'string' && (!isMadeOfJson(type) || isJsonText(value))) return value
  if (isMadeOfJson(type)) return JSON.stringify(value) ?? ''
  return typeof value === 'object' ? '' : String(value)
}

const isMadeOfJson = (type: string): boolean => isJson(type) || type === '*/*' || type === 'application/*'

function isJsonText(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
