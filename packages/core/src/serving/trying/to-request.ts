import { failure, type Problem, problem } from '../../machine/errors/errors.ts'
import { notValid } from '../../machine/errors/not-valid.ts'
import { escapePointer } from '../../machine/json/json.ts'
import type { DeclaredOperation } from './find-operation.ts'
import { MOST_SENT, type Tried } from './try-schema.ts'

/** A request that calls an operation. */
export interface TriedRequest {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: string | undefined
}

type Values = NonNullable<NonNullable<Tried['parameters']>['query']>

/**
 * Makes the request of a call: the path of the operation at the address of its API, with the declared parameters alone. Pure. Throws
 * INVALID at the parameter, and TOO_LARGE for bodies above 256 KiB.
 */
export function toRequest(tried: Tried, operation: DeclaredOperation, address: string): TriedRequest {
  const { parameters = {}, body, content_type: sent } = tried
  const { method, contentType } = operation
  if (body !== undefined && (method === 'GET' || method === 'HEAD'))
    throw invalid({ '/body': [problem('error.unknown.field')] })
  if (body !== undefined && new TextEncoder().encode(body).length > MOST_SENT)
    throw failure('TOO_LARGE', `The body has more than ${MOST_SENT / 1024} KiB: send a smaller one`)
  const headers = headersOf(parameters.header ?? {}, operation)
  if (body !== undefined) headers.set('content-type', sent ?? contentType ?? 'application/json')
  return {
    url: `${address.replace(/\/$/, '')}${targetOf(parameters, operation)}`,
    method,
    headers,
    body,
  }
}

const invalid = (fieldErrors: Record<string, readonly Problem[]>) => notValid('The call', { fieldErrors })

/** The path and the query. Some documents name a query or a fragment in a path, such as the documents of AWS. */
function targetOf({ path = {}, query = {} }: NonNullable<Tried['parameters']>, operation: DeclaredOperation): string {
  const [template = ''] = operation.path.replace(/\{[?&][^{}]*\}/g, '').split('#')
  const [before = '', fixed = ''] = template.split(/\?(.*)/s)
  const expanded = before.replace(/\{([^{}]*?)([+*]?)\}|[^{}]+|[{}]/g, (text, name?: string, rest?: string) =>
    name === undefined ? literal(text) : rest === '' ? encoded(valueIn(path, name)) : segments(valueIn(path, name)),
  )
  // A URL would be another path: that of an operation which this one does not stand for.
  const dotted = expanded.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment))
  if (dotted) throw invalid({ '/parameters/path': [problem('error.path.segment', '..', 'dots alone')] })
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    operation.query.has(name) ? listOf(value).map((one) => `${encoded(name)}=${encoded(one)}`) : [],
  )
  const search = [...(fixed === '' ? [] : [literal(fixed)]), ...pairs].join('&')
  return search === '' ? expanded : `${expanded}?${search}`
}

function valueIn(values: Values, name: string): string {
  const value = Object.hasOwn(values, name) ? listOf(values[name] as string | string[]).join(',') : ''
  if (value !== '') return value
  throw invalid({ [`/parameters/path/${escapePointer(name)}`]: [problem('error.required')] })
}

/** Text of a template, in which something may be encoded already. */
const literal = (text: string): string => encodeURI(text.toWellFormed()).replaceAll('%25', '%')

/** `{name+}` stands for several segments. */
const segments = (value: string): string => value.split('/').map(encoded).join('/')

const listOf = (value: string | readonly string[]): readonly string[] => (typeof value === 'string' ? [value] : value)

/** Halves of surrogate pairs, which JSON may have, cannot be encoded. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

/** Headers that are never sent, whatever the document declares. */
const never =
  /^(host|cookie|authorization|gateway-.*|content-length|content-type|expect|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|http2-settings)$/

/** The form of a header name and of a value (RFC 9110, sections 5.1 and 5.5). */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

function headersOf(values: Values, { header }: DeclaredOperation): Headers {
  const headers = new Headers({ accept: 'application/json, */*;q=0.8', 'accept-encoding': 'identity' })
  for (const [name, value] of Object.entries(values)) {
    // Some servers take underscores for hyphens.
    const lower = name.toLowerCase().replaceAll('_', '-')
    if (!header.has(name.toLowerCase()) || never.test(lower) || !NAME.test(name)) continue
    const text = listOf(value).join(', ')
    if (!VALUE.test(text))
      throw invalid({ [`/parameters/header/${escapePointer(name)}`]: [problem('error.format', 'header value')] })
    headers.set(name, text)
  }
  return headers
}
