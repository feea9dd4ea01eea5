import { problem } from '@signalbox/core/gateway'
import { hasUniqueMembers } from '../consumers/tokens/unique-members.ts'
import type { Refused } from '../plugin-api/refused.ts'
import type { Check } from './checks.ts'
import { addErrors, type FieldErrors } from './field-errors.ts'
import { objectOf, valuesOf } from './from-text.ts'
import { hasManyPairs, MOST_PAIRS } from './most-pairs.ts'
import { essenceOf, isJson, type Media, mediaFor, type Operation } from './operation.ts'
import type { TextTypes } from './types-of.ts'

/** What the head of a request says about its body. */
export interface BodyHead {
  readonly hasBody: boolean
  /** The header `Content-Type`. */
  readonly type: string | undefined
  /** The header `Content-Encoding`. */
  readonly encoding: string | undefined
}

const FORM = 'application/x-www-form-urlencoded'

/** The media type of a body whose bytes are validated; `undefined` if they are not. */
export function validatedMedia({ body }: Operation, { hasBody, type = '', encoding }: BodyHead): Media | undefined {
  if (!hasBody || isEncoded(encoding)) return undefined
  const essence = essenceOf(type)
  const media = mediaFor(body?.content ?? [], essence)
  return media?.schema !== undefined && isReadable(essence) ? media : undefined
}

/** Whether a body of a media type can be validated. */
const isReadable = (type: string): boolean => isJson(type) || type === FORM || type.startsWith('text/')

const isEncoded = (encoding: string | undefined): boolean =>
  encoding !== undefined && encoding.trim() !== '' && encoding.trim().toLowerCase() !== 'identity'

interface Context {
  readonly check: Check
  readonly typesAt: (pointer: string) => TextTypes
  /** Whether the schema at a pointer admits any body. */
  readonly isAnyBody: (pointer: string) => boolean
}

/** What is wrong with the body of a request; `undefined`: nothing. `bytes` are absent if the body is not validated. */
export function bodyFlaw(
  operation: Operation,
  head: BodyHead,
  bytes: Uint8Array | undefined,
  context: Context,
): Refused | undefined {
  const { body } = operation
  const isEmpty = !head.hasBody || bytes?.length === 0
  if (isEmpty) return body?.isRequired ? invalid({ '': [problem('error.required')] }) : undefined
  if (isEncoded(head.encoding))
    return {
      refuse: 'errors.media.type.unsupported',
      message: 'The body is compressed, so it cannot be validated: send it without Content-Encoding',
      headers: ['Accept-Encoding', 'identity'],
    }
  const type = essenceOf(head.type ?? '')
  const declared = mediaFor(body?.content ?? [], type)
  if (!declared) return unsupported(operation)
  if (isUnread(declared, type, context))
    return {
      refuse: 'errors.media.type.unsupported',
      message: `The body has a schema, but ${type === '' ? 'a body without a media type' : 'its media type'} cannot be validated: send JSON, a form or a text`,
    }
  const media = validatedMedia(operation, head)
  if (!media || !bytes) return undefined
  const text = textOf(bytes)
  if (text === undefined) return { refuse: 'errors.bad.request', message: 'The body is not valid UTF-8' }
  if (type === FORM && hasManyPairs(text))
    return { refuse: 'errors.bad.request', message: `The form has more than ${MOST_PAIRS} fields` }
  const types = isJson(type) ? undefined : context.typesAt(media.schema as string)
  const values = types ? [...readAs(type, text, types, context)] : parsed(text)
  if (!values) return { refuse: 'errors.bad.request', message: 'The body is not valid JSON' }
  if (!types && !hasUniqueMembers(text, values[0]))
    return { refuse: 'errors.bad.request', message: 'An object in the body has two members with the same name' }
  const errors = values.map((value) => context.check(media.schema as string, value, bytes.length))
  if (errors.some((one) => one === undefined)) return undefined
  const fieldErrors: FieldErrors = {}
  addErrors(fieldErrors, '', errors[0] as NonNullable<(typeof errors)[0]>)
  return invalid(fieldErrors)
}

/**
 * Whether a schema of a range such as `*\/*` applies to a media type that cannot be validated. Otherwise clients could avoid
 * the schema by the media type they choose. A type that the document names itself, such as `multipart/form-data`, passes.
 */
const isUnread = (media: Media, type: string, { isAnyBody }: Context): boolean =>
  media.schema !== undefined && media.type !== type && !isReadable(type) && !isAnyBody(media.schema)

const invalid = (fieldErrors: FieldErrors): Refused => ({ refuse: 'errors.body.invalid', fieldErrors })

function unsupported({ body, label }: Operation): Refused {
  const types = (body?.content ?? []).map(({ written }) => written)
  return {
    refuse: 'errors.media.type.unsupported',
    message: types.length > 0 ? `${label} takes ${types.join(', ').slice(0, 500)}` : `${label} takes no body`,
    ...(types.length > 0 && isAscii(types) && { headers: ['Accept', types.join(', ').slice(0, 1000)] }),
  }
}

const isAscii = (texts: readonly string[]): boolean => texts.every((text) => /^[\x21-\x7e ]*$/.test(text))

/** The values that a form or a text can stand for. */
const readAs = (type: string, text: string, types: TextTypes, { typesAt }: Context): readonly unknown[] =>
  type === FORM ? [objectOf(new URLSearchParams(text), types, typesAt)] : valuesOf(text, types)

function parsed(text: string): readonly unknown[] | undefined {
  try {
    return [JSON.parse(text)]
  } catch {
    return undefined
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
