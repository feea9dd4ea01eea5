import { copyJson, isObject, type JsonObject } from '../../machine/json/json.ts'
import { digest } from '../../machine/secrets/secret.ts'
import { changedIntegers, LOSES_DIGITS } from '../../machine/wire/exact-integers.ts'
import { parseLeniently } from '../../machine/wire/json.ts'
import { decodeUtf8 } from '../../machine/wire/text.ts'
import { isRawBody, type RawBody } from '../../operation.ts'
import type { ImportWarning } from '../compile/warn.ts'
import { importOpenApi } from './import-openapi.ts'
import { type ParsedText, parseYaml } from './parse-yaml.ts'
import type { DocumentLimits, OpenApiReading } from './reading.ts'
import { documentTooLarge } from './too-large.ts'

/**
 * Reads an uploaded OpenAPI document: converts it to an API and returns the options sent beside it.
 * The document is the body itself or its member `openapi`, as a value or as text. Synchronous: a large document blocks
 * the thread. Throws INVALID if it is not a document, TOO_LARGE beyond the limits.
 *
 * @example
 * const body = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: { '/orders': { get: {} } } }
 * const { api, warnings, sha256 } = readOpenApi(body, { json: 16_777_216, yaml: 4_194_304 })
 */
export function readOpenApi(body: unknown, limits: DocumentLimits): OpenApiReading {
  const sent = isRawBody(body) ? parseRaw(body, limits) : { value: body, changed: [] }
  const { document, options } = takeApart(sent.value)
  const isWhole = document === sent.value
  const { value, changed } =
    typeof document === 'string'
      ? parseText(document, limits)
      : { value: document ?? null, changed: isWhole ? sent.changed : sent.changed.flatMap(inDocument) }
  const copy = copyJson(value)
  const { api, warnings } = importOpenApi(copy)
  const text = JSON.stringify(copy)
  if (text.length > limits.json) throw documentTooLarge(limits.json)
  return { options, api, warnings: [...warnings, ...changed.map(changedWarning)], text, sha256: digest(text) }
}

/** The pointer into the document in an envelope. */
const inDocument = (pointer: string): string[] =>
  pointer.startsWith(ENVELOPED) ? [pointer.slice(ENVELOPED.length)] : []

const ENVELOPED = '/openapi'

const changedWarning = (pointer: string): ImportWarning => ({
  pointer,
  message: `The integer ${LOSES_DIGITS}: the nearest number is stored`,
})

/** Separates the document from the options in an envelope. */
function takeApart(sent: unknown): { document: unknown; options: JsonObject } {
  if (!isObject(sent) || !Object.hasOwn(sent, 'openapi') || Object.hasOwn(sent, 'swagger') || isVersion(sent.openapi))
    return { document: sent, options: {} }
  const { openapi, ...options } = sent
  return { document: openapi, options }
}

/** Whether `openapi` is the version of a document; in an envelope it is the document. */
const isVersion = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\s*\d[\w.+-]*\s*$/.test(value))

function parseRaw({ mediaType, bytes }: RawBody, limits: DocumentLimits): ParsedText {
  const kind = /\bjson\b/i.test(mediaType) ? 'json' : 'yaml'
  if (bytes.length > limits[kind]) throw documentTooLarge(limits[kind], limits.json)
  const text = decodeUtf8(bytes)
  return kind === 'yaml' ? parseYaml(text, limits.json) : parseDocument(text)
}

/** Parses text as JSON if it starts like JSON, else as YAML. */
function parseText(text: string, limits: DocumentLimits): ParsedText {
  const isJson = /^\s*[{[]/.test(text)
  const limit = isJson ? limits.json : limits.yaml
  if (text.length > limit) throw documentTooLarge(limit, limits.json)
  return isJson ? parseDocument(text) : parseYaml(text, limits.json)
}

/** Bounds such as 9223372036854775807 are common in documents: they are no reason to refuse one. */
const parseDocument = (text: string): ParsedText => ({ value: parseLeniently(text), changed: changedIntegers(text) })
